package import Documents

/// The types with which a client reads the screens of an application and reports their outputs.
///
/// They are made from the contract of a server, and written as source of a language by ``ClientLanguage``. The same type has the
/// same name in all languages.
package struct ClientTypes: Equatable, Sendable {
    /// The values of a member or of a payload.
    package indirect enum Value: Equatable, Sendable {
        case any, boolean, integer, number, string
        case array(Value)
        /// An object with members of any name.
        case dictionary(Value)
        /// A type among ``ClientTypes/types``.
        case named(String)
        /// `null` or a value.
        case nullable(Value)
    }

    /// A member of an object.
    package struct Member: Equatable, Sendable {
        /// The name in JSON.
        package let name: String
        /// The values that it can have.
        package let value: Value
        /// Whether every object has it.
        package let isRequired: Bool
        /// An explanation for the reader of the source.
        package let note: String?

        /// Whether the member may be absent or `null`.
        var isOptional: Bool { if case .nullable = value { true } else { !isRequired } }

        /// The values without `null`.
        var present: Value { if case .nullable(let value) = value { value } else { value } }
    }

    /// A type of its own.
    package struct NamedType: Equatable, Sendable {
        /// The forms of a type.
        package enum Form: Equatable, Sendable {
            case object([Member])
            /// One of these strings.
            case enumeration([String])
        }

        /// The name in the source.
        package let name: String
        /// The members or the cases.
        package let form: Form
    }

    /// An output of a screen.
    package struct Output: Equatable, Sendable {
        /// The name in the contract.
        package let name: String
        /// The name of a type for it, in languages where each case is a type.
        package let instance: String
        /// The payload, or `nil` for none.
        package let payload: Value?
    }

    /// A kind of screen.
    package struct Screen: Equatable, Sendable {
        /// The name in the contract.
        package let name: String
        /// The name of a type for its instances, in languages where each case is a type.
        package let instance: String
        /// The type of its props.
        package let props: String
        /// The name of the type of its outputs.
        package let outputType: String
        /// The outputs in the order of the contract.
        package let outputs: [Output]
    }

    /// The name of the application.
    package let application: String
    /// The kinds of screens.
    package let screens: [Screen]
    /// The input with which a session starts, or `nil` for none.
    package let input: Value?
    /// The result of an ended session, or `nil` for none.
    package let result: Value?
    /// The types of props and payloads, and those inside of them, by their names.
    package let types: [NamedType]

    static let inputName = "SessionInput"
    static let resultName = "SessionResult"

    /// The names of the input and of the result that are no types of their own, and the values that they stand for.
    var aliases: [(name: String, value: Value)] {
        [(Self.inputName, input), (Self.resultName, result)].compactMap { name, value in
            value.flatMap { $0 == .named(name) ? nil : (name, $0) }
        }
    }

    /// Makes the types of an application.
    ///
    /// - Parameters:
    ///   - contract: The contract of all applications of the server, which gives the shared types their names.
    ///   - application: The name of the application.
    package init?(_ contract: ClientContract, of application: String) {
        guard let described = contract.applications.first(where: { $0.name == application }) else { return nil }
        var collection = TypeCollection(contract)
        screens = collection.screens(described.screens)
        input = described.input.map { collection.value(of: $0, suggesting: Self.inputName) }
        result = described.result.map { collection.value(of: $0, suggesting: Self.resultName) }
        types = collection.types.sorted { $0.name < $1.name }
        self.application = application
    }
}
