#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherClient
import UsherRendering

/// One element of a screen, by its kind.
struct ElementView: View {
    let placed: PlacedElement
    let focus: FocusState<RenderingModel.FieldFocus?>.Binding
    @Environment(RenderingModel.self) private var model

    var body: some View {
        switch placed.element {
        case .heading(let heading):
            LanguageText(heading.text, heading.language)
                .style(.heading(heading.level))
                .described(AccessibilityDescription(heading, level: placed.headingLevel))
                .clearRow()
        case .text(let text): ParagraphsView(text: text).clearRow()
        case .image(let image): ImageElementView(image: image).clearRow()
        case .list(let list): ListElementView(list: list, id: placed.id, headingLevel: placed.headingLevel)
        case .form(let form): FormElementView(form: form, id: placed.id, focus: focus)
        case .button(let button): ButtonView(button: button, id: placed.id, isWide: true).clearRow()
        case .toggle(let toggle): ToggleView(toggle: toggle, id: placed.id)
        case .stepper(let stepper): StepperView(stepper: stepper, id: placed.id)
        case .search(let search): SearchView(search: search, id: placed.id)
        case .map(let map): MapElementView(map: map, id: placed.id)
        case .progress(let progress): ProgressElementView(progress: progress, id: placed.id).clearRow()
        case .empty(let empty): EmptyElementView(empty: empty, id: placed.id).clearRow()
        case .card(let card): CardView(card: card, id: placed.id).clearRow()
        case .grid(let grid): GridView(grid: grid, id: placed.id, headingLevel: placed.headingLevel)
        case .hero(let hero): HeroView(hero: hero, id: placed.id).clearRow()
        case .gallery(let gallery): GalleryView(gallery: gallery).clearRow()
        case .choice(let choice): ChoiceView(choice: choice, id: placed.id).clearRow()
        case .timeline(let timeline): TimelineElementView(timeline: timeline, headingLevel: placed.headingLevel)
        case .properties(let properties): PropertiesView(properties: properties)
        case .unknown: Text(verbatim: model.words.unknownElement).style(.help)
        // The screen draws them, because they do not scroll.
        case .confirm, .pinned: EmptyView()
        }
    }
}

extension View {
    /// A part that is no row of a list: it has the width of the screen and no frame.
    func clearRow() -> some View {
        frame(maxWidth: .infinity, alignment: .leading)
            .listRowInsets(EdgeInsets(top: 4, leading: 0, bottom: 4, trailing: 0))
            .listRowBackground(Color.clear)
            .listRowSeparator(.hidden)
    }
}

/// The header of a section, with its level.
struct SectionHeader: View {
    let text: String?
    let level: Int

    var body: some View {
        if let text {
            Text(verbatim: text)
                .accessibilityAddTraits(.isHeader)
                .accessibilityHeading(.level(level))
        }
    }
}

/// The props of a screen without a view.
struct PropertiesView: View {
    let properties: [PropertyElement]
    @Environment(RenderingModel.self) private var model

    var body: some View {
        Section {
            ForEach(properties) { property in
                LabeledContent {
                    Text(verbatim: text(of: property.value))
                } label: {
                    Text(verbatim: property.label)
                }
            }
        }
    }

    private func text(of value: PropertyElement.Value) -> String {
        switch value {
        case .text(let text): text ?? model.words.none
        case .flag(let flag): flag ? model.words.yes : model.words.no
        case .list(let values): values.map(text).joined(separator: "\n")
        case .properties(let properties):
            properties.map { "\($0.label): \(text(of: $0.value))" }.joined(separator: "\n")
        }
    }
}
#endif
