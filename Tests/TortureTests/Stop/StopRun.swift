import Concurrency

/// A run that stops servers at random moments under load, a few at a time.
///
/// Blocks, so call it only from a thread that may block.
struct StopRun: Sendable {
    /// The sum of all stops.
    struct Outcome: Sendable {
        var stops = 0
        var longest = Duration.zero
        /// A sentence for each stop that failed or took too long, and for each response with an unexpected status.
        var failures: [String] = []
        /// The number of acknowledged taps.
        var taps = 0
        /// The number of requests pipelined after a large file by response status, which is `none` without a response.
        var pipelined: [String: Int] = [:]

        /// The figures in one line, for the report.
        var line: String {
            let statuses = pipelined.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            return "stopped \(stops) times under load, \(failures.count) failures, the longest stop took \(longest); "
                + "\(taps) taps acknowledged; requests behind a large file: \(statuses.joined(separator: ", "))"
        }
    }

    let stops: Int
    /// The number of servers that run at a time.
    ///
    /// They run in parallel, because a stop mostly waits.
    var lanes = 4
    var seed = Torture.seed

    func run() throws -> Outcome {
        let outcome = Lock(Outcome())
        let threads = try (0..<lanes).map { lane in
            try NamedThread(name: "stop") {
                for number in stride(from: lane, to: stops, by: lanes) { stop(number, outcome) }
            }
        }
        for thread in threads { thread.join() }
        return outcome.withLock { $0 }
    }

    private func stop(_ number: Int, _ outcome: Lock<Outcome>) {
        do {
            let stop = try LoadedStop(seed: seed &+ UInt64(number) &* 7_919)
            let duration = try stop.run(outcome)
            outcome.withLock { outcome in
                outcome.stops += 1
                outcome.longest = max(outcome.longest, duration)
            }
        } catch {
            outcome.withLock { $0.failures.append("stop \(number): \(error)") }
        }
    }
}
