import Foundation
import UsherClient

/// The schema of a payload (JSON Schema 2020-12), as far as controls need it.
///
/// The server validates each payload. The checks of a client only save a round trip, so they reject nothing that the server
/// would accept.
public struct PayloadSchema: Sendable, Hashable {
    /// The types of JSON.
    public enum ValueType: String, Sendable {
        /// A text of any length.
        case string
        /// A whole number.
        case integer
        /// A number with or without a fraction.
        case number
        /// A truth value.
        case boolean
        /// Members with names.
        case object
        /// Values in their order.
        case array
        /// The value `null` alone.
        case null
    }

    /// The schema as JSON.
    public let document: JSONValue

    /// Reads a schema, or returns `nil` for an output without one.
    public init?(_ document: JSONValue?) {
        guard let document else { return nil }
        self.document = document
    }

    /// The type of the values: of several the first that is not null, and without one the type of an example.
    public var type: ValueType? {
        if let name = document["type"]?.string { return ValueType(rawValue: name) }
        if let names = document["type"]?.array {
            return names.lazy.compactMap(\.string).first { $0 != "null" }.flatMap(ValueType.init)
        }
        if document["properties"] != nil { return .object }
        switch document["const"] ?? document["enum"]?[0] {
        case .string?: return .string
        case .integer?, .number?: return .number
        case .bool?: return .boolean
        case .array?: return .array
        case .object?: return .object
        default: return nil
        }
    }

    /// Whether a payload is an object.
    public var isObject: Bool { type == .object }

    /// The members of an object by their names.
    public var members: [(name: String, schema: PayloadSchema)] {
        (document["properties"]?.object ?? [:]).sorted { $0.key < $1.key }
            .compactMap { name, member in PayloadSchema(member).map { (name, $0) } }
    }

    /// The schema of a member, or the schema itself if a payload is no object.
    ///
    /// - Parameter name: The name of a field.
    /// - Returns: The schema of its value, or `nil` for an unknown member.
    public func schema(of name: String) -> PayloadSchema? {
        isObject ? PayloadSchema(document["properties"]?[name]) : self
    }

    /// Whether an object must have a member.
    public func requires(_ name: String) -> Bool {
        document["required"]?.array?.contains(.string(name)) ?? false
    }

    /// The number of digits that a code must have exactly, as by `^[0-9]{6}$`, or `nil` for any other text.
    public var digits: Int? {
        guard let match = document["pattern"]?.string?.wholeMatch(of: /\^(?:\[0-9\]|\\d)\{(\d+)\}\$/) else {
            return nil
        }
        return Int(match.1)
    }

    /// The greatest number of Unicode scalars in a text.
    public var greatestLength: Int? { document["maxLength"]?.int }

    var leastLength: Int? { document["minLength"]?.int }
    var pattern: String? { document["pattern"]?.string }
    var format: String? { document["format"]?.string }
    var least: Double? { document["minimum"]?.double }
    var greatest: Double? { document["maximum"]?.double }
    var factor: Double? { document["multipleOf"]?.double }
    var constant: JSONValue? { document["const"] }
    var initial: JSONValue? { document["default"] }
    var choices: [JSONValue] { document["enum"]?.array ?? [] }
    var title: String? { document["title"]?.string }
    var summary: String? { document["description"]?.string }
    var isSecret: Bool { document["writeOnly"]?.bool ?? false }
}

extension PayloadSchema {
    /// The payload of a control with one value: the value, or an object with it.
    ///
    /// - Parameters:
    ///   - value: The value that the user has set.
    ///   - member: The member for the value, if the element names one.
    ///   - rest: The other members, if the element has them.
    ///   - schema: The schema of the output.
    ///   - fallback: The name of the member, if neither the element nor the schema names one.
    /// - Returns: The payload.
    static func payload(
        _ value: JSONValue,
        member: String?,
        rest: JSONValue?,
        schema: PayloadSchema?,
        fallback: String
    ) -> JSONValue {
        if case .object(var members)? = rest {
            members[member ?? fallback] = value
            return .object(members)
        }
        guard let schema, schema.isObject else { return value }
        let names = schema.members.map(\.name)
        return .object([names.count == 1 ? names[0] : member ?? fallback: value])
    }

    /// A text in the type of the schema.
    ///
    /// It is unchanged if it can't be converted, so that the server can reject it.
    func typed(_ text: String) -> JSONValue {
        switch type {
        case .integer, .number:
            if let number = Int(text) { return .integer(number) }
            return Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(text)
        case .boolean: return .bool(text == "true" || text == "on")
        case .object, .array: return (try? JSONValue(parsing: Data(text.utf8))) ?? .string(text)
        default: return .string(text)
        }
    }
}
