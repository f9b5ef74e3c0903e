import Concurrency
import EventStreams
import HTTPCore
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import StateAPI
import Testing
import UsherServer

@Suite("Many requests for histories", .serialized)
struct HistoryFloodTests {
    /// A store that holds its first read of a history until a test lets it go.
    private final class SlowStore: MemoryBackedStore {
        let memory = MemoryStore()
        private let state = Lock((reads: 0, held: (@Sendable () -> Void)?.none))

        var reads: Int { state.withLock { $0.reads } }

        func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
            let isFirst = state.withLock { state -> Bool in
                state.reads += 1
                guard state.reads == 1 else { return false }
                state.held = { [memory] in memory.history(of: id, then: completion) }
                return true
            }
            if !isFirst { memory.history(of: id, then: completion) }
        }

        func release() {
            state.withLock { state in
                defer { state.held = nil }
                return state.held
            }?()
        }
    }

    private static func request(_ client: AppClient) -> [UInt8] {
        RawClient.request(
            "GET",
            "\(client.path)/history?limit=100",
            fields: ["Authorization": "Bearer \(client.token)"]
        )
    }

    @Test("those of one session are rejected but for two, read nothing while they wait, and keep no operator waiting")
    func session() async throws {
        let store = SlowStore()
        try await RunningServer.run(
            configure: {
                $0.operationsAddress = ListenAddress("127.0.0.1:0")
                $0.api.hasDevelopmentRoutes = true
            },
            store: store
        ) { server in
            let client = try server.startInMain()
            let others = try (0..<30).map { _ in try server.connect() }
            for other in others { try other.send(Self.request(client)) }
            // The first two that arrive wait. All others respond at once.
            var statuses: [Int] = []
            var waiting: [RawClient] = []
            for other in others {
                guard other.hasBytes(within: 1_000) else {
                    waiting.append(other)
                    continue
                }
                let response = try #require(try other.readResponse())
                statuses.append(response.status)
                #expect(response.field("retry-after") == "1")
                #expect(response.field("ratelimit-policy") == #""session-work";q=2;qu="concurrent-requests""#)
            }
            #expect(statuses == Array(repeating: 429, count: 28) && waiting.count == 2)
            #expect(store.reads == 1)

            let port = try #require(server.server.operationsURL?.split(separator: ":").last.flatMap { Int($0) })
            let operations = try RawClient(port: port)
            #expect(try operations.exchange("GET", "\(client.path)/history").status == 200)
            #expect(try operations.exchange("GET", "/v1/inspector/sessions").status == 200)
            #expect(try operations.exchange("GET", "/v1/inspector/sessions/\(client.id)").status == 200)
            #expect(store.reads == 2)

            store.release()
            for other in waiting { #expect(try other.readResponse()?.status == 200) }
            #expect(try client.send("GET", "/history").status == 200)
        }
    }

    @Test("nothing is read for those whose clients have gone, and the next client has its turn")
    func gone() async throws {
        let store = SlowStore()
        try await RunningServer.run(store: store) { server in
            let clients = try (0..<8).map { _ in try server.start(["app": "kanji"]) }
            var others: [RawClient] = []
            for client in clients {
                let other = try server.connect()
                try other.send(Self.request(client))
                others.append(other)
            }
            #expect(try eventually { store.reads == 1 })
            let next = try server.start(["app": "kanji"])
            #expect(try next.send("GET", "/history").status == 429)
            others = []
            // The server notices a client that has gone within some seconds.
            let last = try server.connect()
            #expect(
                try eventually {
                    try last.send(Self.request(next))
                    guard last.hasBytes(within: 200) else { return true }
                    _ = try last.readResponse()
                    return false
                }
            )
            store.release()
            #expect(try last.readResponse()?.status == 200)
            #expect(store.reads == 2)
        }
    }

    @Test("a page for a client ends at a mebibyte, and the next one goes on behind it")
    func size() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            for number in 0..<60 {
                try client.report("search", .string(number.isMultiple(of: 2) ? "" : "a\(number)"))
            }
            let page = try client.send("GET", "/history?limit=100")
            #expect(page.body.count < 3 << 20)
            var revisions: [Int64] = []
            var before = ""
            while true {
                let entries = try client.send("GET", "/history?limit=100\(before)").history["entries"]?.arrayValue ?? []
                guard let last = entries.last?["revision"]?.integerValue else { break }
                revisions += entries.compactMap { $0["revision"]?.integerValue }
                before = "&before=\(last)"
            }
            #expect(revisions == (1...client.revision).reversed())
        }
    }
}
