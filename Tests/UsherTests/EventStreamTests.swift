import EventStreams
import HTTPCore
import JSON
import RawHTTP
import SessionsTesting
import StateAPI
import Testing
import UsherServer

@Suite("Event streams over HTTP")
struct EventStreamTests {
    @Test("the first event is the whole state, and each revision after it a patch that leads to it")
    func patches() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let stream = try EventStream(of: client, port: server.port)
            #expect(stream.response.status == 200)
            #expect(stream.response.field("content-type") == "text/event-stream")
            #expect(stream.response.field("cache-control") == "no-store")
            let first = try #require(try stream.next())
            #expect(first.name == "state" && first.id == "\(client.revision)")
            #expect(first.json == client.state)
            var state = first.json
            for _ in 0..<5 {
                try client.report("itemSelected", 3)
                try client.back()
                for _ in 0..<2 {
                    let event = try #require(try stream.next())
                    #expect(event.name == "patch")
                    let last = state["revision"]?.integerValue ?? 0
                    #expect(event.json["from"] == .integer(last))
                    state = try event.applied(to: state)
                    #expect(state["revision"] == .integer(last + 1))
                    #expect(event.id == "\(last + 1)")
                }
                #expect(state == client.state)
            }
        }
    }

    @Test("of many streams that a session opens at once, as many stay open as it may have")
    func manyAtOnce() async throws {
        try await RunningServer.run(configure: { $0.api.hasDevelopmentRoutes = true }) { server in
            let client = try server.start(["app": "kanji"])
            let head =
                "GET \(client.path)/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer \(client.token)\r\n\r\n"
            let connections = try (0..<300).map { _ in try server.connect() }
            for connection in connections { try connection.send(head) }
            for connection in connections { _ = try connection.readUntil("\n\n") }
            let detail = try server.connect().exchange("GET", "/v1/inspector/sessions/\(client.id)").json
            #expect(detail["connected"]?["streams"] == 16)
            // The next revision reaches 16 of them, and the others were told that they were replaced.
            try client.report("kanjiSelected", "水")
            let rest = try connections.map { connection in
                try connection.readUntil("event: ") + (try connection.readUntil("\n"))
            }
            #expect(rest.count { $0.contains("patch") } <= 16)
            #expect(connections.count == 300)
        }
    }

    @Test("every stream of a session gets the revision of an effect that ends")
    func effectRevision() async throws {
        let gate = GatedCatalog()
        try await RunningServer.run(catalog: gate) { server in
            let client = try server.start(["app": "shop"])
            try expectNextRevision(of: client, on: server, streams: 8) { gate.open() }
        }
    }

    @Test("every stream of a session gets the revision of a timer that fires")
    func timerRevision() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "market"])
            try client.waitForStories()
            try expectNextRevision(of: client, on: server, streams: 8) { server.clock.advance(by: .seconds(6)) }
        }
    }

    /// Opens streams, changes the session from within the server, and expects the patch to the next revision on each.
    private func expectNextRevision(
        of client: AppClient,
        on server: RunningServer,
        streams count: Int,
        after change: () throws -> Void
    ) throws {
        try client.read()
        let base = client.state
        let revision = client.revision
        let streams = try (0..<count).map { _ in try EventStream(of: client, port: server.port) }
        for stream in streams { #expect(try #require(try stream.next()).json == base) }
        try change()
        try client.waitForChange()
        #expect(client.revision == revision + 1)
        for stream in streams {
            let event = try #require(try stream.next())
            #expect(event.name == "patch" && event.id == "\(revision + 1)")
            #expect(try event.applied(to: base) == client.state)
        }
    }

    @Test("a client that connects again goes on from the revision that it has")
    func reconnection() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let base = client.state
            do {
                let stream = try EventStream(of: client, port: server.port)
                _ = try stream.next()
            }
            for _ in 0..<3 {
                try client.report("itemSelected", 3)
                try client.back()
            }
            let again = try EventStream(of: client, port: server.port, after: "\(base["revision"]?.integerValue ?? 0)")
            let event = try #require(try again.next())
            #expect(event.name == "patch" && event.id == "\(client.revision)")
            #expect(try event.applied(to: base) == client.state)
            // A revision that the server does not know any more, or never knew, gets the whole state.
            for revision in ["1", "99999", "x", "-1"] {
                let other = try EventStream(of: client, port: server.port, after: revision)
                let event = try #require(try other.next())
                #expect(event.name == "state" && event.json == client.state)
            }
        }
    }

    /// Values that name no revision, or one that this session has not had.
    private static let hostileRevisions: [[UInt8]] =
        [
            "", " ", "0", "00", "+1", "-1", "-0", "1.0", "1e3", "0x1", "1,2", "1, 1", "\"1\"", "W/\"1\"", "*", "x",
            "18446744073709551615", "18446744073709551616", "99999999999999999999999999", "9223372036854775808",
            String(repeating: "9", count: 4_000), String(repeating: "a", count: 4_000), "\t", "1\t2", "%31", "null",
            "\u{661}", "\u{FF11}", "１", "é", "\u{FEFF}1", "1\u{200B}", "🙂", "1\u{301}",
        ].map { Array($0.utf8) } + [[0xE9], [0xFF, 0xFE], [0x31, 0x80], [0xC0, 0xB1], [0xED, 0xA0, 0x80]]

    /// Values with which the head of a request is malformed.
    private static let malformed: [[UInt8]] = [
        [0x31, 0], [0], [0x1B], [0x7F], Array(("a" + String(repeating: "\u{301}", count: 31)).utf8),
    ]

    /// Sends the head of a request for the stream of a session.
    private func connect(_ client: AppClient, _ server: RunningServer, _ line: [UInt8]) throws -> EventStream {
        try EventStream(
            target: client.path + "/events",
            token: client.token,
            port: server.port,
            lines: [line]
        )
    }

    @Test(
        "a client that connects with anything but a revision that it may have gets the whole state, and then every change",
        arguments: ["Last-Event-ID: ", "Prefer: patch-from=", "Prefer: patch-from=\""]
    )
    func hostileRevisions(prefix: String) async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            for value in Self.hostileRevisions {
                let quote = prefix.hasSuffix("\"") ? Array("\"".utf8) : []
                let stream = try connect(client, server, Array(prefix.utf8) + value + quote)
                try #require(stream.response.status == 200, "\(value) \(stream.response.lines)")
                try expectEveryChange(of: client, on: stream, "\(value)")
            }
            // For a revision that is still to come, as after a store was put back, the client gets the current state.
            for ahead in [1, 2, 1_000] as [Int64] {
                let stream = try connect(client, server, Array("\(prefix)\(client.revision + ahead)".utf8))
                try expectEveryChange(of: client, on: stream, "+\(ahead)")
            }
        }
    }

    /// Expects the whole state, and then a patch to each of the next revisions.
    private func expectEveryChange(of client: AppClient, on stream: EventStream, _ text: String) throws {
        let first = try #require(try stream.next(), "\(text)")
        #expect(first.name == "state" && first.id == "\(client.revision)" && first.json == client.state, "\(text)")
        var state = first.json
        for _ in 0..<2 {
            try client.report("itemSelected", 3)
            let middle = client.state
            state = try #require(try stream.next()).applied(to: state)
            #expect(state == middle, "\(text)")
            try client.back()
            state = try #require(try stream.next()).applied(to: state)
            #expect(state == client.state, "\(text)")
        }
    }

    @Test("a request for a stream with control characters, too many marks or two IDs is malformed, and costs no place")
    func malformedRevisions() async throws {
        try await RunningServer.run(configure: { $0.api.limits.sessionStreams = 2 }) { server in
            let client = try server.startInMain()
            let stream = try EventStream(of: client, port: server.port)
            let field = Array("Last-Event-ID: ".utf8)
            for value in Self.malformed + [Array("1\r\nLast-Event-ID: 1".utf8)] {
                #expect(try connect(client, server, field + value).response.status == 400, "\(value)")
            }
            let tooLong = field + Array(repeating: 0x31, count: 100_000)
            #expect(try connect(client, server, tooLong).response.status == 431)
            try expectEveryChange(of: client, on: stream, "the stream that was there before")
        }
    }

    @Test("the streams of the inspector ignore what a client says that it has")
    func inspectorRevisions() async throws {
        try await RunningServer.run(configure: { $0.api.hasDevelopmentRoutes = true }) { server in
            let client = try server.start(["app": "kanji"])
            for value in Self.hostileRevisions {
                let stream = try EventStream(
                    target: "/v1/inspector/events?session=\(client.id)",
                    port: server.port,
                    lines: [Array("Last-Event-ID: ".utf8) + value]
                )
                #expect(stream.response.status == 200, "\(value)")
                #expect(try stream.next()?.name == "sessions", "\(value)")
            }
        }
    }

    @Test("a client that has read the state prefers a patch from there on, unless it connects again")
    func preference() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            // The server knows the patches from the first request on that asks for one.
            let response = try client.send("GET", "", fields: ["Prefer": "patch-from=\"\(client.revision)\""])
            #expect(response.field("preference-applied") == "patch-from=\"\(client.revision)\"")
            let base = client.state
            try client.report("itemSelected", 3)
            let middle = client.state
            try client.back()

            func open(_ preferred: Int64, after last: Int64? = nil) throws -> EventStream {
                let preferences = "patch-from=\"\(preferred)\""
                return try EventStream(
                    of: client,
                    port: server.port,
                    after: last.map(String.init),
                    preferences: preferences
                )
            }
            let (first, second) = (base["revision"]?.integerValue ?? 0, middle["revision"]?.integerValue ?? 0)
            let stream = try open(first)
            #expect(stream.response.field("preference-applied") == "patch-from=\"\(first)\"")
            #expect(stream.response.field("vary")?.contains("Prefer") == true)
            let event = try #require(try stream.next())
            #expect(event.name == "patch" && event.json["from"] == .integer(first))
            #expect(try event.applied(to: base) == client.state)

            let again = try open(first, after: second)
            #expect(again.response.field("preference-applied") == nil)
            let later = try #require(try again.next())
            #expect(later.json["from"] == .integer(second))
            #expect(try later.applied(to: middle) == client.state)

            let unknown = try open(99_999)
            #expect(unknown.response.field("preference-applied") == nil)
            #expect(try unknown.next()?.name == "state")
        }
    }

    @Test("a stream tells its client to wait two seconds before it connects again")
    func retry() async throws {
        try await RunningServer.run { server in
            let stream = try EventStream(of: try server.start(), port: server.port)
            #expect(try #require(try stream.nextBlock()).retry == 2_000)
            #expect(try stream.nextBlock()?.name == "state")
        }
    }

    @Test("an idle stream has a comment every 15 seconds")
    func heartbeat() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let stream = try EventStream(of: client, port: server.port)
            _ = try stream.next()
            for _ in 0..<3 {
                // The stream may begin its wait a little after its event has arrived.
                #expect(
                    try eventually {
                        server.clock.advance(by: .seconds(15))
                        return stream.connection.hasBytes(within: 20)
                    }
                )
                #expect(try #require(try stream.nextBlock()).isComment)
            }
        }
    }

    @Test("a stream ends with the reason: the session was ended, has expired, or has a new credential")
    func ends() async throws {
        try await RunningServer.run { server in
            func end(_ act: (AppClient) throws -> Void) throws -> JSONValue? {
                let client = try server.start()
                let stream = try EventStream(of: client, port: server.port)
                _ = try stream.next()
                try act(client)
                var last: EventStream.Event?
                while let event = try stream.next() { last = event }
                #expect(last?.name == "end" && last?.id == nil)
                return last?.json["reason"]
            }
            #expect(try end { _ = try $0.send("DELETE", "") } == "ended")
            #expect(try end { try $0.signIn() } == "credentialRenewed")
            let reason = try end { client in
                _ = try eventually {
                    server.clock.advance(by: .seconds(3_600))
                    return try client.send("GET", "").status == 410
                }
            }
            #expect(reason == "expired")
        }
    }

    @Test("a server that stops ends the streams at once")
    func stop() async throws {
        let streams = Streams()
        try await RunningServer.run { server in
            for _ in 0..<20 {
                let client = try server.start()
                let stream = try EventStream(of: client, port: server.port)
                _ = try stream.next()
                streams.all.append(stream)
            }
            // The server stops when this body returns.
        }
        for stream in streams.all {
            let event = try #require(try stream.next())
            #expect(event.name == "end" && event.json["reason"] == "stopping")
            #expect(try stream.next() == nil)
        }
    }

    private final class Streams: @unchecked Sendable {
        var all: [EventStream] = []
    }

    @Test("a further stream of a session takes the place of the oldest one")
    func replaced() async throws {
        try await RunningServer.run(configure: { $0.api.limits.sessionStreams = 3 }) { server in
            let client = try server.start()
            let streams = try (0..<4).map { _ in
                let stream = try EventStream(of: client, port: server.port)
                _ = try stream.next()
                return stream
            }
            let event = try #require(try streams[0].next())
            #expect(event.name == "end" && event.json["reason"] == "replaced")
            try client.report("signUp")
            for stream in streams.dropFirst() { #expect(try stream.next()?.name == "patch") }
        }
    }

    @Test("an address has a limited number of streams, and a client that has gone frees its place within five seconds")
    func addressLimit() async throws {
        try await RunningServer.run(configure: { $0.api.limits.addressStreams = 2 }) { server in
            let client = try server.start()
            var streams = try (0..<2).map { _ in try EventStream(of: client, port: server.port) }
            for stream in streams { _ = try stream.next() }
            let response = try client.send("GET", "/events")
            #expect(response.status == 429)
            let departure = ContinuousClock.now
            streams.removeLast()
            #expect(try eventually { try EventStream(of: client, port: server.port).response.status == 200 })
            #expect(ContinuousClock.now - departure < .seconds(5))
        }
    }

    @Test("a client that reads nothing does not delay others, and gets the newest state when it reads")
    func slowReader() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            try client.read()
            let slow = try EventStream(of: client, port: server.port, hasSmallBuffers: true)
            let quick = try EventStream(of: client, port: server.port)
            var state = try #require(try quick.next()).json
            // The client reports until the socket's buffers and the stream's are full.
            for _ in 0..<400 {
                try client.report("kanjiSelected", "水")
                try client.back()
            }
            while state["revision"]?.integerValue ?? 0 < client.revision {
                state = try #require(try quick.next()).applied(to: state)
            }
            #expect(state == client.state)
            var (last, skipped) = (JSONValue.null, 0)
            while last["revision"]?.integerValue ?? 0 < client.revision {
                let next = try #require(try slow.next()).applied(to: last)
                let step = (next["revision"]?.integerValue ?? 0) - (last["revision"]?.integerValue ?? 0)
                #expect(step > 0)
                if last != .null { skipped += Int(step) - 1 }
                last = next
            }
            #expect(last == client.state)
            #expect(skipped > 0)
        }
    }

    @Test("a stream needs the credential, and a client that accepts it")
    func rejected() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            let json = try client.send("GET", "/events", fields: ["Accept": "application/json"])
            #expect(json.status == 406)
            let head = try server.connect().exchange(
                "HEAD",
                client.path + "/events",
                fields: ["Authorization": "Bearer \(client.token)"]
            )
            #expect(head.status == 200 && head.field("content-type") == "text/event-stream")
            #expect(try server.connect().exchange("GET", client.path + "/events").status == 401)
            #expect(
                try server.connect().exchange("GET", client.path + "/events", fields: ["Authorization": "Bearer x"])
                    .status == 401
            )
        }
    }
}
