import APITesting
import Concurrency
import Coordination
import HTTPCore
import JSON
import Sessions
import SessionsTesting
import StateAPI
import Testing

@Suite("Conditional and repeated requests")
struct ConditionTests {
    @Test("A client that has the current revision gets 304 without a body")
    func notModified() async throws {
        let client = try await TestAPI().start()
        let reply = await client.send(.get, "", fields: [.ifNoneMatch: "\"1\""])
        #expect(reply.status == 304)
        #expect(reply.tag == "\"1\"")
        #expect(reply.bytes.isEmpty)
        #expect(await client.send(.get, "", fields: [.ifNoneMatch: "\"7\", \"1\""]).status == 304)
        #expect(await client.send(.get, "", fields: [.ifNoneMatch: "\"7\""]).status == 200)
    }

    @Test("A response that depends on what the client prefers names the fields on which it depends")
    func vary() async throws {
        let client = try await TestAPI().start()
        let patch: HTTPFields = [.prefer: "patch-from=\"1\""]
        let replies = [
            await client.send(.get, ""),
            await client.send(.get, "", fields: patch),
            await client.send(.get, "", fields: [.ifNoneMatch: "\"1\""]),
            await client.sendOutput("signUp"),
            await client.send(.post, "/back", fields: patch),
            await client.send(.post, "/back", fields: [.prefer: "return=minimal"]),
        ]
        #expect(replies.map(\.status) == [200, 200, 304, 200, 200, 204])
        #expect(replies[4].fields[.preferenceApplied] == "patch-from=\"1\"")
        for reply in replies {
            #expect(reply.fields.values(.vary) == ["Accept, Accept-Encoding, Prefer"], "\(reply)")
        }
        // The state in a problem is always the whole one, and its title follows the language of the request.
        #expect(await client.send(.post, "/back", fields: [.ifMatch: "\"99\""]).fields[.vary] == "Accept-Language")
    }

    @Test("A report on the current revision is accepted; one on an old revision gets 412 and the current state")
    func ifMatch() async throws {
        let client = try await TestAPI().start()
        let first = await client.sendOutput("signUp", fields: [.ifMatch: "\"1\""])
        #expect(first.status == 200)
        #expect(first.tag == "\"2\"")
        let second = await client.send(.post, "/back", fields: [.ifMatch: "\"1\""])
        #expect(second.status == 412)
        #expect(second.type == "/problems/revision-mismatch")
        #expect(second["state"]?["revision"] == 2)
        #expect(second.tag == "\"2\"")
        #expect(second.fields[.contentType] == "application/problem+json")
    }

    @Test("Without If-Match, or with a star, a report is accepted at any revision", arguments: [nil, "*"])
    func anyRevision(_ condition: String?) async throws {
        let client = try await TestAPI().start()
        let fields: HTTPFields = condition.map { [.ifMatch: $0] } ?? [:]
        #expect(await client.sendOutput("signUp", fields: fields).status == 200)
    }

    @Test(
        "A tag that a proxy has marked names the same revision",
        arguments: [
            "W/\"1\"", "\"1-gzip\"", "W/\"1-gzip\"", "\"1--gzip\"", "\"1;gzip\"", "\"1-br\"", "\"1:zstd\"",
            "\"7\", W/\"1;br\"",
        ]
    )
    func markedTag(_ tag: String) async throws {
        let client = try await TestAPI().start()
        #expect(await client.send(.get, "", fields: [.ifNoneMatch: tag]).status == 304)
        #expect(await client.send(.get, "", fields: [.ifMatch: tag]).status == 200)
        #expect(await client.sendOutput("signUp", fields: [.ifMatch: tag]).status == 200)
        #expect(await client.sendOutput("signUp", fields: [.ifMatch: tag]).status == 412)
    }

    @Test(
        "A tag that names no revision matches none",
        arguments: ["\"x\"", "\"01\"", "\"+1\"", "\"1-2\"", "\"1gzip\"", "\"-gzip\"", "\"\"", "\"1.0\"", "\"2\""]
    )
    func otherTag(_ tag: String) async throws {
        let client = try await TestAPI().start()
        #expect(await client.sendOutput("signUp", fields: [.ifMatch: tag]).status == 412)
        #expect(await client.send(.get, "", fields: [.ifMatch: tag]).status == 412)
        #expect(await client.send(.get, "", fields: [.ifNoneMatch: tag]).status == 200)
    }

    @Test(
        "A condition that is no list of tags is a malformed request",
        arguments: ["1", "\"1", ",", "", "W/1", "*, \"1\"", "17"]
    )
    func noTag(_ text: String) async throws {
        let client = try await TestAPI().start()
        for reply in [
            await client.sendOutput("signUp", fields: [.ifMatch: text]),
            await client.send(.get, "", fields: [.ifMatch: text]),
            await client.send(.get, "", fields: [.ifNoneMatch: text]),
        ] {
            #expect(reply.status == 400)
            #expect(reply.type == "/problems/malformed-request")
            #expect(reply["detail"]?.stringValue?.contains("quotation marks") == true)
        }
    }

    @Test("A repeated request acts once and gets the current state")
    func replay() async throws {
        let client = try await TestAPI().start()
        let fields: HTTPFields = [.idempotencyKey: "\"a-key\"", .ifMatch: "\"1\""]
        let first = await client.sendOutput("signUp", fields: fields)
        #expect(first.status == 200)
        #expect(first.fields["Idempotency-Replayed"] == nil)
        let second = await client.sendOutput("signUp", fields: fields)
        #expect(second.status == 200)
        #expect(second.fields["Idempotency-Replayed"] == "true")
        #expect(second.bytes == first.bytes)
        // The key is the same with and without quotes.
        let third = await client.sendOutput("signUp", fields: [.idempotencyKey: "a-key"])
        #expect(third.status == 200)
        #expect(third["revision"] == 2)
    }

    @Test("The same key with another body or another path is rejected")
    func reusedKey() async throws {
        let client = try await TestAPI().start()
        let fields: HTTPFields = [.idempotencyKey: "a-key"]
        #expect(await client.sendOutput("signUp", fields: fields).status == 200)
        let otherPath = await client.send(.post, "/back", fields: fields)
        #expect(otherPath.status == 422)
        #expect(otherPath.type == "/problems/idempotency-key-reused")
        #expect(await client.sendOutput("signUp", [:], fields: fields).status == 422)
    }

    @Test("A step without a change is remembered too, so a repetition does nothing later")
    func replayOfNothing() async throws {
        var client = try await TestAPI().start()
        let fields: HTTPFields = [.idempotencyKey: "a-key"]
        #expect(await client.send(.post, "/back", fields: fields)["revision"] == 1)
        try await client.report("signUp")
        let replay = await client.send(.post, "/back", fields: fields)
        #expect(replay.fields["Idempotency-Replayed"] == "true")
        #expect(replay["revision"] == 2)
    }

    @Test("A repeated creation starts one session and returns the same token")
    func creation() async throws {
        let api = try TestAPI()
        let fields: HTTPFields = [.idempotencyKey: "8e03978e-40d5-43e8-bc93-6894a57f9324"]
        let first = await api.send(.post, "/v1/sessions", ["app": "notebook"], fields: fields)
        let second = await api.send(.post, "/v1/sessions", ["app": "notebook"], fields: fields)
        #expect(first.status == 201 && second.status == 201)
        #expect(first["id"] == second["id"])
        #expect(second.fields["Idempotency-Replayed"] == "true")
        let id = try #require(second["id"]?.stringValue)
        let token = try #require(second["token"]?.stringValue)
        #expect(first["token"] == second["token"])
        #expect(await api.send(.get, "/v1/sessions/\(id)", fields: [.authorization: "Bearer \(token)"]).status == 200)
        let other = await api.send(.post, "/v1/sessions", [:], fields: fields)
        #expect(other.status == 422)
        let late = await api.send(.post, "/v1/sessions", ["app": "notebook"], fields: fields)
        #expect(late.status == 422, "the token was used")
        #expect(late.type == "/problems/idempotency-key-reused")
    }

    @Test("A creation's key that could be guessed is rejected")
    func shortCreationKey() async throws {
        let reply = await (try TestAPI()).send(.post, "/v1/sessions", fields: [.idempotencyKey: "1"])
        #expect(reply.status == 400)
        #expect(reply.type == "/problems/idempotency-key-too-short")
    }

    @Test("An idempotency key that is empty, too long or not printable ASCII is rejected")
    func invalidKey() async throws {
        let client = try await TestAPI().start()
        for key in [
            "", "\"\"", String(repeating: "a", count: 256), "a-key-with-an-\u{E9}", "a\u{301}-0123456789abcdef",
        ] {
            let reply = await client.sendOutput("signUp", fields: [.idempotencyKey: key])
            #expect(reply.status == 400, "\(key)")
            #expect(reply.type == "/problems/malformed-request")
        }
        #expect(await client.sendOutput("signUp", fields: [.idempotencyKey: "a key with spaces"]).status == 200)
    }

    @Test("A client that prefers a minimal response gets 204 and the tag")
    func minimal() async throws {
        let client = try await TestAPI().start()
        let reply = await client.sendOutput("signUp", fields: [.prefer: "return=minimal"])
        #expect(reply.status == 204)
        #expect(reply.bytes.isEmpty)
        #expect(reply.tag == "\"2\"")
        #expect(reply.fields[.preferenceApplied] == "return=minimal")
    }

    @Test("A waiting client gets a response when the next revision comes")
    func longPoll() async throws {
        let client = try await TestAPI().start()
        async let waiting = client.send(.get, "", fields: [.ifNoneMatch: "\"1\"", .prefer: "wait=25"])
        #expect(await client.sendOutput("signUp").status == 200)
        let reply = await waiting
        #expect(reply.status == 200)
        #expect(reply["revision"] == 2)
    }

    @Test("A waiting client gets 304 at the end of its wait without a change")
    func longPollInVain() async throws {
        let api = try TestAPI()
        let client = try await api.start()
        let scheduledCount = api.clock.scheduledCount
        let waiting = Task { await client.send(.get, "", fields: [.ifNoneMatch: "\"1\"", .prefer: "wait=25"]) }
        while api.clock.scheduledCount == scheduledCount { await Task.yield() }
        api.clock.advance(by: .seconds(25))
        #expect(await waiting.value.status == 304)
    }

    @Test("An effect that outlasts the wait gives 202 and the name of the effect")
    func busy() async throws {
        let gate = EffectGate()
        let api = try TestAPI(gate: gate)
        var client = try await api.start()
        let reply = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.prefer: "wait=0"]
        )
        #expect(reply.status == 202)
        client.token = try #require(reply["token"]?.stringValue)
        #expect(reply["status"] == "busy")
        #expect(reply["busy"]?["effect"] == "signIn")
        #expect(reply["busy"]?["since"] == "2026-11-21T09:30:00Z")
        #expect(reply["screens"]?[client.focus]?["outputs"] == [])
        let tooSoon = await client.sendOutput("submit", ["login": "demo", "password": "demo-password"])
        #expect(tooSoon.status == 409)
        #expect(tooSoon.type == "/problems/busy")
        let signedIn = client
        async let waiting = signedIn.send(.get, "", fields: [.ifNoneMatch: "\"2\"", .prefer: "wait=25"])
        gate.open()
        let after = await waiting
        #expect(after["status"] == "active")
        #expect(after["revision"] == 3)
        #expect(api.performed.withLock { $0 } == ["signIn": 1])
    }
}
