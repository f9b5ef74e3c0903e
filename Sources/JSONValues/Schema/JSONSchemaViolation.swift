/// One rule of a schema that a value breaks.
public struct JSONSchemaViolation: Hashable, Sendable {
    /// The rule, under the keyword that JSON Schema has for it.
    ///
    /// Codes are stable: clients may tell them apart.
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
        /// The string is not of the required form.
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

    /// The value that breaks the rule; for a missing member, the place at which it was expected.
    public let pointer: JSONPointer
    /// The rule.
    public let code: Code
    /// What the rule asks for, as an English sentence without a full stop; it never shows what was sent.
    public let sentence: String

    /// Makes a violation.
    public init(pointer: JSONPointer, code: Code, sentence: String) {
        self.pointer = pointer
        self.code = code
        self.sentence = sentence
    }
}
