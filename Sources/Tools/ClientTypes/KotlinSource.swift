/// Types as the source of a file in Kotlin.
///
/// It needs no library, so each type reads its members from the map that any parser of JSON returns, and writes one.
struct KotlinSource {
    let types: ClientTypes
    let command: String

    var text: String {
        let parts =
            [header, screens] + types.screens.map(instance) + types.screens.filter { !$0.outputs.isEmpty }.map(outputs)
            + types.types.map(declaration) + aliases + [Self.members]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var aliases: [String] { types.aliases.map { "typealias \($0.name) = \(Self.type($0.value))" } }

    private var header: String {
        """
        // The screens of the application '\(types.application)': their props, and the payloads of their outputs.
        // Made by `\(command)`. Make it again after a change of the application.
        //
        // It needs no library: a parser of JSON makes the maps that the types are read from, with Map, List, String, Boolean and
        // Number as values, and writes those that toMap() returns.
        """
    }

    // MARK: - Screens and outputs

    private var screens: String {
        let cases = types.screens.map {
            "            \(Self.literal($0.name)) -> \($0.instance)(\($0.props).from(props))"
        }
        return """
            /** A screen with its props. */
            sealed class Screens {
                /** A screen that these types don't have, by its name. */
                data class Other(val name: String) : Screens()

                companion object {
                    /** Reads a screen of a state from its members `name` and `props`. */
                    fun decode(name: String, props: Map<String, Any?>): Screens = when (name) {
            \(cases.joined(separator: "\n"))
                        else -> Other(name)
                    }
                }
            }
            """
    }

    private func instance(of screen: ClientTypes.Screen) -> String {
        "data class \(screen.instance)(val props: \(screen.props)) : Screens()"
    }

    private func outputs(of screen: ClientTypes.Screen) -> String {
        let kinds = screen.outputs.map { output in
            let superclass = "\(screen.outputType)(\(Self.literal(output.name)))"
            guard let payload = output.payload else { return "object \(output.instance) : \(superclass)" }
            return """
                data class \(output.instance)(val payload: \(Self.type(payload))) : \(superclass) {
                    override val body: Any? get() = \(written(payload, "payload"))
                }
                """
        }
        return """
            /** An output of the screen '\(screen.name)', with the name that the path of the request ends with. */
            sealed class \(screen.outputType)(val name: String) {
                /** The payload, which is the body of the request as JSON, or null for none. */
                open val body: Any? get() = null
            }

            \(kinds.joined(separator: "\n\n"))
            """
    }

    // MARK: - Types

    private func declaration(of type: ClientTypes.NamedType) -> String {
        switch type.form {
        case .enumeration(let choices):
            let names = choices.identifiers(\.upperCamelCase)
            let cases = zip(names, choices).map { "    \(Self.identifier($0))(\(Self.literal($1)))" }
            return """
                enum class \(type.name)(val value: String) {
                \(cases.joined(separator: ",\n"));

                    companion object {
                        fun of(value: String): \(type.name) = values().first { it.value == value }
                    }
                }
                """
        case .object(let members): return members.isEmpty ? Self.empty(type.name) : dataClass(type.name, members)
        }
    }

    /// Returns the only instance of a type without members, because a data class must have some.
    private static func empty(_ name: String) -> String {
        """
        object \(name) {
            fun toMap(): Map<String, Any?> = emptyMap()

            @Suppress("UNUSED_PARAMETER")
            fun from(map: Map<String, Any?>): \(name) = this
        }
        """
    }

    private func dataClass(_ type: String, _ members: [ClientTypes.Member]) -> String {
        let names = members.map(\.name).identifiers(taken: ["map"]) { $0.isIdentifier ? $0 : $0.lowerCamelCase }
            .map(Self.identifier)
        let properties = zip(names, members)
        let parameters = properties.map { name, member in
            let note = member.note.map { "    /** \(Self.comment($0)) */\n" } ?? ""
            let kind = Self.type(member.isOptional ? member.value.nullable : member.value)
            return "\(note)    val \(name): \(kind)\(member.isRequired ? "" : " = null")"
        }
        let writing = properties.map { name, member in
            let key = Self.literal(member.name)
            guard member.isOptional else { return "        map[\(key)] = \(written(member.value, name))" }
            let value = written(member.value.nullable, name)
            return member.isRequired
                ? "        map[\(key)] = \(value)"
                : "        if (\(name) != null) map[\(key)] = \(written(member.present, name))"
        }
        let reading = properties.map { name, member in
            let value = member.isOptional ? member.value.nullable : member.value
            return "            \(name) = \(read(value, "map[\(Self.literal(member.name))]"))"
        }
        return """
            data class \(type)(
            \(parameters.joined(separator: ",\n"))
            ) {
                fun toMap(): Map<String, Any?> {
                    val map = LinkedHashMap<String, Any?>()
            \(writing.joined(separator: "\n"))
                    return map
                }

                companion object {
                    fun from(map: Map<String, Any?>): \(type) = \(type)(
            \(reading.joined(separator: ",\n"))
                    )
                }
            }
            """
    }

    private static func type(_ value: ClientTypes.Value) -> String {
        switch value {
        case .any: "Any?"
        case .boolean: "Boolean"
        case .integer: "Long"
        case .number: "Double"
        case .string: "String"
        case .array(let element): "List<\(type(element))>"
        case .dictionary(let element): "Map<String, \(type(element))>"
        case .named(let name): name
        case .nullable(let value): type(value) + "?"
        }
    }

    // MARK: - Reading and writing

    /// Returns the expression of a value that is read from an expression of type `Any?`.
    private func read(_ value: ClientTypes.Value, _ source: String, depth: Int = 0) -> String {
        let inner = "value\(depth)"
        switch value {
        case .any: return source
        case .boolean: return "\(source) as Boolean"
        case .integer: return "(\(source) as Number).toLong()"
        case .number: return "(\(source) as Number).toDouble()"
        case .string: return "\(source) as String"
        case .array(let element):
            return "(\(source) as List<*>).map { \(inner) -> \(read(element, inner, depth: depth + 1)) }"
        case .dictionary(let element):
            return "members(\(source)).mapValues { (_, \(inner)) -> \(read(element, inner, depth: depth + 1)) }"
        case .named(let name):
            return isEnumeration(name) ? "\(name).of(\(source) as String)" : "\(name).from(members(\(source)))"
        case .nullable(let value):
            return "\(source)?.let { \(inner) -> \(read(value, inner, depth: depth + 1)) }"
        }
    }

    /// Returns the expression of a value of a parser for an expression of a type.
    private func written(_ value: ClientTypes.Value, _ source: String, depth: Int = 0) -> String {
        let inner = "value\(depth)"
        guard containsNamed(value) else { return source }
        switch value {
        case .any, .boolean, .integer, .number, .string: return source
        case .array(let element): return "\(source).map { \(inner) -> \(written(element, inner, depth: depth + 1)) }"
        case .dictionary(let element):
            return "\(source).mapValues { (_, \(inner)) -> \(written(element, inner, depth: depth + 1)) }"
        case .named(let name): return isEnumeration(name) ? "\(source).value" : "\(source).toMap()"
        case .nullable(let value): return "\(source)?.let { \(inner) -> \(written(value, inner, depth: depth + 1)) }"
        }
    }

    private func containsNamed(_ value: ClientTypes.Value) -> Bool {
        switch value {
        case .any, .boolean, .integer, .number, .string: false
        case .array(let inner), .dictionary(let inner), .nullable(let inner): containsNamed(inner)
        case .named: true
        }
    }

    private func isEnumeration(_ name: String) -> Bool {
        types.types.contains { if case .enumeration = $0.form { $0.name == name } else { false } }
    }

    private static let members = """
        @Suppress("UNCHECKED_CAST")
        private fun members(value: Any?): Map<String, Any?> = value as Map<String, Any?>
        """

    // MARK: - Identifiers

    private static func literal(_ text: String) -> String { text.quoted(escapingDollars: true) }

    private static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("*/", with: "* /")
    }

    private static let keywords: Set<String> = [
        "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
        "object",
        "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
        "while", "_",
    ]
}

extension ClientTypes.Value {
    /// `null` or a value of this kind.
    fileprivate var nullable: ClientTypes.Value {
        switch self {
        case .nullable, .any: self
        default: .nullable(self)
        }
    }
}
