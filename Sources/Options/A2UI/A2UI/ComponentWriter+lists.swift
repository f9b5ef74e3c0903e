import Coordination
import JSON

extension ComponentWriter {
    /// Returns a component that reports when the user chooses it, or the component itself if it can't report.
    mutating func choosable(_ content: ID, _ report: Report?, weight: Int? = nil) -> ID {
        guard let report, canReport(report) else { return content }
        return button(content, reporting(report), variant: "borderless", weight: weight)
    }

    mutating func draw(_ list: List) -> [ID] {
        var children: [ID] = []
        for section in list.sections {
            if let header = section.header, !section.rows.isEmpty { children.append(text(header, .h4)) }
            if !section.rows.isEmpty {
                let rows = section.rows.map { draw($0) }
                children.append(self.list(rows))
            }
            if let footer = section.footer { children.append(text(footer, .caption)) }
        }
        if list.sections.allSatisfy({ $0.rows.isEmpty }), list.source == nil, let empty = list.empty {
            children.append(draw(empty))
        }
        if let more = list.more { children.append(draw(more)) }
        return children
    }

    private mutating func draw(_ item: Row) -> ID {
        var children = item.picture.map { draw($0, variant: "icon") } ?? []
        children.append(drawTexts(of: item))
        switch item.control == nil ? item.accessory : .none {
        case .disclosure: children.append(icon("arrowForward"))
        case .checkmark: children.append(icon("check"))
        case .detail: children.append(icon("info"))
        case .none: break
        }
        let content = row(children, weight: item.control == nil || item.report != nil ? nil : 1)
        guard let control = item.control else { return choosable(content, item.report) }
        let title = choosable(content, item.report, weight: 1)
        return row([title] + draw(control))
    }

    /// Draws the texts of a row or a card.
    private mutating func drawTexts(of item: Row) -> ID {
        var texts = [text(item.title)]
        if let subtitle = item.subtitle { texts.append(text(subtitle, .caption)) }
        if let badge = item.badge { texts.append(text(badge, .caption)) }
        if let price = item.price { texts.append(text(String(localized: "\(price)"))) }
        if let time = item.time { texts.append(text(String(localized: "\(time)"), .caption)) }
        return column(texts, weight: 1)
    }

    // MARK: - Cards

    mutating func draw(_ card: Card, weight: Int? = nil) -> ID {
        let pictures = card.row.picture.map { draw($0, variant: "mediumFeature") } ?? []
        let content = column(pictures + [drawTexts(of: card.row)])
        var children = [choosable(content, card.row.report)]
        if let control = card.row.control { children += draw(control) }
        return self.card(column(children), weight: weight)
    }

    mutating func draw(_ grid: Grid) -> [ID] {
        var children = grid.header.map { [text($0, .h4)] } ?? []
        for start in stride(from: 0, to: grid.cards.count, by: 2) {
            let cards = grid.cards[start..<min(start + 2, grid.cards.count)].map { draw($0, weight: 1) }
            children.append(row(cards))
        }
        if grid.cards.isEmpty, let empty = grid.empty { children.append(draw(empty)) }
        if let more = grid.more { children.append(draw(more)) }
        return children
    }
}
