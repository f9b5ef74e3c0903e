import Coordination
import JSON

extension ComponentWriter {
    mutating func draw(_ form: Form) -> [ID] {
        draw(form.fields, of: form.report.output, submit: form.submit)
    }

    /// Draws an output of a screen without elements, by the names in its schema.
    mutating func drawPlainly(_ output: any ScreenOutput) -> [ID] {
        begin("output")
        guard let schema = output.schema else {
            let label = text(output.name)
            return [button(label, action(output.name))]
        }
        let fields: [Field] =
            if case .object(let rules) = schema.kind {
                rules.properties.map { Field(plainly: $0.name, $0.schema) }
            } else {
                [Field(plainly: output.name, schema)]
            }
        return draw(fields, of: output.name, submit: output.name)
    }

    private mutating func draw(_ fields: [Field], of output: String, submit: String) -> [ID] {
        let values = JSONObject(distinct: fields.map { .init(key: $0.name, value: $0.initialValue) })
        let path = bind(.object(values))
        var children: [ID] = []
        for field in fields {
            children.append(draw(field, at: version.binding(path + A2UIMessages.token(field.name))))
            let pointer = A2UIMessages.token(field.name)
            for message in node.messages where message.pointer == pointer { children.append(draw(message)) }
            if let help = field.help { children.append(text(help, .caption)) }
        }
        let label = text(submit)
        guard outputs.contains(where: { $0.name == output }) else { return children + [label] }
        let action = action(output, [A2UIAction.fieldsMember: version.binding(path)])
        return children + [button(label, action, variant: "primary")]
    }

    private mutating func draw(_ field: Field, at value: JSONValue) -> ID {
        var members: JSONObject = ["label": .string(field.label), "value": value]
        switch field.input {
        case .toggle: return add("CheckBox", members)
        case .date:
            members["enableDate"] = true
            return add("DateTimeInput", members)
        case .choice(let choices):
            members["options"] = .array(
                choices.map { ["label": .string($0.label), "value": .string($0.value)] }
            )
            members["variant"] = "mutuallyExclusive"
            return add("ChoicePicker", members)
        case .file:
            // A2UI has no component for files.
            return text(field.label)
        case .text, .email, .phone, .password, .oneTimeCode, .number, .multiline:
            members["variant"] = .string(field.input.variant)
            if version.hasPlaceholders, let placeholder = field.placeholder {
                members["placeholder"] = .string(placeholder)
            }
            return add("TextField", members)
        }
    }
}

extension Field {
    /// Makes the field of a value from its name and its schema alone.
    fileprivate init(plainly name: String, _ schema: JSONSchema) {
        let input: Input =
            switch schema.kind {
            case _ where schema.isSecret: .password
            case .boolean: .toggle
            case .integer, .number: .number
            case .enumeration(let values): .choice(values.map { Choice($0, $0) })
            default: .text
            }
        self.init(name, schema.title ?? name, input)
    }

    /// The value before the user enters one, in the type of the component.
    fileprivate var initialValue: JSONValue {
        switch input {
        case .toggle: value ?? false
        case .choice:
            switch value {
            case .string(let choice)?: [.string(choice)]
            default: []
            }
        case .password, .oneTimeCode, .file: ""
        case .text, .email, .phone, .number, .date, .multiline:
            switch value {
            case nil, .null?: ""
            case .string(let text)?: .string(text)
            case let value?: .string(String(decoding: value.json, as: UTF8.self))
            }
        }
    }
}

extension Field.Input {
    /// The variant of the text field.
    fileprivate var variant: String {
        switch self {
        case .password, .oneTimeCode: "obscured"
        case .number: "number"
        case .multiline: "longText"
        case .text, .email, .phone, .date, .toggle, .choice, .file: "shortText"
        }
    }
}
