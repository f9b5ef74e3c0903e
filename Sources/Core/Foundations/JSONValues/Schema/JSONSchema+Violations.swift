extension JSONSchema {
    /// Returns the rules that a value violates, in the order of their declaration.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limit: The maximum number of violations listed, so that a large value can't cause a response many times its size.
    /// - Returns: The violations, or none if the value conforms.
    public func violations(of value: JSONValue, limit: Int = 20) -> [JSONSchemaViolation] {
        var check = Check(limit: limit)
        check.check(value, self)
        return check.violations
    }
}

/// A validation of one value, with the path to the current part.
private struct Check {
    let limit: Int
    var violations: [JSONSchemaViolation] = []
    private var path: [String] = []

    init(limit: Int) {
        self.limit = limit
    }

    mutating func check(_ value: JSONValue, _ schema: JSONSchema) {
        guard violations.count < limit else { return }
        switch (schema.kind, value) {
        case (.any, _), (.null, .null), (.nullable, .null), (.boolean, .bool): break
        case (.nullable(let inner), _): check(value, inner)
        case (.integer(let minimum, let maximum), .integer), (.integer(let minimum, let maximum), .number):
            guard let integer = value.integerValue else { return add(.type, "must be an integer") }
            checkBounds(integer, minimum, maximum)
        case (.number(let minimum, let maximum), .integer), (.number(let minimum, let maximum), .number):
            checkBounds(value.numberValue ?? .nan, minimum, maximum)
        case (.string(let rules), .string(let string)): check(string, rules)
        case (.enumeration(let choices), .string(let string)):
            guard !choices.contains(where: { $0.hasSameBytes(as: string) }) else { return }
            add(.enum, "must be one of \(choices.map { "“\($0)”" }.joined(separator: ", "))")
        case (.array(let rules), .array(let elements)): check(elements, rules)
        case (.object(let rules), .object(let object)): check(object, rules)
        default: add(.type, "must be \(schema.kind.kindName), but is \(JSONSchemaDetail(key: value.kindName))")
        }
    }

    private mutating func checkBounds<Number: Comparable>(_ number: Number, _ minimum: Number?, _ maximum: Number?) {
        // As a program writes it, for the text of a number that a user must type.
        if let minimum, number < minimum { add(.minimum, "must be at least \(String(describing: minimum))") }
        if let maximum, number > maximum { add(.maximum, "must be at most \(String(describing: maximum))") }
    }

    private mutating func check(_ string: String, _ rules: JSONSchema.StringRules) {
        let length = string.unicodeScalars.count
        if let minLength = rules.minLength, length < minLength {
            add(.minLength, minLength == 1 ? "must not be empty" : "must have at least \(minLength) characters")
        }
        if let maxLength = rules.maxLength, length > maxLength {
            add(.maxLength, "must have at most \(maxLength) characters")
        }
        if let pattern = rules.pattern, !pattern.matches(string) {
            add(.pattern, "must be \(pattern.detail)")
        }
    }

    private mutating func check(_ elements: [JSONValue], _ rules: JSONSchema.ArrayRules) {
        if let minItems = rules.minItems, elements.count < minItems {
            add(.minItems, "must have at least \(minItems) elements")
        }
        if let maxItems = rules.maxItems, elements.count > maxItems {
            add(.maxItems, "must have at most \(maxItems) elements")
        }
        if rules.uniqueItems, Set(elements.map(\.unified)).count < elements.count {
            add(.uniqueItems, "must not have duplicate elements")
        }
        for (index, element) in elements.enumerated() where violations.count < limit {
            descend(String(index)) { $0.check(element, rules.items) }
        }
    }

    private mutating func check(_ object: JSONObject, _ rules: JSONSchema.ObjectRules) {
        for property in rules.properties {
            if let value = object[property.name] {
                descend(property.name) { $0.check(value, property.schema) }
            } else if property.isRequired {
                descend(property.name) { $0.add(.required, "is required") }
            }
        }
        for member in object.members where violations.count < limit {
            if rules.properties.contains(where: { $0.name.hasSameBytes(as: member.key) }) { continue }
            if let others = rules.others {
                descend(member.key) { $0.check(member.value, others) }
                continue
            }
            let names = rules.properties.map { "“\($0.name)”" }.joined(separator: ", ")
            descend(member.key) { check in
                check.add(
                    .additionalProperties,
                    names.isEmpty ? "is not allowed" : "is not allowed; allowed members are \(names)"
                )
            }
        }
    }

    private mutating func descend(_ token: String, _ body: (inout Check) -> Void) {
        path.append(token)
        body(&self)
        path.removeLast()
    }

    private mutating func add(_ code: JSONSchemaViolation.Code, _ detail: JSONSchemaDetail) {
        guard violations.count < limit else { return }
        violations.append(JSONSchemaViolation(pointer: JSONPointer(path), code: code, detail: detail))
    }
}

extension JSONSchema.Kind {
    fileprivate var kindName: JSONSchemaDetail {
        switch self {
        case .any: "any value"
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string, .enumeration: "a string"
        case .array: "an array"
        case .object: "an object"
        case .nullable(let schema): schema.kind.kindName
        }
    }
}

extension JSONValue {
    /// The value with every whole number as an integer, because 1 and 1.0 are equal in JSON Schema (Core §4.2.2).
    fileprivate var unified: JSONValue {
        switch self {
        case .number: integerValue.map { .integer($0) } ?? self
        case .array(let elements): .array(elements.map(\.unified))
        case .object(let object):
            .object(JSONObject(distinct: object.members.map { .init(key: $0.key, value: $0.value.unified) }))
        default: self
        }
    }
}
