import Concurrency
import Coordination

/// The effects and timers that a server runs, until their outcome is committed or dropped, with the calls of their handlers.
///
/// It decides what the end of a call means. A result is the outcome. An error is a failure only if no call of the effect can
/// have made the change: once one call may have, later errors say nothing about it, and only a result ends the effect.
final class EffectsInProgress: Sendable {
    /// An effect to perform, with all that another call needs.
    struct Attempt: Sendable {
        let effect: any Effect
        let pending: PendingEffect
        /// Retained, so that the session stays in memory until it has the outcome.
        let session: Session
        let lease: Lease?

        var name: String { type(of: effect).name }
        var work: PendingWork { PendingWork(session: session.id, key: pending.key) }
    }

    /// The meaning of the end of a call.
    enum Decision {
        /// The session gets the outcome.
        case deliver(EffectOutcome)
        /// The handler is called again after a delay.
        case callAgain(after: Duration)
        /// Another call or a later repetition gives the outcome, or the session has it.
        case ignore
        /// Nothing waits for the outcome any more, because the effect was cancelled, or because the session has another outcome.
        case drop
    }

    /// A call that has not returned in its time.
    struct LateCall {
        let attempt: Attempt
        let since: Timestamp
        /// The meaning of the time-out, or `nil` if it was decided before.
        let decision: Decision?
        let cancel: @Sendable () -> Void
    }

    private struct Call {
        let attempt: Attempt
        /// The number of the effect's entry.
        ///
        /// A later entry of the same effect, under another lease, has another number.
        let entry: UInt64
        let began: Timestamp
        let deadline: Timestamp
        let cancel: @Sendable () -> Void
        var isLate = false
    }

    private struct Entry {
        let number: UInt64
        let since: Timestamp
        /// Whether the change may have been made although no result has arrived.
        var isInDoubt: Bool
        var hasOutcome = false
        var repetitions = 0
        var isScheduled = false
        /// The number of calls that have not returned.
        var calls = 0

        mutating func ended(_ attempt: Attempt, with error: (any Error)?) -> Decision {
            guard !hasOutcome else { return .ignore }
            if attempt.mayHaveHappened(after: error) { isInDoubt = true }
            guard isInDoubt else {
                hasOutcome = true
                return .deliver(.failure(.failed))
            }
            return callAgain()
        }

        mutating func callAgain() -> Decision {
            guard !isScheduled else { return .ignore }
            isScheduled = true
            defer { repetitions += 1 }
            return .callAgain(after: .seconds(1 << min(repetitions, 6)))
        }
    }

    private struct State {
        var entries: [PendingWork: Entry] = [:]
        var calls: [UInt64: Call] = [:]
        var lastNumber: UInt64 = 0
        /// Whether calls are watched, and whether a check of them is scheduled.
        var isOpen = false
        var isChecking = false

        mutating func makeNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }
    }

    /// The limit on the calls of one effect that have not returned.
    ///
    /// While one call hangs, another one may succeed, but further ones would only hold more threads.
    private static let mostCalls = 2

    private let state = Lock(State())

    /// Begins to watch for calls that don't return in time.
    func open() { state.withLock { $0.isOpen = true } }

    /// Whether this server runs an effect or timer, or has its outcome.
    func contains(_ work: PendingWork) -> Bool { state.withLock { $0.entries[work] != nil } }

    /// The numbers of effects that may have happened and have no known result, and of calls that are late.
    var counts: (inDoubt: Int, late: Int) {
        state.withLock { state in
            (
                state.entries.values.count { $0.isInDoubt && !$0.hasOutcome },
                state.calls.values.count(where: \.isLate)
            )
        }
    }

    /// Adds an effect or timer.
    ///
    /// - Parameters:
    ///   - work: The effect or timer.
    ///   - isInDoubt: Whether an earlier server may have performed it.
    ///   - now: The time by the clock.
    /// - Returns: `false` if it is in progress already.
    func add(_ work: PendingWork, isInDoubt: Bool, at now: Timestamp) -> Bool {
        state.withLock { state in
            guard state.entries[work] == nil else { return false }
            state.entries[work] = Entry(number: state.makeNumber(), since: now, isInDoubt: isInDoubt)
            return true
        }
    }

    /// Removes an effect or timer with a committed outcome, or with an outcome that nothing waits for.
    func remove(_ work: PendingWork) { state.withLock { $0.entries[work] = nil } }

    /// Removes an effect that a flow has cancelled, so that its result is dropped.
    ///
    /// - Returns: The functions that cancel the calls of its handler, or `nil` if it is not in progress.
    func cancel(_ work: PendingWork) -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: work), !entry.hasOutcome else { return nil }
            return state.calls.values.filter { $0.entry == entry.number }.map(\.cancel)
        }
    }

    /// Records that a handler is called.
    ///
    /// - Returns: The number of the call, and whether a check of the calls must be scheduled.
    func beginCall(
        of attempt: Attempt,
        within timeout: Duration,
        at now: Timestamp,
        cancel: @escaping @Sendable () -> Void
    ) -> (number: UInt64, schedulesCheck: Bool) {
        state.withLock { state in
            let number = state.makeNumber()
            state.calls[number] = Call(
                attempt: attempt,
                entry: state.entries[attempt.work]?.number ?? 0,
                began: now,
                deadline: now + timeout,
                cancel: cancel
            )
            state.entries[attempt.work]?.calls += 1
            let schedulesCheck = state.isOpen && !state.isChecking
            if schedulesCheck { state.isChecking = true }
            return (number, schedulesCheck)
        }
    }

    /// Records that a call has returned a result or an error, and decides what that means.
    ///
    /// - Returns: The decision, and the time since which the effect is in progress.
    func endCall(
        _ number: UInt64,
        of attempt: Attempt,
        _ result: Result<any Codable & Sendable, any Error>
    ) -> (decision: Decision, since: Timestamp) {
        state.withLock { state in
            let call = state.calls.removeValue(forKey: number)
            guard let call, var entry = state.entries[attempt.work], entry.number == call.entry else {
                return (.drop, attempt.pending.since)
            }
            defer { state.entries[attempt.work] = entry }
            entry.calls -= 1
            switch result {
            case .success(let value):
                guard !entry.hasOutcome else { return (.ignore, entry.since) }
                entry.hasOutcome = true
                return (.deliver(.value(value)), entry.since)
            case .failure(let error): return (entry.ended(attempt, with: error), entry.since)
            }
        }
    }

    /// Decides whether a scheduled repetition calls the handler now.
    ///
    /// - Returns: `nil` if it does.
    func beginRepetition(of attempt: Attempt) -> Decision? {
        state.withLock { state in
            guard var entry = state.entries[attempt.work], !entry.hasOutcome else { return .ignore }
            defer { state.entries[attempt.work] = entry }
            entry.isScheduled = false
            return entry.calls < Self.mostCalls ? nil : entry.callAgain()
        }
    }

    /// Finds the calls that have not returned in their time.
    ///
    /// - Returns: Those calls, and whether another check must be scheduled.
    func check(at now: Timestamp) -> (late: [LateCall], continues: Bool) {
        state.withLock { state in
            var late: [LateCall] = []
            for (number, call) in state.calls where call.deadline <= now {
                var decision: Decision?
                if !call.isLate {
                    state.calls[number]?.isLate = true
                    let work = call.attempt.work
                    if state.entries[work]?.number == call.entry {
                        decision = state.entries[work]?.ended(call.attempt, with: nil)
                    }
                }
                late.append(LateCall(attempt: call.attempt, since: call.began, decision: decision, cancel: call.cancel))
            }
            state.isChecking = !state.calls.isEmpty
            return (late, state.isChecking)
        }
    }
}

extension EffectsInProgress.Attempt {
    /// Whether the effect may have happened after an error of its handler.
    ///
    /// The error is `nil` for a call that has not returned in time.
    fileprivate func mayHaveHappened(after error: (any Error)?) -> Bool {
        guard !type(of: effect).isReadOnly else { return false }
        return (error as? any EffectError)?.mayHaveHappened ?? true
    }
}
