import APITesting
import Coordination
import HTTPCore
import JSON
import Sessions
import SessionsTesting
import StateAPI
import Testing

@Suite("Responses to invalid requests")
struct ErrorTests {
    @Test("a known member of a client's description with another type is rejected, and an unknown one is ignored")
    func clientTypes() async throws {
        let api = try TestAPI()
        let wrong = await api.send(.post, "/v1/sessions", ["client": ["view": [:], "locale": "de"]])
        #expect(wrong.status == 422)
        #expect(wrong["errors"]?[0]?["pointer"] == "/client/view")
        let unknown = await api.send(.post, "/v1/sessions", ["client": ["model": 5, "locale": "de"]])
        #expect(unknown.status == 201)
    }

    @Test(
        "metrics among the public routes are for this machine only",
        arguments: [("127.0.0.1", 200), ("::1", 200), ("192.0.2.1", 404), ("2001:db8::1", 404), (nil, 404)]
    )
    func metrics(client: String?, status: Int) async throws {
        let api = try TestAPI()
        let response = await api.send(.get, "/metrics", bytes: [], client: client.flatMap { ClientAddress($0) })
        #expect(response.status == status)
    }

    @Test("A missing, wrong or malformed credential and an unknown session get the same 401")
    func unauthorized() async throws {
        let api = try TestAPI()
        let client = try await api.start()
        let other = try await api.start()
        let replies = [
            await api.send(.get, client.path),
            await api.send(.get, client.path, fields: [.authorization: "Bearer nonsense"]),
            await api.send(.get, client.path, fields: [.authorization: "Basic abc"]),
            await api.send(.get, client.path, fields: [.authorization: "Bearer"]),
            await api.send(.get, client.path, fields: other.authorization),
            await api.send(.get, "/v1/sessions/0198c0de-0000-7000-8000-000000000000", fields: client.authorization),
            await api.send(.post, "/v1/sessions/x/back", fields: client.authorization),
        ]
        for reply in replies {
            #expect(reply.status == 401)
            #expect(reply.type == "/problems/unauthorized")
            #expect(reply.fields[.wwwAuthenticate] == "Bearer realm=\"usher\"")
        }
        #expect(Set(replies.map(\.bytes)).count == 1)
    }

    @Test("An unknown application, in a session or in a path, gets 404")
    func unknownApplication() async throws {
        let api = try TestAPI()
        #expect(await api.send(.post, "/v1/sessions", ["app": "nope"]).status == 404)
        #expect(await api.send(.get, "/v1/apps/nope").type == "/problems/unknown-app")
        #expect(await api.send(.get, "/v1/apps/nope/map").type == "/problems/unknown-app")
    }

    @Test("A request that would add an effect to a full queue gets 429 with Retry-After, and can be repeated")
    func effectQueueFull() async throws {
        let gate = EffectGate()
        let api = try TestAPI(gate: gate, effectLimit: 1)
        var first = try await api.start()
        let credentials: JSONValue = ["login": "demo", "password": "demo-password"]
        let wait: HTTPFields = [.prefer: "wait=0"]
        let busy = await first.sendOutput("submit", credentials, fields: wait)
        #expect(busy.status == 202)
        first.token = try #require(busy["token"]?.stringValue)
        var second = try await api.start()
        let reply = await second.sendOutput("submit", credentials, fields: wait)
        #expect(reply.status == 429)
        #expect(reply.type == "/problems/effect-queue-full")
        #expect(reply.fields[.retryAfter] == "5")
        #expect(reply.fields["RateLimit-Policy"] == "\"effect-queue\";q=1;qu=\"concurrent-requests\"")
        #expect(reply.fields["RateLimit"] == "\"effect-queue\";r=0;t=5")
        #expect(reply["detail"] == "Too many effects 'signIn' are waiting on this server.")
        try await second.read()
        #expect(second.revision == 1)
        gate.open()
        let signedIn = first
        #expect(await eventually { await signedIn.send(.get, "")["revision"] == 3 })
        let waiting = second
        #expect(await eventually { await waiting.sendOutput("submit", credentials).status == 200 })
    }

    @Test("A screen that is covered, removed or unknown is stale, and nothing changes")
    func staleScreen() async throws {
        var client = try await TestAPI().start()
        let login = client.focus
        try await client.report("signUp")
        let signUp = client.focus
        try await client.post("/back")
        try await client.report("signUp")
        for key in [login, signUp, "k999", "nonsense", "k0", "k99999999999999"] {
            let reply = await client.send(.post, "/screens/\(key)/outputs/terms")
            #expect(reply.status == 409)
            #expect(reply.type == "/problems/stale-screen")
            #expect(reply["state"] == client.state)
        }
    }

    @Test("A wait for a session that is ended meanwhile gets 401, like any later request")
    func endedWhileWaiting() async throws {
        let client = try await TestAPI().start()
        let tag = try #require(await client.send(.get, "").tag)
        let fields: HTTPFields = [.ifNoneMatch: tag, .prefer: "wait=20"]
        async let waiting = client.send(.get, "", fields: fields)
        #expect(await eventually { client.api.clock.scheduledCount == 1 })
        #expect(await client.send(.delete, "").status == 204)
        let reply = await waiting
        #expect(reply.status == 401)
        #expect(reply.type == "/problems/unauthorized")
    }

    @Test("An unknown tab is stale")
    func staleTab() async throws {
        let client = try await TestAPI().startInMain()
        let reply = await client.send(.post, "/tabs/k999")
        #expect(reply.status == 409)
        #expect(reply.type == "/problems/stale-tab")
    }

    @Test("An output that the screen does not declare is rejected, and the response lists the declared ones")
    func unknownOutput() async throws {
        var client = try await TestAPI().start()
        try await client.report("signUp")
        let reply = await client.sendOutput("nope")
        #expect(reply.status == 422)
        let outputs = "terms, submit"
        #expect(reply["detail"] == .string("The screen 'signUp' has no output 'nope'. Its outputs: \(outputs)."))
    }

    @Test(
        "An invalid payload is refused with a pointer to each violation",
        arguments: [
            (nil, "", "required"),
            (["login": "a"], "/password", "required"),
            (["login": 5, "password": "b"], "/login", "type"),
            (["login": "a", "password": "b", "extra": 1], "/extra", "additionalProperties"),
            (["login": "", "password": "b"], "/login", "minLength"),
            ("text", "", "type"),
            ([1, 2], "", "type"),
            (.null, "", "type"),
        ] as [(JSONValue?, String, String)]
    )
    func payload(_ body: JSONValue?, _ pointer: String, _ code: String) async throws {
        let client = try await TestAPI().start()
        let reply = await client.sendOutput("submit", body)
        #expect(reply.status == 422)
        #expect(reply.type == "/problems/invalid-payload")
        let errors = try #require(reply["errors"]?.arrayValue)
        #expect(errors.contains { $0["pointer"] == .string(pointer) && $0["code"] == .string(code) }, "\(reply)")
        #expect(await client.send(.get, "")["revision"] == 1)
    }

    @Test("With Prefer: messages the violations of a payload become messages of the screen, until it reports again")
    func messages() async throws {
        var client = try await TestAPI().start()
        let reply = await client.sendOutput("submit", ["login": "", "extra": 1], fields: [.prefer: "messages"])
        #expect(reply.status == 200)
        #expect(reply.fields[.preferenceApplied] == "messages")
        #expect(reply["revision"] == 2)
        try await client.read()
        let messages = try #require(client.focused?["messages"]?.arrayValue)
        #expect(
            messages.compactMap { $0["pointer"]?.stringValue } == ["/login", "/password", "/extra"],
            "\(messages)"
        )
        #expect(
            messages.compactMap { $0["code"]?.stringValue } == [
                "payload.minLength", "payload.required", "payload.additionalProperties",
            ]
        )
        #expect(messages.allSatisfy { $0["level"] == "error" && $0["text"]?.stringValue?.isEmpty == false })
        let history = await client.send(.get, "/history")
        let event = history["entries"]?.arrayValue?.first { $0["revision"] == 2 }?["event"]
        #expect(event?["type"] == "violations", "\(history)")
        try await client.report("signUp")
        #expect(client.stack == ["login", "signUp"])
    }

    @Test("With Prefer: messages the same violations change nothing the second time, and a repetition acts once")
    func repeatedMessages() async throws {
        let client = try await TestAPI().start()
        let fields: HTTPFields = [.prefer: "messages", .idempotencyKey: "k-1"]
        #expect(await client.sendOutput("submit", ["login": "a"], fields: fields)["revision"] == 2)
        let again = await client.sendOutput("submit", ["login": "a"], fields: fields)
        #expect(again.status == 200)
        #expect(again["revision"] == 2)
        #expect(await client.sendOutput("submit", ["login": "a"], fields: [.prefer: "messages"])["revision"] == 2)
    }

    @Test("Prefer: messages does not hide what is not about the payload")
    func otherProblems() async throws {
        let client = try await TestAPI().start()
        let fields: HTTPFields = [.prefer: "messages"]
        #expect(await client.sendOutput("nope", nil, fields: fields).type == "/problems/unknown-output")
        #expect(await client.send(.post, "/screens/k99/outputs/submit", [:], fields: fields).status == 409)
        #expect(await client.send(.post, "/back", ["to": 5], fields: fields).status == 422)
        let stale: HTTPFields = [.prefer: "messages", .ifMatch: "\"7\""]
        #expect(await client.sendOutput("submit", ["login": ""], fields: stale).status == 412)
    }

    @Test("An output without a payload accepts an empty body, an empty object and null, and nothing else")
    func noPayload() async throws {
        for body in [nil, [:], .null] as [JSONValue?] {
            let client = try await TestAPI().start()
            #expect(await client.sendOutput("signUp", body).status == 200)
        }
        let client = try await TestAPI().start()
        #expect(await client.sendOutput("signUp", ["a": 1]).status == 422)
    }

    @Test("A byte order mark before a body is ignored, and a body of a mark alone is none")
    func byteOrderMark() async throws {
        for (body, output) in [("\u{FEFF}{\"login\":\"ada\",\"password\":\"pw\"}", "submit"), ("\u{FEFF}", "signUp")] {
            let client = try await TestAPI().start()
            let reply = await client.api.send(
                .post,
                "\(client.path)/screens/\(client.focus)/outputs/\(output)",
                bytes: Array(body.utf8),
                fields: client.authorization
            )
            #expect(reply.status == 200)
        }
    }

    @Test(
        "A compressed body is refused with the coding that is accepted",
        arguments: ["gzip", "br", "deflate", "identity, gzip", "GZIP", "x"]
    )
    func compressedBody(_ coding: String) async throws {
        let client = try await TestAPI().start()
        for body in [Array("{}".utf8), [0x1F, 0x8B, 8, 0]] {
            var fields = client.authorization
            fields.append(.contentEncoding, coding)
            let reply = await client.api.send(
                .post,
                "\(client.path)/screens/\(client.focus)/outputs/signUp",
                bytes: body,
                fields: fields
            )
            #expect(reply.status == 415)
            #expect(reply.type == "/problems/unsupported-media-type")
            #expect(reply.fields[.acceptEncoding] == "identity")
        }
        var fields = client.authorization
        fields.append(.contentEncoding, "identity")
        let path = "\(client.path)/screens/\(client.focus)/outputs/signUp"
        #expect(await client.api.send(.post, path, bytes: Array("{}".utf8), fields: fields).status == 200)
    }

    @Test(
        "A body that is not JSON is refused",
        arguments: [
            "{", "{\"login\":\"a\"", "nonsense", "{\"a\":1,\"a\":2}", "{\"a\":\"\u{1}\"}", "{} x", "[1,]", "{}\u{FEFF}",
            "\u{FEFF}\u{FEFF}{}",
        ]
    )
    func malformed(_ body: String) async throws {
        let client = try await TestAPI().start()
        let reply = await client.api.send(
            .post,
            "\(client.path)/screens/\(client.focus)/outputs/submit",
            bytes: Array(body.utf8),
            fields: client.authorization
        )
        #expect(reply.status == 400)
        #expect(reply.type == "/problems/malformed-json")
    }

    @Test("A body with a run of combining marks gets 400 and the limit")
    func combiningMarks() async throws {
        let client = try await TestAPI().start()
        let marks = String(repeating: "\u{301}", count: 31)
        for body in [["login": .string("a\(marks)"), "password": "b"], ["a\(marks)": 1]] as [JSONValue] {
            let reply = await client.sendOutput("submit", body)
            #expect(reply.status == 400)
            #expect(reply["detail"]?.stringValue?.contains("at most 30 combining marks in a row") == true)
        }
        let path = "/v1/apps/" + PercentEncoding.encode("a\(marks)")
        let reply = await client.api.send(.get, path)
        #expect(reply.status == 400)
        #expect(reply["detail"]?.stringValue?.contains("30 combining marks in a row") == true)
    }

    @Test("The client's description of itself is cut to 64 scalars, and so is a name in a problem")
    func longTexts() async throws {
        let api = try TestAPI()
        // One character of 5,001 scalars.
        let text = JSONValue.string("a" + String(repeating: "\u{FE0F}", count: 5_000))
        let client = try await api.start(["client": ["platform": text, "version": text, "locale": text]])
        let stored = try #require(try await api.store.load(SessionID(client.id)))
        for part in [stored.client.platform, stored.client.version, stored.client.locale] {
            #expect(part?.unicodeScalars.count == 64)
        }
        let name = PercentEncoding.encode("a" + String(repeating: "\u{FE0F}", count: 400))
        #expect(await api.send(.get, "/v1/apps/\(name)").bytes.count < 1_000)
        #expect(await client.sendOutput(name).bytes.count < 1_000)
    }

    @Test("A body that is not UTF-8 is rejected")
    func notUTF8() async throws {
        let client = try await TestAPI().start()
        let reply = await client.api.send(
            .post,
            "\(client.path)/screens/\(client.focus)/outputs/submit",
            bytes: [0x22, 0xFF, 0xFE, 0x22],
            fields: client.authorization
        )
        #expect(reply.status == 400)
    }

    @Test("Ten thousand nested levels get 400, and a megabyte gets 413")
    func deepAndLarge() async throws {
        let client = try await TestAPI().start()
        let path = "\(client.path)/screens/\(client.focus)/outputs/submit"
        let deep = Array(repeating: UInt8(ascii: "["), count: 10_000)
        #expect(await client.api.send(.post, path, bytes: deep, fields: client.authorization).status == 400)
        let large = Array("{\"login\":\"".utf8) + Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(await client.api.send(.post, path, bytes: large, fields: client.authorization).status == 413)
    }

    @Test(
        "A body that is not declared as JSON is refused",
        arguments: ["text/plain", "application/x-www-form-urlencoded", ""]
    )
    func contentType(_ type: String) async throws {
        let client = try await TestAPI().start()
        var fields = client.authorization
        fields.append(.contentType, type)
        let reply = await client.api.send(
            .post,
            "\(client.path)/back",
            bytes: Array("{}".utf8),
            fields: fields
        )
        #expect(reply.status == 415)
    }

    @Test("A client that does not accept JSON gets 406")
    func notAcceptable() async throws {
        let client = try await TestAPI().start()
        #expect(await client.send(.get, "", fields: [.accept: "text/html"]).status == 406)
        #expect(await client.send(.get, "", fields: [.accept: "text/html, application/*;q=0.5"]).status == 200)
    }

    @Test("A wrong method gets 405 and the allowed methods")
    func method() async throws {
        let api = try TestAPI()
        let client = try await api.start()
        let reply = await api.send(.put, client.path, fields: client.authorization)
        #expect(reply.status == 405)
        let allowed = try #require(reply.fields[.allow])
        for method in ["GET", "HEAD", "DELETE", "OPTIONS"] { #expect(allowed.contains(method)) }
        let options = await api.send(.options, "\(client.path)/back")
        #expect(options.status == 204)
        #expect(options.fields[.allow]?.contains("POST") == true)
    }

    @Test("An unknown path gets 404")
    func notFound() async throws {
        let reply = await (try TestAPI()).send(.get, "/v1/nothing")
        #expect(reply.status == 404)
        #expect(reply.fields[.contentType] == "application/problem+json")
    }

    @Test(
        "Unknown links, links of other applications and links to unknown notes are refused",
        arguments: [
            "usher://notebook/nowhere", "usher://counter/note/5", "usher://notebook/note/500",
            "https://example.com/note/5",
            "javascript:alert(1)", "usher://notebook/note/%zz", "x", "usher://notebook/note/5/6",
        ]
    )
    func link(_ url: String) async throws {
        let client = try await TestAPI().startInMain()
        let reply = await client.send(.post, "/links", ["url": .string(url)])
        #expect(reply.status == 422)
        #expect(await client.send(.get, "")["revision"] == client.state["revision"])
        #expect(await client.api.send(.post, "/v1/sessions", ["link": .string(url), "app": "notebook"]).status == 422)
    }

    @Test("A new session's body may have unknown members only in the client's description of itself")
    func unknownMembers() async throws {
        let api = try TestAPI()
        #expect(await api.send(.post, "/v1/sessions", ["color": "red"]).status == 422)
        #expect(await api.send(.post, "/v1/sessions", ["client": ["color": "red"]]).status == 201)
        #expect(await api.send(.post, "/v1/sessions", ["client": "ios"]).status == 422)
        #expect(await api.send(.post, "/v1/sessions", ["credential": "password"]).status == 422)
        #expect(await api.send(.post, "/v1/sessions", [1]).status == 422)
    }

    @Test("An expired session gets 410 and a way to start again, with its credential only")
    func expired() async throws {
        let api = try TestAPI()
        let client = try await api.start()
        api.clock.advance(by: .seconds(86_400))
        let reply = await client.send(.get, "")
        #expect(reply.status == 410)
        #expect(reply["resume"] == ["method": "POST", "href": "/v1/sessions", "body": ["app": "notebook"]])
        #expect(await api.send(.get, client.path).status == 401)
    }

    @Test("A step whose document exceeds the limit is rejected with the screen that is too large, and going back works")
    func documentBytes() async throws {
        var measured = try await TestAPI().start()
        try await measured.report("signUp")
        let size = await measured.send(.get, "").bytes.count
        var limits = SessionLimits()
        limits.documentBytes = size
        let fitting = try await TestAPI(limits: limits).start()
        #expect(await fitting.sendOutput("signUp").status == 200)
        limits.documentBytes = size - 1
        var client = try await TestAPI(limits: limits).start()
        let reply = await client.sendOutput("signUp")
        #expect(reply.status == 422)
        #expect(reply["type"] == "/problems/rejected")
        let detail = reply["detail"]?.stringValue ?? ""
        #expect(
            detail.replacing(",", with: "").contains("would have \(size) bytes (at most \(size - 1)). The screen '")
        )
        #expect(detail.hasSuffix("Go back or remove something first."))
        try await client.read()
        #expect(client.stack == ["login"] && client.revision == 1)
        var large = try await TestAPI(limits: limits).start(["link": "usher://notebook/signUp"])
        try await large.post("/back")
        #expect(large.stack == ["login"])
    }

    @Test("A damaged session gets 410 and a way to start again, with its credential only")
    func unreadable() async throws {
        var limits = SessionLimits()
        limits.memoryBytes = 1
        let api = try TestAPI(store: MemoryStore(requiresEncoding: true), limits: limits)
        let client = try await api.start()
        let stored = try #require(try await api.store.load(SessionID(client.id)))
        try await api.store.remove(stored.id)
        let damaged = stored.with(StoredContent.encoded(StateLog(whole: Array("{".utf8))))
        _ = try await api.store.commit([SessionCommit(expectedGeneration: nil, session: damaged, addsReply: false)])
        let other = try await api.start()
        for _ in 0..<2 {
            let reply = await client.send(.get, "")
            #expect(reply.status == 410)
            #expect(reply["type"] == "/problems/session-unreadable")
            #expect(reply["resume"] == ["method": "POST", "href": "/v1/sessions", "body": ["app": "notebook"]])
        }
        #expect(await client.sendOutput("signUp").status == 410)
        #expect(await api.send(.get, client.path).status == 401)
        #expect(await other.send(.get, "").status == 200)
    }

    @Test("While the store fails, requests get 503 with a time to retry, and nothing changes")
    func unavailable() async throws {
        let store = MemoryStore()
        let api = try TestAPI(store: store)
        let client = try await api.start()
        await store.close()
        for reply in [await client.sendOutput("signUp"), await api.send(.post, "/v1/sessions")] {
            #expect(reply.status == 503)
            #expect(reply["type"] == "/problems/unavailable")
            #expect(reply.fields[.retryAfter] != nil)
        }
        for _ in 0..<5 { #expect(await api.send(.get, "/readyz").status == 503) }
        #expect(api.log.lines.count { $0.contains("Store probe failed") } == 1)
        #expect(await client.send(.get, "")["revision"] == 1)
    }

    @Test("An ended session gets 401")
    func ended() async throws {
        let client = try await TestAPI().start()
        #expect(await client.send(.delete, "").status == 204)
        #expect(await client.send(.get, "").status == 401)
    }

    @Test("A session beyond the limit gets 429 with the time until the next one expires")
    func full() async throws {
        var limits = SessionLimits()
        limits.sessions = 2
        let api = try TestAPI(limits: limits)
        for _ in 0..<2 {
            var client = try await api.start()
            try await client.report("signUp")
        }
        let reply = await api.send(.post, "/v1/sessions")
        #expect(reply.status == 429)
        let seconds = try #require(reply.fields[.retryAfter].flatMap { Int($0) })
        #expect((86_400...86_460).contains(seconds))
        #expect(reply.fields["RateLimit-Policy"] == "\"sessions\";q=2")
        #expect(reply.fields["RateLimit"] == "\"sessions\";r=0;t=\(seconds)")
    }

    @Test("A step beyond the limit of open screens is rejected, and a step back is not")
    func tooManyScreens() async throws {
        var limits = SessionLimits()
        limits.screens = 2
        var client = try await TestAPI(limits: limits).start()
        try await client.report("signUp")
        let reply = await client.sendOutput("terms")
        #expect(reply.status == 422)
        #expect(reply["errors"]?[0]?["code"] == "session.full")
        try await client.post("/back")
        #expect(client.stack == ["login"])
    }

    @Test("Every problem is published at its own type and in the list")
    func problems() async throws {
        let api = try TestAPI()
        let list = try #require(await api.send(.get, "/problems")["problems"]?.arrayValue)
        #expect(list.count > 20)
        for problem in list {
            let type = try #require(problem["type"]?.stringValue)
            #expect(await api.send(.get, type)["problems"] == [problem])
        }
    }
}
