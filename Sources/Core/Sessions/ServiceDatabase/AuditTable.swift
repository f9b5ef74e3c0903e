import Concurrency
import Coordination
public import Logging
public import Sessions

/// An audit log in the database of the services, which all servers of a database share.
///
/// ```sql
/// SELECT * FROM audit_event WHERE account = 'ann' ORDER BY number
/// ```
///
/// A thread writes the events within a second, many in one transaction. While the database is unavailable, they wait in memory. If
/// more than 10,000 wait, the oldest are dropped, and the log has their number. A server that is killed loses the events that
/// wait.
public final class AuditTable: AuditLog {
    /// An event with the time at which it happened.
    private struct Entry {
        let at: Timestamp
        let event: AuditEvent
    }

    private struct Queue {
        var entries: [Entry] = []
        /// The number of events that were dropped and not yet reported.
        var dropped = 0
        var isWriting = false
        /// Whether a caller waits until the events are written.
        var isFlushing = false
        var isClosed = false

        /// Adds events at the beginning or at the end, and drops the oldest beyond the capacity.
        mutating func add(_ added: [Entry], atBeginning: Bool) {
            entries.insert(contentsOf: added, at: atBeginning ? 0 : entries.count)
            let excess = max(0, entries.count - AuditTable.capacity)
            entries.removeFirst(excess)
            dropped += excess
        }
    }

    private static let capacity = 10_000
    private static let batchSize = 500
    /// The time in milliseconds between two batches, in which events gather, and between a failure and the next attempt.
    private static let pause: Int64 = 500

    private let database: ServiceDatabase
    private let clock: any WallClock
    private let log: Logger
    private let queue = Monitor(Queue())
    private let outage = Lock(Outage())

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - clock: The clock for the times of events.
    ///   - log: The logger for events that can't be written.
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no thread.
    public init(in database: ServiceDatabase, clock: any WallClock, log: Logger) throws {
        self.database = database
        self.clock = clock
        self.log = log
        // Retained until `close()`.
        _ = try NamedThread(name: "audit") { [self] in main() }
    }

    /// Queues an event.
    public func record(_ event: AuditEvent) {
        let entry = Entry(at: clock.timeOfDay, event: event)
        queue.withLock { $0.add([entry], atBeginning: false) }
    }

    /// Blocks until every event is written or a duration has passed.
    public func flush(within duration: Duration) {
        let deadline = ContinuousClock.now + duration
        queue.withLock { $0.isFlushing = true }
        queue.wait(
            while: { (!$0.entries.isEmpty || $0.isWriting) && ContinuousClock.now < deadline },
            recheckAfter: { _ in 20 }
        ) { _ in }
        queue.withLock { $0.isFlushing = false }
    }

    /// Ends the thread once all events are written, or when a batch of them can't be written.
    public func close() {
        queue.withLock { $0.isClosed = true }
    }

    private func main() {
        while let batch = nextBatch() {
            do {
                try write(batch)
                _ = outage.withLock { $0.succeeded(at: .now) }
                reportDropped()
                end(batch, isWritten: true)
                pause { !$0.isFlushing && $0.entries.count < Self.batchSize }
            } catch {
                if let omitted = outage.withLock({ $0.failed(at: .now) }) {
                    log.error(
                        "Audit events not stored",
                        metadata: ["reason": "\(error)", "omitted": .stringConvertible(omitted)]
                    )
                }
                guard end(batch, isWritten: false) else { return }
                pause { _ in true }
            }
        }
    }

    /// Waits for events and returns the oldest ones, or `nil` when the log is closed and all are written.
    private func nextBatch() -> [Entry]? {
        queue.wait(while: { $0.entries.isEmpty && !$0.isClosed }) { queue in
            guard !queue.entries.isEmpty else { return nil }
            queue.isWriting = true
            defer { queue.entries.removeFirst(min(Self.batchSize, queue.entries.count)) }
            return Array(queue.entries.prefix(Self.batchSize))
        }
    }

    /// Ends a batch, and puts its events back if they were not written.
    ///
    /// - Returns: Whether the log is open.
    @discardableResult
    private func end(_ batch: [Entry], isWritten: Bool) -> Bool {
        queue.withLock { queue in
            queue.isWriting = false
            if !isWritten { queue.add(batch, atBeginning: true) }
            return !queue.isClosed
        }
    }

    private func pause(while condition: (Queue) -> Bool) {
        let end = ContinuousClock.now + .milliseconds(Self.pause)
        queue.wait(
            while: { !$0.isClosed && ContinuousClock.now < end && condition($0) },
            recheckAfter: { _ in Self.pause }
        ) { _ in }
    }

    private func reportDropped() {
        let dropped = queue.withLock { queue in
            defer { queue.dropped = 0 }
            return queue.dropped
        }
        if dropped > 0 { log.error("Audit events dropped", metadata: ["count": .stringConvertible(dropped)]) }
    }

    private func write(_ batch: [Entry]) throws {
        try database.write { db in
            for entry in batch {
                try db.change(
                    """
                    INSERT INTO audit_event (at, event, outcome, session, account, client, request)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    entry.at,
                    entry.event.action.rawValue,
                    entry.event.outcome,
                    entry.event.session?.description,
                    entry.event.account,
                    entry.event.client,
                    entry.event.request
                )
            }
        }
    }
}
