import JSON

/// The reason why a type has no derived schema, with the part of the type that causes it.
struct DerivedSchemaFailure: Error {
    /// A property of a type that prevents the derivation.
    enum Cause: Error {
        /// The type decodes members of any name, like a dictionary or an enumeration with associated values.
        case anyNames
        case nestedContainers
        /// The type decodes no value.
        case nothing
        /// The type lists its cases, which are not strings.
        case otherCases
        case recursion
        /// The type rejects the example of its schema, or a value of the schema if it has no example.
        case rejectedExample
        /// The type rejects a string, a number or a member that it has asked for.
        case rejectedSample
        case severalTypes
        case superclass
    }

    /// The position of the part in a value of the outermost type: the tokens of a JSON Pointer.
    ///
    /// `0` stands for each element of an array, and `*` for each member of a dictionary.
    var path: [String] = []
    /// The position in the part that it rejects, or nothing for the part itself.
    private let member: [String]
    /// The type of the part.
    let type: Any.Type
    let cause: Cause

    init(_ cause: Cause, of type: Any.Type, at member: [String] = []) {
        self.type = type
        self.cause = cause
        self.member = member
    }

    /// The position as a JSON Pointer.
    var pointer: String { JSONPointer(path + member).description }

    /// The reason, as the end of a sentence that begins with "because".
    var reason: String { "\(path.isEmpty ? "it" : "\(name) at '\(JSONPointer(path))'") \(predicate)" }

    /// The line of Swift that gives the part a schema, as the end of a sentence after a colon.
    var remedy: String {
        if type is any Payload.Type {
            return cause == .rejectedExample
                ? "declare an example in \(name): `static let example: JSONValue? = …`"
                : "declare `static let schema: JSONSchema`\(path.isEmpty ? "" : " in \(name)")"
        }
        if type is any Screen.Type {
            return "let \(name) decode its stored properties as Swift does without an `init(from:)`"
        }
        if isStringEnumeration {
            return
                "let \(name) conform to CaseIterable, or give it a schema: `extension \(name): Payload { static let schema: JSONSchema = .enumeration([…]) }`"
        }
        return
            "give it a schema, with an example: `extension \(name): Payload { static let schema: JSONSchema = …; static let example: JSONValue? = … }`"
    }

    private var name: String { ValueType(type).name }

    /// Whether the type is one of strings that rejects some, as an enumeration does.
    private var isStringEnumeration: Bool {
        guard cause == .rejectedSample, let type = type as? any RawRepresentable.Type else { return false }
        return Self.rawValue(of: type) == String.self
    }

    private static func rawValue<Value: RawRepresentable>(of type: Value.Type) -> Any.Type { Value.RawValue.self }

    private var predicate: String {
        switch cause {
        case .anyNames: "has members of any name, as an enumeration with associated values has"
        case .nestedContainers: "decodes nested containers"
        case .nothing: "decodes nothing"
        case .otherCases: "is not an enumeration of strings"
        case .recursion: "is a part of itself"
        case .rejectedExample: "rejects the example of its schema"
        case .rejectedSample:
            if isStringEnumeration {
                "does not list its cases"
            } else {
                member.isEmpty ? "rejects a sample" : "rejects a sample at '\(JSONPointer(member))'"
            }
        case .severalTypes: "decodes elements of several types"
        case .superclass: "has a superclass"
        }
    }
}
