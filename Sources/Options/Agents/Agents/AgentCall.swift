import Coordination
import Documents
import HTTPCore
import JSON
import Sessions
import StateAPI

/// A call of a tool by an agent.
struct AgentCall: Sendable {
    let api: StateAPI
    let call: APICall
    let session: Session
    let credential: Credential

    /// Runs a tool, and passes its result on.
    ///
    /// A tool that can't be used, or that the application rejects, has a result that says why, so that a language model can do
    /// something else. Nothing has changed then.
    ///
    /// - Throws: ``MCPError`` for a tool that the application does not have at all.
    func run(
        _ name: String,
        _ arguments: JSONValue,
        then complete: @escaping @Sendable (JSONValue) -> Void
    ) throws(MCPError) {
        let view = session.view
        guard let tool = AgentTool.all(of: view).first(where: { $0.name == name }) else {
            guard AgentTool.exists(name, in: view.application) else {
                throw .invalidParameters("There is no tool '\(name)'.")
            }
            return complete(
                Self.failure("'\(name)' can't be used on the screen that the user sees now. List the tools again.")
            )
        }
        let event: Event
        switch tool.action {
        case .read: return complete(success(view))
        case .output(let output, let screen):
            guard arguments["screen"]?.stringValue == "\(screen)" else {
                return complete(Self.failure("The user sees another screen now, '\(screen)'. List the tools again."))
            }
            event = .agentOutput(output, screen: screen, payload: arguments["payload"], agent: agentName)
        case .back: event = .back(to: nil)
        case .dismiss: event = .dismiss(all: false)
        case .selectTab:
            guard let key = arguments["tab"]?.stringValue.flatMap({ Key($0) }) else {
                return complete(Self.failure("'tab' must be the key of a tab."))
            }
            event = .tab(key)
        }
        let submission = Submission(
            event,
            credential: credential,
            wait: api.settings.wait,
            trace: TraceContext.trace(of: call.request),
            client: call.request.client?.description
        )
        session.submit(submission, for: call.reply) { result in
            switch result {
            case .success(let result): complete(success(result.view))
            case .failure(let error): complete(failure(.session(error)))
            }
        }
    }

    /// The name of the agent, as the user sees it among the devices.
    private var agentName: String {
        let (devices, current) = api.registry.devices(of: session, current: credential)
        return devices.first { $0.id == current }?.platform ?? AgentEndpoints.unnamed
    }

    private func success(_ view: SessionView) -> JSONValue {
        let screen = AgentView(view, api.renderer).json
        return [
            "content": [["type": "text", "text": .string(String(decoding: screen.json, as: UTF8.self))]],
            "structuredContent": screen, "isError": false,
        ]
    }

    private func failure(_ error: APIError) -> JSONValue {
        let problem = try? JSONValue(parsing: api.response(to: error, call.request).body.bytes, limits: .stored)
        var sentences = [problem?["title"]?.stringValue.map { "\($0)." }, problem?["detail"]?.stringValue].compactMap(
            \.self
        )
        for violation in problem?["errors"]?.arrayValue ?? [] {
            let parts = [violation["pointer"], violation["detail"]].compactMap { $0?.stringValue }
            sentences.append(parts.joined(separator: " "))
        }
        return Self.failure(sentences.joined(separator: " "))
    }

    private static func failure(_ text: String) -> JSONValue {
        ["content": [["type": "text", "text": .string(text)]], "isError": true]
    }
}

/// The screen in front as an agent gets it: as the user sees it, with bullets in place of secrets.
struct AgentView {
    let json: JSONValue

    init(_ view: SessionView, _ renderer: StateRenderer) {
        let state = renderer.concealed(view)
        let focus = state["focus"]?.stringValue
        var object: JSONObject = [:]
        for name in ["app", "revision", "status", "focus"] {
            if let value = state[name] { object[name] = value }
        }
        if let screen = focus.flatMap({ state["screens"]?[$0] }) { object["screen"] = screen }
        object["tools"] = .array(AgentTool.all(of: view).map { .string($0.name) })
        json = .object(object)
    }
}
