public import JSON

/// A value that clients send with an output, described by a JSON schema.
///
/// A payload is validated against the schema before it is decoded, and members that the schema does not declare are rejected.
///
/// ```swift
/// struct Credentials: Payload {
///     var login: String
///     var password: Secret
///     static let schema: JSONSchema = .object([
///         "login": .string(minLength: 1, maxLength: 100),
///         "password": .string(minLength: 1, maxLength: 200, secret: true),
///     ])
/// }
/// ```
///
/// Without a `schema` of its own, a type has one that is derived from the way in which it decodes itself:
///
/// - An object has the members of the type, and optional ones are not required.
/// - A string has up to 1,000 characters, and an array up to 1,000 elements.
/// - An enumeration of strings that is `CaseIterable` has its cases.
/// - A member that is a payload itself, such as ``Secret``, has the schema of its type.
///
/// A type from which no schema can be derived, such as a dictionary, is reported when the application is created.
public protocol Payload: Codable, Sendable {
    /// The schema that payloads from clients must match, by default derived from the type.
    static var schema: JSONSchema { get }

    /// A payload that the type can decode, or `nil` if it can decode every value of its schema, as most types can.
    ///
    /// A type with rules that its schema does not have, such as a telephone number, must have one if it is a part of another
    /// payload or of a screen's inputs, because their schemas are derived by decoding it.
    static var example: JSONValue? { get }
}

extension Payload {
    /// No example: every value of the schema can be decoded.
    public static var example: JSONValue? { nil }

    /// The schema that is derived from the way in which the type decodes itself, or `null` if there is none.
    public static var schema: JSONSchema { DerivedSchema.schemaOrNull(of: Self.self) }
}

/// The payload type of outputs without a payload.
///
/// ```swift
/// static let close = Output<Login, Nothing>("close")
/// ```
public struct Nothing: Payload, Equatable {
    /// Creates the empty payload.
    public init() {}

    /// An empty object, which is not published because outputs of this type have no schema.
    public static let schema: JSONSchema = .object([:])
}

extension String: Payload {
    /// A string of up to 1,000 characters.
    public static let schema: JSONSchema = .string(maxLength: 1_000)
}

extension Bool: Payload {
    /// `true` or `false`.
    public static let schema: JSONSchema = .boolean
}

extension Int: Payload {
    /// An integer of any size that `Int` holds.
    public static let schema: JSONSchema = .integer
}

extension Array: Payload where Element: Payload {
    /// An array of up to 1,000 elements that match their type's schema.
    public static var schema: JSONSchema { .array(Element.schema, maxItems: 1_000) }
}
