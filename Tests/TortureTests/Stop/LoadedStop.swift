import Concurrency
import CoordinationTesting
import Glibc
import Programs
import RawHTTP

/// One server, its clients, and its stop at a random time.
struct LoadedStop {
    private let folder: TemporaryFolder
    private let seed: UInt64
    private let grace = Duration.milliseconds(300)
    /// The time after the grace period in which responses are still sent.
    ///
    /// The daemon stops at its end.
    private let flush = Duration.seconds(1)
    /// The longest time after the grace period that the server may need to end.
    private let limit = Duration.seconds(Sanitizer.isRunning ? 20 : 2)

    init(seed: UInt64) throws {
        self.seed = seed
        folder = try TemporaryFolder()
    }

    /// Stops a server under load.
    ///
    /// - Returns: The duration of the stop.
    /// - Throws: `RawClient.Failure` when the server did not end in time, or not with exit code 0.
    func run(_ outcome: Lock<StopRun.Outcome>) throws -> Duration {
        var generator = SeededGenerator(seed: seed)
        let server = try ServerProcess([folder.path + "/usher.db", folder.path + "/effects", "--stop-grace", "0.3"])
        defer { server.kill() }
        let port = try server.port()
        let phase = Monitor(StopPhase.running)
        let threads = try clients(port, phase, outcome, &generator).map { client in
            try NamedThread(name: "client", client)
        }
        usleep(UInt32.random(in: 1_000...100_000, using: &generator))
        let begin = ContinuousClock.now
        phase.withLock { $0 = .stopping(since: begin) }
        let status = server.stop(within: grace + limit)
        let duration = ContinuousClock.now - begin
        if status == nil { server.kill() }
        phase.withLock { $0 = .ended }
        for thread in threads { thread.join() }
        guard let status else { throw RawClient.Failure(text: "it was still running after \(duration)") }
        guard status == 0 else { throw RawClient.Failure(text: "exit code \(status): \(server.text)") }
        return duration
    }

    /// Returns the clients, each to be run on a thread of its own.
    private func clients(
        _ port: Int,
        _ phase: Monitor<StopPhase>,
        _ outcome: Lock<StopRun.Outcome>,
        _ generator: inout SeededGenerator
    ) throws -> [@Sendable () -> Void] {
        let quiet = try StopClient(port: port, session: session(port), outcome: outcome)
        let busy = try StopClient(port: port, session: session(port), outcome: outcome)
        var clients: [@Sendable () -> Void] = [{ busy.tap() }, { busy.tap() }, { quiet.poll() }]
        for request in [quiet.pollRequest, busy.tapRequest, StopClient.startRequest] {
            for _ in 0..<2 {
                let delay = readingDelay(&generator)
                clients.append { quiet.read(andThen: request, after: delay, phase) }
            }
            clients.append { quiet.read(andThen: request, after: nil, phase) }
        }
        return clients
    }

    /// Returns the time from the stop until a client reads on: random, or such that the file ends as the daemon stops.
    private func readingDelay(_ generator: inout SeededGenerator) -> Duration {
        let end = grace + flush
        if Bool.random(using: &generator) { return .milliseconds(Int64.random(in: 0...1_300, using: &generator)) }
        return end - .milliseconds(Int64.random(in: 0...150, using: &generator))
    }

    private func session(_ port: Int) throws -> SessionHistory {
        let response = try RawClient(port: port).exchange("POST", "/v1/sessions", [:])
        guard let history = SessionHistory(started: response) else {
            throw RawClient.Failure(text: "no session: \(response.text)")
        }
        return history
    }
}
