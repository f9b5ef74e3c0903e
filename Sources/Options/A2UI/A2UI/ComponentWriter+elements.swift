import Coordination
import JSON

extension ComponentWriter {
    /// Draws an element, and returns the ids of its components from top to bottom.
    mutating func draw(_ element: any ViewElement) -> [ID] {
        let content = element.content
        if case .custom = content { return element.fallback.map { draw($0) } ?? [] }
        begin(content.name)
        switch content {
        case .heading(let heading): return [text(heading.text, .heading(heading.level))]
        case .text(let text): return [draw(text)]
        case .image(let image): return draw(image.picture, variant: "largeFeature")
        case .button(let button): return [draw(button)]
        case .toggle(let toggle): return draw(toggle)
        case .stepper(let stepper): return [draw(stepper)]
        case .search(let search): return [draw(search)]
        case .list(let list): return draw(list)
        case .map(let map): return [draw(map)]
        case .form(let form): return draw(form)
        case .confirm(let confirm): return [draw(confirm)]
        case .progress(let progress): return [draw(progress)]
        case .empty(let empty): return [draw(empty)]
        case .card(let card): return [draw(card)]
        case .grid(let grid): return draw(grid)
        case .hero(let hero): return [draw(hero)]
        case .gallery(let gallery): return draw(gallery)
        case .segments(let segments): return draw(segments.label, segments.options)
        case .chips(let chips): return draw(chips.label, chips.options)
        case .swatches(let swatches): return draw(swatches.label, swatches.options)
        case .timeline(let timeline): return draw(timeline)
        case .pinned(let pinned): return [draw(pinned)]
        case .custom: return []
        }
    }

    // MARK: - Texts and pictures

    private mutating func draw(_ paragraph: Text) -> ID {
        let content =
            switch paragraph.source {
            case .plain(let text): text
            case .sealed(let sealed): opened(sealed)
            }
        return text(content, paragraph.style == .body || paragraph.style == .code ? .body : .caption)
    }

    /// Draws a picture, unless it is a symbol that the catalog does not have.
    mutating func draw(_ picture: ImageSource, variant: String) -> [ID] {
        switch picture.source {
        case .url(let url):
            var members: JSONObject = ["url": .string(url), "variant": .string(variant), "fit": "contain"]
            if !picture.alternative.isEmpty { members["description"] = .string(picture.alternative) }
            return [add("Image", members)]
        case .symbol(let symbol):
            if let name = Self.iconName(symbol) { return [icon(name, label: picture.alternative)] }
            return picture.alternative.isEmpty ? [] : [text(picture.alternative)]
        case .characters(let characters): return [text(characters, .h2)]
        }
    }

    /// Returns the icon of the catalog with the meaning of a symbol, or `nil` if there is none.
    static func iconName(_ symbol: String) -> String? {
        switch symbol {
        case "bag", "cart": "shoppingCart"
        case "bell": "notifications"
        case "calendar": "calendarToday"
        case "card": "payment"
        case "checkmark": "check"
        case "close": "close"
        case "envelope": "mail"
        case "gear": "settings"
        case "heart": "favorite"
        case "house": "home"
        case "info": "info"
        case "list": "menu"
        case "lock": "lock"
        case "map", "pin": "locationOn"
        case "pencil": "edit"
        case "person": "person"
        case "phone": "phone"
        case "photo": "photo"
        case "plus": "add"
        case "search": "search"
        case "share": "share"
        case "star": "star"
        case "trash": "delete"
        case "warning": "warning"
        default: nil
        }
    }

    private mutating func draw(_ gallery: Gallery) -> [ID] {
        let pictures = gallery.pictures.flatMap { draw($0, variant: "largeFeature") }
        return [text(gallery.label, .caption), list(pictures, isHorizontal: true)]
    }

    private mutating func draw(_ hero: Hero) -> ID {
        var children = hero.picture.map { draw($0, variant: "header") } ?? []
        children.append(text(hero.title, .h2))
        children += [hero.subtitle, hero.badge].compactMap(\.self).map { text($0, .caption) }
        if let price = hero.price { children.append(text(String(localized: "\(price)"), .h4)) }
        if let paragraph = hero.text { children.append(text(paragraph)) }
        if let action = hero.action { children.append(draw(action)) }
        return column(children)
    }

    // MARK: - Notices

    private mutating func draw(_ confirm: Confirm) -> ID {
        var children = [text(confirm.title, .h3)]
        if let detail = confirm.text { children.append(text(detail)) }
        children.append(row(confirm.actions.map { draw($0) }))
        return card(column(children))
    }

    private mutating func draw(_ progress: Progress) -> ID {
        var children = progress.label.map { [text($0, weight: 1)] } ?? []
        let part = progress.value.map { "\(Int((min(max($0, 0), 1) * 100).rounded())) %" } ?? "…"
        children.append(text(part, .caption))
        if let pausing = progress.pausing, canReport(pausing) {
            let symbol = icon(progress.isPaused ? "play" : "pause", label: progress.label)
            children.append(button(symbol, reporting(pausing.output, .bool(!progress.isPaused))))
        }
        return row(children)
    }

    mutating func draw(_ empty: Empty) -> ID {
        var children = empty.symbol.flatMap(Self.iconName).map { [icon($0)] } ?? []
        children.append(text(empty.title, .h4))
        if let detail = empty.text { children.append(text(detail, .caption)) }
        if let action = empty.action { children.append(draw(action)) }
        return column(children)
    }

    private mutating func draw(_ timeline: Timeline) -> [ID] {
        var children = timeline.label.map { [text($0, .h4)] } ?? []
        for step in timeline.steps {
            let mark =
                switch step.status {
                case .done: "✓"
                case .current: "●"
                case .upcoming: "○"
                }
            var texts = [text(step.title)]
            if let detail = step.text { texts.append(text(detail, .caption)) }
            if let time = step.time { texts.append(text(String(localized: "\(time)"), .caption)) }
            let content = column(texts, weight: 1)
            children.append(row([text(mark), content]))
        }
        return children
    }

    private mutating func draw(_ map: Map) -> ID {
        var children: [ID] = []
        for marker in map.markers {
            let place = "\(marker.latitude.rounded(to: 4)), \(marker.longitude.rounded(to: 4))"
            let title = text(marker.isSelected ? "● \(marker.title)" : marker.title)
            let content = column([title, text(place, .caption)])
            children.append(choosable(content, marker.report))
        }
        return list(children)
    }
}

extension ComponentWriter.TextStyle {
    /// Returns the style of a heading below the title of the screen.
    fileprivate static func heading(_ level: Int) -> Self {
        switch level {
        case 1: .h2
        case 2: .h3
        default: .h4
        }
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
        return (self * factor).rounded() / factor
    }
}
