import JSON
import Programs
import RawHTTP
import Testing

@Suite("A session that brings the server down", .serialized)
struct CrashTests {
    /// A ledger and what opens it.
    private struct Session {
        let path: String
        let token: String

        init(port: Int) throws {
            let answer = try RawClient(port: port).exchange("POST", "/v1/sessions", [:])
            path = "/v1/sessions/\(answer.json["id"]?.stringValue ?? "")"
            token = answer.json["token"]?.stringValue ?? ""
        }

        /// The answer; `nil` when the server went down over it.
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

    /// Starts servers on one store, one after the other.
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

        /// What the server wrote until it came to its end, and then the next one is there.
        func restart(_ end: (ServerProcess) -> Void = { $0.stop() }) throws -> String {
            end(server)
            let text = server.text
            server = try Self.start(folder)
            port = try server.port()
            return text
        }

        func stop() { server.stop() }
    }

    @Test("because it can't be read is set aside after the second crash, and harms no other")
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
                let answer = poisoned.read(port: servers.port)
                #expect(answer?.status == 410)
                #expect(answer?.json["type"] == "/problems/session-unreadable")
                #expect(answer?.json["resume"]?["body"] == ["app": "ledger"])
            }
            #expect(other.report("add", 8, port: servers.port)?.status == 200)
            let screens = other.read(port: servers.port)?.json["screens"]?.objectValue?.members.first?.value
            #expect(screens?["props"]?["numbers"] == [7, 8])
            #expect(try servers.restart().contains("the last server crashed") == true)
            #expect(poisoned.read(port: servers.port)?.status == 410)
        }.get()
    }

    @Test("by what it reports is set aside after the second crash, and loses nothing before")
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

    @Test("only when it is killed from outside is not to blame, however often")
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
