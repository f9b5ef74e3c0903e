/// Types as the source of a file in TypeScript.
struct TypeScriptSource {
    let types: ClientTypes
    let command: String

    var text: String {
        ([header, screens, outputs] + types.types.map(declaration) + aliases).joined(separator: "\n\n") + "\n"
    }

    private var aliases: [String] { types.aliases.map { "export type \($0.name) = \(Self.type($0.value));" } }

    private var header: String {
        """
        // The screens of the application '\(types.application)': their props, and the payloads of their outputs.
        // Made by `\(command)`. Make it again after a change of the application.
        """
    }

    private var screens: String {
        let union = types.screens.map { "  | { screen: \($0.name.quoted()); props: \($0.props) }" }
        return """
            /** A screen with its props. */
            export type Screens =
            \(union.joined(separator: "\n"));

            const names: ReadonlySet<string> = new Set([
            \(types.screens.map { "  \($0.name.quoted())," }.joined(separator: "\n"))
            ]);

            /**
             * Returns a screen of a state by its members `name` and `props`, or undefined for a screen that these types don't have.
             * The props are not checked.
             */
            export function decodeScreen(name: string, props: unknown): Screens | undefined {
              return names.has(name) ? ({ screen: name, props } as Screens) : undefined;
            }
            """
    }

    private var outputs: String {
        let union = types.screens.flatMap { screen in
            screen.outputs.map { output in
                let payload = output.payload.map { "; payload: \(Self.type($0))" } ?? ""
                return "  | { screen: \(screen.name.quoted()); output: \(output.name.quoted())\(payload) }"
            }
        }
        return """
            /** What a screen reports: the output, and the payload that is the body of the request. */
            export type Outputs =\(union.isEmpty ? " never" : "\n" + union.joined(separator: "\n"));
            """
    }

    private func declaration(of type: ClientTypes.NamedType) -> String {
        switch type.form {
        case .enumeration(let choices):
            return "export type \(type.name) = \(choices.map { $0.quoted() }.joined(separator: " | "));"
        case .object(let members):
            guard !members.isEmpty else { return "export type \(type.name) = Record<string, never>;" }
            let lines = members.map { member in
                let note = member.note.map { "  /** \(Self.comment($0)) */\n" } ?? ""
                let name = member.name.isIdentifier ? member.name : member.name.quoted()
                return "\(note)  \(name)\(member.isRequired ? "" : "?"): \(Self.type(member.value));"
            }
            return "export interface \(type.name) {\n\(lines.joined(separator: "\n"))\n}"
        }
    }

    private static func type(_ value: ClientTypes.Value) -> String {
        switch value {
        case .any: "unknown"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .string: "string"
        case .array(.nullable(let element)): "(\(type(element)) | null)[]"
        case .array(let element): "\(type(element))[]"
        case .dictionary(let element): "Record<string, \(type(element))>"
        case .named(let name): name
        case .nullable(let value): "\(type(value)) | null"
        }
    }

    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("*/", with: "* /")
    }
}
