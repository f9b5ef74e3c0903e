/// A rule of a schema that a value violates.
public struct JSONSchemaViolation: Hashable, Sendable {
    /// The keyword of a rule in JSON Schema.
    ///
    /// The codes are part of the API, because clients compare them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The value is of another kind.
        case type
        /// A member is missing.
        case required
        /// A member is not declared.
        case additionalProperties
        /// The string has too few characters.
        case minLength
        /// The string has too many characters.
        case maxLength
        /// The string doesn't match the pattern.
        case pattern
        /// The string is not one of the choices.
        case `enum`
        /// The number is too small.
        case minimum
        /// The number is too large.
        case maximum
        /// The list is too short.
        case minItems
        /// The list is too long.
        case maxItems
        /// Two elements of the list are equal.
        case uniqueItems
    }

    /// The position of the invalid value, or of the missing member.
    public let pointer: JSONPointer
    /// The code of the rule that does not hold.
    public let code: Code
    /// The requirement, as a sentence without a full stop and without any part of the value.
    public let detail: JSONSchemaDetail

    /// Creates a violation.
    public init(pointer: JSONPointer, code: Code, detail: JSONSchemaDetail) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}
