import EventStreams
import Foundation
import HTTPCore
import JSON
import Programs
import RawHTTP
import Sessions
import SessionsTesting
import StateAPI
import Testing
import UsherServer

@Suite("The inspector over HTTP")
struct InspectorTests {
    private static let routes = [
        "/v1/inspector/sessions", "/v1/inspector/sessions/x", "/v1/inspector/sessions/x/history",
        "/v1/inspector/sessions/x/revisions/1", "/v1/inspector/sessions/x/revisions/1/snapshot", "/v1/inspector/events",
        "/inspector/", "/inspector/index.html", "/inspector/main.js",
    ]

    /// Runs a server for development, with pages in a folder.
    private func develop(
        operations: Bool = false,
        token: String? = nil,
        _ body: @escaping @Sendable (RunningServer) throws -> Void
    ) async throws {
        let folder = try pages()
        try await RunningServer.run(
            configure: { settings in
                settings.api.hasDevelopmentRoutes = !operations
                settings.publicFolder = folder.path
                if operations { settings.operationsAddress = ListenAddress("127.0.0.1:0") }
                settings.api.operatorToken = token.flatMap(OperatorToken.init)
            }
        ) { server in
            _ = folder
            try body(server)
        }
    }

    private func pages() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in [
            "index.html": "client", "door/index.html": "door", "inspector/index.html": "inspector",
            "inspector/main.js": "script", "main.js": "script",
        ] {
            let file = URL(filePath: folder.path).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    private static func operations(of server: RunningServer) throws -> RawClient {
        let url = try #require(server.server.operationsURL)
        return try RawClient(port: try #require(url.split(separator: ":").last.flatMap { Int($0) }))
    }

    // MARK: - Access

    @Test("without --dev, the public address has neither its routes nor its pages")
    func production() async throws {
        let folder = try pages()
        try await RunningServer.run(configure: { $0.publicFolder = folder.path }) { server in
            let client = try server.connect()
            for path in Self.routes { #expect(try client.exchange("GET", path).status == 404, "\(path)") }
            #expect(try client.exchange("POST", "/v1/inspector/sessions/x/forks", ["revision": 1]).status == 404)
            #expect(try client.exchange("GET", "/v1/apps").json["inspector"] == nil)
            let started = try client.exchange("POST", "/v1/sessions", [:])
            #expect(started.field("usher-development") == nil)
        }
        _ = folder
    }

    @Test("with --dev, it is for this machine and for pages of this server")
    func development() async throws {
        try await develop { server in
            let client = try server.start()
            let reader = try server.connect()
            #expect(try reader.exchange("GET", "/inspector/").text == "inspector")
            #expect(try reader.exchange("GET", "/v1/apps").json["inspector"] == "/inspector/")
            #expect(try reader.exchange("POST", "/v1/sessions", [:]).field("usher-development") == "?1")
            let paths = ["/v1/inspector/sessions", "/v1/inspector/sessions/\(client.id)"]
            for path in paths {
                #expect(try reader.exchange("GET", path).status == 200)
                #expect(try reader.exchange("GET", path, fields: ["X-Forwarded-For": "127.0.0.1"]).status == 404)
                #expect(try reader.exchange("GET", path, fields: ["Sec-Fetch-Site": "same-origin"]).status == 200)
                #expect(try reader.exchange("GET", path, fields: ["Sec-Fetch-Site": "cross-site"]).status == 403)
            }
            let forged = ["Sec-Fetch-Site": "cross-site"]
            let fork = try reader.exchange("POST", paths[1] + "/forks", ["revision": 1], fields: forged)
            #expect(fork.status == 403)
        }
    }

    @Test("the operations address has it for programs on this machine, with its page and no other one")
    func operations() async throws {
        try await develop(operations: true) { server in
            let client = try server.start()
            let reader = try Self.operations(of: server)
            #expect(try reader.exchange("GET", "/inspector/").text == "inspector")
            #expect(try reader.exchange("GET", "/inspector/main.js").text == "script")
            for path in ["/", "/?app=items", "/index.html", "/door/"] {
                #expect(try reader.exchange("GET", path).status == 404, "\(path)")
            }
            #expect(try reader.exchange("GET", "/v1/inspector/sessions/\(client.id)").status == 200)
            #expect(try reader.exchange("GET", "/v1/apps/items/map?format=svg").status == 200)
            let forwarded = ["X-Forwarded-For": "127.0.0.1"]
            #expect(try reader.exchange("GET", "/v1/inspector/sessions", fields: forwarded).status == 404)
            let public_ = try server.connect()
            for path in Self.routes { #expect(try public_.exchange("GET", path).status == 404, "\(path)") }
        }
    }

    @Test("with a token, the operations address has it for requests with the token, also from other machines")
    func token() async throws {
        let token = String(repeating: "k", count: 32)
        try await develop(operations: true, token: token) { server in
            let client = try server.start()
            let reader = try Self.operations(of: server)
            let forwarded = ["X-Forwarded-For": "192.0.2.1"]
            let right = [
                "Bearer \(token)", "bearer  \(token)", "Basic \(Data("any:\(token)".utf8).base64EncodedString())",
            ]
            let paths = [
                "/inspector/", "/inspector/main.js", "/v1/inspector/sessions", "/v1/inspector/sessions/\(client.id)",
                "/v1/sessions/\(client.id)/history",
            ]
            for path in paths {
                for value in right {
                    let fields = forwarded.merging(["Authorization": value]) { $1 }
                    #expect(try reader.exchange("GET", path, fields: fields).status == 200, "\(path) \(value)")
                }
                let basic = Data("\(token):any".utf8).base64EncodedString()
                for value in [
                    nil, "Bearer \(token)x", "Bearer", token, "Basic \(token)", "Basic \(basic)", "Digest \(token)",
                ] {
                    let response = try reader.exchange("GET", path, fields: value.map { ["Authorization": $0] } ?? [:])
                    #expect(response.status == 401, "\(path) \(value ?? "none")")
                    #expect(response.json["type"] == "/problems/operator-token-required")
                    #expect(response.field("www-authenticate")?.hasPrefix("Basic realm=") == true)
                }
            }
            let fork = "/v1/inspector/sessions/\(client.id)/forks"
            #expect(try reader.exchange("POST", fork, ["revision": 1]).status == 401)
            let bearer = ["Authorization": "Bearer \(token)"]
            #expect(try reader.exchange("POST", fork, ["revision": 1], fields: bearer).status == 201)
            let forged = ["Authorization": right[2], "Sec-Fetch-Site": "cross-site"]
            #expect(try reader.exchange("POST", fork, ["revision": 1], fields: forged).status == 403)
            for path in ["/metrics", "/readyz", "/healthz"] {
                #expect(try reader.exchange("GET", path).status == 200, "probes have no token")
            }
        }
    }

    @Test("a token has 32 to 200 visible characters")
    func tokens() {
        let length = { (count: Int) in String(repeating: "a", count: count) }
        #expect(OperatorToken(length(32)) != nil && OperatorToken(length(200)) != nil)
        for text in ["", length(31), length(201), length(32) + " ", length(32) + "é", length(31) + "\n"] {
            #expect(OperatorToken(text) == nil)
        }
    }

    @Test("a program says what is wrong with the file of the token")
    func tokenFile() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/token"
        func refusal(_ content: String, mode: Int = 0o600, _ options: [String]) throws -> String {
            try content.write(toFile: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let (output, status) = try Program.start(
                ["serve", "--store", "memory", "--port", "0", "--operations-token-file", file] + options
            ).end()
            #expect(status != 0)
            return output
        }
        let listening = ["--operations-listen", "0"]
        let token = String(repeating: "k", count: 32)
        #expect(try refusal(token, []).contains("--operations-token-file needs --operations-listen"))
        #expect(try refusal("short\n", listening).contains("openssl rand -hex 32"))
        #expect(try refusal(token, mode: 0o644, listening).contains("chmod 600 '\(file)'"))
    }

    // MARK: - Lists

    @Test("the last used session is first, and reading a session is no use of it")
    func order() async throws {
        try await develop { server in
            let clients = try (0..<3).map { _ in try server.start() }
            let reader = try server.connect()
            for client in [clients[1], clients[0], clients[2]] {
                server.clock.advance(by: .seconds(1))
                try client.read()
            }
            let expected = [clients[2], clients[0], clients[1]].map { JSONValue.string($0.id) }
            for _ in 0..<2 {
                #expect(try reader.exchange("GET", "/v1/inspector/sessions/\(clients[1].id)").status == 200)
                let ids = try reader.list("").sessions.map { $0["id"] ?? .null }
                #expect(ids == expected)
            }
        }
    }

    @Test("a search finds sessions by id, application, screen, flow and account")
    func search() async throws {
        try await develop { server in
            let main = try server.startInMain()
            let shop = try server.start(["app": "shop"])
            let reader = try server.connect()
            func found(_ query: String) throws -> [String] {
                try reader.list(query).sessions.compactMap { $0["id"]?.stringValue }
            }
            #expect(try found("q=\(main.id.suffix(9))") == [main.id])
            #expect(try found("app=shop") == [shop.id])
            #expect(try found("screen=itemsList") == [main.id])
            #expect(try found("q=ITEMSL") == [main.id])
            #expect(try found("q=demo") == [main.id], "by account")
            #expect(try found("q=ItemCoordinator") == [main.id], "by flow")
            #expect(try found("q=nothing") == [])
            #expect(try found("q=shop&app=items") == [])
            let long = String(repeating: "x", count: 101)
            let numbers = ["limit=0", "limit=101", "after=x", "after=", "after=1.+1"]
            for query in numbers + ["q=\(long)", "screen=\(long)", "page=2"] {
                #expect(try reader.exchange("GET", "/v1/inspector/sessions?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("pages have each session once")
    func pagesOfSessions() async throws {
        try await develop { server in
            let ids = try Set((0..<7).map { _ in try server.start().id })
            let reader = try server.connect()
            var (found, query): ([String], String?) = ([], "limit=3")
            while let next = query {
                let page = try reader.list(next)
                #expect(page.live == 7)
                found += page.sessions.compactMap { $0["id"]?.stringValue }
                query = page.next.map { "limit=3&after=\($0)" }
            }
            #expect(found.count == 7 && Set(found) == ids)
        }
    }

    // MARK: - One session

    @Test("a session has its coordinators, its screens, what waits, and who is connected")
    func detail() async throws {
        try await develop { server in
            let client = try server.start(["app": "market"])
            try client.waitForStories()
            let stream = try EventStream(of: client, port: server.port)
            _ = try stream.next()
            let detail = try server.connect().exchange("GET", "/v1/inspector/sessions/\(client.id)").history
            #expect(detail["session"]?["screen"] == client.focused["name"])
            #expect(detail["session"]?["revision"] == .integer(client.revision))
            let coordinators = detail["coordinators"]?.arrayValue ?? []
            #expect(coordinators.first?["name"] == "MarketCoordinator" && coordinators.first?["parent"] == nil)
            #expect(coordinators.contains { $0["screens"] == [.string(client.focus)] })
            let place = detail["place"]
            #expect(place?["flows"]?[0] == "MarketCoordinator" && place?["screen"] == client.focused["name"])
            let timers = (detail["pending"]?.arrayValue ?? []).filter { $0["type"] == "timer" }
            #expect(timers.count == 1 && timers[0]["due"] != nil)
            #expect(detail["connected"]?["streams"] == 1)
            #expect(detail["connected"]?["devices"]?.arrayValue?.count == 1)
            #expect(detail["state"]?["focus"] == .string(client.focus))
            let unknown = try server.connect().exchange("GET", "/v1/inspector/sessions/none")
            #expect(unknown.status == 404 && unknown.json["type"] == "/problems/unknown-session")
        }
    }

    @Test("each entry of its history has the place that it led to")
    func places() async throws {
        try await develop { server in
            let client = try server.startInMain()
            try client.report("itemSelected", 3)
            let history = try server.connect().exchange("GET", "/v1/inspector/sessions/\(client.id)/history").history
            #expect(history["entries"]?[0]?["place"]?["screen"] == "itemDetail")
            #expect(history["entries"]?[1]?["place"]?["screen"] == "itemsList")
            #expect(try client.history().allSatisfy { $0.json["place"] == nil }, "clients have no places")
        }
    }

    @Test("a fork with a cookie is a session of this browser")
    func fork() async throws {
        try await develop { server in
            let client = try server.startInMain()
            let path = "/v1/inspector/sessions/\(client.id)/forks"
            let body: JSONValue = ["revision": .integer(client.revision), "credential": "cookie"]
            let response = try server.connect().exchange("POST", path, body)
            #expect(response.status == 201 && response.json["token"] == nil)
            let cookie = try #require(response.field("set-cookie")?.split(separator: ";").first)
            let id = response.json["id"]?.stringValue ?? ""
            let fields = ["Cookie": String(cookie)]
            #expect(try server.connect().exchange("GET", "/v1/sessions/\(id)", fields: fields).status == 200)
        }
    }

    // MARK: - The stream

    @Test("the stream has the sessions and the one that is followed, and many changes are one event")
    func stream() async throws {
        try await develop { server in
            let client = try server.startInMain()
            let stream = try EventStream(target: "/v1/inspector/events?session=\(client.id)", port: server.port)
            #expect(stream.response.field("content-type") == "text/event-stream")
            let list = try #require(try stream.next())
            #expect(list.name == "sessions" && list.json["sessions"]?[0]?["id"] == .string(client.id))
            let first = try #require(try stream.next())
            #expect(first.name == "session")
            #expect(first.json["session"]?["revision"] == .integer(client.revision))
            for _ in 0..<10 {
                try client.report("itemSelected", 3)
                try client.back()
            }
            // The next survey comes by the clock of the sessions.
            let next = try stream.next(named: "session", advancing: server.clock)
            #expect(next.json["session"]?["revision"] == .integer(client.revision))
            #expect(try server.connect().exchange("DELETE", client.path, fields: client.bearer).status == 204)
            _ = try stream.next(named: "gone", advancing: server.clock)
        }
    }

    @Test("a further stream takes the place of the oldest of eight")
    func replaced() async throws {
        try await develop { server in
            let streams = try (0..<9).map { _ in try EventStream(target: "/v1/inspector/events", port: server.port) }
            let end = try streams[0].next(named: "end", advancing: server.clock)
            #expect(end.json["reason"] == "replaced")
            _ = try streams[8].next(named: "sessions", advancing: server.clock)
        }
    }

    @Test("a server that stops ends the streams")
    func stop() async throws {
        let folder = try pages()
        let kept = Kept()
        try await RunningServer.run(configure: {
            $0.api.hasDevelopmentRoutes = true
            $0.publicFolder = folder.path
        }) { server in
            kept.stream = try EventStream(target: "/v1/inspector/events", port: server.port)
            _ = try kept.stream?.next()
        }
        while try kept.stream?.nextBlock() != nil {}
        _ = folder
    }

    /// A stream that outlives its server.
    private final class Kept: @unchecked Sendable {
        var stream: EventStream?
    }

    // MARK: - Pages

    @Test("the front door is at the address without a query, and the client at the one with a query")
    func door() async throws {
        try await develop { server in
            let reader = try server.connect()
            #expect(try reader.exchange("GET", "/").text == "door")
            for target in ["/?app=items", "/?link=usher://items/", "/?new", "/index.html"] {
                #expect(try reader.exchange("GET", target).text == "client", "\(target)")
            }
        }
    }

    @Test("a folder without a front door has the client at both")
    func noDoor() async throws {
        let folder = try TemporaryFolder()
        try Data("client".utf8).write(to: URL(filePath: folder.path).appending(path: "index.html"))
        try await RunningServer.run(configure: { $0.publicFolder = folder.path }) { server in
            let reader = try server.connect()
            for target in ["/", "/?app=items"] { #expect(try reader.exchange("GET", target).text == "client") }
        }
        _ = folder
    }

    @Test("the map is a picture, JSON, or a text of a tool", arguments: ["svg", "json", "mermaid", "dot", "scxml"])
    func maps(format: String) async throws {
        let types = [
            "svg": "image/svg+xml", "json": "application/json", "mermaid": "text/plain", "dot": "text/vnd.graphviz",
            "scxml": "application/scxml+xml",
        ]
        try await RunningServer.run { server in
            let type = try #require(types[format])
            for (target, fields) in [("?format=\(format)", ["Accept": "*/*"]), ("", ["Accept": type])] {
                let response = try server.connect().exchange("GET", "/v1/apps/market/map\(target)", fields: fields)
                #expect(response.status == 200)
                #expect(response.field("content-type")?.hasPrefix(type) == true)
                #expect(response.text.contains("productDetail") || response.text.contains("product"))
            }
            for format in ["format=png", "format=%01", "format=%FF", "format=", "format"] {
                #expect(
                    try server.connect().exchange("GET", "/v1/apps/market/map?\(format)").status == 400,
                    "\(format)"
                )
            }
            let other = ["Accept": "image/png"]
            #expect(try server.connect().exchange("GET", "/v1/apps/market/map", fields: other).status == 406)
        }
    }
}

/// A page of the inspector's list.
private struct SessionsPage {
    let live: Int64
    let sessions: [JSONValue]
    let next: String?
}

extension RawClient {
    fileprivate func list(_ query: String) throws -> SessionsPage {
        let response = try exchange("GET", "/v1/inspector/sessions?\(query)")
        guard response.status == 200 else { throw Failure(text: "\(response.status) \(response.text)") }
        let document = response.history
        return SessionsPage(
            live: document["live"]?.integerValue ?? -1,
            sessions: document["sessions"]?.arrayValue ?? [],
            next: document["next"]?.stringValue
        )
    }
}

extension EventStream {
    /// Returns the next event of a type, and skips others, while a clock brings the surveys.
    fileprivate func next(named name: String, advancing clock: ManualClock) throws -> Event {
        while true {
            // The next survey may not be scheduled yet when the clock moves.
            while !hasEvent(within: 20) { clock.advance(by: .seconds(1)) }
            // `next()` would wait for an event after a comment or the time to wait, and that event may need the clock.
            guard let event = try nextBlock() else { throw RawClient.Failure(text: "no event \(name)") }
            if event.name == name { return event }
        }
    }
}

extension AppClient {
    fileprivate var bearer: [String: String] { ["Authorization": "Bearer \(token)"] }
}
