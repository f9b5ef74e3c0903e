import Foundation
import JSON
import RawHTTP
import Testing

@Suite("The log of the program", .serialized)
struct LogProgramTests {
    @Test("a standard error without a reader prevents neither responses nor the exit")
    func unreadStandardError() async throws {
        let unread = try FullPipe()
        let program = try Program.start(
            ["serve", "--port", "0", "--store", "memory"],
            environment: ["USHER_LOG_BUFFER": "65536"],
            standardError: unread.writing
        )
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let client = try AppClient(port: port)
        for _ in 0..<1_000 {
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
