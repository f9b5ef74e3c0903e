import RawHTTP
import Testing

@Suite("A server that is stopped", .serialized)
struct StopTests {
    @Test("a server under slow readers, long polls and taps stops in time and with exit code 0")
    func endsCleanly() async throws {
        let run = StopRun(stops: Torture.size(10, full: 1_000))
        let outcome = try await blocking { try run.run() }.get()
        Torture.report(outcome.line)
        #expect(outcome.failures.isEmpty, "seed \(Torture.seed)")
        #expect(outcome.stops == run.stops)
        #expect(outcome.taps > outcome.stops)
        // Requests that become complete after the grace period get a 503, because their handler might suspend.
        #expect(outcome.pipelined["503", default: 0] > outcome.stops)
    }
}
