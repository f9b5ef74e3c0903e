import EventStreams
import HTTPCore
import JSON
import RawHTTP
import SessionsTesting
import StateAPI
import Testing
import UsherServer

@Suite("A session on several devices", .serialized)
struct DeviceTests {
    @Test("a hand-off gives one more device the state and a credential of its own, once")
    func handoff() async throws {
        try await RunningServer.run { server in
            let phone = try server.startInMain()
            let made = try phone.send("POST", "/handoffs")
            #expect(made.status == 201)
            let code = try #require(made.json["code"]?.stringValue)
            #expect(made.json["url"] == .string("/?app=items#handoff=\(code)"))
            #expect(made.json["expiresAt"]?.stringValue?.hasSuffix("Z") == true)

            let joined = try server.join(code)
            #expect(joined.status == 200)
            #expect(joined.field("content-location") == phone.path)
            let laptop = try AppClient(joined.json, port: server.port)
            #expect(laptop.token != phone.token)
            #expect(laptop.layout == phone.layout && laptop.revision == phone.revision)

            // Both act on the one session, and each sees the other's steps.
            try laptop.report("itemSelected", 3)
            try phone.read()
            #expect(phone.layout == laptop.layout && phone.revision == laptop.revision)
            try phone.back()
            try laptop.read()
            #expect(phone.layout == laptop.layout && phone.revision == laptop.revision)

            #expect(try server.join(code).problem == "handoff-unusable")
        }
    }

    @Test("the history names the device of each step")
    func history() async throws {
        try await RunningServer.run { server in
            let phone = try server.startInMain()
            let laptop = try AppClient(server.join(phone.handOff()).json, port: server.port)
            try laptop.report("itemSelected", 3)
            try phone.read()
            try phone.back()
            let devices = try phone.credentials()
            let names = ([false, true] as [JSONValue]).map { current in
                devices.first { $0["current"] == current }?["id"]
            }
            #expect(devices.count == 2 && !names.contains(nil) && names[0] != names[1])
            // The newest comes first.
            #expect(try phone.history(limit: 2).map { $0.json["credential"] } == [names[1], names[0]])
        }
    }

    @Test("each device can resume the session after it has expired")
    func resuming() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "kanji"])
            let laptop = try AppClient(server.join(phone.handOff()).json, port: server.port)
            try phone.report("kanjiSelected", "水")
            server.clock.advance(by: .seconds(86_401))
            let gone = try laptop.send("GET", "")
            #expect(gone.status == 410)
            let resume = try #require(gone.json["resume"])
            let path = try #require(resume["href"]?.stringValue), body = try #require(resume["body"])
            let other = try server.connect().exchange("POST", path, body, fields: ["Authorization": "Bearer other"])
            #expect(other.status == 401)
            let resumed = try server.connect()
                .exchange("POST", path, body, fields: ["Authorization": "Bearer \(laptop.token)"])
            #expect(resumed.status == 201, "\(resumed.text)")
        }
    }

    @Test("a device whose response was lost repeats the request with its key, and gets the same credential")
    func repetition() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "items"])
            let code = try phone.handOff()
            let key = ["Idempotency-Key": "\"a key of sixteen bytes\""]
            let first = try server.join(code, fields: key)
            let second = try server.join(code, fields: key)
            #expect(second.status == 200 && second.json["token"] == first.json["token"])
            #expect(second.field("idempotency-replayed") == "true")
            #expect(try phone.credentials().count == 2)
            #expect(try server.join(code, fields: ["Idempotency-Key": "\"another of sixteen bytes\""]).status == 410)
            // Once the device has acted, and a minute later, only a new code helps.
            try AppClient(first.json, port: server.port).report("signUp")
            #expect(try server.join(code, fields: key).status == 410)
            let other = try phone.handOff()
            #expect(try server.join(other, fields: key).status == 200)
            server.clock.advance(by: .seconds(61))
            #expect(try server.join(other, fields: key).status == 410)
        }
    }

    @Test("once a device has read the state, its code and key give its credential to no one")
    func usedByRead() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "items"])
            let code = try phone.handOff()
            let key = ["Idempotency-Key": "\"a key of sixteen bytes\""]
            let laptop = try AppClient(server.join(code, fields: key).json, port: server.port)
            #expect(try server.join(code, fields: key).status == 200, "it has not used its credential yet")
            try laptop.read()
            #expect(try server.join(code, fields: key).status == 410)
            try laptop.read()
        }
    }

    @Test("a key that can be guessed is rejected, and the code can still be used")
    func shortKey() async throws {
        try await RunningServer.run { server in
            let code = try server.start(["app": "items"]).handOff()
            let short = try server.join(code, fields: ["Idempotency-Key": "abc"])
            #expect(short.status == 400 && short.problem == "idempotency-key-too-short")
            #expect(try server.join(code).status == 200)
        }
    }

    @Test("a code works for two minutes, and one that was never made is rejected in the same way")
    func unusable() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "kanji"])
            let code = try phone.handOff()
            server.clock.advance(by: .seconds(119))
            let late = try phone.handOff()
            #expect(try server.join(code).status == 200)
            server.clock.advance(by: .seconds(120))
            let bodies = try [
                late, phone.id, "\(phone.id).", "\(phone.id).\(phone.token)", "unknown.\(phone.token)", ".",
            ]
            .map { code in
                let response = try server.join(code)
                #expect(response.status == 410, "\(code)")
                return response.json["type"]
            }
            #expect(Set(bodies.map { "\($0 ?? .null)" }).count == 1)
        }
    }

    @Test("the four latest codes of a session work, and guesses are limited by address")
    func limits() async throws {
        try await RunningServer.run(configure: { $0.api.limits.addressUnknownSessions.quota = 3 }) { server in
            let phone = try server.start(["app": "kanji"])
            let codes = try (0..<5).map { _ in try phone.handOff() }
            #expect(try server.join(codes[0]).status == 410)
            for code in codes[1...] { #expect(try server.join(code).status == 200) }
            for _ in 0..<2 { #expect(try server.join("\(phone.id).x").status == 410) }
            #expect(try server.join("\(phone.id).x").status == 429)
            // It makes ten codes a minute.
            for _ in 0..<5 { _ = try phone.handOff() }
            let rejected = try phone.send("POST", "/handoffs")
            #expect(rejected.status == 429)
            #expect(rejected.field("ratelimit-policy") == "\"session-handoffs\";q=10;w=60")
        }
    }

    @Test("a session has at most eight devices")
    func deviceLimit() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "kanji"])
            for _ in 0..<7 { #expect(try server.join(phone.handOff()).status == 200) }
            let code = try phone.handOff()
            let rejected = try server.join(code)
            #expect(rejected.status == 422 && rejected.text.contains("8 devices"))
            let other = try #require(try phone.credentials().first { $0["current"] == false }?["id"]?.stringValue)
            #expect(try phone.send("DELETE", "/credentials/\(other)").status == 204)
            // The code was not used up.
            #expect(try server.join(code).status == 200)
        }
    }

    @Test("credentials are listed with platform and times, for each device that has one")
    func list() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "items", "client": ["platform": "ios"]])
            #expect(try phone.credentials().map { $0["platform"] } == ["ios"])
            #expect(try phone.credentials().map { $0["current"] } == [true])
            server.clock.advance(by: .seconds(10))
            let laptop = try AppClient(server.join(phone.handOff(), platform: "web").json, port: server.port)
            server.clock.advance(by: .seconds(10))
            try laptop.report("signUp")
            let list = try laptop.credentials()
            #expect(list.map { $0["platform"] } == ["ios", "web"])
            #expect(list.map { $0["current"] } == [false, true])
            #expect(list[1]["createdAt"] != list[1]["lastUsedAt"])
            #expect(list[0]["createdAt"] != list[1]["createdAt"])
            #expect(try phone.credentials().map { $0["current"] } == [true, false])
            for id in list.compactMap({ $0["id"]?.stringValue }) {
                #expect(id.wholeMatch(of: /[0-9a-f]{16}/) != nil)
            }
        }
    }

    @Test("a revoked credential opens nothing, and its waits and streams end at once", arguments: [true, false])
    func revocation(revokesFirst: Bool) async throws {
        try await RunningServer.run { server in
            let phone = try server.startInMain()
            let laptop = try AppClient(server.join(phone.handOff()).json, port: server.port)
            let (revoked, other) = revokesFirst ? (phone, laptop) : (laptop, phone)
            let stream = try EventStream(of: revoked, port: server.port)
            #expect(try stream.next()?.name == "state")
            let waiting = try RawClient(port: server.port, timeout: 60)
            let fields = [
                "Authorization": "Bearer \(revoked.token)", "Prefer": "wait=30",
                "If-None-Match": "\"\(revoked.revision)\"",
            ]
            try waiting.send(RawClient.request("GET", revoked.path, fields: fields))
            let id = try #require(try other.credentials().first { $0["current"] == false }?["id"]?.stringValue)
            #expect(try other.send("DELETE", "/credentials/\(id)").status == 204)

            let end = try #require(try stream.next())
            #expect(end.name == "end" && end.json["reason"] == "credentialRenewed")
            #expect(try waiting.readResponse()?.status == 401)
            #expect(try revoked.send("GET", "").status == 401)
            #expect(try revoked.sendOutput("itemSelected", 3).status == 401)
            try other.read()
            try other.report("itemSelected", 3)

            #expect(try other.send("DELETE", "/credentials/\(id)").status == 404)
            let last = try #require(try other.credentials().first?["id"]?.stringValue)
            let rejected = try other.send("DELETE", "/credentials/\(last)")
            #expect(rejected.status == 422 && rejected.text.contains("end the session"))
        }
    }

    @Test("a user who proves an identity takes the session from all other devices, and from codes that wait")
    func fixation() async throws {
        try await RunningServer.run { server in
            let attacker = try server.start(["app": "items"])
            let second = try AppClient(server.join(attacker.handOff()).json, port: server.port)
            let code = try attacker.handOff()
            let victim = try AppClient(server.join(attacker.handOff()).json, port: server.port)
            let stream = try EventStream(of: second, port: server.port)
            #expect(try stream.next()?.name == "state")
            try victim.signIn()
            #expect(victim.focused["name"] != "login")
            for other in [attacker, second] { #expect(try other.send("GET", "").status == 401) }
            #expect(try stream.next()?.name == "end")
            #expect(try server.join(code).status == 410)
            #expect(try victim.credentials().count == 1)
            // From now on the user can hand it over.
            let phone = try AppClient(server.join(victim.handOff()).json, port: server.port)
            #expect(phone.layout == victim.layout)
        }
    }

    @Test("a browser gets its credential as a cookie, and only for a page of this server")
    func cookie() async throws {
        try await RunningServer.run { server in
            let phone = try server.start(["app": "kanji"])
            let code = try phone.handOff()
            let cross = ["Sec-Fetch-Site": "cross-site"]
            #expect(try server.join(code, ["credential": "cookie"], fields: cross).status == 403)
            let joined = try server.join(code, ["credential": "cookie"], fields: ["Sec-Fetch-Site": "same-origin"])
            #expect(joined.status == 200 && joined.json["token"] == nil)
            let cookie = try #require(joined.field("set-cookie"))
            #expect(cookie.contains("Path=\(phone.path);") && cookie.contains("HttpOnly; SameSite=Strict"))
            let fields = ["Cookie": String(cookie.prefix { $0 != ";" })]
            #expect(try server.connect().exchange("GET", phone.path, fields: fields).status == 200)
        }
    }

    @Test("of two devices that act on the same revision one wins, and the other gets the state to draw")
    func race() async throws {
        try await RunningServer.run { server in
            let phone = try server.startInMain()
            let laptop = try AppClient(server.join(phone.handOff()).json, port: server.port)
            for _ in 0..<20 {
                let devices = [phone, laptop]
                for (device, item) in zip(devices, [3, 4] as [JSONValue]) {
                    let fields = ["Authorization": "Bearer \(device.token)", "If-Match": "\"\(phone.revision)\""]
                    let path = "\(phone.path)/screens/\(phone.focus)/outputs/itemSelected"
                    try device.connection.send(RawClient.request("POST", path, item, fields: fields))
                }
                // Both requests have been sent before a response is read.
                let responses = try devices.map { try #require(try $0.connection.readResponse()) }
                #expect(Set(responses.map(\.status)) == [200, 412])
                let winner = try #require(responses.first { $0.status == 200 })
                let loser = try #require(responses.first { $0.status == 412 })
                #expect(loser.json["state"]?["revision"] == winner.json["revision"])
                #expect(loser.json["state"]?["focus"] == winner.json["focus"])
                try phone.back()
            }
        }
    }
}

extension AppClient {
    /// Makes a hand-off and returns its code.
    fileprivate func handOff() throws -> String {
        let response = try send("POST", "/handoffs")
        guard let code = response.json["code"]?.stringValue else { throw RawClient.Failure(text: response.text) }
        return code
    }

    fileprivate func credentials() throws -> [JSONValue] {
        try send("GET", "/credentials").json["credentials"]?.arrayValue ?? []
    }
}

extension RunningServer {
    /// Uses a hand-off over a connection of its own.
    fileprivate func join(
        _ code: String,
        _ body: JSONValue = [:],
        fields: [String: String] = [:]
    ) throws -> RawResponse {
        try connect().exchange("POST", "/v1/handoffs/\(code)", body, fields: fields)
    }

    fileprivate func join(_ code: String, platform: String) throws -> RawResponse {
        try join(code, ["client": ["platform": .string(platform)]])
    }
}

extension RawResponse {
    /// The name of the problem's type.
    fileprivate var problem: String? { json["type"]?.stringValue?.split(separator: "/").last.map(String.init) }
}
