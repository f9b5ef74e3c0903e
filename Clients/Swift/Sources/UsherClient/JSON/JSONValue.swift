/// A JSON value (RFC 8259).
///
/// Members that the library does not know are kept, so an app can read what a later server adds.
///
/// ```swift
/// let props: JSONValue = ["title": "Lamp", "price": 1250]
/// props["title"]?.string  // "Lamp"
/// ```
public enum JSONValue: Sendable, Hashable {
    /// The value `null`.
    case null
    /// A value `true` or `false`.
    case bool(Bool)
    /// A number without a fraction and an exponent that fits 64 bits.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A text of any length.
    case string(String)
    /// The elements of an array.
    case array([JSONValue])
    /// The members of an object.
    ///
    /// Their order has no meaning.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of an object, or `nil` if there is none or this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The element of an array, or `nil` if there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text of a string, or `nil` for any other value.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number of an integer, or `nil` for any other value.
    public var int: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The number of an integer or any other number, or `nil` for any other value.
    public var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The value of a Boolean, or `nil` for any other value.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array, or `nil` for any other value.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object, or `nil` for any other value.
    public var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object.
    ///
    /// Of several members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
