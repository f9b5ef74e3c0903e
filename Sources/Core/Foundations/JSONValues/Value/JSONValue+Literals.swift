extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null` from `nil`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Creates a boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates an integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Creates a number, also from a whole one: `1.0` is `.number(1)`.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Creates an object.
    ///
    /// A repeated name is a programmer error.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements))
    }
}
