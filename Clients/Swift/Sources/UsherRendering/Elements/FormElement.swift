import UsherClient

/// Fields with a button that sends them.
public struct FormElement: Sendable, Hashable {
    /// The output that the form reports.
    public let output: String
    /// The words on the button, or `nil` for the client's own.
    public let submit: String?
    /// The weight of the button.
    public let role: ButtonElement.Role
    /// All fields, the hidden ones too.
    public let fields: [Field]

    /// The fields that the user sees.
    public var visibleFields: [Field] { fields.filter { $0.input != .hidden } }

    init(_ document: JSONValue) {
        output = document.text("output")
        submit = document["submit"]?.string
        role = document["role"]?.string.flatMap(ButtonElement.Role.init) ?? .primary
        fields = document.parts("fields", Field.init)
    }

    init(output: String, submit: String, fields: [Field]) {
        self.output = output
        self.submit = submit
        role = .plain
        self.fields = fields
    }
}

/// A field of a form.
public struct Field: Sendable, Hashable, Identifiable {
    /// The ways to enter a value.
    public enum Input: String, Sendable, CaseIterable {
        /// A line of text.
        case text
        /// An email address.
        case email
        /// A telephone number with its country code.
        case phone
        /// A password, which is hidden.
        case password
        /// A code that was sent for one use.
        case oneTimeCode
        /// A number of any kind.
        case number
        /// A day of the calendar.
        case date
        /// Several lines of text.
        case multiline
        /// A switch that is on or off.
        case toggle
        /// One of some choices.
        case choice
        /// A fixed value that the user does not see.
        case hidden
    }

    /// The member of the payload.
    public let name: String
    /// The words that name the field.
    public let label: String
    /// The way to enter the value.
    public let input: Input
    /// The initial value, which a secret field does not have.
    public let value: JSONValue?
    /// The words in an empty field.
    public let placeholder: String?
    /// A token of HTML's attribute `autocomplete`, such as `new-password`.
    public let autocomplete: String?
    /// The explanation below the field.
    public let help: String?
    /// Whether the value is hidden and never stored.
    public let isSecret: Bool
    /// The values to choose from.
    public let choices: [FieldChoice]
    /// Whether the application requires the field, or `nil` if the schema says so.
    let isRequired: Bool?

    /// The name of the field.
    public var id: String { name }

    init?(_ document: JSONValue) {
        guard let name = document["name"]?.string else { return nil }
        let input = document["input"]?.string.flatMap(Input.init) ?? .text
        let isSecret = document["secret"]?.bool ?? (input == .password || input == .oneTimeCode)
        self.name = name
        label = document.text("label")
        self.input = input
        value = isSecret ? nil : document["value"]
        placeholder = document["placeholder"]?.string
        autocomplete = document["autocomplete"]?.string
        help = document["help"]?.string
        self.isSecret = isSecret
        choices = document.parts("choices", FieldChoice.init)
        isRequired = document["required"]?.bool
    }

    init(
        _ name: String,
        label: String,
        input: Input,
        value: JSONValue?,
        help: String?,
        isSecret: Bool,
        choices: [FieldChoice]
    ) {
        self.name = name
        self.label = label
        self.input = input
        self.value = isSecret ? nil : value
        placeholder = nil
        autocomplete = nil
        self.help = help
        self.isSecret = isSecret
        self.choices = choices
        isRequired = nil
    }
}

/// A value to choose in a field.
public struct FieldChoice: Sendable, Hashable, Identifiable {
    /// The value that the payload has.
    public let value: JSONValue
    /// The words that the user sees.
    public let label: String

    /// The value of the choice.
    public var id: JSONValue { value }

    init?(_ document: JSONValue) {
        guard let value = document["value"] else { return nil }
        self.init(value, document["label"]?.string ?? value.plainText)
    }

    init(_ value: JSONValue, _ label: String) {
        self.value = value
        self.label = label
    }
}
