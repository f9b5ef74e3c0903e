/// A schema for JSON values: a subset of JSON Schema 2020-12 from which a client can build a form.
///
/// ```swift
/// let schema = JSONSchema.object(["code": .string(pattern: .digits(6), secret: true)], required: ["code"])
/// schema.violations(of: ["code": "12"])  // /code, pattern: must be 6 digits
/// ```
public struct JSONSchema: Hashable, Sendable {
    /// The rules for each kind of value.
    public indirect enum Kind: Hashable, Sendable {
        /// Accepts every value.
        case any
        /// Accepts only `null`.
        case null
        /// `true` or `false`.
        case boolean
        /// A whole number within inclusive bounds, where `1.0` is one, too (JSON Schema Core §6.3).
        case integer(minimum: Int64?, maximum: Int64?)
        /// A number within inclusive bounds.
        case number(minimum: Double?, maximum: Double?)
        /// Accepts strings that keep the rules.
        case string(StringRules)
        /// One of these strings.
        case enumeration([String])
        /// Accepts arrays that keep the rules.
        case array(ArrayRules)
        /// Accepts objects with members that keep the rules.
        case object(ObjectRules)
        /// `null`, or a value of the other schema.
        case nullable(JSONSchema)
    }

    /// The rules for a string.
    ///
    /// Lengths are in Unicode scalars, as in JSON Schema Validation §6.3, and hold for the canonical text
    /// (``JSONSchema/canonical(_:)``).
    public struct StringRules: Hashable, Sendable {
        /// The minimum number of scalars.
        public var minLength: Int?
        /// The maximum number of scalars.
        public var maxLength: Int?
        /// The required pattern.
        public var pattern: StringPattern?
        /// The meaning for a client (`email`, `date-time`, `uri`, …), which is an annotation and not checked.
        public var format: String?
        /// Whether the value is never shown again after it was sent, which the document calls `writeOnly`.
        public var isSecret: Bool
        /// The kind of text, which determines the canonical form of a string without a pattern.
        public var form = TextForm.prose
    }

    /// The rules for an array.
    public struct ArrayRules: Hashable, Sendable {
        /// The schema of each element.
        public var items: JSONSchema
        /// The minimum number of elements.
        public var minItems: Int?
        /// The maximum number of elements.
        public var maxItems: Int?
        /// Whether all elements must be different.
        public var uniqueItems: Bool
    }

    /// The rules for an object.
    ///
    /// Members that are not declared are violations, unless there is a schema for them.
    public struct ObjectRules: Hashable, Sendable {
        /// The declared members, in the order in which a form shows them.
        public var properties: [Property]
        /// The schema of the members that are not declared, or `nil` if there may be none.
        public var others: JSONSchema?

        /// The names of the required members, in order.
        public var required: [String] {
            properties.filter(\.isRequired).map(\.name)
        }
    }

    /// A declared member of an object.
    public struct Property: Hashable, Sendable {
        /// The member's name.
        public var name: String
        /// The schema of its value.
        public var schema: JSONSchema
        /// Whether it is required.
        public var isRequired: Bool

        /// Declares a member.
        public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The form, with its rules.
    public var kind: Kind {
        // The type has another form.
        didSet { valueType = nil }
    }
    /// A short name for people.
    public var title: String?
    /// An explanation for people.
    public var description: String?
    /// The Swift type of the values, for a description that has each type once.
    ///
    /// It is not a part of the schema's document, and equal schemas may have different ones.
    package internal(set) var valueType: ValueType?

    /// Creates a schema.
    public init(_ kind: Kind, title: String? = nil, description: String? = nil) {
        self.kind = kind
        self.title = title
        self.description = description
    }

    /// Whether only `null` conforms, as for an output without a payload.
    public var isNull: Bool { kind == .null }

    /// Whether the value must never be shown, logged or stored.
    public var isSecret: Bool {
        switch kind {
        case .string(let rules): rules.isSecret
        case .nullable(let schema): schema.isSecret
        default: false
        }
    }

    /// Whether the value, or a part of it, must never be shown, logged or stored.
    public var containsSecret: Bool {
        switch kind {
        case .array(let rules): rules.items.containsSecret
        case .object(let rules):
            rules.properties.contains { $0.schema.containsSecret } || rules.others?.containsSecret ?? false
        case .nullable(let schema): schema.containsSecret
        case .any, .string, .null, .boolean, .integer, .number, .enumeration: isSecret
        }
    }

    /// Compares the rules and the texts for people.
    public static func == (one: JSONSchema, other: JSONSchema) -> Bool {
        one.kind == other.kind && one.title == other.title && one.description == other.description
    }

    /// Hashes the rules and the texts for people.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(title)
        hasher.combine(description)
    }

    /// Returns the same schema with a short name for people.
    public func titled(_ title: String) -> JSONSchema {
        JSONSchema(kind, title: title, description: description)
    }

    /// Returns the same schema with an explanation for people.
    public func described(_ description: String) -> JSONSchema {
        JSONSchema(kind, title: title, description: description)
    }
}
