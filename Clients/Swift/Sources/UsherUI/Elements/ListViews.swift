#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// Rows in sections, or from a source.
struct ListElementView: View {
    let list: ListElement
    let id: ControlID
    let headingLevel: Int

    var body: some View {
        if let source = list.source {
            SourceListView(list: list, source: source, id: id)
        } else if list.isEmpty, let empty = list.empty {
            EmptyElementView(empty: empty, id: id.part("empty")).clearRow()
        } else {
            ForEach(list.sections) { section in
                Section {
                    ForEach(section.rows) { row in
                        RowView(row: row, id: id.part(section.key).part(row.key))
                    }
                } header: {
                    SectionHeader(text: section.header, level: headingLevel)
                } footer: {
                    if let footer = section.footer { Text(verbatim: footer) }
                }
            }
            if let more = list.more { ButtonView(button: more, id: id.part("more"), isWide: true).clearRow() }
        }
    }
}

/// A list with rows that are not in the state.
struct SourceListView: View {
    let list: ListElement
    let source: ListElement.Source
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        let rows = model.rows(of: source, on: id.screen)
        Section {
            if rows.isEmpty, let empty = list.empty { EmptyElementView(empty: empty, id: id.part("empty")) }
            ForEach(Array(rows.rows.enumerated()), id: \.element.key) { index, row in
                RowView(row: row, id: id.part("source").part(row.key))
                    .task { await rows.appeared(index) }
            }
        } footer: {
            // The footer is there without any row, too, so it is what asks for the first page.
            VStack(alignment: .leading) {
                if rows.hasFailed {
                    Text(verbatim: model.words.rowsFailed)
                    Button {
                        Task { await rows.more() }
                    } label: {
                        Text(verbatim: model.words.tryAgain)
                    }
                } else if rows.isLoading {
                    ProgressView().accessibilityLabel(Text(verbatim: model.words.loading))
                }
            }
            .frame(maxWidth: .infinity, minHeight: 1, alignment: .leading)
            .task(id: source) { await rows.show(source, on: id.screen) }
        }
    }
}

/// A row, with its control beside it.
struct RowView: View {
    let row: Row
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        if let control = row.control {
            HStack {
                line
                PartControlView(control: control, id: id.part("control"))
            }
            .buttonStyle(.borderless)
            .swipeActions { swipe(control) }
        } else {
            line
        }
    }

    @ViewBuilder
    private var line: some View {
        let description = AccessibilityDescription(row, model.figures, model.words)
        if let report = row.report {
            let availability = model.availability(of: report.output, at: id)
            Button {
                model.press(report, at: id)
            } label: {
                RowContent(row: row, isPending: availability == .pending)
            }
            .disabled(!availability.looksEnabled)
            .described(description)
            .placeMenu(report.link)
            .listRowBackground(model.isChosen(id) ? Color.accentColor.opacity(0.15) : nil)
        } else {
            RowContent(row: row, isPending: false).described(description)
        }
    }

    /// The button of a row as a swipe.
    ///
    /// It stays visible for people who don't swipe.
    @ViewBuilder
    private func swipe(_ control: PartControl) -> some View {
        if case .button(let button) = control {
            let (availability, _) = model.availability(of: button, at: id.part("control"))
            Button(role: button.role.system) {
                model.press(button, at: id.part("control"))
            } label: {
                Text(verbatim: button.label)
            }
            .disabled(availability != .possible)
        }
    }
}

/// The content of a row: picture, words, price, badge and mark.
struct RowContent: View {
    let row: Row
    let isPending: Bool
    @Environment(RenderingModel.self) private var model

    var body: some View {
        HStack {
            if let image = row.image { Thumbnail(image: image) }
            VStack(alignment: .leading) {
                LanguageText(row.title, row.language).style(.title)
                if let subtitle = row.subtitle { Text(verbatim: subtitle).style(.subtitle) }
                if let time = row.time { Text(verbatim: model.figures.dateAndTime(time)).style(.subtitle) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            VStack(alignment: .trailing) {
                if let price = row.price { Text(verbatim: model.figures.money(price)).style(.price) }
                if let badge = row.badge { BadgeView(text: badge) }
            }
            if isPending { ProgressView() } else { mark }
        }
        .contentShape(Rectangle())
    }

    @ViewBuilder
    private var mark: some View {
        switch row.accessory {
        case .disclosure: SymbolView(name: "forward").foregroundStyle(Color.secondary)
        case .checkmark: SymbolView(name: "checkmark").foregroundStyle(Color.accentColor)
        case .detail: SymbolView(name: "info").foregroundStyle(Color.secondary)
        case .none: EmptyView()
        }
    }
}
#endif
