import Concurrency
import JSON
import Sessions
import StateAPI

/// The notifications of a session to an agent: that its tools have changed, and that the state has.
final class AgentStreamContent: SessionStreamContent {
    /// The kinds of notifications that the agent wants.
    struct Notifications: Sendable {
        var tools = false
        var state = false
    }

    private let api: StateAPI
    private let wanted: Notifications
    /// The id of the request that the stream is the response to, which each message repeats, or `nil` for a stream that is not the
    /// response to a message.
    private let request: JSONValue?
    /// The tools that the agent knows, or `nil` before the first event.
    private let tools = Lock<JSONValue?>(nil)

    init(api: StateAPI, wanted: Notifications, request: JSONValue? = nil) {
        self.api = api
        self.wanted = wanted
        self.request = request
    }

    func events(to view: SessionView, from last: UInt64?) -> [ServerSentEvent] {
        let now = JSONValue.array(AgentTool.all(of: view).map(\.json))
        let before = tools.withLock { tools in
            defer { tools = now }
            return tools
        }
        guard last != nil else { return request == nil ? [] : [acknowledgment] }
        var events: [ServerSentEvent] = []
        if wanted.tools, before != now { events.append(notification("notifications/tools/list_changed")) }
        if wanted.state, last != view.record.revision {
            events.append(notification("notifications/resources/updated", ["uri": .string(MCPEndpoint.stateURI)]))
        }
        return events
    }

    func lastEvent(_ reason: SessionStream.EndReason) -> ServerSentEvent {
        guard let request else { return notification("notifications/tools/list_changed") }
        return Self.event(["jsonrpc": "2.0", "id": request, "result": ["resultType": "complete", "_meta": meta]])
    }

    /// The first message of the response to `subscriptions/listen`, which says what the stream has.
    private var acknowledgment: ServerSentEvent {
        var accepted: JSONObject = [:]
        if wanted.tools { accepted["toolsListChanged"] = true }
        if wanted.state { accepted["resourceSubscriptions"] = [.string(MCPEndpoint.stateURI)] }
        return notification("notifications/subscriptions/acknowledged", ["notifications": .object(accepted)])
    }

    private var meta: JSONValue {
        var meta: JSONObject = [:]
        if let request { meta["io.modelcontextprotocol/subscriptionId"] = request }
        return .object(meta)
    }

    private func notification(_ method: String, _ params: JSONObject = [:]) -> ServerSentEvent {
        var params = params
        if request != nil { params["_meta"] = meta }
        var object: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
        if params.count > 0 { object["params"] = .object(params) }
        return Self.event(object)
    }

    private static func event(_ message: JSONObject) -> ServerSentEvent {
        ServerSentEvent(name: "message", data: JSONValue.object(message).json)
    }
}
