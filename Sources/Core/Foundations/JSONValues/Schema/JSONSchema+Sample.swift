extension JSONSchema {
    /// Returns a random value that conforms to this schema, for tests that walk an application at random.
    ///
    /// Lengths and counts stay near their lower bounds. For a schema that contradicts itself (a pattern of six digits at
    /// least ten long, three different booleans) the value comes close but does not conform.
    ///
    /// - Parameter generator: The source of randomness. The same numbers give the same value.
    /// - Returns: A value that conforms to the schema, unless the schema contradicts itself.
    public func sample(using generator: inout some RandomNumberGenerator) -> JSONValue {
        switch kind {
        case .any, .null: .null
        case .boolean: .bool(Bool.random(using: &generator))
        case .integer(let minimum, let maximum): .integer(Self.integer(minimum, maximum, &generator))
        case .number(let minimum, let maximum): .number(Self.number(minimum, maximum, &generator))
        case .string(let rules): .string(rules.sample(using: &generator))
        case .enumeration(let choices): .string(choices.randomElement(using: &generator) ?? "")
        case .array(let rules): .array(rules.sample(using: &generator))
        case .object(let rules): .object(rules.sample(using: &generator))
        case .nullable(let schema): Bool.random(using: &generator) ? .null : schema.sample(using: &generator)
        }
    }

    private static func integer(
        _ minimum: Int64?,
        _ maximum: Int64?,
        _ generator: inout some RandomNumberGenerator
    ) -> Int64 {
        let least = minimum ?? maximum.map { $0 < .min + 1_000 ? .min : $0 - 1_000 } ?? -1_000
        let greatest = maximum ?? (least > .max - 1_000 ? .max : max(least + 1_000, 1_000))
        return Int64.random(in: least...greatest, using: &generator)
    }

    private static func number(
        _ minimum: Double?,
        _ maximum: Double?,
        _ generator: inout some RandomNumberGenerator
    ) -> Double {
        let least = minimum ?? maximum.map { $0 - 1_000 } ?? -1_000
        let greatest = maximum ?? (least + 2_000)
        return least == greatest ? least : Double.random(in: least...greatest, using: &generator)
    }
}

extension JSONSchema.StringRules {
    /// A sample of possible characters: letters, a quotation mark, a line break, scalars of one to four bytes.
    private static let alphabet: [Unicode.Scalar] = Array("abcXYZ 019\"\\/\n\u{7F}éß\u{301}Ж漢😀".unicodeScalars)

    fileprivate func sample(using generator: inout some RandomNumberGenerator) -> String {
        let least = minLength ?? 0
        let greatest = maxLength ?? (least + 8)
        if format == "date-time" { return "2026-11-21T09:\(Int.random(in: 10...59, using: &generator)):00Z" }
        if let pattern { return pattern.sample(lengths: least...(maxLength ?? .max), using: &generator) }
        let count = Int.random(in: least...min(greatest, least + 8), using: &generator)
        var string = ""
        for _ in 0..<count {
            string.unicodeScalars.append(Self.alphabet.randomElement(using: &generator) ?? "a")
        }
        // The canonical form may lack some of them.
        while form.canonical(string).unicodeScalars.count < least { string += "a" }
        return string
    }
}

extension JSONSchema.ArrayRules {
    fileprivate func sample(using generator: inout some RandomNumberGenerator) -> [JSONValue] {
        let least = minItems ?? 0
        let count = Int.random(in: least...min(maxItems ?? .max, least + 3), using: &generator)
        var elements: [JSONValue] = []
        // A bounded number of attempts, since there may be fewer distinct values than wanted elements.
        for _ in 0..<count * 16 where elements.count < count {
            let element = items.sample(using: &generator)
            if !uniqueItems || !elements.contains(element) { elements.append(element) }
        }
        return elements
    }
}

extension JSONSchema.ObjectRules {
    fileprivate func sample(using generator: inout some RandomNumberGenerator) -> JSONObject {
        var object = JSONObject()
        for property in properties where property.isRequired || Bool.random(using: &generator) {
            object[property.name] = property.schema.sample(using: &generator)
        }
        return object
    }
}
