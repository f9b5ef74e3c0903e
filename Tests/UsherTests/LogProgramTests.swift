import Foundation
import JSON
import Programs
import RawHTTP
import Testing

@Suite("The log of the program", .serialized)
struct LogProgramTests {
    @Test("a response with a status from 400 on has a line with its request's id, whose numbers are numbers in JSON")
    func failedRequests() async throws {
        let program = try Program.start(["serve", "--port", "0", "--store", "memory", "--log-format", "json"])
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try RawClient(port: port)
        let requests: [(method: String, path: String, id: String, status: Int, reason: String)] = [
            ("GET", "/v1/nowhere", "req-1", 404, "not-found"),
            ("DELETE", "/v1/apps", "req-2", 405, "method-not-allowed"),
            ("GET", "/v1/sessions/01a1fbec-0000-4000-8000-000000000000", "req-3", 401, "unauthorized"),
        ]
        for request in requests {
            let response = try client.exchange(request.method, request.path, fields: ["X-Request-Id": request.id])
            #expect(response.status == request.status)
        }
        program.signal(SIGTERM)
        let lines = program.end().output.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        for request in requests {
            let found = try #require(
                lines.first { $0["metadata"]?["request"]?.stringValue == request.id },
                "\(request.id)"
            )
            #expect(found["message"]?.stringValue == (request.status == 401 ? "Request rejected" : "Request failed"))
            #expect(found["metadata"]?["status"] == .integer(Int64(request.status)))
            #expect(found["metadata"]?["reason"]?.stringValue == request.reason)
            #expect(found["metadata"]?["omitted"] == .integer(0))
        }
    }

    @Test("a standard output without a reader prevents neither the start nor the exit")
    func closedStandardOutput() throws {
        let closed = Pipe()
        try closed.fileHandleForReading.close()
        let program = try Program.start(
            ["serve", "--port", "0", "--store", "memory"],
            standardOutput: closed.fileHandleForWriting
        )
        let text = program.process.text(containing: "Server started")
        let port = try #require(text.firstMatch(of: /address=http:\/\/127\.0\.0\.1:([0-9]+)/).flatMap { Int($0.1) })
        _ = try AppClient(port: port)
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
    }

    @Test("a standard error without a reader prevents neither responses nor the exit")
    func unreadStandardError() async throws {
        let unread = try FullPipe()
        let program = try Program.start(
            ["serve", "--port", "0", "--store", "memory"],
            standardError: unread.writing
        )
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        // Twice as many bytes as the buffer of the log has.
        for _ in 0..<6_000 {
            try client.report("signUp")
            try client.back()
        }
        let metrics = try RawClient(port: port).exchange("GET", "/metrics").text
        let dropped = try #require(metrics.firstMatch(of: /\nusher_log_lines_dropped_total ([0-9]+)\n/)?.1)
        #expect(Int(dropped) ?? 0 > 1_000)

        let clock = ContinuousClock()
        let begin = clock.now
        program.signal(SIGTERM)
        #expect(program.end().status == 0)
        #expect(clock.now - begin < .seconds(5))
    }
}

/// A full pipe without a reader.
private struct FullPipe {
    private let pipe = Pipe()

    init() throws {
        let descriptor = writing.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        #expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        let zeros = [UInt8](repeating: 0, count: 4_096)
        while unsafe write(descriptor, zeros, zeros.count) > 0 {}
        #expect(errno == EAGAIN)
        #expect(fcntl(descriptor, F_SETFL, flags) == 0)
    }

    var writing: FileHandle { pipe.fileHandleForWriting }
}
