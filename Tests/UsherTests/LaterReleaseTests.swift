import Applications
import Coordination
import JSON
import Programs
import RawHTTP
import SQLiteSessions
import Sessions
import SessionsTesting
import StateAPI
import Testing
import UsherServer

/// A release that has one more application, and another flow in one that the shipped program has.
@Suite("Sessions of a later release, over HTTP and with the program")
struct LaterReleaseTests {
    private let data: TemporaryFolder
    private var path: String { data.path + "/usher.db" }

    init() throws { data = try TemporaryFolder() }

    /// Clients of sessions that the later release has stored: of an application that this one does not have, of one with a
    /// flow that it does not have, and of one that it can restore.
    private final class Clients: @unchecked Sendable {
        var unknown: AppClient?
        var changed: AppClient?
        var known: AppClient?

        func left() throws -> [AppClient] { [try #require(unknown), try #require(changed)] }
    }

    private func later(_ name: String) throws -> Application {
        try Application(name, title: "Later", root: LaterCoordinator.self, state: .init(), factory: ())
    }

    /// Runs a server of the later release on the store.
    private func runLater(_ body: @escaping @Sendable (RunningServer) throws -> Void) async throws {
        try await RunningServer.run(
            store: SQLiteStore(path: path),
            applications: [later("later"), later("kanji"), ShopApplication.make()],
            body
        )
    }

    private func storeSessions() async throws -> Clients {
        let clients = Clients()
        try await runLater { server in
            // The program has the time of the system.
            server.clock.advance(by: SystemClock.timeOfDay - server.clock.now)
            clients.unknown = try server.start(["app": "later"])
            clients.changed = try server.start(["app": "kanji"])
            clients.known = try server.start(["app": "shop"])
            for client in try clients.left() { try client.report("raise") }
        }
        return clients
    }

    /// The rows of the sessions, read from the file while no server uses it.
    private func rows(_ clients: [AppClient]) async throws -> [String] {
        let store = try SQLiteStore(path: path)
        var rows: [String] = []
        for client in clients {
            let session = try #require(try await store.load(SessionID(client.id)))
            guard case .encoded(let log) = session.content else {
                Issue.record("The session \(client.id) is quarantined.")
                continue
            }
            rows.append("\(session.generation) \(session.revision) \(session.expiresAt) \(session.devices) \(log)")
        }
        await store.close()
        return rows
    }

    /// Requests of all kinds that a client of a session sends.
    private static func requests(_ client: AppClient) -> [(method: String, path: String, body: JSONValue?)] {
        let outputs = "/screens/\(client.focus)/outputs"
        return [
            ("GET", "", nil), ("HEAD", "", nil), ("POST", "\(outputs)/raise", nil),
            ("POST", "\(outputs)/unknown", ["x": 1]), ("POST", "/back", nil), ("POST", "/dismiss", nil),
            ("POST", "/tabs/k1", nil), ("POST", "/links", ["url": "usher://later/x"]), ("GET", "/events", nil),
            ("GET", "/history", nil), ("GET", "/revisions/1", nil), ("GET", "/revisions/1/snapshot", nil),
            ("POST", "/forks", ["revision": 1]), ("GET", "/screens/\(client.focus)/rows/books", nil),
            ("POST", "/handoffs", nil), ("GET", "/credentials", nil), ("DELETE", "/credentials/x", nil),
            ("GET", "/account/sessions", nil), ("DELETE", "/account/sessions", nil),
            ("DELETE", "/account/sessions/x", nil), ("DELETE", "", nil),
        ]
    }

    @Test("every request to one gets 503 with the time to try again and changes nothing, and the later release goes on")
    func requests() async throws {
        let clients = try await storeSessions()
        let left = try clients.left()
        let before = try await rows(left)
        try await RunningServer.run(
            configure: { $0.api.hasDevelopmentRoutes = true },
            store: SQLiteStore(path: path)
        ) { server in
            for client in try clients.left() {
                let authorized = ["Authorization": "Bearer \(client.token)"]
                let others = [
                    ["Prefer": "wait=30", "If-None-Match": "\"\(client.revision)\""], ["Last-Event-ID": "1"],
                ]
                for fields in [[:]] + others {
                    for (method, path, body) in Self.requests(client) {
                        let all = authorized.merging(fields) { $1 }
                        let response = try server.connect().exchange(method, client.path + path, body, fields: all)
                        #expect(response.status == 503, "\(method) \(path) \(response.status) \(response.text)")
                        #expect(response.field("retry-after") == "5", "\(method) \(path)")
                        guard method != "HEAD" else { continue }
                        #expect(response.json["type"] == "/problems/unavailable", "\(method) \(path)")
                        #expect(
                            response.json["detail"]
                                == "A later release has written the session, and serves it again soon."
                        )
                    }
                }
                // The control: without the right credential it is not said that there is such a session.
                for fields in [[:], ["Authorization": "Bearer \(client.token)x"]] {
                    for (method, path, body) in Self.requests(client) {
                        let response = try server.connect().exchange(method, client.path + path, body, fields: fields)
                        #expect(response.status == 401, "\(method) \(path) \(response.text)")
                    }
                }
            }
            let shop = try AppClient(try #require(clients.known), port: server.port)
            try shop.read()
            // This is long after any timer and any attempt of the server's own.
            for _ in 0..<10 { server.clock.advance(by: .seconds(60)) }
            try shop.read()
        }
        #expect(try await rows(left) == before)
        try await runLater { server in
            for client in try clients.left() {
                let again = try AppClient(client, port: server.port)
                try again.read()
                #expect(again.state == client.state)
                try again.report("raise")
                #expect(again.props["number"] == 3)
            }
        }
    }

    @Test("the program serves the others, and says which sessions it leaves and that they are not damaged")
    func program() async throws {
        let clients = try await storeSessions()
        let left = try clients.left()
        let before = try await rows(left)
        let store = ["--store", "sqlite:\(path)"]

        let check = try Program.start(["store", "check"] + store).end()
        #expect(check.status == 1)
        let lines = check.output.split(separator: "\n").sorted()
        let expected = left.map { "Session \($0.id) is not damaged, but left to a later release: " }.sorted()
        #expect(lines.count == 2 && zip(lines, expected).allSatisfy { $0.hasPrefix($1) }, "\(check.output)")
        #expect(check.output.contains("This program has no application 'later'; a later release may have it."))

        let statistics = try Program.start(["store", "stats", "--json"] + store).end()
        #expect(statistics.status == 0)
        let json = try JSONValue(parsing: Array(statistics.output.utf8))
        #expect(json["sessions"] == ["kanji": 1, "later": 1, "shop": 1])
        #expect(json["quarantined"] == 0 && json["expired"] == 0)
        let text = try Program.start(["store", "stats"] + store).end()
        #expect(text.status == 0 && text.output.contains(/later +1\n/) && text.output.contains(/quarantined +0\n/))

        let server = try Program.start(["serve", "--port", "0"] + store)
        defer { server.stop() }
        let address = try await server.address()
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        for client in left {
            let response = try AppClient(client, port: port).send("GET", "")
            #expect(response.status == 503 && response.field("retry-after") == "5")
        }
        let shop = try AppClient(try #require(clients.known), port: port)
        try shop.read()
        server.signal(15)
        let log = server.end().output
        // There is one line for each session, although each had two reasons to be loaded or more.
        for client in left {
            let ofSession = log.split(separator: "\n").filter { $0.contains(client.id) }
            #expect(ofSession.count == 1 && ofSession[0].contains("Session left to a later release"), "\(log)")
        }
        #expect(!log.contains("Session restore failed") && !log.contains("Session quarantined"))
        #expect(try await rows(left) == before)

        // The control: without them nothing is found.
        try await runLater { server in
            for client in try clients.left() {
                _ = try AppClient(client, port: server.port).send("DELETE", "")
            }
        }
        let clean = try Program.start(["store", "check"] + store).end()
        #expect(clean.status == 0 && clean.output.contains("no problems found"), "\(clean.output)")
    }
}

private struct LaterScreen: Screen {
    static let name = "laterScreen"
    static let raise = Output<LaterScreen, Nothing>("raise")

    var number: Int
}

private final class LaterCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var number = 1 }

    static let name = "LaterCoordinator"
    static let wiring: Wiring<LaterCoordinator> = [
        .on(LaterScreen.raise) { flow in
            flow.state.number += 1
            flow.update { (screen: inout LaterScreen) in screen.number = flow.state.number }
        }
    ]

    func start() { push(LaterScreen(number: state.number)) }
}
