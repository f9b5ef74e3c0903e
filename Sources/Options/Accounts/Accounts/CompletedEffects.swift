import Concurrency
import Coordination
import DequeModule
import Sessions

/// The results of effects by idempotency key, so that an effect that runs again acts only once.
///
/// A call with the key of a running call waits for the result of that call. When the running call throws, no result is stored
/// and the next call acts. Only a digest of each key is stored, which takes a third of the key's memory.
final class CompletedEffects<Value: Sendable>: Sendable {
    private enum Entry {
        case running([CheckedContinuation<Value?, Never>])
        case completed(Value)
    }

    private struct State {
        var entries: [Digest: Entry] = [:]
        /// The keys with a stored result, oldest first.
        var order: Deque<(key: Digest, at: Timestamp)> = []
    }

    private enum Start: Sendable {
        case acts
        case completed(Value)
        case waits
    }

    private let clock: any WallClock
    private let capacity: Int
    private let retention: Duration
    private let state = Lock(State())

    /// - Parameters:
    ///   - clock: The clock for the age of results.
    ///   - capacity: The number of results to store. The oldest are removed first.
    ///   - retention: The time for which a result is stored.
    init(clock: any WallClock, capacity: Int = 10_000, retention: Duration = .seconds(24 * 3_600)) {
        self.clock = clock
        self.capacity = capacity
        self.retention = retention
    }

    /// The number of stored results and running calls.
    var count: Int { state.withLock { $0.entries.count } }

    /// Returns the stored result for a key, or runs `act` and stores its result.
    ///
    /// - Throws: The error of `act`. Nothing is stored then.
    func value(for key: String, _ act: () async throws -> Value) async throws -> Value {
        let key = Digest(of: key)
        while true {
            switch begin(key) {
            case .completed(let value): return value
            case .waits: if let value = await valueOfRunning(key) { return value }
            case .acts:
                do {
                    let value = try await act()
                    end(key, with: value)
                    return value
                } catch {
                    end(key, with: nil)
                    throw error
                }
            }
        }
    }

    private func begin(_ key: Digest) -> Start {
        state.withLock { state in
            switch state.entries[key] {
            case nil:
                state.entries[key] = .running([])
                return .acts
            case .running?: return .waits
            case .completed(let value)?: return .completed(value)
            }
        }
    }

    /// Waits for the running call and returns its result, or `nil` when that call failed.
    private func valueOfRunning(_ key: Digest) async -> Value? {
        await withCheckedContinuation { continuation in
            let value: Value?? = state.withLock { state in
                switch state.entries[key] {
                case nil: return .some(nil)
                case .completed(let value)?: return value
                case .running(let waiting)?:
                    state.entries[key] = .running(waiting + [continuation])
                    return nil
                }
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    private func end(_ key: Digest, with value: Value?) {
        let now = clock.now
        let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard case .running(let waiting)? = state.entries[key] else { return [] }
            state.entries[key] = value.map(Entry.completed)
            if value != nil { state.order.append((key, now)) }
            forget(in: &state, at: now)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    private func forget(in state: inout State, at now: Timestamp) {
        while let oldest = state.order.first, state.order.count > capacity || now - oldest.at >= retention {
            state.entries[oldest.key] = nil
            state.order.removeFirst()
        }
    }
}
