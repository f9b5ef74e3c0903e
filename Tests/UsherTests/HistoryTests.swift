import Concurrency
import Coordination
import EventStreams
import JSON
import Programs
import RawHTTP
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing
import UsherServer

@Suite("The history of a session over HTTP")
struct HistoryTests {
    /// The kinds of store, which keep states in two ways.
    enum Kind: CaseIterable {
        case live, encoded

        var store: MemoryStore { MemoryStore(requiresEncoding: self == .encoded) }
    }

    @Test(
        "every patch of the history turns the state before a transition into the state after it",
        arguments: ["market", "items", "profile", "shop", "kanji"],
        Kind.allCases
    )
    func patches(application: String, kind: Kind) async throws {
        try await RunningServer.run(store: kind.store) { server in
            let client = try server.start(["app": .string(application)])
            var user = RandomUser(seed: 11)
            var states: [Int64: JSONValue] = [client.revision: client.state.comparable]
            for step in 0..<60 {
                let action = try user.next(on: client.state) { try server.codeOrGuess() }
                _ = try client.send("POST", action.path, action.body)
                if step % 7 == 0 { server.clock.advance(by: .seconds(31)) }
                try client.read()
                states[client.revision] = client.state.comparable
            }
            let history = try client.history(limit: 100)
            #expect(history.first?.revision == client.revision)
            var state: JSONValue?
            var compared = 0
            for entry in history.reversed() {
                state = try entry.patched(state)
                guard let known = states[entry.revision], let made = state else {
                    state = state == nil ? states[entry.revision] : state
                    continue
                }
                #expect(made.comparable == known, "revision \(entry.revision) of \(application)")
                compared += 1
            }
            #expect(compared > 5 || history.count < 20, "\(compared) of \(history.count)")
        }
    }

    @Test(
        "an entry says who reported it, which flow handled it, what changed and which effects it asked for",
        arguments: Kind.allCases
    )
    func entry(kind: Kind) async throws {
        try await RunningServer.run(store: kind.store) { server in
            let client = try server.startInMain()
            try client.report("itemSelected", 3)
            let history = try client.history()
            let entry = try #require(history.first)
            #expect(entry.json["event"]?["type"] == "output")
            #expect(entry.json["event"]?["name"] == "itemSelected")
            #expect(entry.json["event"]?["payload"] == 3)
            #expect(
                entry.json["event"]?["screen"] == history[1].json["event"]?["screen"]
                    ?? .string(client.key(ofScreen: "itemsList"))
            )
            #expect(entry.json["handledBy"]?.stringValue?.isEmpty == false)
            #expect(entry.json["credential"]?.stringValue?.utf8.count == 16)
            #expect(entry.json["at"]?.stringValue != nil)
            #expect(entry.json["effects"]?.arrayValue != nil)
            let effects = history.filter { $0.json["event"]?["type"] == "effect" }
            #expect(!effects.isEmpty)
            #expect(effects.allSatisfy { $0.json["credential"] == nil })
            #expect(effects.allSatisfy { $0.json["effects"]?[0]?["status"] == "answered" })
        }
    }

    @Test("the first entry starts the session, and its patch is the whole state")
    func start() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "shop", "link": "usher://shop/account"])
            let entry = try #require(try client.history().last)
            #expect(entry.revision == 1)
            #expect(entry.json["event"]?["type"] == "start")
            #expect(entry.json["event"]?["payload"]?["link"] == "usher://shop/account")
            #expect(entry.json["patch"]?[0]?["path"] == "")
            #expect(try entry.patched(nil)?.comparable == client.state.comparable)
        }
    }

    @Test("pages lead backwards, and a query that is not one is rejected")
    func pages() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            for item in 1...5 {
                try client.report("itemSelected", .integer(Int64(item)))
                try client.back()
            }
            let all = try client.history(limit: 100).map(\.revision)
            var paged: [Int64] = []
            var before = ""
            while true {
                let page = try client.send("GET", "/history?limit=3\(before)").json["entries"]?.arrayValue ?? []
                let revisions = page.compactMap { $0["revision"]?.integerValue }
                guard let last = revisions.last else { break }
                paged += revisions
                before = "&before=\(last)"
            }
            #expect(paged == all)
            for query in [
                "limit=0", "limit=101", "limit=x", "before=-1", "before=9223372036854775808", "page=2", "limit",
            ] {
                #expect(try client.send("GET", "/history?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("the oldest entries give way, and 0 turns the history off", arguments: Kind.allCases)
    func limits(kind: Kind) async throws {
        try await RunningServer.run(configure: { $0.sessions.history.entries = 5 }, store: kind.store) { server in
            let client = try server.startInMain()
            for _ in 0..<10 {
                try client.report("itemSelected", 3)
                try client.back()
            }
            let revisions = try client.history(limit: 100).map(\.revision)
            #expect(revisions == (0..<5).map { client.revision - Int64($0) })
        }
        try await RunningServer.run(configure: { $0.sessions.history.entries = 0 }, store: kind.store) { server in
            let client = try server.startInMain()
            #expect(try client.history().isEmpty)
        }
    }

    @Test("entries beyond the limit of bytes give way, also in a file")
    func byteLimit() async throws {
        let folder = try TemporaryFolder()
        let file = try SQLiteStore(path: "\(folder.path)/sessions.db")
        let found = Lock<[Int]>([])
        for store in [MemoryStore(requiresEncoding: true), file] as [any SessionStore] {
            try await RunningServer.run(configure: { $0.sessions.history.bytes = 24_000 }, store: store) { server in
                let client = try server.startInMain()
                var largest = 0
                for tap in 1...60 {
                    try client.report("itemSelected", 3)
                    try client.back()
                    // A page of the history takes as long as many taps.
                    guard tap % 6 == 0 else { continue }
                    let entries = try client.history(limit: 100)
                    #expect(entries.first?.revision == client.revision)
                    largest = max(largest, entries.count)
                }
                found.withLock { [largest] in $0.append(largest) }
            }
        }
        let counts = found.withLock { $0 }
        // Up to a log of 8 KiB may be kept beyond the limit, because it has the state.
        #expect(counts.allSatisfy { (15..<60).contains($0) }, "\(counts) entries")
        #expect(abs(counts[0] - counts[1]) <= counts[0] / 2, "\(counts) entries")
    }

    @Test("a store without histories gives an empty list")
    func noHistory() async throws {
        try await RunningServer.run(store: PlainStore()) { server in
            let client = try server.startInMain()
            #expect(try client.history().isEmpty)
        }
    }

    @Test("only the credential of the session opens its history")
    func credential() async throws {
        try await RunningServer.run { server in
            let client = try server.start()
            let other = try server.start()
            let path = client.path + "/history"
            #expect(try server.connect().exchange("GET", path).status == 401)
            let fields = ["Authorization": "Bearer \(other.token)"]
            #expect(try server.connect().exchange("GET", path, fields: fields).status == 401)
        }
    }

    @Test("the next user of a session does not see the history of the user before", arguments: Kind.allCases)
    func nextUser(kind: Kind) async throws {
        try await RunningServer.run(store: kind.store) { server in
            let client = try server.startInMain()
            try client.report("createItem")
            try client.report("complete", ["title": "Canary bicycle"])
            #expect(try client.send("GET", "/history?limit=100").text.contains("Canary bicycle"))
            try client.select(tab: "settings")
            try client.report("logOut")
            let afterLogOut = try client.send("GET", "/history?limit=100")
            #expect(!afterLogOut.text.contains("Canary"))
            // The entry of the change itself has neither a payload nor a patch.
            let entry = try #require(afterLogOut.json["entries"]?.arrayValue?.first)
            #expect(afterLogOut.json["entries"]?.arrayValue?.count == 1)
            #expect(entry["patch"] == .null)
            try client.signUp("bob")
            #expect(!(try client.send("GET", "/history?limit=100").text.contains("Canary")))
        }
    }

    @Test("secrets are bullets", arguments: Kind.allCases)
    func secrets(kind: Kind) async throws {
        try await RunningServer.run(store: kind.store) { server in
            let client = try server.start()
            try client.report("submit", ["login": "demo", "password": "Canary password"])
            let history = try client.history()
            let entry = try #require(history.first { $0.json["event"]?["name"] == "submit" })
            #expect(entry.json["event"]?["payload"] == ["login": "demo", "password": "•••"])
            #expect(!(try client.send("GET", "/history").text.contains("Canary")))
        }
    }
}

/// A store in memory that keeps no histories.
private struct PlainStore: MemoryBackedStore {
    let memory = MemoryStore()
}

/// An entry of a history.
struct HistoryEntry {
    let json: JSONValue

    var revision: Int64 { json["revision"]?.integerValue ?? -1 }

    /// Returns the state after the transition, or `nil` if it is not known.
    func patched(_ state: JSONValue?) throws -> JSONValue? {
        guard let operations = json["patch"]?.arrayValue else { return nil }
        if operations.first?["path"] == "" { return operations[0]["value"] }
        guard let state else { return nil }
        return try JSONPatch(.array(operations)).applied(to: state)
    }
}

extension AppClient {
    func history(limit: Int = 20) throws -> [HistoryEntry] {
        let response = try send("GET", "/history?limit=\(limit)")
        guard response.status == 200 else { throw RawClient.Failure(text: "\(response.status) \(response.text)") }
        return (response.history["entries"]?.arrayValue ?? []).map { HistoryEntry(json: $0) }
    }
}

extension RawResponse {
    /// The body as JSON of any size.
    var history: JSONValue { (try? JSONValue(parsing: body, limits: .stored)) ?? .null }
}

extension JSONValue {
    /// The state without the token, which only one response has, and with amounts as the history has them.
    fileprivate var comparable: JSONValue {
        guard case .object(var object) = self else { return self }
        object["token"] = nil
        var writer = JSONWriter()
        writer.value(.object(object))
        let text = String(decoding: writer.bytes, as: UTF8.self)
            .replacing(/€([0-9]+\.[0-9]{2})/) { "\($0.1) EUR" }
        return (try? JSONValue(parsing: Array(text.utf8), limits: .stored)) ?? .null
    }
}
