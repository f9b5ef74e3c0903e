import APITesting
import Coordination
import Foundation
import HTTPCore
import JSON
import Notebook
import SQLiteSessions
import Sessions
import SessionsTesting
import StateAPI
import Testing

@Suite("Resuming expired sessions")
struct ResumptionTests {
    private static func api(
        store: any SessionStore = MemoryStore(),
        clock: ManualClock = ManualClock()
    ) throws -> TestAPI {
        try TestAPI(store: store, clock: clock, applications: [NotebookApplication.make(), PantryApplication.make()])
    }

    /// A guest of the pantry who has changed two screens, one above the other.
    private static func guest(of api: TestAPI) async throws -> TestClient {
        var client = try await api.start(["app": "pantry", "client": ["platform": "ios"]])
        try await client.report("fill")
        try await client.report("open")
        for _ in 0..<2 { try await client.report("fill") }
        #expect(client.stack == ["pantry", "pantry"])
        #expect(client.focused?["props"]?["pieces"] == 3)
        return client
    }

    private static let day = Duration.seconds(86_401)

    /// Sends the request in the `resume` of a 410.
    private func resume(
        _ client: TestClient,
        as token: String? = nil,
        fields: HTTPFields = [:]
    ) async throws -> TestResponse {
        let gone = await client.send(.get, "")
        try #require(gone.status == 410, "\(gone)")
        return await repeated(gone["resume"], client, as: token, fields: fields)
    }

    private func repeated(
        _ resume: JSONValue?,
        _ client: TestClient,
        as token: String? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var fields = fields
        fields.append(.authorization, "Bearer \(token ?? client.token)")
        return await client.api.send(.post, resume?["href"]?.stringValue ?? "", resume?["body"], fields: fields)
    }

    private func client(_ reply: TestResponse, _ api: TestAPI) throws -> TestClient {
        try #require(reply.status == 201, "\(reply)")
        return TestClient(
            api: api,
            id: try #require(reply["id"]?.stringValue),
            token: try #require(reply["token"]?.stringValue),
            state: reply.json
        )
    }

    /// The props of the screens on the front stack.
    private func props(_ client: TestClient) -> [JSONValue?] {
        (client.state["stack"]?.arrayValue ?? []).map { client.state["screens"]?[$0.stringValue ?? ""]?["props"] }
    }

    private func codes(_ client: TestClient) -> [JSONValue] {
        (client.focused?["messages"]?.arrayValue ?? []).compactMap { $0["code"] }
    }

    @Test("A guest goes on at the same screen with the same props, once, and with the old credential only")
    func guest() async throws {
        let api = try Self.api()
        let expired = try await Self.guest(of: api)
        api.clock.advance(by: Self.day)
        let gone = await expired.send(.get, "")
        #expect(gone.status == 410)
        #expect(
            gone["resume"] == [
                "method": "POST", "href": "/v1/sessions", "body": ["app": "pantry", "resume": .string(expired.id)],
            ]
        )
        #expect(await repeated(gone["resume"], expired, as: "wrong").status == 401)
        #expect(await api.send(.post, "/v1/sessions", gone["resume"]?["body"]).status == 401)
        var client = try client(try await resume(expired), api)
        #expect(client.id != expired.id)
        #expect(client.token != expired.token)
        #expect(client.stack == expired.stack)
        #expect(props(client) == props(expired))
        #expect(codes(client) == ["session.resumed"])
        try await client.report("fill")
        #expect(codes(client) == [])
        #expect(await repeated(gone["resume"], expired).status == 401)
        #expect(await expired.send(.get, "").status == 401)
        #expect(try await api.store.count() == 1)
    }

    @Test("A signed-in user goes on as a guest, and nothing of the user is left")
    func user() async throws {
        let api = try Self.api()
        let expired = try await api.startInMain()
        api.clock.advance(by: Self.day)
        let reply = try await resume(expired)
        let client = try client(reply, api)
        #expect(client.stack == ["login"])
        #expect(codes(client) == ["session.resumedAsGuest"])
        #expect(!reply.description.contains("demo"))
        let stored = try #require(try await api.store.load(SessionID(client.id)))
        #expect(stored.account == nil)
        #expect(await client.send(.get, "/account/sessions").status == 403)
    }

    @Test("A guest who was verifying a phone starts the login again")
    func secrets() async throws {
        let api = try Self.api()
        var expired = try await api.start(["app": "notebook"])
        try await expired.report("signUp")
        try await expired.report("terms")
        try await expired.report("confirmChanged", true)
        try await expired.post("/back")
        try await expired.report("submit", ["login": "new", "password": "new-password"])
        try await expired.report("submit", ["phone": "+491701234567"])
        #expect(expired.stack.last == "verifyPhone")
        api.clock.advance(by: Self.day)
        let reply = try await resume(expired)
        let client = try client(reply, api)
        #expect(client.stack == ["login"])
        #expect(codes(client) == ["session.resumedInPart"])
        #expect(!reply.description.contains("170"))
    }

    @Test("A session that was never used, or has not expired, can't be resumed")
    func notResumable() async throws {
        let api = try Self.api()
        let unused = try await api.start(["app": "notebook"])
        let used = try await Self.guest(of: api)
        let early = await repeated(
            ["href": "/v1/sessions", "body": ["app": "pantry", "resume": .string(used.id)]],
            used
        )
        #expect(early.status == 409)
        #expect(early.type == "/problems/session-not-expired")
        api.clock.advance(by: Self.day)
        let gone = await unused.send(.get, "")
        #expect(gone["resume"] == ["method": "POST", "href": "/v1/sessions", "body": ["app": "notebook"]])
        let other = await repeated(
            ["href": "/v1/sessions", "body": ["app": "notebook", "resume": .string(used.id)]],
            used
        )
        #expect(other.status == 404)
    }

    @Test("A repeated request resumes the session once and gets the same credential")
    func repeatedRequest() async throws {
        let api = try Self.api()
        let expired = try await Self.guest(of: api)
        api.clock.advance(by: Self.day)
        let gone = await expired.send(.get, "")
        let fields: HTTPFields = [.idempotencyKey: "0198c0de-7000-4000-8000-000000000001"]
        let first = await repeated(gone["resume"], expired, fields: fields)
        let second = await repeated(gone["resume"], expired, fields: fields)
        #expect(first.status == 201 && second.status == 201)
        #expect(second.fields["Idempotency-Replayed"] == "true")
        #expect(first["id"] == second["id"])
        #expect(first["token"] == second["token"])
        #expect(try await api.store.count() == 1)
    }

    @Test("Of many requests at the same time, one resumes the session")
    func sameTime() async throws {
        let api = try Self.api()
        let expired = try await Self.guest(of: api)
        api.clock.advance(by: Self.day)
        let gone = await expired.send(.get, "")
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { await self.repeated(gone["resume"], expired).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1)
        #expect(statuses.allSatisfy { [201, 401, 503].contains($0) })
        #expect(try await api.store.count() == 1)
    }

    @Test("A browser resumes by the cookie of the expired session, which it deletes then")
    func cookie() async throws {
        let api = try Self.api()
        let started = await api.send(.post, "/v1/sessions", ["app": "notebook", "credential": "cookie"])
        let id = try #require(started["id"]?.stringValue)
        let set = try #require(started.fields[.setCookie])
        let cookie = String(set.prefix { $0 != ";" })
        let screen = try #require(started["focus"]?.stringValue)
        let path = "/v1/sessions/\(id)"
        let report = await api.send(.post, "\(path)/screens/\(screen)/outputs/signUp", fields: [.cookie: cookie])
        #expect(report.status == 200)
        api.clock.advance(by: Self.day)
        let gone = await api.send(.get, path, fields: [.cookie: cookie])
        #expect(gone.status == 410)
        let resume = try #require(gone["resume"])
        #expect(resume["href"] == .string("\(path)/resume"))
        let href = resume["href"]?.stringValue ?? ""
        let crossSite: HTTPFields = [.cookie: cookie, .secFetchSite: "cross-site"]
        #expect(await api.send(.post, href, resume["body"], fields: crossSite).status == 403)
        let reply = await api.send(.post, href, resume["body"], fields: [.cookie: cookie])
        #expect(reply.status == 201)
        #expect(reply["token"] == nil)
        let cookies = reply.fields.values(.setCookie)
        #expect(cookies.count == 2)
        #expect(cookies.contains { $0.contains("usher-\(id)=;") })
        #expect(await api.send(.post, href, resume["body"], fields: [.cookie: cookie]).status == 401)
    }

    @Test("A session that expired before a restart of the server resumes from the file")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("usher.db").path
        let clock = ManualClock()
        let store = try SQLiteStore(path: path)
        let first = try Self.api(store: store, clock: clock)
        let expired = try await Self.guest(of: first)
        first.registry.close()
        await store.close()
        clock.advance(by: Self.day)
        let next = try SQLiteStore(path: path)
        let api = try Self.api(store: next, clock: clock)
        let late = TestClient(api: api, id: expired.id, token: expired.token, state: expired.state)
        let client = try client(try await resume(late), api)
        #expect(client.stack == expired.stack)
        #expect(props(client) == props(expired))
        #expect(await late.send(.get, "").status == 401)
        #expect(try await next.count() == 1)
        api.registry.close()
        await next.close()
    }

    @Test("A session that is no longer remembered can't be resumed")
    func expiredLongAgo() async throws {
        var limits = SessionLimits()
        limits.expiredRetention = .seconds(1_000)
        limits.removalDelay = .zero
        let api = try TestAPI(limits: limits)
        var client = try await api.start()
        try await client.report("signUp")
        let expired = client
        api.clock.advance(by: .seconds(90_000))
        _ = try await api.store.removeExpired(before: api.clock.now - limits.expiredRetention, limit: 10)
        let resume: JSONValue = ["href": "/v1/sessions", "body": ["app": "notebook", "resume": .string(expired.id)]]
        #expect(await repeated(resume, expired).status == 401)
    }
}
