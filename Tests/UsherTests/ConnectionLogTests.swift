import Concurrency
import Glibc
import Logging
import MicroHTTP
import RawHTTP
import Testing

@testable import UsherServer

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

    @Test("Connections that are cut at a deadline are one line with the address")
    func deadlines() async throws {
        let log = RecordedLines()
        try await RunningServer.run(
            configure: {
                $0.http.headerDeadline = .seconds(1)
                $0.http.idleTimeout = .seconds(1)
            },
            log: log.logger
        ) { server in
            let clients = try (0..<5).map { _ in try server.connect() }
            for client in clients { try client.send("GET / HTTP/1.1\r\n") }
            let idle = try server.connect()
            #expect(try idle.exchange("GET", "/healthz").status == 200)
            for client in clients + [idle] { #expect(try client.readToEnd() == "") }
        }
        #expect(log.lines(of: "Deadline exceeded") == [["phase": "header", "client": "127.0.0.1", "omitted": "0"]])
    }

    @Test("All connections that are cut at a deadline are counted by it")
    func countedDeadlines() {
        let metrics = PrometheusMetrics()
        let log = ConnectionLog(log: RecordedLines().logger, metrics: metrics)
        for _ in 0..<5 { log.record(HTTPServer.Deadline.header, nil) }
        log.record(HTTPServer.Deadline.idle, nil)
        let lines = metrics.exposition().split(separator: "\n")
        #expect(lines.contains("usher_deadlines_exceeded_total{phase=\"header\"} 5"))
        #expect(lines.contains("usher_deadlines_exceeded_total{phase=\"idle\"} 1"))
        #expect(lines.contains("usher_deadlines_exceeded_total{phase=\"body\"} 0"))
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

/// The lines of a log at the level `notice`, with their metadata.
private final class RecordedLines: Sendable {
    private let recorded = Lock([(message: String, metadata: [String: String])]())

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    func lines(of message: String) -> [[String: String]] {
        recorded.withLock { $0.filter { $0.message == message }.map(\.metadata) }
    }

    private struct Handler: LogHandler {
        let lines: RecordedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let texts = event.metadata?.mapValues { "\($0)" } ?? [:]
            lines.recorded.withLock { $0.append(("\(event.message)", texts)) }
        }
    }
}
