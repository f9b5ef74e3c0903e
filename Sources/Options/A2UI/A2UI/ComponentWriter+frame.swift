import Coordination
import JSON

extension ComponentWriter {
    /// Draws the screen in focus with what is around it: the bar, the tabs and the messages.
    mutating func drawScreen(of state: NavigationState) {
        let elements = node.screen.view.elements
        var children = drawBar(of: state, elements)
        if !node.hides.contains(.tabBar) { children += state.visibleTabs.map { drawTabs($0) } }
        children += drawMessages(besidesThoseOf: elements)
        if state.blocking != nil {
            begin("busy")
            children.append(text("…", .caption))
        }
        let body = elements.filter { !$0.isInBar }
        let main = body.filter { !$0.isPinned }.flatMap { draw($0) }
        let rest = body.filter(\.isPinned).flatMap { draw($0) }
        children += elements.isEmpty ? outputs.flatMap { drawPlainly($0) } : main + rest
        begin("frame")
        guard let modal = state.modals.last, modal.presentation != .fullScreen else { return addRoot(children) }
        addRoot([card(column(children))])
    }

    // MARK: - The bar

    private mutating func drawBar(of state: NavigationState, _ elements: [any ViewElement]) -> [ID] {
        begin("bar")
        var children: [ID] = []
        if let target = state.backTarget {
            let back = action(A2UIAction.back, [A2UIAction.targetMember: .string(target.description)])
            children.append(gesture("arrowBack", back, asking: state.backQuestion))
        }
        if state.canDismiss {
            children.append(gesture("close", action(A2UIAction.dismiss), asking: state.dismissQuestion))
        }
        children += elements.flatMap { drawInBar($0, at: .leading) }
        let title = node.screen.drawnTitle
        if !title.isEmpty, !node.hides.contains(.navigationBar) { children.append(text(title, .h1, weight: 1)) }
        children += elements.flatMap { drawInBar($0, at: .trailing) }
        return children.isEmpty ? [] : [row(children)]
    }

    private mutating func drawInBar(_ element: any ViewElement, at placement: Button.Placement) -> [ID] {
        guard case .button(let button) = element.content, button.placement == placement else { return [] }
        return [draw(button)]
    }

    /// Draws a button for a gesture, which opens a question first if the gesture discards something.
    private mutating func gesture(_ name: String, _ gesture: JSONValue, asking question: DiscardQuestion?) -> ID {
        let label = icon(name)
        guard let question else { return button(label, gesture, variant: "borderless") }
        let trigger = button(label, action(A2UIAction.ask), variant: "borderless")
        var children = [text(question.title.description, .h3)]
        if let detail = question.text { children.append(text(detail.description)) }
        let yes = icon(name)
        children.append(button(yes, gesture, variant: "primary", label: question.title.description))
        let content = column(children)
        return add("Modal", ["trigger": .string(trigger), "content": .string(content)])
    }

    // MARK: - Tabs

    private mutating func drawTabs(_ tabs: Tabs) -> ID {
        begin("tabs")
        var children: [ID] = []
        for (index, item) in tabs.items.enumerated() {
            var label = item.symbol.flatMap(Self.iconName).map { [icon($0)] } ?? []
            label.append(text(item.title.description))
            if let badge = item.badge { label.append(text(badge, .caption)) }
            let content = row(label)
            let select = action(A2UIAction.selectTab, [A2UIAction.tabMember: .string(item.key.description)])
            children.append(button(content, select, variant: index == tabs.index ? "primary" : "borderless"))
        }
        return row(children)
    }

    // MARK: - Messages

    /// Draws the messages of the screen that no field shows.
    private mutating func drawMessages(besidesThoseOf elements: [any ViewElement]) -> [ID] {
        let fields = elements.flatMap { element -> [String] in
            if case .form(let form) = element.content { form.fields.map { A2UIMessages.token($0.name) } } else { [] }
        }
        var children: [ID] = []
        for message in node.messages where message.pointer.map(fields.contains) != true {
            begin("message")
            children.append(draw(message))
        }
        return children
    }

    mutating func draw(_ message: Message) -> ID {
        let name =
            switch message.level {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .success: "check"
            }
        return row([icon(name), text(message.text.description, weight: 1)])
    }
}

extension ViewElement {
    /// Whether it is a button in the navigation bar.
    fileprivate var isInBar: Bool {
        if case .button(let button) = content { button.placement != .body } else { false }
    }

    /// Whether it stays at the bottom edge of the screen.
    fileprivate var isPinned: Bool { if case .pinned = content { true } else { false } }
}
