import Coordination
import JSON

// The inputs of the basic catalog have no action, so a control that reports each change is made of buttons.
extension ComponentWriter {
    mutating func draw(_ control: any RowControl) -> [ID] {
        switch control.content {
        case .button(let button): [draw(button)]
        case .toggle(let toggle): draw(toggle)
        case .stepper(let stepper): [draw(stepper)]
        default: []
        }
    }

    mutating func draw(_ button: Button) -> ID {
        var label = button.symbol.flatMap(Self.iconName).map { [icon($0)] } ?? []
        label.append(text(button.label))
        if let badge = button.badge { label.append(text(badge, .caption)) }
        // A renderer has no clock that enables a button.
        if let time = button.enabledAt { label.append(text(String(localized: "\(time, style: .time)"), .caption)) }
        let content = row(label)
        guard canReport(button.report) else { return content }
        let variant: String? =
            switch button.role {
            case .primary: "primary"
            case .plain, .cancel: "borderless"
            case .destructive, nil: button.isSelected == true ? "primary" : nil
            }
        return self.button(content, reporting(button.report), variant: variant)
    }

    mutating func draw(_ toggle: Toggle) -> [ID] {
        let label = text("\(toggle.value ? "☑" : "☐") \(toggle.label)")
        let help = toggle.help.map { [text($0, .caption)] } ?? []
        guard canReport(toggle.report) else { return [label] + help }
        let payload = toggle.report.payload.entering(.bool(!toggle.value), as: toggle.member)
        return [button(label, reporting(toggle.report.output, payload), variant: "borderless")] + help
    }

    mutating func draw(_ stepper: Stepper) -> ID {
        let label = text(stepper.label, weight: 1)
        let less = step(stepper, by: -1, "−")
        let number = text(String(localized: "\(stepper.value)"))
        return row([label, less, number, step(stepper, by: 1, "+")])
    }

    private mutating func step(_ stepper: Stepper, by direction: Int, _ sign: String) -> ID {
        let (value, isTooFar) = stepper.value.addingReportingOverflow(stepper.step * direction)
        let label = text(sign)
        guard !isTooFar, stepper.range.contains(value), canReport(stepper.report) else { return label }
        let payload = stepper.report.payload.entering(.integer(Int64(value)), as: stepper.member)
        return button(label, reporting(stepper.report.output, payload), label: "\(sign) \(stepper.label)")
    }

    mutating func draw(_ search: Search) -> ID {
        let binding = version.binding(bind(.string(search.value)))
        let field = add("TextField", ["label": .string(search.placeholder), "value": binding], weight: 1)
        guard canReport(search.report) else { return field }
        let action = action(search.report.output, [A2UIAction.payloadMember: binding])
        return row([field, button(icon("search"), action, label: search.placeholder)])
    }

    // MARK: - Choices

    mutating func draw(_ label: String, _ options: [ChoiceOption]) -> [ID] {
        var children: [ID] = []
        for option in options {
            var parts = option.picture.map { draw($0, variant: "icon") } ?? []
            parts.append(text(option.isSelected ? "✓ \(option.label)" : option.label))
            if let badge = option.badge { parts.append(text(badge, .caption)) }
            let content = row(parts)
            guard let report = option.report, canReport(report) else {
                children.append(content)
                continue
            }
            children.append(button(content, reporting(report), variant: option.isSelected ? "primary" : "default"))
        }
        return [text(label, .caption), list(children, isHorizontal: true)]
    }

    mutating func draw(_ pinned: Pinned) -> ID {
        var children: [ID] = []
        if let title = pinned.title { children.append(text(title, weight: 1)) }
        if let price = pinned.price { children.append(text(String(localized: "\(price)"), .h4)) }
        return row(children + draw(pinned.control))
    }
}

extension JSONValue? {
    /// Returns the payload of a control with a new value, which is a member of it or the whole payload.
    fileprivate func entering(_ value: JSONValue, as member: String?) -> JSONValue {
        guard let member, case .object(var object)? = self else { return value }
        object[member] = value
        return .object(object)
    }
}
