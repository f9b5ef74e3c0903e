import Coordination
import JSON
import Sessions

/// A tool of the Model Context Protocol, for one action that an agent may take in a session now.
struct AgentTool: Sendable {
    /// The effect of a call of the tool.
    enum Action: Sendable {
        /// Nothing but a response with the screen that the user sees.
        case read
        /// The report of an output of the screen with a key.
        case output(String, screen: Key)
        case back
        case dismiss
        case selectTab
    }

    let name: String
    let title: String
    let description: String
    /// The schema of the arguments.
    let schema: JSONValue
    let action: Action

    /// The tool as an entry of the list of tools.
    var json: JSONValue {
        var annotations: JSONObject = ["title": .string(title), "openWorldHint": false]
        if case .read = action {
            annotations["readOnlyHint"] = true
        } else {
            annotations["readOnlyHint"] = false
            annotations["destructiveHint"] = true
        }
        return [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": schema, "annotations": .object(annotations),
        ]
    }
}

// MARK: - The tools of a session

extension AgentTool {
    /// Returns the tools of a session at a commit, in an order that depends on the application alone.
    ///
    /// An agent of a session that has ended can only read it.
    static func all(of view: SessionView) -> [AgentTool] {
        let (application, state) = (view.application, view.record.state)
        guard application.hasAgentAccess, !state.isEnded else { return [.read] }
        var tools = [read]
        if let focus = state.focus {
            tools += application.agentOutputs(in: state).map { .report($0.output, $0.access, of: focus) }
        }
        guard application.letsAgentsNavigate else { return tools }
        tools += [back, dismiss]
        let tabs = state.visibleTabs.flatMap(\.items)
        return tabs.isEmpty ? tools : tools + [.selectTab(among: tabs.map { ($0.key, $0.name) })]
    }

    /// Returns whether the application has a tool of this name on any screen, which the agent may find again later.
    static func exists(_ name: String, in application: Application) -> Bool {
        [read, back, dismiss].contains { $0.name == name } || name == "selectTab"
            || application.screens.contains { screen in
                application.outputs(of: screen).contains { Self.name(of: $0.name, screen.name) == name }
            }
    }

    private static let noArguments: JSONValue = ["type": "object", "properties": [:], "additionalProperties": false]

    static let read = AgentTool(
        name: "readScreen",
        title: "Read the screen",
        description:
            "Returns the screen that the user sees now, without secrets, and the names of the tools that can be used on it.",
        schema: noArguments,
        action: .read
    )

    private static let back = AgentTool(
        name: "goBack",
        title: "Go back",
        description: "Goes back by one screen. At the first screen it changes nothing.",
        schema: noArguments,
        action: .back
    )

    private static let dismiss = AgentTool(
        name: "dismiss",
        title: "Dismiss",
        description: "Dismisses the sheet or the question in front. Without one it changes nothing.",
        schema: noArguments,
        action: .dismiss
    )

    private static func selectTab(among tabs: [(key: Key, name: String)]) -> AgentTool {
        let names = tabs.map { "\($0.key) is '\($0.name)'" }.joined(separator: ", ")
        return AgentTool(
            name: "selectTab",
            title: "Select a tab",
            description: "Selects a tab by its key: \(names). The selected one goes to its first screen.",
            schema: [
                "type": "object",
                "properties": ["tab": ["type": "string", "enum": .array(tabs.map { .string("\($0.key)") })]],
                "required": ["tab"], "additionalProperties": false,
            ],
            action: .selectTab
        )
    }

    /// Returns the tool that reports an output of the screen in focus.
    ///
    /// The key of the screen is an argument with one possible value. So an agent that has seen one screen can't act on another,
    /// even if both are of the same kind.
    private static func report(_ output: any ScreenOutput, _ access: AgentAccess, of screen: ScreenNode) -> AgentTool {
        var properties: JSONObject = [
            "screen": [
                "const": .string("\(screen.key)"), "description": "The key of the screen that the tool belongs to.",
            ]
        ]
        var required: [JSONValue] = ["screen"]
        if let schema = output.schema {
            properties["payload"] = (try? JSONValue(parsing: schema.json, limits: .stored)) ?? [:]
            required.append("payload")
        }
        let confirmation = access.question == nil ? "" : " The user is asked on the own screen first."
        return AgentTool(
            name: name(of: output.name, screen.name),
            title: access.purpose,
            description: access.purpose + confirmation,
            schema: [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ],
            action: .output(output.name, screen: screen.key)
        )
    }

    /// Returns the name of the tool of an output, with the characters that names of tools may have, at most 128.
    private static func name(of output: String, _ screen: String) -> String {
        let text = "\(screen).\(output)".map {
            $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_"
        }
        return String(text.prefix(128))
    }
}
