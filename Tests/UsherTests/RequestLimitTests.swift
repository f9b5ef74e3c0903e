import Glibc
import HTTPCore
import JSON
import MicroHTTP
import RawHTTP
import StateAPI
import Testing
import UsherServer

@Suite("A limit on requests")
struct RequestLimitTests {
    /// Starts a server that trusts loopback as a proxy, so that a client can have any address.
    private func run(
        _ configure: @escaping (inout UsherServer.Settings) -> Void,
        _ body: @escaping @Sendable (RunningServer) throws -> Void
    ) async throws {
        try await RunningServer.run(
            configure: { settings in
                settings.http.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
                configure(&settings)
            },
            body
        )
    }

    private func expectLimit(_ response: RawResponse, _ policy: String, _ type: String = "too-many-requests") {
        #expect(response.status == 429)
        #expect(response.field("content-type") == "application/problem+json")
        #expect(response.json["type"]?.stringValue == "/problems/\(type)")
        #expect(response.field("retry-after").flatMap { Int($0) } ?? 0 > 0)
        #expect(response.field("ratelimit-policy")?.hasPrefix("\"\(policy)\";q=") == true)
        #expect(response.field("ratelimit")?.hasPrefix("\"\(policy)\";r=0;t=") == true)
        #expect(response.field("x-request-id") != nil)
    }

    @Test("One address can't start all sessions, and another one still can")
    func newSessions() async throws {
        try await run({ $0.api.limits.addressNewSessions.quota = 3 }) { server in
            let connection = try server.connect()
            func start(from address: String) throws -> RawResponse {
                try connection.exchange("POST", "/v1/sessions", fields: ["X-Forwarded-For": address])
            }
            for _ in 0..<3 { #expect(try start(from: "192.0.2.1").status == 201) }
            expectLimit(try start(from: "192.0.2.1"), "address-new-sessions", "too-many-sessions")
            #expect(try start(from: "192.0.2.2").status == 201)
            for host in 1...3 { #expect(try start(from: "2001:db8::\(host)").status == 201) }
            expectLimit(try start(from: "2001:db8::4"), "address-new-sessions", "too-many-sessions")
            #expect(try start(from: "2001:db8:0:1::1").status == 201)
        }
    }

    @Test("A session opens a limited number of links, and its other events are not limited with them")
    func links() async throws {
        try await run({ $0.api.limits.sessionLinks.quota = 3 }) { server in
            let client = try AppClient(port: server.port)
            let other = try AppClient(port: server.port)
            let link = JSONValue.object(["url": "usher://items/signUp"])
            for _ in 0..<3 { #expect(try client.send("POST", "/links", link).status == 200) }
            expectLimit(try client.send("POST", "/links", link), "session-links")
            #expect(try client.send("POST", "/back").status == 200)
            #expect(try other.send("POST", "/links", link).status == 200)
        }
    }

    @Test("An account lists and ends its sessions a limited number of times, from whichever session")
    func accountRequests() async throws {
        try await run({ $0.api.limits.accountRequests.quota = 3 }) { server in
            let client = try AppClient(port: server.port)
            try client.signIn()
            let other = try AppClient(port: server.port)
            #expect(try other.send("GET", "/account/sessions").status == 403)
            try other.signIn()
            #expect(try client.send("GET", "/account/sessions").status == 200)
            #expect(try other.send("GET", "/account/sessions").status == 200)
            #expect(try client.send("DELETE", "/account/sessions/none").status == 404)
            expectLimit(try client.send("DELETE", "/account/sessions"), "account-requests")
            expectLimit(try other.send("GET", "/account/sessions"), "account-requests")
            #expect(try client.send("GET", "").status == 200)
        }
    }

    @Test("The forged field of a client that is no trusted proxy is ignored")
    func forged() async throws {
        let quota = 2
        try await RunningServer.run(configure: { $0.api.limits.addressNewSessions.quota = quota }) { server in
            let connection = try server.connect()
            let statuses = try (1...4).map { host in
                try connection.exchange("POST", "/v1/sessions", fields: ["X-Forwarded-For": "192.0.2.\(host)"]).status
            }
            #expect(statuses == [201, 201, 429, 429])
        }
    }

    @Test("An address that asks for too many unknown sessions can only use sessions in memory")
    func unknownSessions() async throws {
        try await run({ $0.api.limits.addressUnknownSessions.quota = 5 }) { server in
            let client = try server.start()
            let connection = try server.connect()
            func read(_ path: String, _ token: String, from address: String) throws -> RawResponse {
                let fields = ["X-Forwarded-For": address, "Authorization": "Bearer \(token)"]
                return try connection.exchange("GET", path, fields: fields)
            }
            for number in 0..<5 {
                #expect(try read("/v1/sessions/unknown\(number)", client.token, from: "192.0.2.1").status == 401)
            }
            let rejected = try read("/v1/sessions/unknown", client.token, from: "192.0.2.1")
            expectLimit(rejected, "address-unknown-sessions")
            #expect(try read(client.path, client.token, from: "192.0.2.1").status == 200)
            #expect(try read("/v1/sessions/unknown", client.token, from: "192.0.2.2").status == 401)
        }
    }

    @Test("Requests are limited by address and by session, and health checks are not")
    func requests() async throws {
        try await run({
            $0.api.limits.addressRequests.quota = 10
            $0.api.limits.sessionRequests.quota = 3
        }) { server in
            let client = try server.start()
            let fields = ["X-Forwarded-For": "192.0.2.1"]
            for _ in 0..<3 { #expect(try client.send("GET", "", fields: fields).status == 200) }
            expectLimit(try client.send("GET", "", fields: fields), "session-requests")
            let other = try server.start()
            #expect(try other.send("GET", "", fields: fields).status == 200)
            for _ in 0..<5 { _ = try client.send("GET", "", fields: fields) }
            expectLimit(try other.send("GET", "", fields: fields), "address-requests")
            #expect(try other.send("GET", "", fields: ["X-Forwarded-For": "192.0.2.2"]).status == 200)
            #expect(try server.connect().exchange("GET", "/healthz", fields: fields).status == 200)
        }
    }

    @Test("Waiting requests are limited by session and by address, and a client that has gone gives back its place")
    func waits() async throws {
        try await run({
            $0.api.limits.sessionWaits = 2
            $0.api.limits.addressWaits = 3
        }) { server in
            let clients = try (0..<3).map { _ in try server.start() }
            func wait(_ client: AppClient) throws -> RawClient {
                let connection = try server.connect()
                let fields = [
                    "Authorization": "Bearer \(client.token)", "If-None-Match": "\"\(client.revision)\"",
                    "Prefer": "wait=30",
                ]
                try connection.send(RawClient.request("GET", client.path, fields: fields))
                return connection
            }
            var waiting = [try wait(clients[0]), try wait(clients[0])]
            #expect(try !waiting[1].hasEnded(within: 100))
            #expect(try wait(clients[0]).readResponse()?.status == 429)
            waiting.append(try wait(clients[1]))
            #expect(try !waiting[2].hasEnded(within: 100))
            let rejected = try #require(try wait(clients[2]).readResponse())
            #expect(rejected.status == 429 && rejected.field("retry-after") == "1")
            waiting = []
            #expect(
                try eventually {
                    let connection = try wait(clients[2])
                    var polled = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
                    return unsafe poll(&polled, 1, 50) == 0
                }
            )
        }
    }
}
