import Applications
import Concurrency
import Coordination
import Documents
import EventStreams
import JSON
import Locales
import RawHTTP
import Sessions
import SessionsTesting
import Testing
import UsherServer

@Suite("A session without a server, beside one on a server")
struct LocalSessionWalkTests {
    private static let steps = 300

    private static func application(_ name: String) throws -> Application {
        switch name {
        case "market": try MarketApplication.make()
        case "items": try ItemsApplication.make()
        case "profile": try ProfileApplication.make()
        case "shop": try ShopApplication.make()
        default: try KanjiApplication.make()
        }
    }

    @Test(
        "has the same documents and patches, byte for byte, after the same events",
        arguments: ["market", "items", "profile", "shop", "kanji"]
    )
    func law(name: String) async throws {
        let store = MemoryStore()
        let application = try Self.application(name)
        let client = ClientInfo(locale: "de-AT", timeZone: "Europe/Vienna")
        let lifetime = SessionLimits().idleTimeout
        try await RunningServer.run(
            configure: { settings in
                // A local session knows one lifetime only.
                settings.sessions.untouchedTimeout = lifetime
                settings.sessions.history = HistoryLimits(entries: 10_000, bytes: 64 << 20)
            },
            store: store
        ) { server in
            let walk = try Walk(server, name, steps: Self.steps)
            var local: LocalSession?
            var (documents, patches) = (0, 0)
            for record in try store.records(of: walk.session) {
                guard case .live(let state) = record.state else { throw WalkFailure(text: "The state is not live.") }
                let hasFollowed = try local?.follow(record) ?? false
                let session =
                    try hasFollowed
                    ? local.unwrapped
                    : LocalSession(
                        application,
                        restoring: application.encode(state),
                        revision: record.revision,
                        id: walk.session.description,
                        client: client,
                        at: record.at,
                        lifetime: lifetime,
                        opening: { server.key.open($0) },
                        localizedBy: { $0.localization(for: $1) }
                    )
                local = session
                let document = session.document
                guard hasFollowed else { continue }
                if let known = walk.documents[record.revision] {
                    #expect(document == known, "revision \(record.revision) after \(record.event)")
                    documents += 1
                }
                if let known = walk.patches[record.revision] {
                    #expect(session.patch(from: record.revision - 1) == known, "revision \(record.revision)")
                    patches += 1
                }
            }
            print("\(name): compared \(documents) documents and \(patches) patches")
            #expect(documents > 25)
            #expect(patches > 15)
        }
    }
}

/// A random walk through a session on a server, with what its client has received.
private struct Walk {
    let session: SessionID
    private(set) var documents: [UInt64: [UInt8]] = [:]
    /// The patches that lead to a revision from the one before.
    private(set) var patches: [UInt64: [UInt8]] = [:]

    init(_ server: RunningServer, _ application: String, steps: Int) throws {
        let client = try server.start(
            ["app": .string(application), "client": ["locale": "de-AT", "timeZone": "Europe/Vienna"]]
        )
        session = SessionID(client.id)
        var user = RandomUser(seed: 5)
        for _ in 0..<steps {
            let base = client.revision
            let action = try user.next(on: client.state) { try server.codeOrGuess() }
            let response = try client.send(
                "POST",
                action.path,
                action.body,
                fields: ["Prefer": "patch-from=\"\(base)\"", "Accept": "application/json-patch+json, application/json"]
            )
            if response.field("content-type") == "application/json-patch+json",
                response.field("etag") == "\"\(base + 1)\""
            {
                patches[UInt64(base + 1)] = response.body
            }
            if user.chance(5) { server.clock.advance(by: .seconds(31)) }
            let read = try client.send("GET", "")
            try client.take(read)
            documents[UInt64(client.revision)] = read.body
        }
    }
}

private struct WalkFailure: Error {
    let text: String
}

extension MemoryStore {
    /// Returns the records of a session, oldest first.
    fileprivate func records(of session: SessionID) throws -> [HistoryRecord] {
        let found = Lock<Result<StoredHistory?, StoreError>?>(nil)
        history(of: session, then: StoreCompletion(on: InlineQueue.shared) { result in found.withLock { $0 = result } })
        return try found.withLock { $0 }?.get()?.records.reversed() ?? []
    }
}

extension HistoryRecord {
    fileprivate var event: JSONValue { (try? JSONValue(parsing: details, limits: .stored))?["event"] ?? .null }
}

extension LocalSession {
    /// Applies the event of a record, or returns `false` if the record does not have all of it.
    fileprivate func follow(_ record: HistoryRecord) throws -> Bool {
        guard record.revision == revision + 1,
            !String(decoding: record.details, as: UTF8.self).contains(SealedText.bullets)
        else { return false }
        guard let event = try? Event.recorded(record.event, of: application, in: state) else { return false }
        try send(event, at: record.at)
        return true
    }
}

extension Optional {
    fileprivate var unwrapped: Wrapped { get throws { try #require(self) } }
}
