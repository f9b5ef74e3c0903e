/// The name of a control, which stays the same when other parts of its screen come and go.
public struct ControlID: Sendable, Hashable {
    /// The key of the screen.
    public let screen: String
    /// The way to the control on its screen, such as `/list:0/fruit/apples/control`.
    public let path: String

    /// Creates the name of a screen's own place, from which the names of its controls follow.
    init(screen: String, path: String = "") {
        self.screen = screen
        self.path = path
    }

    /// The name of a part of this control, such as a row by its key.
    public func part(_ name: String) -> ControlID {
        let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
        return ControlID(screen: screen, path: "\(path)/\(escaped)")
    }
}

/// A place at which a user can report an output.
public struct ReportingControl: Sendable, Hashable {
    /// The ways to report.
    public enum Kind: Sendable, Hashable {
        /// A press reports a fixed payload.
        case press(Report)
        /// The user enters a value.
        case value
        /// The user sends a form.
        case form(FormElement)
    }

    /// The name of the control.
    public let id: ControlID
    /// The output that it reports.
    public let output: String
    /// The way to report.
    public let kind: Kind
}

extension Element {
    /// The places of the element at which a user can report an output.
    ///
    /// - Parameter id: The name of the element.
    /// - Returns: The places in the order in which they are drawn.
    public func controls(at id: ControlID) -> [ReportingControl] {
        switch self {
        case .heading, .text, .image, .gallery, .timeline, .properties, .unknown: []
        case .list(let list): list.controls(at: id)
        case .form(let form): [ReportingControl(id: id, output: form.output, kind: .form(form))]
        case .button(let button): [.press(button.report, id)]
        case .toggle(let toggle): [.value(toggle.output, id)]
        case .stepper(let stepper): [.value(stepper.output, id)]
        case .search(let search): [.value(search.output, id)]
        case .map(let map): map.markers.compactMap { marker in marker.report.map { .press($0, id.part(marker.key)) } }
        case .confirm(let confirm):
            confirm.actions.enumerated().map { .press($1.report, id.part("\($0)")) }
        case .progress(let progress): progress.output.map { [.value($0, id)] } ?? []
        case .empty(let empty): empty.controls(at: id)
        case .card(let card): card.controls(at: id)
        case .grid(let grid): grid.controls(at: id)
        case .hero(let hero): hero.action.map { [.press($0.report, id.part("action"))] } ?? []
        case .choice(let choice):
            choice.options.compactMap { option in option.report.map { .press($0, id.part(option.key)) } }
        case .pinned(let pinned): pinned.control?.controls(at: id.part("control")) ?? []
        }
    }

    /// The pictures of the element that have an address.
    public var pictures: [String] {
        images.compactMap { image in if case .url(let url) = image.content { url } else { nil } }
    }

    /// All pictures of the element.
    private var images: [ImageElement] {
        switch self {
        case .image(let image): [image]
        case .list(let list): list.sections.flatMap(\.rows).compactMap(\.image)
        case .card(let card): [card.image].compactMap(\.self)
        case .grid(let grid): grid.cards.compactMap(\.image)
        case .hero(let hero): [hero.image].compactMap(\.self)
        case .gallery(let gallery): gallery.images
        case .choice(let choice): choice.options.compactMap(\.image)
        default: []
        }
    }
}

extension ListElement {
    fileprivate func controls(at id: ControlID) -> [ReportingControl] {
        if isEmpty, source == nil, let empty { return empty.controls(at: id.part("empty")) }
        let rows = sections.flatMap { section in
            section.rows.flatMap { $0.controls(at: id.part(section.key).part($0.key)) }
        }
        return rows + (more.map { [.press($0.report, id.part("more"))] } ?? [])
    }
}

extension Row {
    /// The places of the row at which a user can report an output.
    public func controls(at id: ControlID) -> [ReportingControl] {
        (report.map { [.press($0, id)] } ?? []) + (control?.controls(at: id.part("control")) ?? [])
    }
}

extension CardElement {
    fileprivate func controls(at id: ControlID) -> [ReportingControl] {
        (report.map { [.press($0, id)] } ?? []) + (control?.controls(at: id.part("control")) ?? [])
    }
}

extension GridElement {
    fileprivate func controls(at id: ControlID) -> [ReportingControl] {
        if cards.isEmpty, let empty { return empty.controls(at: id.part("empty")) }
        return cards.flatMap { $0.controls(at: id.part($0.key)) }
            + (more.map { [.press($0.report, id.part("more"))] } ?? [])
    }
}

extension EmptyElement {
    fileprivate func controls(at id: ControlID) -> [ReportingControl] {
        action.map { [.press($0.report, id.part("action"))] } ?? []
    }
}

extension PartControl {
    fileprivate func controls(at id: ControlID) -> [ReportingControl] {
        switch self {
        case .button(let button): [.press(button.report, id)]
        case .toggle(let toggle): [.value(toggle.output, id)]
        case .stepper(let stepper): [.value(stepper.output, id)]
        }
    }
}

extension ReportingControl {
    fileprivate static func press(_ report: Report, _ id: ControlID) -> ReportingControl {
        ReportingControl(id: id, output: report.output, kind: .press(report))
    }

    fileprivate static func value(_ output: String, _ id: ControlID) -> ReportingControl {
        ReportingControl(id: id, output: output, kind: .value)
    }
}
