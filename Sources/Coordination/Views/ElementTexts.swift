extension ViewElement {
    /// The texts of the element and of its fallbacks that users read, in order.
    ///
    /// Values that the user enters, sealed texts, and texts with a language of their own are not among them.
    package var texts: [String] { content.texts + (fallback?.texts ?? []) }
}

extension ElementContent {
    fileprivate var texts: [String] {
        switch self {
        case .heading(let heading): heading.language == nil ? [heading.text] : []
        case .text(let text): text.texts
        case .image(let image): [image.picture.alternative]
        case .button(let button): [button.label, button.badge].compactMap(\.self)
        case .toggle(let toggle): [toggle.label, toggle.help].compactMap(\.self)
        case .stepper(let stepper): [stepper.label]
        case .search(let search): [search.placeholder]
        case .list(let list):
            list.sections.flatMap(\.texts) + (list.more?.texts ?? []) + (list.empty?.texts ?? [])
        case .map(let map): map.markers.map(\.title)
        case .form(let form): [form.submit] + form.fields.flatMap(\.texts)
        case .confirm(let confirm): [confirm.title, confirm.text].compactMap(\.self) + confirm.actions.flatMap(\.texts)
        case .progress(let progress): [progress.label].compactMap(\.self)
        case .empty(let empty): [empty.title, empty.text].compactMap(\.self) + (empty.action?.texts ?? [])
        case .card(let card): card.row.texts
        case .grid(let grid):
            [grid.header].compactMap(\.self) + grid.cards.flatMap(\.row.texts) + (grid.more?.texts ?? [])
                + (grid.empty?.texts ?? [])
        case .hero(let hero): hero.ownTexts
        case .gallery(let gallery): [gallery.label] + gallery.pictures.map(\.alternative)
        case .segments(let segments): segments.ownTexts
        case .chips(let chips): chips.ownTexts
        case .swatches(let swatches): swatches.ownTexts
        case .timeline(let timeline):
            [timeline.label].compactMap(\.self) + timeline.steps.flatMap { [$0.title, $0.text].compactMap(\.self) }
        case .pinned(let pinned): [pinned.title].compactMap(\.self) + pinned.control.texts
        case .custom: []
        }
    }
}

extension Text {
    fileprivate var texts: [String] {
        guard language == nil, case .plain(let text) = source else { return [] }
        return [text]
    }
}

extension Section {
    fileprivate var texts: [String] {
        [header].compactMap(\.self) + rows.flatMap(\.texts) + [footer].compactMap(\.self)
    }
}

extension Row {
    fileprivate var texts: [String] {
        let own = [language == nil ? title : nil, subtitle, picture?.alternative, badge]
        return own.compactMap(\.self) + (control?.texts ?? [])
    }
}

extension Hero {
    fileprivate var ownTexts: [String] {
        [language == nil ? title : nil, subtitle, text, picture?.alternative, badge].compactMap(\.self)
            + (action?.texts ?? [])
    }
}

extension OptionsElement {
    fileprivate var ownTexts: [String] {
        [label] + options.flatMap { [$0.label, $0.picture?.alternative, $0.badge].compactMap(\.self) }
    }
}

extension Field {
    fileprivate var texts: [String] {
        let own = [label, placeholder, help].compactMap(\.self)
        guard case .choice(let choices) = input else { return own }
        return own + choices.map(\.label)
    }
}
