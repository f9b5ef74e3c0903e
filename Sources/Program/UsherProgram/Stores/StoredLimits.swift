import Concurrency
import Logging
import ServiceDatabase
import StateAPI
import UsherServer

/// The thread that stores, every few seconds and at the end, how many new sessions each address has started.
///
/// So an address that has used up its limit can't start more sessions after a restart of the server.
final class StoredLimits: Sendable {
    private enum Phase { case running, stopped, ended }

    /// The time between two writes, in milliseconds.
    ///
    /// A server that is killed forgets what was used since the last write.
    private static let interval: Int64 = 5_000
    /// The time that the last write may take, because a database that hangs must not keep the process from ending.
    private static let lastWrite = Duration.milliseconds(250)

    private let table: UsedLimits
    private let limit: NewSessionLimit
    private let log: Logger
    private let phase = Monitor(Phase.running)
    private let outage = Lock(Outage())

    /// Restores what the last server has stored.
    ///
    /// - Throws: The error of the table if it can't be read.
    init(_ table: UsedLimits, _ limit: NewSessionLimit, log: Logger) throws {
        self.table = table
        self.limit = limit
        self.log = log
        limit.restore(
            try table.load().compactMap { key, recovery in
                NewSessionLimit.Name(rawValue: key.name).map { name in
                    NewSessionLimit.Use(name: name, address: key.address, recovery: recovery)
                }
            }
        )
    }

    /// Starts the thread.
    func start() throws(ThreadError) {
        // Retained until `stop()`.
        _ = try NamedThread(name: "limits") { [self] in main() }
    }

    /// Ends the thread after a last write, and waits for this write a short time.
    ///
    /// Call it once the server has stopped.
    func stop() {
        let deadline = ContinuousClock.now + Self.lastWrite
        phase.withLock { phase in
            if phase == .running { phase = .stopped }
        }
        phase.wait(while: { $0 != .ended && ContinuousClock.now < deadline }, recheckAfter: { _ in 20 }) { _ in }
    }

    private func main() {
        var isRunning = true
        while isRunning {
            let next = ContinuousClock.now + .milliseconds(Self.interval)
            phase.wait(
                while: { $0 == .running && ContinuousClock.now < next },
                recheckAfter: { _ in Self.interval }
            ) { _ in }
            // The phase is read before the write, so the last write begins after `stop()`, when no request uses the limits any more.
            isRunning = phase.withLock { $0 } == .running
            save()
        }
        phase.withLock { $0 = .ended }
    }

    private func save() {
        do {
            let uses = limit.uses.map { (UsedLimits.Key(name: $0.name.rawValue, address: $0.address), $0.recovery) }
            try table.save(Dictionary(uses) { max($0, $1) })
            _ = outage.withLock { $0.succeeded(at: .now) }
        } catch {
            guard let omitted = outage.withLock({ $0.failed(at: .now) }) else { return }
            log.error(
                "Limits not stored",
                metadata: ["reason": "\(error)", "omitted": .stringConvertible(omitted)]
            )
        }
    }
}
