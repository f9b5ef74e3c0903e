public import JSON

/// The fields of an output's payload, with the button that sends them (`form`).
///
/// The name of each field is a member of the payload. An output with a payload that is not an object takes one field.
///
/// ```swift
/// Form(Login.submit, submit: "Log in", fields: [
///     Field(\Credentials.login, "Login", autocomplete: "username"),
///     Field(\Credentials.password, "Password", .password, autocomplete: "current-password"),
/// ])
/// ```
public struct Form: ViewElement, ContractElement {
    static let kind = "form"
    package let report: Report
    package let submit: String
    package let fields: [Field]

    /// Creates a form for an output.
    ///
    /// - Parameters:
    ///   - output: The output that the form reports.
    ///   - submit: The text on the button that sends it.
    ///   - fields: The fields in order.
    public init<Source, Value>(_ output: Output<Source, Value>, submit: String, fields: [Field]) {
        report = Report(entering: output)
        self.submit = submit
        self.fields = fields
    }

    /// The content as an ``ElementContent/form(_:)``.
    public var content: ElementContent { .form(self) }

    func visit(_ members: inout some Members) {
        report.visit(&members)
        members.text("submit", submit, "The text on its button.")
        members.value("fields", fields)
    }
}

/// One field of a ``Form``.
///
/// ```swift
/// Field(\Credentials.login, "Login", autocomplete: "username")
/// ```
public struct Field: Sendable, ViewPart {
    /// The type of input, so that clients can show the right control and keyboard.
    public enum Input: Sendable {
        /// A line of text.
        case text
        /// An e-mail address.
        case email
        /// A telephone number.
        case phone
        /// A password, which clients never show or store.
        case password
        /// A code that was sent to the user, which clients never show again or store.
        case oneTimeCode
        /// A field for a number.
        case number
        /// A calendar date.
        case date
        /// Several lines of text.
        case multiline
        /// Yes or no.
        case toggle
        /// One of the given choices.
        case choice([Choice])
        /// Files of these media types, all if there are none, which clients upload before they send the form.
        ///
        /// The member of the payload is an ``UploadedFile``, or an array of them for more than one. A type may end in `/*`, as in
        /// HTML's `accept` attribute. `bytes` is the largest size of a file, and `count` the largest number of files.
        case file(types: [String] = [], bytes: Int = 10_000_000, count: Int = 1)

        /// The names of the types, without the choices.
        package enum Kind: String, CaseIterable, Sendable {
            case text, email, phone, password, oneTimeCode, number, date, multiline, toggle, choice, file
        }

        /// The name of the type.
        package var kind: Kind {
            switch self {
            case .text: .text
            case .email: .email
            case .phone: .phone
            case .password: .password
            case .oneTimeCode: .oneTimeCode
            case .number: .number
            case .date: .date
            case .multiline: .multiline
            case .toggle: .toggle
            case .choice: .choice
            case .file: .file
            }
        }

        /// Whether clients must hide the value and never store it.
        package var isSecret: Bool {
            switch self {
            case .password, .oneTimeCode: true
            default: false
            }
        }
    }

    /// One of the values that a field offers.
    public struct Choice: Sendable, ViewPart {
        static let component = "Choice"
        package let value: String
        package let label: String

        /// Creates a choice from the value that is sent and the text that the user reads.
        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }

        func visit(_ members: inout some Members) {
            members.value("value", value)
            members.text("label", label)
        }
    }

    /// The rules of a field for files.
    package struct FileRules: Sendable, ViewPart {
        static let component = "FileRules"
        /// The media types, or none for any.
        package let types: [String]
        /// The largest size of a file.
        package let bytes: Int
        /// The largest number of files.
        package let count: Int

        func visit(_ members: inout some Members) {
            members.value(
                "accept",
                types.isEmpty ? nil : types.joined(separator: ","),
                "The media types, as in HTML's accept attribute, where `image/*` stands for every image."
            )
            members.value("bytes", bytes, "The largest size of a file.")
            members.value("count", count, "The largest number of files; for more than one, the value is an array.")
        }

        /// Returns whether a file of a media type is accepted.
        package func accepts(_ type: String) -> Bool {
            types.isEmpty
                || types.contains { rule in
                    rule.hasSuffix("/*")
                        ? type.lowercased().hasPrefix(rule.dropLast().lowercased())
                        : rule.lowercased() == type.lowercased()
                }
        }
    }

    static let component = "Field"
    package let name: String
    package let label: String
    package let input: Input
    package let value: JSONValue?
    package let placeholder: String?
    package let autocomplete: String?
    package let help: String?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the payload's member.
    ///   - label: The text beside the field.
    ///   - input: The type of input.
    ///   - value: The initial value, of the type in the schema: `.string(name)`, `.integer(Int64(guests))`. Never set it for a secret.
    ///   - placeholder: An example of the input.
    ///   - autocomplete: The meaning of the value, as a token of HTML's `autocomplete` attribute (`username`, `tel`).
    ///   - help: A sentence under the field.
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

    func visit(_ members: inout some Members) {
        members.value(
            "name",
            name,
            "The member of the payload; if the payload is not an object, the value is the payload."
        )
        members.text("label", label)
        members.value("input", input.kind)
        members.value("value", input.isSecret ? nil : value, "The initial value.")
        members.text("placeholder", placeholder)
        members.value("autocomplete", autocomplete, "A token of HTML's autocomplete attribute.")
        members.text("help", help)
        members.flag("secret", input.isSecret, "Whether clients must hide the value and never store it.")
        members.value("choices", choices)
        members.value("files", fileRules)
    }

    /// The rules of a field for files, or `nil` for any other field.
    package var fileRules: FileRules? {
        guard case .file(let types, let bytes, let count) = input else { return nil }
        return FileRules(types: types, bytes: bytes, count: count)
    }

    private var choices: [Choice]? { if case .choice(let choices) = input { choices } else { nil } }
}
