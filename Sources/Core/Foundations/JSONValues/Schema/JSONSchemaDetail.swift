/// A requirement in English that can be translated, because its values are apart from its words.
///
/// Write it as a string literal: `"must have at least \(8) characters"` has the key `must have at least %lld characters`, by
/// which a catalog finds its translations, and the value 8.
public struct JSONSchemaDetail: Hashable, Sendable {
    /// A value in a requirement.
    public enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        /// A part that is translated by itself.
        case detail(JSONSchemaDetail)
    }

    /// The words, with `%@` for a text or a part, `%lld` for an integer, and `%%` for a percent sign.
    public let key: String
    /// The values in the order of their placeholders.
    public let values: [Value]
    /// The requirement in English.
    public let description: String

    private init(key: String, values: [Value], description: String) {
        self.key = key
        self.values = values
        self.description = description
    }

    /// Creates a requirement without values, with a text by which its translations are looked up.
    public init(key: String) {
        self.init(key: key, values: [], description: key)
    }
}

extension JSONSchemaDetail: CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The parts of an interpolated string literal, while they are collected.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var values: [Value] = []
        fileprivate var description = ""

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends words, which are translated.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
            description += literal
        }

        /// Appends a text that is the same in all languages.
        public mutating func appendInterpolation(_ text: String) { append("%@", .text(text), text) }

        /// Appends an integer, which can choose the plural form.
        public mutating func appendInterpolation(_ number: Int) { append("%lld", .integer(number), String(number)) }

        /// Appends a part that is translated by itself.
        public mutating func appendInterpolation(_ detail: JSONSchemaDetail) {
            append("%@", .detail(detail), detail.description)
        }

        private mutating func append(_ placeholder: String, _ value: Value, _ text: String) {
            key += placeholder
            values.append(value)
            description += text
        }
    }

    /// Creates a requirement without values.
    public init(stringLiteral text: String) {
        self.init(key: text)
    }

    /// Creates a requirement from a literal with values.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self.init(key: interpolation.key, values: interpolation.values, description: interpolation.description)
    }
}
