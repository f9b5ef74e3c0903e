import EventStreams
import Glibc
import HTTPCore
import JSON
import MicroHTTP
import RawHTTP
import Sessions
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

    @Test("One session can't make codes for other devices without end, and another one still can")
    func handoffs() async throws {
        try await run({ _ in }) { server in
            let client = try server.start()
            let other = try server.start()
            for _ in 0..<10 { #expect(try client.send("POST", "/handoffs").status == 201) }
            expectLimit(try client.send("POST", "/handoffs"), "session-handoffs")
            #expect(try other.send("POST", "/handoffs").status == 201)
        }
    }

    @Test("One address can't take more than its share of the places once few are left, and another one still can")
    func share() async throws {
        // Guests can have 2,000 places, and the smallest share is 1,000.
        try await run({ $0.sessions.sessions = 2_500 }) { server in
            let connection = try server.connect()
            func start(from address: String) throws -> RawResponse {
                try connection.exchange("POST", "/v1/sessions", fields: ["X-Forwarded-For": address])
            }
            for _ in 0..<1_000 { #expect(try start(from: "192.0.2.1").status == 201) }
            expectLimit(try start(from: "192.0.2.1"), "address-share", "too-many-sessions")
            for _ in 0..<10 { #expect(try start(from: "192.0.2.2").status == 201) }
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
            expectLimit(try #require(try wait(clients[0]).readResponse()), "session-waits")
            waiting.append(try wait(clients[1]))
            #expect(try !waiting[2].hasEnded(within: 100))
            let rejected = try #require(try wait(clients[2]).readResponse())
            expectLimit(rejected, "address-waits")
            #expect(rejected.field("ratelimit-policy") == "\"address-waits\";q=3;qu=\"concurrent-requests\"")
            #expect(rejected.field("ratelimit") == "\"address-waits\";r=0;t=1")
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

    /// A reason for a 429.
    private struct Reason: Sendable {
        let policy: String
        var type = "too-many-requests"
        /// Lowers the limit.
        let configure: @Sendable (inout UsherServer.Settings) -> Void
        /// Exceeds the limit, and returns the response.
        let exceed: @Sendable (RunningServer) throws -> RawResponse
    }

    private static let reasons = [
        Reason(policy: "address-new-sessions", type: "too-many-sessions") {
            $0.api.limits.addressNewSessions.quota = 1
        } exceed: { server in
            _ = try server.start()
            return try server.connect().exchange("POST", "/v1/sessions")
        },
        Reason(policy: "address-unknown-sessions") {
            $0.api.limits.addressUnknownSessions.quota = 1
        } exceed: { server in
            let fields = ["Authorization": "Bearer \(try server.start().token)"]
            #expect(try server.connect().exchange("GET", "/v1/sessions/unknown", fields: fields).status == 401)
            return try server.connect().exchange("GET", "/v1/sessions/unknown", fields: fields)
        },
        Reason(policy: "session-links") {
            $0.api.limits.sessionLinks.quota = 1
        } exceed: { server in
            let client = try server.start()
            try client.open("usher://items/signUp")
            return try client.send("POST", "/links", ["url": "usher://items/signUp"])
        },
        Reason(policy: "account-requests") {
            $0.api.limits.accountRequests.quota = 1
        } exceed: { server in
            let client = try server.start()
            try client.signIn()
            #expect(try client.send("GET", "/account/sessions").status == 200)
            return try client.send("GET", "/account/sessions")
        },
        Reason(policy: "address-requests") {
            $0.api.limits.addressRequests.quota = 1
        } exceed: { server in
            #expect(try server.connect().exchange("GET", "/problems").status == 200)
            return try server.connect().exchange("GET", "/problems")
        },
        Reason(policy: "session-requests") {
            $0.api.limits.sessionRequests.quota = 1
        } exceed: { server in
            let client = try server.start()
            try client.read()
            return try client.send("GET", "")
        },
        Reason(policy: "session-waits") {
            $0.api.limits.sessionWaits = 1
        } exceed: { server in
            try server.exceedWaits()
        },
        Reason(policy: "address-waits") {
            $0.api.limits.addressWaits = 1
        } exceed: { server in
            try server.exceedWaits()
        },
        Reason(policy: "address-streams") {
            $0.api.limits.addressStreams = 1
        } exceed: { server in
            let client = try server.start()
            let stream = try EventStream(of: client, port: server.port)
            #expect(try stream.next()?.name == "state")
            return try client.send("GET", "/events")
        },
        Reason(policy: "address-connections") {
            $0.http.trustedProxies = []
            $0.http.addressConnectionLimit = 1
        } exceed: { server in
            let first = try server.start()
            let response = try server.connect().exchange("GET", "/problems")
            try first.read()
            return response
        },
        Reason(policy: "sessions", type: "too-many-sessions") {
            $0.sessions.sessions = 1
        } exceed: { server in
            // A session that was used does not give way.
            try server.start().report("signUp")
            return try server.connect().exchange("POST", "/v1/sessions")
        },
        Reason(policy: "effect-queue", type: "effect-queue-full") {
            $0.effectLimit = 1
        } exceed: { server in
            _ = try server.start(["app": "shop"])
            return try server.connect().exchange("POST", "/v1/sessions", ["app": "shop"])
        },
    ]

    @Test("Every reason for a 429 has Retry-After, and names its limit", arguments: reasons.indices)
    func everyReason(index: Int) async throws {
        let reason = Self.reasons[index]
        let catalog = GatedCatalog()
        try await RunningServer.run(
            configure: { settings in
                settings.http.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
                reason.configure(&settings)
            },
            catalog: catalog
        ) { server in
            defer { catalog.open() }
            expectLimit(try reason.exceed(server), reason.policy, reason.type)
        }
    }

    @Test("Every problem with the status 429 has a reason in these tests")
    func everyProblem() async throws {
        try await RunningServer.run { server in
            let problems = try server.connect().exchange("GET", "/problems").json["problems"]?.arrayValue ?? []
            let limits = problems.filter { $0["status"] == 429 }.compactMap { $0["type"]?.stringValue }
            #expect(Set(limits) == Set(Self.reasons.map { "/problems/\($0.type)" }))
        }
    }
}

extension RunningServer {
    /// Starts waits of one session until one gets a response, and returns it.
    fileprivate func exceedWaits() throws -> RawResponse {
        let client = try start()
        let fields = [
            "Authorization": "Bearer \(client.token)", "If-None-Match": "\"\(client.revision)\"", "Prefer": "wait=30",
        ]
        var waiting: [RawClient] = []
        while true {
            let connection = try connect()
            try connection.send(RawClient.request("GET", client.path, fields: fields))
            waiting.append(connection)
            var polled = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&polled, 1, 100) > 0, let response = try connection.readResponse() { return response }
        }
    }
}
