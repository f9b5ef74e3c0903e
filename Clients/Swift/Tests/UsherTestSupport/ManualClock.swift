import Foundation

/// A clock that stands still until a test advances it.
///
/// It is unchecked because its variables are read and written under its lock.
package final class ManualClock: Clock, @unchecked Sendable {
    package struct Instant: InstantProtocol {
        var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct Sleeper {
        let id: UUID
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var time = Instant(offset: .zero)
    private var sleepers: [Sleeper] = []
    private var cancelled: Set<UUID> = []

    package init() {}

    package var now: Instant { lock.withLock { time } }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended: Result<Void, any Error>? = lock.withLock {
                    if cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= time { return .success(()) }
                    sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let ended { continuation.resume(with: ended) }
            }
        } onCancel: {
            let sleeper: Sleeper? = lock.withLock {
                guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
                    cancelled.insert(id)
                    return nil
                }
                return sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the time, and wakes the sleepers that it passes.
    package func advance(by duration: Duration) {
        let woken = lock.withLock {
            time = time.advanced(by: duration)
            let woken = sleepers.filter { $0.deadline <= time }
            sleepers.removeAll { $0.deadline <= time }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until a number of sleepers have deadlines in this order, in durations from now on.
    package func untilSleeping(for durations: [Duration]) async {
        while lock.withLock({ sleepers.map { time.duration(to: $0.deadline) }.sorted() }) != durations {
            await Task.yield()
        }
    }
}
