import Concurrency
import Logging
import Services
import StateAPI
import UsherServer

/// The thread that stores what addresses have used of the limits on new sessions, every few seconds and at the end.
final class StoredLimits: Sendable {
    private enum Phase { case running, stopped }

    /// The time between two writes, in milliseconds; a server that is killed forgets what was used in it.
    private static let interval: Int64 = 5_000

    private let table: UsedLimits
    private let limit: NewSessionLimit
    private let log: Logger
    private let phase = Monitor(Phase.running)
    private let thread = Lock<NamedThread?>(nil)
    /// Whether the last write has failed, which is logged once.
    private let isFailing = Lock(false)

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
        let started = try NamedThread(name: "limits") { [self] in main() }
        thread.withLock { $0 = started }
    }

    /// Ends the thread after a last write, once the server has stopped, and waits for it.
    func stop() {
        phase.withLock { $0 = .stopped }
        thread.withLock { thread -> NamedThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private func main() {
        var isRunning = true
        while isRunning {
            let next = ContinuousClock.now + .milliseconds(Self.interval)
            phase.wait(
                while: { $0 == .running && ContinuousClock.now < next },
                recheckAfter: { _ in Self.interval }
            ) { _ in }
            // Read before the write, so that nothing is used between the last write and the end.
            isRunning = phase.withLock { $0 } == .running
            save()
        }
    }

    private func save() {
        do {
            let uses = limit.uses.map { (UsedLimits.Key(name: $0.name.rawValue, address: $0.address), $0.recovery) }
            try table.save(Dictionary(uses) { max($0, $1) })
            isFailing.withLock { $0 = false }
        } catch {
            let isFirst = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isFirst { log.error("Limits not stored", metadata: ["reason": "\(error)"]) }
        }
    }
}
