#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// A choice of one option of a few, or of several.
struct ChoiceView: View {
    let choice: ChoiceElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        let selection = model.selection(of: choice, at: id)
        switch choice.style {
        case .segments: segments(selection)
        case .chips: chips(selection)
        case .swatches: swatches(selection)
        }
    }

    private func segments(_ selection: Set<String>) -> some View {
        Picker(selection: Binding(get: { selection.first }, set: { press($0) })) {
            ForEach(choice.options) { option in
                Text(verbatim: option.badge.map { "\(option.label) \($0)" } ?? option.label).tag(Optional(option.key))
            }
        } label: {
            Text(verbatim: choice.label)
        }
        .pickerStyle(.segmented)
        .disabled(!choice.options.contains { isEnabled($0) })
    }

    private func chips(_ selection: Set<String>) -> some View {
        ScrollView(.horizontal) {
            HStack(spacing: 8) {
                ForEach(choice.options) { option in
                    let isOn = selection.contains(option.key)
                    Button {
                        press(option.key)
                    } label: {
                        HStack {
                            if let image = option.image { Thumbnail(image: image) }
                            Text(verbatim: option.label)
                            if let badge = option.badge { BadgeView(text: badge) }
                        }
                    }
                    .prominent(isOn)
                    .buttonBorderShape(.capsule)
                    .disabled(!isEnabled(option))
                    .described(AccessibilityDescription(option, isSelected: isOn))
                }
            }
        }
        .scrollIndicators(.hidden)
        .group(choice.label)
    }

    private func swatches(_ selection: Set<String>) -> some View {
        VStack(alignment: .leading) {
            HStack {
                Text(verbatim: choice.label).style(.subtitle)
                if let chosen = choice.options.first(where: { selection.contains($0.key) }) {
                    Text(verbatim: chosen.label)
                }
            }
            .accessibilityHidden(true)
            HStack(spacing: 12) {
                ForEach(choice.options) { option in
                    let isOn = selection.contains(option.key)
                    Button {
                        press(option.key)
                    } label: {
                        SwatchView(option: option, isOn: isOn)
                    }
                    .buttonStyle(.borderless)
                    .disabled(!isEnabled(option))
                    .described(AccessibilityDescription(option, isSelected: isOn))
                }
            }
        }
        .group(choice.label)
    }

    private func isEnabled(_ option: ChoiceOption) -> Bool {
        guard let report = option.report else { return false }
        return model.availability(of: report.output, at: id.part(option.key)).looksEnabled
    }

    private func press(_ key: String?) {
        guard let option = choice.options.first(where: { $0.key == key }) else { return }
        model.press(option, of: choice, at: id.part(option.key))
    }
}

/// A color to choose.
private struct SwatchView: View {
    let option: ChoiceOption
    let isOn: Bool
    /// The side of the circle, which grows with the texts.
    @ScaledMetric(relativeTo: .body) private var side = 36.0

    var body: some View {
        if let color = option.color {
            Circle()
                .fill(Color(red: color.red, green: color.green, blue: color.blue))
                .frame(width: side, height: side)
                .overlay { Circle().strokeBorder(Color.secondary, lineWidth: isOn ? 3 : 1) }
                .overlay {
                    if isOn { SymbolView(name: "checkmark").foregroundStyle(color.isLight ? Color.black : Color.white) }
                }
                // The color is a property of the product, so it stays the same with inverted colors.
                .accessibilityIgnoresInvertColors()
        } else if let image = option.image {
            Thumbnail(image: image)
        } else {
            Text(verbatim: option.label)
        }
    }
}

extension View {
    /// Controls that belong together, with the words that name them.
    fileprivate func group(_ label: String) -> some View {
        accessibilityElement(children: .contain).accessibilityLabel(Text(verbatim: label))
    }
}
#endif
