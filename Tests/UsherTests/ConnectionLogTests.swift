import Glibc
import RawHTTP
import Testing

@Suite("The log of rejected requests and closed connections")
struct ConnectionLogTests {
    private static func start(_ settings: String...) async throws -> (program: Program, port: Int) {
        let arguments = ["serve", "--port", "0", "--store", "memory", "--log-level", "notice"]
        let program = try Program.start(arguments + settings)
        return (program, try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) }))
    }

    private static func lines(_ program: Program, containing text: String) -> [Substring] {
        program.signal(SIGTERM)
        return program.end().output.split(separator: "\n").filter { $0.contains(text) }
    }

    @Test("Requests that libmicrohttpd rejects are one line, and all are counted")
    func library() async throws {
        let (program, port) = try await Self.start()
        for _ in 0..<5 {
            let client = try RawClient(port: port)
            try client.send("GET / HTTP/2.0\r\n\r\n")
            #expect(try client.readToEnd().hasPrefix("HTTP/1.1 505 "))
        }
        let metrics = try RawClient(port: port).exchange("GET", "/metrics").text
        #expect(metrics.contains("usher_requests_rejected_total{reason=\"library\"} 5\n"))
        #expect(metrics.contains("usher_requests_total{route=\"*\",status=\"5xx\"} 5\n"))
        let lines = Self.lines(program, containing: "Request rejected")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("omitted=0 reason=library status=505") == true)
        #expect(lines.first?.contains("client=unknown") == true)
    }

    @Test("Connections that are cut at a deadline are one line, and all are counted")
    func deadlines() async throws {
        let (program, port) = try await Self.start("--header-deadline", "1", "--connection-idle", "1")
        let clients = try (0..<5).map { _ in try RawClient(port: port) }
        for client in clients { try client.send("GET / HTTP/1.1\r\n") }
        let idle = try RawClient(port: port)
        #expect(try idle.exchange("GET", "/healthz").status == 200)
        for client in clients + [idle] { #expect(try client.readToEnd() == "") }
        let metrics = try RawClient(port: port).exchange("GET", "/metrics").text
        #expect(metrics.contains("usher_deadlines_exceeded_total{phase=\"header\"} 5\n"))
        #expect(metrics.contains("usher_deadlines_exceeded_total{phase=\"idle\"} 1\n"))
        let lines = Self.lines(program, containing: "Deadline exceeded")
        #expect(lines.count == 1)
        // Either deadline can be the first.
        #expect(lines.first?.contains("client=127.0.0.1 omitted=0 phase=") == true)
    }

    @Test("Connections that are closed without a response are one line with the limit, and all are counted")
    func refused() async throws {
        let (program, port) = try await Self.start("--address-connections", "1")
        let first = try RawClient(port: port)
        #expect(try first.exchange("GET", "/healthz").status == 200)
        // 1 with a response, 16 with a rejection, and 16 that health checks of this machine may still use.
        let clients = try (0..<40).map { _ in try RawClient(port: port) }
        for client in clients { _ = try? client.readToEnd() }
        let metrics = try first.exchange("GET", "/metrics").text
        // The event loops accept at the same time, and can exceed the limit by one connection each.
        #expect(metrics.contains(/usher_connections_refused_total [1-8]\n/))
        let lines = Self.lines(program, containing: "Connection refused")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("client=127.0.0.1 limit=address-connections omitted=0") == true)
    }
}
