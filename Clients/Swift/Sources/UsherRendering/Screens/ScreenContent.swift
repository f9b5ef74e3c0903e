import UsherClient

/// An element at its place on a screen.
public struct PlacedElement: Sendable, Hashable, Identifiable {
    /// The name of the element.
    public let id: ControlID
    /// The element as a value.
    public let element: Element
    /// The level of a heading in the element, with the screen's title as the first one, so that no level is left out.
    public let headingLevel: Int
}

/// A screen as it is drawn: its bar, its messages, its elements, and what is at its edges.
///
/// ```swift
/// let content = ScreenContent(screen)
/// content.trailing  // the buttons at the end of the bar
/// content.elements  // the elements in the body, without the buttons of the bar
/// ```
public struct ScreenContent: Sendable, Hashable {
    /// The screen in the state.
    public let screen: Screen
    /// The elements that scroll.
    public let elements: [PlacedElement]
    /// The buttons at the start of the bar.
    public let leading: [PlacedElement]
    /// The buttons at the end of the bar.
    public let trailing: [PlacedElement]
    /// The main control at the bottom edge.
    public let pinned: PlacedElement?
    /// The question above everything else.
    public let question: PlacedElement?
    /// The messages that belong to no field, the weightiest first.
    public let messages: [Message]
    /// The messages of forms by the names of the elements.
    private let messagesOfForms: [ControlID: [Message]]

    /// Divides a screen into its parts.
    ///
    /// - Parameter screen: The screen. One without a view gets one of its props and its outputs.
    public init(_ screen: Screen) {
        self.screen = screen
        let view = screen.view.map(Element.elements(of:)) ?? Element.generated(for: screen)
        let placed = Self.place(view, on: screen)
        leading = placed.filter { $0.element.placement == .leading }
        trailing = placed.filter { $0.element.placement == .trailing }
        pinned = placed.first { if case .pinned = $0.element { true } else { false } }
        question = placed.first { if case .confirm = $0.element { true } else { false } }
        elements = placed.filter { $0.element.isInline }
        (messages, messagesOfForms) = Self.distribute(screen.messages, placed)
    }

    /// The messages of a form, which are about it or about one of its fields.
    public func messages(of form: ControlID) -> [Message] { messagesOfForms[form] ?? [] }

    /// The title, unless the body has the same words as its heading or subject.
    public var title: String { screen.title ?? "" }

    /// Whether the body repeats the title, so that the bar need not show it.
    public var repeatsTitle: Bool {
        elements.contains { element in
            switch element.element {
            case .heading(let heading): heading.text == screen.title
            case .hero(let hero): hero.title == screen.title
            default: false
            }
        }
    }

    /// Whether a bar of the screen is hidden while it is in front: `navigationBar` or `tabBar`.
    public func hides(_ bar: String) -> Bool { screen.hides.contains(bar) }

    /// All places at which a user can report an output.
    public var controls: [ReportingControl] {
        let parts = leading + trailing + elements + [pinned, question].compactMap(\.self)
        return parts.flatMap { $0.element.controls(at: $0.id) }
    }

    /// The outputs that can be reported now and that no control reports.
    ///
    /// A list with a source has controls in rows that are not in the state, so it may report any output.
    public var unreachableOutputs: Set<String> {
        let hasSource = elements.contains { if case .list(let list) = $0.element { list.source != nil } else { false } }
        return hasSource ? [] : Set(screen.outputs.map(\.name)).subtracting(controls.map(\.output))
    }

    /// The kinds of elements that this version does not know.
    public var unknownKinds: [String] {
        elements.compactMap { if case .unknown(let kind) = $0.element { kind } else { nil } }
    }

    /// The number of rows of a screen with a search, or `nil` for a screen without one.
    public var results: Int? {
        guard elements.contains(where: { if case .search = $0.element { true } else { false } }) else { return nil }
        return elements.reduce(0) { count, element in
            guard case .list(let list) = element.element else { return count }
            return count + list.sections.reduce(0) { $0 + $1.rows.count }
        }
    }

    /// The field that gets the keyboard when the screen comes: its only one, with no other control before it.
    public var initialField: (form: ControlID, field: Field)? {
        let controls = elements.flatMap { element in element.element.controls(at: element.id) }
        guard case .form(let form)? = controls.first?.kind, let id = controls.first?.id,
            form.visibleFields.count == 1, let field = form.visibleFields.first,
            ![.choice, .toggle, .date].contains(field.input)
        else { return nil }
        let isOnlyForm = !controls.dropFirst().contains { if case .press = $0.kind { false } else { true } }
        return isOnlyForm ? (id, field) : nil
    }
}

extension ScreenContent {
    private static func place(_ view: [Element], on screen: Screen) -> [PlacedElement] {
        let root = ControlID(screen: screen.key)
        var counts: [String: Int] = [:]
        // The title of the screen has the first level.
        var level = 1
        return view.map { element in
            let name = [element.kind, element.output].compactMap(\.self).joined(separator: ":")
            let count = counts[name, default: 0]
            counts[name] = count + 1
            let highest = level + 1
            switch element {
            case .heading(let heading): level = min(heading.level + 1, highest)
            case .hero: level = 2
            case .grid(let grid) where grid.header != nil: level = 2
            default: break
            }
            let isHeading = if case .heading = element { true } else { false }
            return PlacedElement(
                id: root.part("\(name):\(count)"),
                element: element,
                headingLevel: isHeading ? level : min(highest, 4)
            )
        }
    }

    /// Gives each message to the first form with the field that it points at, and the others to the screen.
    private static func distribute(
        _ messages: [Message],
        _ elements: [PlacedElement]
    ) -> ([Message], [ControlID: [Message]]) {
        var (own, ofForms): ([Message], [ControlID: [Message]]) = ([], [:])
        for message in messages {
            let owner = elements.first { element in
                guard case .form(let form) = element.element, message.pointer != nil else { return false }
                return FormState.field(of: message.pointer, in: form) != nil
            }
            if let owner { ofForms[owner.id, default: []].append(message) } else { own.append(message) }
        }
        return (own.filter(\.asksOfUser) + own.filter { !$0.asksOfUser }, ofForms)
    }
}

extension Element {
    fileprivate var placement: ButtonElement.Placement? {
        if case .button(let button) = self { button.placement } else { nil }
    }

    /// Whether the element is drawn in the body of the screen, and not in its bar, at its edge or above it.
    fileprivate var isInline: Bool {
        switch self {
        case .confirm, .pinned: false
        case .button(let button): button.placement == .body
        default: true
        }
    }
}
