import Programs
import Testing

@Suite("Load", .serialized)
struct LoadTests {
    @Test("Thirty-two connections of mixed load get no error, and memory does not grow after the warm-up")
    func mixedLoad() async throws {
        let program = try Program.start(["serve", "--port", "0", "--log-level", "warning"])
        defer { program.stop() }
        let port = try #require(try await program.address().split(separator: ":").last.flatMap { Int($0) })
        let load = try LoadGenerator(port: port, sessions: 64)
        try load.run(connections: 32, for: .seconds(max(1, LoadGenerator.seconds / 4)))
        let before = try LoadGenerator.residentBytes(of: program.id)
        let responsesBefore = load.responses
        try load.run(connections: 32, for: .seconds(LoadGenerator.seconds))
        let growth = try LoadGenerator.residentBytes(of: program.id) - before
        print(
            "\(load.responses - responsesBefore) responses in \(LoadGenerator.seconds) s, \(growth) bytes more in RAM"
        )
        #expect(load.errors == [])
        #expect(load.responses > 100)
        // Sanitizers keep freed memory, to detect its later use.
        guard !Sanitizer.isRunning else { return }
        #expect(growth < 4 << 20, "\(growth) bytes more after \(load.responses) responses")
    }
}
