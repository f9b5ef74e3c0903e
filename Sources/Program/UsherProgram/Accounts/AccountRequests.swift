#if Accounts
import Accounts
import Concurrency
import Logging
import Sessions
import UsherServer

/// The thread that ends the sessions of accounts as operators request it with `usher accounts`.
///
/// The commands write their requests into the database beside the sessions, and the server that reads one carries it out.
final class AccountRequests: Sendable {
    private enum Phase { case idle, running, stopped }

    /// The time between two reads of the requests, in milliseconds.
    private static let interval: Int64 = 1_000

    private let control: AccountControl
    private let server: UsherServer
    private let log: Logger
    private let phase = Monitor(Phase.idle)
    private let outage = Lock(Outage())

    init(_ control: AccountControl, _ server: UsherServer, _ log: Logger) {
        self.control = control
        self.server = server
        self.log = log
    }

    /// Starts the thread, which waits for ``begin()`` and ends after ``stop()``.
    func start() throws(ThreadError) { _ = try NamedThread(name: "accounts") { [self] in main() } }

    /// Begins to read requests, once the server runs.
    func begin() { phase.withLock { $0 = .running } }

    /// Ends the thread.
    func stop() { phase.withLock { $0 = .stopped } }

    private func main() {
        phase.wait(while: { $0 == .idle }) { _ in }
        while phase.withLock({ $0 }) == .running {
            endRequested()
            let next = ContinuousClock.now + .milliseconds(Self.interval)
            phase.wait(
                while: { $0 == .running && ContinuousClock.now < next },
                recheckAfter: { _ in Self.interval }
            ) { _ in }
        }
    }

    private func endRequested() {
        do {
            for account in try control.requestedEnds() {
                let begin = SystemClock.timeOfDay
                try server.endSessions(of: account)
                try control.ended(account, from: begin)
            }
            _ = outage.withLock { $0.succeeded(at: .now) }
        } catch {
            guard let omitted = outage.withLock({ $0.failed(at: .now) }) else { return }
            log.error(
                "Account sessions not ended",
                metadata: ["reason": "\(error)", "omitted": .stringConvertible(omitted)]
            )
        }
    }
}
#endif
