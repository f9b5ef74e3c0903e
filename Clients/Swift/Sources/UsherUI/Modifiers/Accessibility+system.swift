#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

extension View {
    /// The description of a part for people who use it with a screen reader.
    func described(_ description: AccessibilityDescription) -> some View {
        accessibilityLabel(Text(attributed(description)))
            .accessibilityValue(Text(verbatim: description.value ?? ""))
            .accessibilityHint(Text(verbatim: description.hint ?? ""))
            .accessibilityAddTraits(description.traits.system)
            .accessibilityHeading(.level(description.headingLevel))
            .accessibilityHidden(description.isHidden)
    }

    private func attributed(_ description: AccessibilityDescription) -> AttributedString {
        var label = AttributedString(description.label)
        if let language = description.language { label.languageIdentifier = language }
        return label
    }
}

extension Set<AccessibilityDescription.Trait> {
    fileprivate var system: AccessibilityTraits {
        var traits: AccessibilityTraits = []
        for trait in self {
            switch trait {
            case .button: traits.formUnion(.isButton)
            case .link: traits.formUnion(.isLink)
            case .selected: traits.formUnion(.isSelected)
            case .heading: traits.formUnion(.isHeader)
            case .image: traits.formUnion(.isImage)
            case .toggle: traits.formUnion(.isToggle)
            case .updatesFrequently: traits.formUnion(.updatesFrequently)
            }
        }
        return traits
    }
}

extension AccessibilityHeadingLevel {
    /// The level of a number from 1 to 6, or none for any other.
    static func level(_ number: Int?) -> AccessibilityHeadingLevel {
        switch number {
        case 1: .h1
        case 2: .h2
        case 3: .h3
        case 4: .h4
        case 5: .h5
        case 6: .h6
        default: .unspecified
        }
    }
}
#endif
