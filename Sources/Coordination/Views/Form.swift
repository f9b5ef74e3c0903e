public import JSON

/// The fields of an output's payload, with the button that sends them (`form`).
///
/// Each field's name is a member of the payload. An output whose payload is no object takes one field.
public struct Form: ViewElement {
    private let report: Report
    private let submit: String
    private let fields: [Field]

    /// A form for an output.
    ///
    /// - Parameters:
    ///   - output: What the form reports.
    ///   - submit: The text on the button that sends it.
    ///   - fields: What the user enters, in order.
    public init<Source, Value>(_ output: Output<Source, Value>, submit: String, fields: [Field]) {
        report = Report(entering: output)
        self.submit = submit
        self.fields = fields
    }

    /// `form`.
    public var kind: String { "form" }

    /// The output, with what the user enters.
    public var reports: [Report] { [report] }

    /// Writes `output`, `submit` and `fields`.
    public func writeMembers(to writer: inout JSONWriter) {
        report.writeMembers(to: &writer)
        writer.member("submit", submit)
        writer.key("fields")
        writer.beginArray()
        for field in fields { field.write(to: &writer) }
        writer.endArray()
    }
}

/// One thing to enter in a ``Form``.
public struct Field: Sendable {
    /// What kind of thing is entered, so that clients can offer the right keyboard.
    public enum Input: Sendable {
        /// A line of text.
        case text
        /// An address of an e-mail account.
        case email
        /// A telephone number.
        case phone
        /// A password; never shown or kept.
        case password
        /// A code that was sent to the user; never shown again or kept.
        case oneTimeCode
        /// A number.
        case number
        /// A calendar date.
        case date
        /// Several lines of text.
        case multiline
        /// Yes or no.
        case toggle
        /// One of these.
        case choice([Choice])

        fileprivate var name: String {
            switch self {
            case .text: "text"
            case .email: "email"
            case .phone: "phone"
            case .password: "password"
            case .oneTimeCode: "oneTimeCode"
            case .number: "number"
            case .date: "date"
            case .multiline: "multiline"
            case .toggle: "toggle"
            case .choice: "choice"
            }
        }

        fileprivate var isSecret: Bool {
            switch self {
            case .password, .oneTimeCode: true
            default: false
            }
        }
    }

    /// One of the values that a field offers.
    public struct Choice: Sendable {
        let value: String
        let label: String

        /// A value and what the user reads for it.
        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    private let name: String
    private let label: String
    private let input: Input
    private let value: JSONValue?
    private let placeholder: String?
    private let autocomplete: String?
    private let help: String?

    /// Describes a field.
    ///
    /// - Parameters:
    ///   - name: The member of the payload.
    ///   - label: What the user reads beside it.
    ///   - input: What kind of thing is entered.
    ///   - value: What stands in it at first; never for a secret.
    ///   - placeholder: An example of what to enter.
    ///   - autocomplete: What the value is, as the token of HTML's `autocomplete` attribute (`username`, `tel`).
    ///   - help: A sentence under it.
    public init(
        _ name: String,
        _ label: String,
        _ input: Input = .text,
        value: JSONValue? = nil,
        placeholder: String? = nil,
        autocomplete: String? = nil,
        help: String? = nil
    ) {
        self.name = name
        self.label = label
        self.input = input
        self.value = value
        self.placeholder = placeholder
        self.autocomplete = autocomplete
        self.help = help
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("label", label)
        writer.member("input", input.name)
        if let value, !input.isSecret {
            writer.key("value")
            writer.value(value)
        }
        writer.member("placeholder", placeholder)
        writer.member("autocomplete", autocomplete)
        writer.member("help", help)
        writer.flag("secret", input.isSecret)
        if case .choice(let choices) = input {
            writer.key("choices")
            writer.beginArray()
            for choice in choices {
                writer.beginObject()
                writer.member("value", choice.value)
                writer.member("label", choice.label)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }
}
