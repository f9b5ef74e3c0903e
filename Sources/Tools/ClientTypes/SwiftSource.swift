/// Types as the source of a file in Swift.
struct SwiftSource {
    let types: ClientTypes
    let command: String

    var text: String {
        let parts = [header, screens] + types.screens.compactMap(outputs) + types.types.map(declaration) + aliases
        let support = (usesAnyValue ? [Self.anyValue] : []) + (recursion.isEmpty ? [] : [Self.indirect])
        return (parts + support).joined(separator: "\n\n") + "\n"
    }

    private var aliases: [String] {
        types.aliases.map { "public typealias \($0.name) = \(Self.type($0.value))" }
    }

    private var header: String {
        """
        // The screens of the application '\(types.application)': their props, and the payloads of their outputs.
        // Made by `\(command)`. Make it again after a change of the application.

        """ + "\nimport Foundation"
    }

    // MARK: - Screens and outputs

    private var cases: [String] { types.screens.map(\.name).identifiers(taken: ["other"], Self.caseName) }

    private var screens: String {
        let kinds = zip(cases, types.screens)
        return """
            /// A screen with its props.
            public enum Screens: Equatable, Sendable {
            \(kinds.map { "    case \(Self.identifier($0))(\($1.props))" }.joined(separator: "\n"))
                /// A screen that these types don't have, by its name.
                case other(String)

                /// Decodes a screen of a state.
                ///
                /// - Parameters:
                ///   - name: The member `name` of the screen.
                ///   - props: The member `props` as JSON.
                /// - Throws: `DecodingError` if the props are not those of these types.
                public static func decode(name: String, props: Data) throws -> Screens {
                    func read<Props: Decodable>() throws -> Props { try JSONDecoder().decode(Props.self, from: props) }
                    switch name {
            \(kinds.map { "        case \($1.name.quoted()): return .\($0)(try read())" }.joined(separator: "\n"))
                    default: return .other(name)
                    }
                }
            }
            """
    }

    /// Returns the outputs of a screen, or `nil` for a screen without any.
    private func outputs(of screen: ClientTypes.Screen) -> String? {
        guard !screen.outputs.isEmpty else { return nil }
        let cases = screen.outputs.map(\.name).identifiers(Self.caseName)
        let outputs = Array(zip(cases, screen.outputs))
        let hasPayload = outputs.contains { $1.payload != nil }
        let hasNone = outputs.contains { $1.payload == nil }
        let payloads =
            outputs.filter { $1.payload != nil }.map { "        case .\($0.0)(let payload): payload" }
            + (hasNone ? ["        default: nil"] : [])
        return """
            /// An output of the screen '\(screen.name)'.
            public enum \(screen.outputType): Equatable, Sendable {
            \(outputs.map { "    case \(Self.identifier($0))\($1.payload.map { "(\(Self.type($0)))" } ?? "")" }
                .joined(separator: "\n"))

                /// The name of the output, with which the path of the request ends.
                public var name: String {
                    switch self {
            \(outputs.map { "        case .\($0): \($1.name.quoted())" }.joined(separator: "\n"))
                    }
                }

                /// The payload, which is the body of the request as JSON, or `nil` for none.
                public var payload: (any Encodable & Sendable)? {
            \(hasPayload ? "        switch self {\n\(payloads.joined(separator: "\n"))\n        }" : "        nil")
                }
            }
            """
    }

    // MARK: - Types

    private func declaration(of type: ClientTypes.NamedType) -> String {
        switch type.form {
        case .enumeration(let choices):
            let cases = zip(choices.identifiers(Self.caseName), choices).map { name, choice in
                "    case \(Self.identifier(name))\(name == choice ? "" : " = \(choice.quoted())")"
            }
            return """
                public enum \(type.name): String, Codable, Equatable, Sendable, CaseIterable {
                \(cases.joined(separator: "\n"))
                }
                """
        case .object(let members): return structure(type.name, members)
        }
    }

    private func structure(_ name: String, _ members: [ClientTypes.Member]) -> String {
        let names = members.map(\.name).identifiers { Self.usable($0.isIdentifier ? $0 : $0.lowerCamelCase) }
        let properties = zip(names, members).map { (name: $0, member: $1) }
        var parts = properties.map { property, member in
            let note = member.note.map { "    /// \(Self.oneLine($0))\n" } ?? ""
            return "\(note)    public var \(Self.identifier(property)): \(self.type(of: member, in: name))"
        }
        parts.append((parts.isEmpty ? "" : "\n") + initializer(properties.map { ($0.name, $0.member) }, of: name))
        let isRenamed = properties.contains { $0.name != $0.member.name }
        // Swift leaves out a member that is nil, also one that must be there as `null`.
        let writesNull = members.contains { $0.isRequired && $0.isOptional }
        if isRenamed || writesNull {
            let cases = properties.map { name, member in
                "        case \(Self.identifier(name))\(name == member.name ? "" : " = \(member.name.quoted())")"
            }
            parts.append("\n    private enum CodingKeys: String, CodingKey {\n\(cases.joined(separator: "\n"))\n    }")
        }
        if writesNull {
            let lines = properties.map { name, member in
                let method = member.isRequired ? "encode" : "encodeIfPresent"
                return "        try container.\(method)(\(Self.identifier(name)), forKey: .\(name))"
            }
            parts.append(
                """

                    public func encode(to encoder: any Encoder) throws {
                        var container = encoder.container(keyedBy: CodingKeys.self)
                \(lines.joined(separator: "\n"))
                    }
                """
            )
        }
        return "public struct \(name): Codable, Equatable, Sendable {\n\(parts.joined(separator: "\n"))\n}"
    }

    private func initializer(_ properties: [(String, ClientTypes.Member)], of name: String) -> String {
        guard !properties.isEmpty else { return "    public init() {}" }
        let parameters = properties.map { property, member in
            "        \(Self.identifier(property)): \(type(of: member, in: name))\(member.isOptional ? " = nil" : "")"
        }
        let lines = properties.map { property, _ in
            "        self.\(property) = \(Self.identifier(property))"
        }
        return """
                public init(
            \(parameters.joined(separator: ",\n"))
                ) {
            \(lines.joined(separator: "\n"))
                }
            """
    }

    private func type(of member: ClientTypes.Member, in name: String) -> String {
        var type = Self.type(member.present)
        if recursion.contains(name), case .named(let inner) = member.present, recursion.contains(inner) {
            type = "Indirect<\(type)>"
        }
        return type + (member.isOptional ? "?" : "")
    }

    private static func type(_ value: ClientTypes.Value) -> String {
        switch value {
        case .any: "AnyValue"
        case .boolean: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .string: "String"
        case .array(let element): "[\(type(element))]"
        case .dictionary(let element): "[String: \(type(element))]"
        case .named(let name): name
        case .nullable(let value): type(value) + "?"
        }
    }

    // MARK: - Values that contain themselves

    /// The types that contain themselves without an array or a dictionary between, which a structure of Swift can't.
    private var recursion: Set<String> {
        let inner = Dictionary(
            types.types.map { type -> (String, Set<String>) in
                guard case .object(let members) = type.form else { return (type.name, []) }
                return (
                    type.name, Set(members.compactMap { if case .named(let name) = $0.present { name } else { nil } })
                )
            }
        ) { first, _ in first }
        return Set(inner.keys.filter { name in Self.reached(from: name, in: inner).contains(name) })
    }

    /// Returns the names that a name leads to over any number of steps.
    private static func reached(from name: String, in steps: [String: Set<String>]) -> Set<String> {
        var reached: Set<String> = []
        var next = Array(steps[name] ?? [])
        while let step = next.popLast() {
            if reached.insert(step).inserted { next += steps[step] ?? [] }
        }
        return reached
    }

    private static let indirect = """
        /// A value inside of another one of its type.
        public indirect enum Indirect<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
            case value(Value)

            public var value: Value { switch self { case .value(let value): value } }

            public init(_ value: Value) { self = .value(value) }
            public init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
            public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        """

    // MARK: - Any JSON

    private var usesAnyValue: Bool {
        let members = types.types.flatMap { type -> [ClientTypes.Member] in
            if case .object(let members) = type.form { members } else { [] }
        }
        let payloads = types.screens.flatMap(\.outputs).compactMap(\.payload)
        return (members.map(\.value) + payloads).contains(where: Self.containsAny)
    }

    private static func containsAny(_ value: ClientTypes.Value) -> Bool {
        switch value {
        case .any: true
        case .array(let inner), .dictionary(let inner), .nullable(let inner): containsAny(inner)
        case .boolean, .integer, .number, .string, .named: false
        }
    }

    private static let anyValue = """
        /// A JSON value.
        public enum AnyValue: Codable, Equatable, Sendable {
            case null
            case bool(Bool)
            case number(Double)
            case string(String)
            case array([AnyValue])
            case object([String: AnyValue])

            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([AnyValue].self) {
                    self = .array(value)
                } else {
                    self = .object(try container.decode([String: AnyValue].self))
                }
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }
        """

    // MARK: - Identifiers

    private static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func caseName(_ name: String) -> String { usable(name.lowerCamelCase) }

    private static func usable(_ name: String) -> String { unusable.contains(name) ? name + "_" : name }

    /// The names that no property and no case can have, also in backticks.
    private static let unusable: Set<String> = ["CodingKeys", "Self", "Type", "init", "self", "_"]

    private static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows",
        "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
