import APITesting
import HTTPCore
import JSON
import StateAPI
import Testing

@Suite("Cookies and other sites")
struct CredentialTests {
    private func startWithCookie(_ api: TestAPI) async throws -> (id: String, cookie: String) {
        let reply = await api.send(
            .post,
            "/v1/sessions",
            ["credential": "cookie"],
            fields: [.secFetchSite: "same-origin"]
        )
        try #require(reply.status == 201)
        #expect(reply["token"] == nil)
        let id = try #require(reply["id"]?.stringValue)
        let setting = try #require(reply.fields[.setCookie])
        #expect(setting.hasPrefix("usher-\(id)="))
        #expect(setting.contains("; Path=/v1/sessions/\(id);"))
        #expect(setting.contains("; Max-Age=\(30 * 86_400);"), "the absolute lifetime of a session")
        #expect(setting.contains("; HttpOnly; SameSite=Strict"))
        return (id, String(setting.prefix { $0 != ";" }))
    }

    @Test("A browser's cookie opens its session, also beside other cookies")
    func cookie() async throws {
        let api = try TestAPI()
        let (id, cookie) = try await startWithCookie(api)
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: cookie]).status == 200)
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: "a=b; \(cookie); c=d"]).status == 200)
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: "usher-\(id)=x"]).status == 401)
    }

    @Test("A request from another site's page is rejected although it has the cookie")
    func crossSite() async throws {
        let api = try TestAPI()
        let (id, cookie) = try await startWithCookie(api)
        let path = "/v1/sessions/\(id)/back"
        let cases: [(HTTPFields, Int)] = [
            ([.secFetchSite: "cross-site"], 403),
            ([.secFetchSite: "same-site"], 403),
            ([.secFetchSite: "same-origin"], 200),
            ([.secFetchSite: "none"], 200),
            ([.origin: "https://evil.example", .host: "localhost:8080"], 403),
            ([.origin: "null", .host: "localhost:8080"], 403),
            ([.origin: "http://localhost:8080", .host: "localhost:8080"], 200),
            ([:], 200),
        ]
        for (fields, status) in cases {
            var fields = fields
            fields.append(.cookie, cookie)
            #expect(await api.send(.post, path, fields: fields).status == status, "\(fields)")
        }
    }

    @Test("A page of another site can't start a session with a cookie")
    func crossSiteStart() async throws {
        let reply = await (try TestAPI()).send(
            .post,
            "/v1/sessions",
            ["credential": "cookie"],
            fields: [.secFetchSite: "cross-site"]
        )
        #expect(reply.status == 403)
        #expect(reply.fields[.setCookie] == nil)
    }

    @Test("A page of another site can't start a session in the name of its visitor, unless its origin is listed")
    func crossSiteTokenStart() async throws {
        var settings = StateAPI.Settings()
        settings.corsOrigins = ["https://app.example"]
        let api = try TestAPI(settings: settings)
        let cases: [(HTTPFields, Int)] = [
            ([:], 201), ([.secFetchSite: "same-origin"], 201), ([.secFetchSite: "none"], 201),
            ([.secFetchSite: "cross-site"], 403), ([.secFetchSite: "same-site"], 403),
            ([.origin: "https://evil.example"], 403), ([.origin: "null"], 403),
            ([.origin: "http://localhost:8080", .host: "localhost:8080"], 201),
            ([.secFetchSite: "cross-site", .origin: "https://app.example"], 201),
            ([.secFetchSite: "cross-site", .origin: "https://evil.example"], 403),
        ]
        for (fields, status) in cases {
            let reply = await api.send(.post, "/v1/sessions", fields: fields)
            #expect(reply.status == status, "\(fields)")
            if status == 403 { #expect(reply["type"] == "/problems/cross-site") }
        }
    }

    @Test("A token is accepted from every site")
    func bearerFromElsewhere() async throws {
        let client = try await TestAPI().start()
        #expect(await client.send(.post, "/back", fields: [.secFetchSite: "cross-site"]).status == 200)
    }

    @Test("Only pages of the listed origins may use the API")
    func cors() async throws {
        var settings = StateAPI.Settings()
        settings.corsOrigins = ["https://app.example"]
        let api = try TestAPI(settings: settings)
        let preflight = await api.send(
            .options,
            "/v1/sessions",
            fields: [.origin: "https://app.example", "Access-Control-Request-Method": "POST"]
        )
        #expect(preflight.status == 204)
        #expect(preflight.fields["Access-Control-Allow-Origin"] == "https://app.example")
        let allowed = await api.send(.post, "/v1/sessions", fields: [.origin: "https://app.example"])
        #expect(allowed.fields["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(allowed.fields[.vary] == "Origin")
        let other = await api.send(.post, "/v1/sessions", fields: [.origin: "https://evil.example"])
        #expect(other.fields["Access-Control-Allow-Origin"] == nil)
        let byDefault = await (try TestAPI()).send(.post, "/v1/sessions", fields: [.origin: "https://app.example"])
        #expect(byDefault.fields["Access-Control-Allow-Origin"] == nil)
    }

    @Test("A sign-in returns a new token, and the token from before opens nothing any more")
    func newToken() async throws {
        let api = try TestAPI()
        let client = try await api.start()
        let reply = await client.sendOutput("submit", ["login": "demo", "password": "demo-password"])
        let token = try #require(reply["token"]?.stringValue)
        #expect(reply.status == 200 && token != client.token)
        let old = await client.send(.get, "")
        #expect(old.status == 401 && old.type == "/problems/credential-replaced")
        #expect(await api.send(.get, client.path, fields: [.authorization: "Bearer \(token)"]).status == 200)
        #expect(!api.log.lines.contains { $0.contains(token) })
    }

    @Test("A client that does not wait for its sign-in gets the new token with 202, and another one sees no outcome")
    func newTokenWhileBusy() async throws {
        let gate = EffectGate()
        let api = try TestAPI(gate: gate)
        let client = try await api.start()
        let other = Task { await client.send(.get, "", fields: [.ifNoneMatch: "\"1\"", .prefer: "wait=25"]) }
        let reply = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.prefer: "wait=0, return=minimal", .idempotencyKey: "a-key"]
        )
        #expect(reply.status == 202)
        let token = try #require(reply["token"]?.stringValue)
        let waited = await other.value
        #expect(waited.status == 401 && waited.type == "/problems/credential-replaced")
        #expect(waited["state"] == nil)
        gate.open()
        let again = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.idempotencyKey: "a-key"]
        )
        #expect(again.status == 200 && again["token"]?.stringValue == token)
        #expect(again.fields["Idempotency-Replayed"] == "true")
        let after = await api.send(.get, client.path, fields: [.authorization: "Bearer \(token)"])
        #expect(after.status == 200 && after["token"] == nil)
        // The client has the token now.
        let late = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.idempotencyKey: "a-key"]
        )
        #expect(late.status == 401 && late.type == "/problems/credential-replaced" && late["token"] == nil)
        for path in ["/back", "/tabs/x", "/screens/x/outputs/submit"] {
            let other = await client.send(.post, path, fields: [.idempotencyKey: "a-key"])
            #expect(other.status == 401 && other["state"] == nil, "\(path)")
        }
    }

    @Test("A browser's cookie is replaced by a sign-in")
    func newCookie() async throws {
        let api = try TestAPI()
        let (id, cookie) = try await startWithCookie(api)
        let state = await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: cookie])
        let focus = try #require(state["focus"]?.stringValue)
        let reply = await api.send(
            .post,
            "/v1/sessions/\(id)/screens/\(focus)/outputs/submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.cookie: cookie, .secFetchSite: "same-origin"]
        )
        #expect(reply.status == 200 && reply["token"] == nil)
        #expect(state.fields["Credential-Renewed"] == nil)
        #expect(reply.fields["Credential-Renewed"] == "true")
        let setting = try #require(reply.fields[.setCookie])
        #expect(setting.contains("; Max-Age=\(30 * 86_400); HttpOnly; SameSite=Strict"))
        let new = String(setting.prefix { $0 != ";" })
        #expect(new != cookie)
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: new]).status == 200)
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.cookie: cookie]).status == 401)
    }

    @Test("A log-out returns a new token, too")
    func newTokenAfterLogOut() async throws {
        var client = try await TestAPI().startInMain()
        let routes = client.state["navigation"]?["routes"]?.arrayValue ?? []
        let settings = try #require(routes.first { $0["name"] == "settings" }?["key"]?.stringValue)
        try await client.post("/tabs/\(settings)")
        #expect(await client.send(.get, "/account/sessions").status == 200)
        let before = client
        try await client.report("logOut")
        #expect(client.token != before.token && client.stack == ["login"])
        #expect(await before.send(.get, "").status == 401)
        #expect(await client.send(.get, "/account/sessions").status == 403)
    }

    @Test("A user sees the sessions on all devices, ends one, and ends all others")
    func accountSessions() async throws {
        let api = try TestAPI()
        let phone = try await api.startInMain()
        let tablet = try await api.startInMain()
        let guest = try await api.start()
        let list = await phone.send(.get, "/account/sessions")
        #expect(list.status == 200)
        let sessions = try #require(list["sessions"]?.arrayValue)
        #expect(Set(sessions.compactMap { $0["id"]?.stringValue }) == [phone.id, tablet.id])
        let own = try #require(sessions.first { $0["current"] == true })
        #expect(own["id"] == .string(phone.id) && own["app"] == "notebook" && own["client"] == [:])
        #expect(own["createdAt"] == "2026-11-21T09:30:00Z" && own["lastUsedAt"] == "2026-11-21T09:30:00Z")
        #expect(await phone.send(.delete, "/account/sessions/\(guest.id)").status == 404)
        #expect(await phone.send(.delete, "/account/sessions/\(tablet.id)").status == 204)
        #expect(await tablet.send(.get, "").status == 401)
        #expect(await phone.send(.delete, "/account/sessions/\(tablet.id)").status == 404)
        let laptop = try await api.startInMain()
        #expect(await phone.send(.delete, "/account/sessions").status == 204)
        #expect(await laptop.send(.get, "").status == 401)
        #expect(await phone.send(.get, "").status == 200)
        #expect(await guest.send(.get, "").status == 200)
    }

    @Test("A guest gets 403 for the sessions of an account, and no credential gives them away")
    func accountOfGuest() async throws {
        let client = try await TestAPI().start()
        for (method, path) in [(HTTPMethod.get, ""), (.delete, ""), (.delete, "/x")] {
            let reply = await client.send(method, "/account/sessions\(path)")
            #expect(reply.status == 403 && reply.type == "/problems/account-required", "\(method) \(path)")
            #expect(await client.api.send(method, client.path + "/account/sessions\(path)").status == 401)
        }
    }

    @Test("Secrets are in no log line and no state")
    func secrets() async throws {
        let api = try TestAPI()
        var client = try await api.start()
        try await client.report("signUp")
        try await client.report("terms")
        try await client.report("confirmChanged", true)
        try await client.post("/back")
        try await client.report("submit", ["login": "ann", "password": "canary-password"])
        try await client.report("submit", ["phone": "+49 170 7654321"])
        #expect(client.stack == ["login", "signUp", "addPhone", "verifyPhone"])
        try await client.report("submit", ["code": "987654"])
        #expect(client.focused?["messages"]?[0]?["code"] == "code.wrong")
        let state = await client.send(.get, "")
        let text = ([state.description] + api.log.lines).joined(separator: "\n")
        #expect(!text.contains("canary-password"))
        #expect(!text.contains("987654"))
        #expect(!text.contains(client.token))
        #expect(!text.replacing(" ", with: "").contains("1707654321"))
        #expect(api.log.lines.contains { $0.contains("Transition committed") })
    }

    @Test("Every response has a request id: the client's own if it is well-formed, else a new one")
    func requestID() async throws {
        let api = try TestAPI()
        #expect(await api.send(.get, "/healthz", fields: [.xRequestID: "abc-1"]).fields[.xRequestID] == "abc-1")
        let made = await api.send(.get, "/healthz", fields: [.xRequestID: "a b\"c"]).fields[.xRequestID]
        #expect(made != nil && made != "a b\"c")
    }

    @Test(
        "A valid trace id of a request is in the transition's log line",
        arguments: [
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e473X-00f067aa0ba902b7-01", false),
            ("nonsense", false),
        ]
    )
    func trace(_ field: String, _ isTrace: Bool) async throws {
        let api = try TestAPI()
        let client = try await api.start()
        #expect(await client.sendOutput("signUp", fields: [.traceparent: field]).status == 200)
        let lines = api.log.lines.filter { $0.contains("signUp") }
        #expect(lines.contains { $0.contains("4bf92f3577b34da6a3ce929d0e0e4736") } == isTrace)
    }
}
