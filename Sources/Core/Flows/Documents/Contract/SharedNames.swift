import JSON

/// The names of components for Swift types.
///
/// A type has the name that Swift code of its module writes, such as `Order.Kind`. Types for which that is the same, and types
/// with the name of another component, have their modules before it. Private types of several files can still have one name,
/// and then get numbers in the order in which they occur. A type of Usher, such as `Price`, is the component with its name.
struct SharedNames {
    private(set) var names: [ValueType: String] = [:]

    init(of forms: SharedForms, components: [String: Set<String>]) {
        var counts: [String: Int] = [:]
        for type in forms.types { counts[Self.component(type.name), default: 0] += 1 }
        var taken = Set(components.keys)
        for type in forms.types {
            let short = Self.component(type.name)
            let qualified = Self.component(type.qualifiedName)
            if qualified == "Coordination.\(short)", components[short] == forms.members(of: type) {
                names[type] = short
                continue
            }
            let name = counts[short] == 1 && components[short] == nil ? short : qualified
            let numbered = (2...).lazy.map { "\(name).\($0)" }
            let free = taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
            taken.insert(free)
            names[type] = free
        }
    }

    /// Returns the name of a type in the characters of a component's name: `PageOfProduct` for `Page<Product>`.
    private static func component(_ name: String) -> String {
        var component = ""
        for character in name {
            switch character {
            case "<": component += "Of"
            case ",": component += "And"
            case ">", " ": break
            default: component.append(isAllowed(character) ? character : "_")
            }
        }
        return component
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "." || character == "_")
    }
}
