import JSON
import Programs
import RawHTTP
import Testing

@Suite("A session that crashes the server", .serialized)
struct CrashTests {
    /// The path and the token of a ledger session.
    private struct Session {
        let path: String
        let token: String

        init(port: Int) throws {
            let response = try RawClient(port: port).exchange("POST", "/v1/sessions", [:])
            path = "/v1/sessions/\(response.json["id"]?.stringValue ?? "")"
            token = response.json["token"]?.stringValue ?? ""
        }

        /// Reads the session, or returns `nil` if the server crashes on the request.
        func read(port: Int) -> RawResponse? {
            try? RawClient(port: port).exchange("GET", path, fields: ["Authorization": "Bearer \(token)"])
        }

        func report(_ output: String, _ payload: JSONValue? = nil, port: Int) -> RawResponse? {
            guard let focus = read(port: port)?.json["focus"]?.stringValue else { return nil }
            return try? RawClient(port: port).exchange(
                "POST",
                path + "/screens/\(focus)/outputs/\(output)",
                payload,
                fields: ["Authorization": "Bearer \(token)"]
            )
        }
    }

    /// A sequence of servers on the same store.
    private final class Servers {
        let folder: TemporaryFolder
        private var server: ServerProcess
        private(set) var port: Int

        init() throws {
            folder = try TemporaryFolder()
            server = try Self.start(folder)
            port = try server.port()
        }

        private static func start(_ folder: TemporaryFolder) throws -> ServerProcess {
            try ServerProcess([folder.path + "/usher.db", folder.path + "/effects", "--log-level", "info"])
        }

        /// Ends the server and starts the next one, and returns the output of the ended server.
        func restart(_ end: (ServerProcess) -> Void = { $0.stop() }) throws -> String {
            end(server)
            let text = server.text
            server = try Self.start(folder)
            port = try server.port()
            return text
        }

        /// Starts a server that crashes by itself, after the current one has ended.
        func startCrashing() throws {
            let crashing = try Self.start(folder)
            crashing.wait()
        }

        func waitForEnd() { server.wait() }

        func stop() { server.stop() }
    }

    @Test("a session that crashes the server on load is quarantined after the second crash, and other sessions work on")
    func poisonedSnapshot() async throws {
        try await blocking {
            let servers = try Servers()
            defer { servers.stop() }
            let poisoned = try Session(port: servers.port)
            let other = try Session(port: servers.port)
            #expect(other.report("add", 7, port: servers.port)?.status == 200)
            #expect(poisoned.report("poison", port: servers.port)?.status == 200)
            _ = try servers.restart()
            for _ in 1...2 {
                #expect(other.read(port: servers.port)?.status == 200)
                #expect(poisoned.read(port: servers.port) == nil)
                #expect(try servers.restart { $0.wait() }.contains("This was to be expected."))
            }
            for _ in 1...3 {
                let response = poisoned.read(port: servers.port)
                #expect(response?.status == 410)
                #expect(response?.json["type"] == "/problems/session-unreadable")
                #expect(response?.json["resume"]?["body"] == ["app": "ledger"])
            }
            #expect(other.report("add", 8, port: servers.port)?.status == 200)
            let screens = other.read(port: servers.port)?.json["screens"]?.objectValue?.members.first?.value
            #expect(screens?["props"]?["numbers"] == [7, 8])
            #expect(try servers.restart().contains("Previous server crashed") == true)
            #expect(poisoned.read(port: servers.port)?.status == 410)
        }.get()
    }

    @Test("a session whose report crashes the server is quarantined after the second crash, and loses nothing before")
    func trap() async throws {
        try await blocking {
            let servers = try Servers()
            defer { servers.stop() }
            let session = try Session(port: servers.port)
            #expect(session.report("add", 7, port: servers.port)?.status == 200)
            for _ in 1...2 {
                #expect(session.read(port: servers.port)?.status == 200)
                #expect(session.report("trap", port: servers.port) == nil)
                _ = try servers.restart { $0.wait() }
            }
            #expect(session.read(port: servers.port)?.status == 410)
        }.get()
    }

    @Test("a session whose effect crashes the server at each start is quarantined after the second crash")
    func effect() async throws {
        try await blocking {
            let servers = try Servers()
            defer { servers.stop() }
            let session = try Session(port: servers.port)
            _ = session.report("trapInEffect", port: servers.port)
            servers.waitForEnd()
            // The effect is pending, so the next server performs it again.
            try servers.startCrashing()
            #expect(try servers.restart { $0.wait() }.contains("This was to be expected."))
            #expect(session.read(port: servers.port)?.status == 410)
        }.get()
    }

    @Test("a session is not quarantined for a server that is killed from outside, even four times")
    func killed() async throws {
        try await blocking {
            let servers = try Servers()
            defer { servers.stop() }
            let session = try Session(port: servers.port)
            for number in 1...4 {
                #expect(session.report("add", .integer(Int64(number)), port: servers.port)?.status == 200)
                _ = try servers.restart { $0.kill() }
            }
            #expect(session.read(port: servers.port)?.status == 200)
        }.get()
    }
}
