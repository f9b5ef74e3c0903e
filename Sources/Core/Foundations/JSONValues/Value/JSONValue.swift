/// A JSON value (RFC 8259 §3).
///
/// A number that is written as an integer and fits `Int64` is ``integer(_:)``. Every other number (`1.0`, `1e2`, more than
/// 64 bits) is ``number(_:)``, which is always finite when it comes from a parser. The two are different values:
/// `.integer(1)` is not equal to `.number(1)`. Strings are compared by their bytes, as JSON Schema requires (Core §4.2.2).
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
    /// Returns whether both are of the same kind and have the same content.
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Hashes the kind and the content.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): value.hashBytes(into: &hasher)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue {
    /// The string, or `nil` for another kind of value.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The boolean, or `nil` for another kind of value.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, or the value of a whole number within ±2⁵³, or `nil` otherwise.
    ///
    /// Beyond 2⁵³ a `Double` no longer determines the integer that was written.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value) where value.magnitude <= 0x1p53: Int64(exactly: value)
        default: nil
        }
    }

    /// The number as a `Double`, in which an integer beyond ±2⁵³ is rounded, or `nil` for another kind of value.
    public var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The elements, or `nil` for another kind of value.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or `nil` for another kind of value.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value of a member, or `nil` if there is none or this is not an object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element at an index, or `nil` if there is none or this is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The kind of the value for use in a sentence, with its article.
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
