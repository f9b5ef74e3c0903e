/// The Swift type of the values that a schema describes.
package struct ValueType: Hashable, Sendable {
    private let id: ObjectIdentifier
    /// The name with its module, such as `Shop.Order.Kind`, without the contexts of private and local types.
    package let qualifiedName: String

    /// Describes a type.
    package init(_ type: Any.Type) {
        id = ObjectIdentifier(type)
        var name = ""
        var isContext = false
        for character in String(reflecting: type) {
            switch character {
            // A private type has "(unknown context at $1024e)." in its name, and a type of an extension "(extension in Shop):".
            case "(": isContext = true
            case ".", ":": if isContext { isContext = false } else { name.append(character) }
            default: if !isContext { name.append(character) }
            }
        }
        qualifiedName = name
    }

    /// The name as Swift code of the module writes it, such as `Order.Kind` or `Page<Product>`.
    package var name: String {
        var name = ""
        var isModule = true
        for character in qualifiedName {
            switch character {
            case "." where isModule: isModule = false
            case "<", " ":
                isModule = true
                name.append(character)
            default: if !isModule || "<>,".contains(character) { name.append(character) }
            }
        }
        return name
    }

    package static func == (one: ValueType, other: ValueType) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension JSONSchema {
    /// Returns the same schema with the type of its values, if they are objects with members of their own, or enumerations.
    ///
    /// A type that has the schema of another one, such as a wrapper, is described by that one. The types of strings, numbers,
    /// arrays and dictionaries need no name.
    package func named(after type: Any.Type) -> JSONSchema {
        guard valueType == nil else { return self }
        switch kind {
        case .enumeration: break
        case .object(let rules) where !rules.properties.isEmpty || rules.others == nil: break
        default: return self
        }
        var schema = self
        schema.valueType = ValueType(type)
        return schema
    }

    /// Returns the schema of a value inside of another value of the same type, which accepts every value.
    ///
    /// A schema can't contain itself, but a description can refer to the type by its name.
    package static func reference(to type: Any.Type) -> JSONSchema {
        var schema = JSONSchema.any
        schema.valueType = ValueType(type)
        return schema
    }

    /// Whether this is the schema of a value inside of another value of the same type.
    package var isReference: Bool { kind == .any && valueType != nil }
}
