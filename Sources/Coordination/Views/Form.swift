public import JSON

/// The fields of an output's payload, with the button that sends them (`form`).
///
/// Each field's name is a member of the payload. An output whose payload is no object takes one field.
public struct Form: ViewElement {
    package let report: Report
    package let submit: String
    package let fields: [Field]

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

    /// A form.
    public var content: ElementContent { .form(self) }

    /// The output, with what the user enters.
    public var reports: [Report] { [report] }
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

        /// Whether what is entered is never shown again.
        package var isSecret: Bool {
            switch self {
            case .password, .oneTimeCode: true
            default: false
            }
        }
    }

    /// One of the values that a field offers.
    public struct Choice: Sendable {
        package let value: String
        package let label: String

        /// A value and what the user reads for it.
        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    package let name: String
    package let label: String
    package let input: Input
    package let value: JSONValue?
    package let placeholder: String?
    package let autocomplete: String?
    package let help: String?

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
}
