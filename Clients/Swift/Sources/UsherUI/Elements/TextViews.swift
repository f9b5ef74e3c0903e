#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// A text with its language, for screen readers, fonts and hyphenation.
struct LanguageText: View {
    let text: String
    let language: String?

    init(_ text: String, _ language: String?) {
        self.text = text
        self.language = language
    }

    var body: some View {
        if let language {
            Text(attributed(language)).typesettingLanguage(Locale.Language(identifier: language))
        } else {
            Text(verbatim: text)
        }
    }

    private func attributed(_ language: String) -> AttributedString {
        var attributed = AttributedString(text)
        attributed.languageIdentifier = language
        return attributed
    }
}

/// The paragraphs of a text element.
struct ParagraphsView: View {
    let text: TextElement

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            ForEach(Array(text.paragraphs.enumerated()), id: \.offset) { _, paragraph in
                LanguageText(paragraph, text.language).style(.text(text.style))
            }
        }
        .textSelection(.enabled)
    }
}

/// A symbol of the contract as one of SF Symbols.
struct SymbolView: View {
    let name: String?

    var body: some View {
        Image(systemName: Symbols.systemName(of: name))
    }
}

extension View {
    /// The font and the weight of a text.
    func style(_ style: TextStyle) -> some View {
        font(style.font).foregroundStyle(style.isSecondary ? Color.secondary : Color.primary)
    }
}

extension TextStyle {
    fileprivate var font: Font {
        let font = Font.system(size.system, design: isMonospaced ? .monospaced : .default)
        return isBold ? font.weight(.semibold) : font
    }
}

extension TextStyle.Size {
    fileprivate var system: Font.TextStyle {
        switch self {
        case .title: .title
        case .title2: .title2
        case .title3: .title3
        case .headline: .headline
        case .body: .body
        case .callout: .callout
        case .subheadline: .subheadline
        case .footnote: .footnote
        case .caption: .caption
        case .caption2: .caption2
        }
    }
}
#endif
