public import JSON

/// What an output can hand over: a value that clients can send, described by a schema.
///
/// The schema is checked first, so decoding sees only what fits it; members that it does not declare are refused.
///
/// ```swift
/// struct Credentials: Payload {
///     var login: String
///     var password: Secret
///     static let schema: JSONSchema = .object(
///         [
///             "login": .string(minLength: 1, maxLength: 100),
///             "password": .string(minLength: 1, maxLength: 200, secret: true),
///         ],
///         required: ["login", "password"]
///     )
/// }
/// ```
public protocol Payload: Codable, Sendable {
    /// What clients have to send.
    static var schema: JSONSchema { get }
}

/// The payload of outputs that hand nothing over.
public struct Nothing: Payload, Equatable {
    /// Nothing.
    public init() {}

    /// Never sent; outputs with this payload publish no schema.
    public static let schema: JSONSchema = .object([:])
}

extension String: Payload {
    /// Any string of up to 1,000 characters.
    public static let schema: JSONSchema = .string(maxLength: 1_000)
}

extension Bool: Payload {
    /// True or false.
    public static let schema: JSONSchema = .boolean
}

extension Int: Payload {
    /// Any integer.
    public static let schema: JSONSchema = .integer
}

extension Array: Payload where Element: Payload {
    /// Up to 1,000 elements, each as its type's schema says.
    public static var schema: JSONSchema { .array(Element.schema, maxItems: 1_000) }
}
