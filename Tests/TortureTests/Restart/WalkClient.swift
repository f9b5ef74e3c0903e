import HTTPCore
import JSON

/// A client of one session in one world.
final class WalkClient {
    private let server: ItemsServer
    private var id = ""
    private var token = ""
    /// The body sent with each idempotency key: a repetition must send the same code even if a newer one has arrived.
    private var sent: [String: JSONValue?] = [:]

    init(_ server: ItemsServer) {
        self.server = server
    }

    /// Starts a session, and returns the response in a form that is the same in every world.
    func start(_ body: JSONValue) async -> WalkResponse {
        let reply = await server.client.send(.post, "/v1/sessions", body)
        id = reply.json["id"]?.stringValue ?? ""
        token = reply.json["token"]?.stringValue ?? ""
        return WalkResponse(reply, id: id, token: token)
    }

    func send(_ request: WalkRequest) async -> WalkResponse {
        var fields = request.fields
        if !fields.contains(.authorization) { fields.append(.authorization, "Bearer \(token)") }
        // Waits for the effects that block screens. ``ItemsServer/settle(_:_:)`` waits for the others.
        if request.method == .post { fields.append(.prefer, "wait=30") }
        var body = request.body(await server.code())
        if let key = fields[.idempotencyKey] {
            body = sent[key] ?? body
            sent[key] = .some(body)
        }
        let reply = await server.client.send(
            request.method,
            "/v1/sessions/\(id)\(request.path)",
            body,
            fields: fields
        )
        token = reply.json["token"]?.stringValue ?? token
        await server.settle(id, token)
        return WalkResponse(reply, id: id, token: token)
    }
}
