import HTTPCore
import JSON
import RawHTTP
import SessionsTesting
import StateAPI
import Testing

@Suite("Routes of a program's own that know the session of a request")
struct RequestSessionTests {
    private func run(_ body: @escaping @Sendable (RunningServer) throws -> Void) async throws {
        try await RunningServer.run(
            routes: { routes, context in
                for path in ["/v1/sessions/:id/tickets", "/tickets/:id"] {
                    routes.add(.get, path) { request, parameters, reply in
                        context.withSession(parameters["id"], of: request, reply) { session in
                            reply.send(.text("\(session.id) \(session.application) \(session.account ?? "guest")"))
                        }
                    }
                }
            },
            body
        )
    }

    @Test("with the token of a session the route gets its id and its user, and the session stays as it is")
    func token() async throws {
        try await run { server in
            let client = try server.startInMain()
            let revision = client.revision
            for path in ["\(client.path)/tickets", "/tickets/\(client.id)"] {
                let fields = ["Authorization": "Bearer \(client.token)"]
                let response = try server.connect().exchange("GET", path, fields: fields)
                #expect(response.status == 200 && response.text == "\(client.id) items demo", "\(response.text)")
            }
            try client.read()
            #expect(client.revision == revision)
            let guest = try server.start()
            let fields = ["Authorization": "Bearer \(guest.token)"]
            let response = try server.connect().exchange("GET", "/tickets/\(guest.id)", fields: fields)
            #expect(response.text == "\(guest.id) items guest")
        }
    }

    @Test("with the cookie of a session the route below its path gets it, too")
    func cookie() async throws {
        try await run { server in
            let connection = try server.connect()
            let started = try connection.exchange("POST", "/v1/sessions", ["app": "items", "credential": "cookie"])
            let id = try #require(started.json["id"]?.stringValue)
            let cookie = try #require(started.field("set-cookie")?.split(separator: ";").first)
            let path = "/v1/sessions/\(id)/tickets"
            #expect(try connection.exchange("GET", path, fields: ["Cookie": "\(cookie)"]).text == "\(id) items guest")
            #expect(try connection.exchange("GET", path).status == 401)
        }
    }

    @Test("without a credential, with a wrong one, for another session and for none the client gets the API's 401")
    func unauthorized() async throws {
        try await run { server in
            let (client, other) = (try server.start(), try server.start())
            let connection = try server.connect()
            for (id, token) in [
                (client.id, nil), (client.id, "wrong"), (client.id, other.token), ("nobody", client.token),
            ] {
                let fields = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
                let response = try connection.exchange("GET", "/tickets/\(id)", fields: fields)
                #expect(response.status == 401 && response.json["type"] == "/problems/unauthorized")
            }
        }
    }
}
