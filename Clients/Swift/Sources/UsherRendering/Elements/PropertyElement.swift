import UsherClient

/// A property of a screen without a view, with its value in words.
public struct PropertyElement: Sendable, Hashable, Identifiable {
    /// The values of a property.
    public enum Value: Sendable, Hashable {
        /// A single value in words, or `nil` for none.
        case text(String?)
        /// Whether something is so.
        case flag(Bool)
        /// Values in their order.
        case list([Value])
        /// Values with names.
        case properties([PropertyElement])
    }

    /// The name of the property in code.
    public let name: String
    /// The value of the property.
    public let value: Value

    /// The name of the property in code.
    public var id: String { name }
    /// The name of the property as a label.
    public var label: String { name.humanized }

    static func properties(of document: JSONValue?) -> [PropertyElement] {
        (document?.object ?? [:]).sorted { $0.key < $1.key }.map {
            PropertyElement(name: $0.key, value: Value($0.value))
        }
    }
}

extension PropertyElement.Value {
    fileprivate init(_ document: JSONValue) {
        self =
            switch document {
            case .null: .text(nil)
            case .bool(let flag): .flag(flag)
            case .array(let values): values.isEmpty ? .text(nil) : .list(values.map(PropertyElement.Value.init))
            case .object: .properties(PropertyElement.properties(of: document))
            default: .text(document.plainText.isEmpty ? nil : document.plainText)
            }
    }
}

extension Element {
    /// The elements of a screen without a view: its props, and a form or a button for each output.
    static func generated(for screen: Screen) -> [Element] {
        let properties = PropertyElement.properties(of: screen.props)
        let controls = screen.outputs.map { output -> Element in
            let label = output.name.humanized
            guard let schema = PayloadSchema(output.schema) else {
                return .button(ButtonElement(label: label, report: Report(output.name)))
            }
            let members = schema.members.map { Field($0.name, $0.schema, label: $0.name.humanized) }
            let fields = schema.isObject ? members : [Field("value", schema, label: label)]
            return .form(FormElement(output: output.name, submit: label, fields: fields))
        }
        return (properties.isEmpty ? [] : [.properties(properties)]) + controls
    }
}

extension Field {
    /// A field for a member of a payload.
    fileprivate init(_ name: String, _ schema: PayloadSchema, label: String) {
        let input: Input =
            if schema.constant != nil {
                .hidden
            } else if !schema.choices.isEmpty {
                .choice
            } else {
                switch (schema.type, schema.format) {
                case (.boolean, _): .toggle
                case (.integer, _), (.number, _): .number
                case (.object, _), (.array, _): .multiline
                case (_, "email"): .email
                case (_, "date"): .date
                case (_, "password"): .password
                default: .text
                }
            }
        self.init(
            name,
            label: schema.title ?? label,
            input: input,
            value: schema.constant ?? schema.initial,
            help: schema.summary,
            isSecret: schema.isSecret || input == .password,
            choices: schema.choices.map { FieldChoice($0, $0.plainText) }
        )
    }
}

extension String {
    /// A name in code as a label: `postCode` is "Post code".
    var humanized: String {
        var words = ""
        var previous: Character = " "
        for character in self {
            if character == "_" || character == "-" {
                words.append(" ")
            } else if character.isUppercase, previous.isLowercase || previous.isNumber {
                words.append(" ")
                words += character.lowercased()
            } else {
                words.append(character)
            }
            previous = character
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension JSONValue {
    /// The value in words, without quotation marks around a text.
    var plainText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .number(let number) where number.rounded() == number && abs(number) < 1e15: String(Int(number))
        default: description
        }
    }
}
