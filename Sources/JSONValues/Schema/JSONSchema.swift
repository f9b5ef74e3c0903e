/// What a JSON value must look like: a subset of JSON Schema 2020-12 that a form can be drawn from.
///
/// ```swift
/// let schema = JSONSchema.object(["code": .string(pattern: .digits(6), secret: true)], required: ["code"])
/// schema.violations(of: ["code": "12"])  // /code, pattern: must be 6 digits
/// ```
public struct JSONSchema: Hashable, Sendable {
    /// The rules, by the kind of value that they are for.
    public indirect enum Form: Hashable, Sendable {
        /// Only `null`.
        case null
        /// `true` or `false`.
        case boolean
        /// A whole number within bounds; `1.0` is one (JSON Schema Core §6.3).
        case integer(minimum: Int64?, maximum: Int64?)
        /// A number within bounds.
        case number(minimum: Double?, maximum: Double?)
        /// A string.
        case string(StringRules)
        /// One of these strings.
        case enumeration([String])
        /// A list.
        case array(ArrayRules)
        /// Named members.
        case object(ObjectRules)
        /// `null`, or what the other schema wants.
        case nullable(JSONSchema)
    }

    /// What a string must be like.
    ///
    /// Lengths are in Unicode scalars, as JSON Schema Validation §6.3 counts them.
    public struct StringRules: Hashable, Sendable {
        /// The least number of scalars.
        public var minLength: Int?
        /// The greatest number of scalars.
        public var maxLength: Int?
        /// The form that it must have.
        public var pattern: StringPattern?
        /// What it means to a client (`email`, `date-time`, `uri`, …); an annotation that is not checked.
        public var format: String?
        /// Whether it is never shown again once it was sent; `writeOnly` in the document.
        public var isSecret: Bool
    }

    /// What a list must be like.
    public struct ArrayRules: Hashable, Sendable {
        /// What each element must be like.
        public var items: JSONSchema
        /// The least number of elements.
        public var minItems: Int?
        /// The greatest number of elements.
        public var maxItems: Int?
        /// Whether no two elements may be equal.
        public var uniqueItems: Bool
    }

    /// Which members an object has.
    ///
    /// All that are not declared are refused.
    public struct ObjectRules: Hashable, Sendable {
        /// The declared members, in the order in which a form shows them.
        public var properties: [Property]

        /// The names of those that must be there, in order.
        public var required: [String] {
            properties.filter(\.isRequired).map(\.name)
        }
    }

    /// A declared member of an object.
    public struct Property: Hashable, Sendable {
        /// The member's name.
        public var name: String
        /// What its value must be like.
        public var schema: JSONSchema
        /// Whether it must be there.
        public var isRequired: Bool

        /// Declares a member.
        public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The rules.
    public var form: Form
    /// A short name for people.
    public var title: String?
    /// An explanation for people.
    public var description: String?

    /// Makes a schema.
    public init(_ form: Form, title: String? = nil, description: String? = nil) {
        self.form = form
        self.title = title
        self.description = description
    }

    /// Whether nothing but `null` will do, which is what an output without a payload declares.
    public var isNull: Bool { form == .null }

    /// Whether the value must never be shown, logged or kept.
    public var isSecret: Bool {
        switch form {
        case .string(let rules): rules.isSecret
        case .nullable(let schema): schema.isSecret
        default: false
        }
    }

    /// Whether the value, or something in it, must never be shown, logged or kept.
    public var holdsSecret: Bool {
        switch form {
        case .array(let rules): rules.items.holdsSecret
        case .object(let rules): rules.properties.contains { $0.schema.holdsSecret }
        case .nullable(let schema): schema.holdsSecret
        case .string, .null, .boolean, .integer, .number, .enumeration: isSecret
        }
    }

    /// The same schema with a short name for people.
    public func titled(_ title: String) -> JSONSchema {
        JSONSchema(form, title: title, description: description)
    }

    /// The same schema with an explanation for people.
    public func described(_ description: String) -> JSONSchema {
        JSONSchema(form, title: title, description: description)
    }
}
