#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// Cards, as many in a line as there is room for.
struct GridView: View {
    let grid: GridElement
    let id: ControlID
    let headingLevel: Int
    /// The least width of a card, which grows with the texts.
    @ScaledMetric(relativeTo: .body) private var width = 150.0

    var body: some View {
        if grid.cards.isEmpty, let empty = grid.empty {
            EmptyElementView(empty: empty, id: id.part("empty")).clearRow()
        } else {
            Section {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: width), spacing: 12)], spacing: 12) {
                    ForEach(grid.cards) { card in CardView(card: card, id: id.part(card.key)) }
                }
                .clearRow()
                if let more = grid.more { ButtonView(button: more, id: id.part("more"), isWide: true).clearRow() }
            } header: {
                SectionHeader(text: grid.header, level: headingLevel)
            }
        }
    }
}

/// One thing with its picture on top.
struct CardView: View {
    let card: CardElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            top
            if let control = card.control { PartControlView(control: control, id: id.part("control"), isWide: true) }
        }
        .padding(12)
        .background(Color(uiColor: .secondarySystemGroupedBackground), in: RoundedRectangle(cornerRadius: 16))
        // Without it, a press anywhere in the line presses all buttons of a list's row.
        .buttonStyle(.borderless)
    }

    @ViewBuilder
    private var top: some View {
        let description = AccessibilityDescription(card, model.figures)
        if let report = card.report {
            let availability = model.availability(of: report.output, at: id)
            Button {
                model.press(report, at: id)
            } label: {
                content(isPending: availability == .pending)
            }
            .disabled(!availability.looksEnabled)
            .described(description)
            .placeMenu(report.link)
        } else {
            content(isPending: false).described(description)
        }
    }

    private func content(isPending: Bool) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            if let image = card.image { ImageElementView(image: image).frame(maxWidth: .infinity) }
            LanguageText(card.title, card.language).style(.title)
            if let subtitle = card.subtitle { Text(verbatim: subtitle).style(.subtitle) }
            if let price = card.price { Text(verbatim: model.figures.money(price)).style(.price) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .overlay(alignment: .topTrailing) {
            if isPending { ProgressView() } else if let badge = card.badge { BadgeView(text: badge) }
        }
        .contentShape(Rectangle())
    }
}

/// The subject of a screen.
struct HeroView: View {
    let hero: HeroElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let image = hero.image { ImageElementView(image: image) }
            LanguageText(hero.title, hero.language)
                .style(.subject)
                .accessibilityAddTraits(.isHeader)
                .accessibilityHeading(.h2)
            if let subtitle = hero.subtitle { Text(verbatim: subtitle).style(.subtitle) }
            HStack {
                if let price = hero.price { Text(verbatim: model.figures.money(price)).style(.price) }
                if let badge = hero.badge { BadgeView(text: badge) }
            }
            if let text = hero.text { Text(verbatim: text).style(.text(.body)) }
            if let action = hero.action { ButtonView(button: action, id: id.part("action"), isWide: true) }
        }
    }
}

/// Several pictures of one thing, beside each other.
struct GalleryView: View {
    let gallery: GalleryElement

    var body: some View {
        ScrollView(.horizontal) {
            LazyHStack(spacing: 12) {
                ForEach(Array(gallery.images.enumerated()), id: \.offset) { _, image in
                    ImageElementView(image: image).frame(height: 240)
                }
            }
        }
        .scrollIndicators(.visible)
        .accessibilityElement(children: .contain)
        .accessibilityLabel(Text(verbatim: gallery.label))
    }
}

/// A notice where content is missing.
struct EmptyElementView: View {
    let empty: EmptyElement
    let id: ControlID

    var body: some View {
        ContentUnavailableView {
            Label {
                Text(verbatim: empty.title)
            } icon: {
                if let symbol = empty.symbol { SymbolView(name: symbol).accessibilityHidden(true) }
            }
        } description: {
            if let text = empty.text { Text(verbatim: text) }
        } actions: {
            if let action = empty.action { ButtonView(button: action, id: id.part("action"), isWide: false) }
        }
    }
}
#endif
