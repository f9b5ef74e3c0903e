public import Coordination
import Logging
import Threads

/// A session in memory: one order of events, each committed before anybody hears of it.
///
/// Events of a session are applied one by one; sessions never wait for each other, and nobody waits for an effect except
/// the client that asked for it.
public final class Session: Sendable {
    /// The public name.
    public let id: SessionID
    /// The application.
    public let application: Application

    private struct State {
        var record: SessionRecord
        var isRemoved = false
        /// Whether somebody applies an event; the others stand in line.
        var isTurnTaken = false
        var line: [CheckedContinuation<Void, Never>] = []
        /// Those who wait for the next revision.
        var watchers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWatcher: UInt64 = 0
        /// The digests of the keys of requests that are running.
        var runningKeys: Set<Digest> = []
        var kept: [Key: KeptBytes] = [:]
        var lastUsed: Timestamp
    }

    private struct KeptBytes {
        let version: UInt32
        let bytes: [UInt8]
    }

    private let state: Lock<State>
    private let surroundings: SessionSurroundings

    init(_ record: SessionRecord, _ application: Application, _ surroundings: SessionSurroundings) {
        id = record.id
        self.application = application
        self.surroundings = surroundings
        state = Lock(State(record: record, lastUsed: surroundings.clock.now))
    }

    /// The session as it is now.
    public var view: SessionView { SessionView(session: self, record: record) }

    var record: SessionRecord { state.withLock { $0.record } }

    /// Applies what a client wants, in the session's order, and waits a while for the effects of it.
    ///
    /// - Parameter submission: What is to happen, and under which conditions. The idempotency key is looked at before
    ///   the revisions, so that a client whose answer was lost gets its answer and no mismatch.
    /// - Returns: The state that follows; ``SessionView/Status/busy(_:)`` when effects outlast the wait.
    /// - Throws: ``SessionError``; nothing has changed then. After ``SessionError/store(_:)`` with an unknown outcome
    ///   nobody knows, and the same key tells.
    public func submit(_ submission: Submission) async throws(SessionError) -> Answer {
        let isReplay: Bool
        if let key = submission.idempotency?.key {
            guard state.withLock({ $0.runningKeys.insert(key).inserted }) else { throw .keyInUse }
            defer { state.withLock { _ = $0.runningKeys.remove(key) } }
            isReplay = try await apply(submission)
        } else {
            isReplay = try await apply(submission)
        }
        await settle(within: submission.wait)
        return Answer(view: view, isReplay: isReplay)
    }

    /// Applies an event that comes from the server itself, such as the outcome of an effect.
    func receive(_ event: Event) async throws(SessionError) {
        _ = try await apply(Submission(event))
    }

    /// Waits until the session has another revision than a client knows, or has gone.
    ///
    /// - Parameters:
    ///   - revision: What the client knows.
    ///   - wait: How long to wait at the most.
    /// - Returns: The session as it is then.
    public func view(after revision: UInt64, wait: Duration) async -> SessionView {
        await self.wait(for: wait) { $0.record.revision != revision || $0.isRemoved }
        return view
    }

    /// Waits until no effect keeps the session busy.
    private func settle(within duration: Duration) async {
        guard duration > .zero else { return }
        await wait(for: duration) { $0.record.state.busy == nil || $0.isRemoved }
    }

    /// Marks the session as gone and lets everybody who waits for it go.
    func markRemoved() {
        state.withLock { $0.isRemoved = true }
        wakeAll()
    }

    /// Replaces the credential, when the session was started again with the same key and nobody has used it yet.
    func renewCredential(_ credential: Digest) async throws(SessionError) {
        await takeTurn()
        defer { passTurn() }
        var record = self.record
        record.credential = credential
        try await commit(record, follows: record.revision)
    }

    func kept(_ node: ScreenNode, make: (ScreenNode) -> [UInt8]) -> [UInt8] {
        let known = state.withLock { state in
            state.kept[node.key].flatMap { $0.version == node.version ? $0.bytes : nil }
        }
        if let known { return known }
        let bytes = make(node)
        state.withLock { $0.kept[node.key] = KeptBytes(version: node.version, bytes: bytes) }
        return bytes
    }
}

// MARK: - Applying

extension Session {
    /// Applies an event in its turn; returns whether it was a repetition.
    private func apply(_ submission: Submission) async throws(SessionError) -> Bool {
        await takeTurn()
        defer { passTurn() }
        let started = ContinuousClock.now
        let (record, isRemoved) = state.withLock { ($0.record, $0.isRemoved) }
        let now = surroundings.clock.now
        guard !isRemoved else { throw .unauthorised }
        guard record.expiresAt > now else { throw .expired(application: record.application) }
        if let idempotency = submission.idempotency,
            let reply = record.replies.first(where: { $0.key == idempotency.key })
        {
            guard reply.request == idempotency.request else { throw .keyReused }
            return true
        }
        if let revisions = submission.revisions, !revisions.contains(record.revision) {
            throw .revisionMismatch(SessionView(session: self, record: record))
        }
        let step = try step(submission.event, record, at: now)
        guard step.isChange || submission.idempotency != nil else { return false }
        let next = surroundings.successor(of: record, step, submission.idempotency, at: now)
        try await commit(next, follows: record.revision)
        surroundings.run(step.effects, of: self)
        surroundings.note(step, of: next, before: record.state, took: started.duration(to: .now))
        return false
    }

    private func step(_ event: Event, _ record: SessionRecord, at now: Timestamp) throws(SessionError) -> Step {
        let context = StepContext(now: now, session: id.description, client: record.client)
        do throws(NavigationError) {
            return try application.apply(event, to: record.state, at: context)
        } catch {
            throw .navigation(error, SessionView(session: self, record: record))
        }
    }

    private func commit(_ next: SessionRecord, follows revision: UInt64) async throws(SessionError) {
        do throws(StoreError) {
            guard try await surroundings.committer.commit(SessionCommit(follows: revision, record: next)) == .committed
            else { throw StoreError(.conflict, "Somebody else has changed the session \(id).") }
        } catch {
            surroundings.note(error, of: id)
            throw .store(error)
        }
        let watchers = state.withLock { state in
            state.record = next
            state.kept = state.kept.filter { key, kept in next.state.screens[key]?.version == kept.version }
            state.lastUsed = surroundings.clock.now
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.resume() }
    }
}

// MARK: - Waiting

extension Session {
    private func takeTurn() async {
        let isTaken = state.withLock { state in
            defer { state.isTurnTaken = true }
            return state.isTurnTaken
        }
        guard isTaken else { return }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTurnTaken { state.line.append(continuation) }
                defer { state.isTurnTaken = true }
                return !state.isTurnTaken
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the turn to the first in line.
    private func passTurn() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.line.isEmpty else {
                state.isTurnTaken = false
                return nil
            }
            return state.line.removeFirst()
        }
        next?.resume()
    }

    /// Waits until a condition holds, looking at each new revision, for a while at the most.
    private func wait(for duration: Duration, until condition: @Sendable (borrowing State) -> Bool) async {
        let deadline = surroundings.clock.now + duration
        guard !surroundings.patience.hasEnded else { return }
        while !(state.withLock { condition($0) }), surroundings.clock.now < deadline, !Task.isCancelled {
            let number = state.withLock { state in
                state.nextWatcher += 1
                return state.nextWatcher
            }
            let alarm = surroundings.clock.schedule(at: deadline) { [weak self] in self?.wake(number) }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // The condition is looked at again under the lock, so that no revision slips in between.
                    let isOver = state.withLock { state in
                        let isOver =
                            condition(state) || surroundings.clock.now >= deadline || Task.isCancelled
                        if !isOver { state.watchers[number] = continuation }
                        return isOver
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                wake(number)
            }
            alarm.cancel()
            if surroundings.patience.hasEnded { return }
        }
    }

    /// Lets everybody who waits look again.
    func wakeAll() {
        let watchers = state.withLock { state in
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.resume() }
    }

    private func wake(_ number: UInt64) {
        state.withLock { $0.watchers.removeValue(forKey: number) }?.resume()
    }
}
