/// A JSON text as a Swift value (RFC 8259 §3).
///
/// An integer literal that fits `Int64` is ``integer(_:)``; every other number (`1.0`, `1e2`, more than 64 bits) is
/// ``number(_:)``, which is always finite when it comes from a parser. The two are different values: `.integer(1)` is
/// not equal to `.number(1)`.
///
/// ```swift
/// let payload: JSONValue = ["code": "123456", "attempt": 1]
/// payload["code"]?.stringValue  // "123456"
/// ```
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// The literals `true` and `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string of Unicode scalars.
    case string(String)
    /// An ordered list of values.
    case array([JSONValue])
    /// Members by name, in the order in which they were written.
    case object(JSONObject)
}

extension JSONValue {
    /// The string, if this is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The truth value, if this is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, if this is one or a number that is a whole one within ±2⁵³.
    ///
    /// Beyond 2⁵³ a `Double` no longer says which integer was written, so nothing is guessed.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value) where value.magnitude <= 0x1p53: Int64(exactly: value)
        default: nil
        }
    }

    /// The number as a `Double`, if this is a number; an integer beyond ±2⁵³ is rounded.
    public var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The member of that name; `nil` if there is none or this is no object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element at that position; `nil` if there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// What a sentence calls this kind of value, with its article.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
