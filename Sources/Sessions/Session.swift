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
        /// The record's state in writing, where the store wants that.
        var written: WrittenState?
        var isRemoved = false
        /// What the store may have, when nobody knows what it has; it is asked before anything else happens.
        var doubtful: SessionRecord?
        /// Whether the credential has opened the session.
        var isOpened = false
        /// Whether somebody applies an event; the others stand in line.
        var isTurnTaken = false
        var line: [CheckedContinuation<Void, Never>] = []
        /// Those who wait for the next revision.
        var watchers: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var nextWatcher: UInt64 = 0
        /// The digests of the keys of requests that are running.
        var runningKeys: Set<Digest> = []
        var lastUsed: Timestamp
    }

    private let state: Lock<State>
    private let surroundings: SessionSurroundings
    private let owner: KeptDocuments.Owner

    init(
        _ record: SessionRecord,
        _ written: WrittenState?,
        _ application: Application,
        _ surroundings: SessionSurroundings
    ) {
        id = record.id
        self.application = application
        self.surroundings = surroundings
        owner = surroundings.documents.makeOwner()
        state = Lock(State(record: record, written: written, lastUsed: surroundings.clock.now))
    }

    deinit { surroundings.documents.forget(owner) }

    /// The session as it is now.
    public var view: SessionView { SessionView(session: self, record: record) }

    var record: SessionRecord { state.withLock { $0.record } }

    /// When somebody last wanted to see or change it.
    var lastUsed: Timestamp { state.withLock { $0.lastUsed } }

    /// Whether all of it is in the store, so that it can be taken up again from there.
    var isSettled: Bool { state.withLock { $0.doubtful == nil && !$0.isTurnTaken } }

    /// Whether the session was ended, or has expired and been put away.
    var isRemoved: Bool { state.withLock { $0.isRemoved } }

    /// How many wait for the next revision.
    var watcherCount: Int { state.withLock { $0.watchers.count } }

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
            try startRunning(key)
            defer { stopRunning(key) }
            isReplay = try await apply(submission)
        } else {
            isReplay = try await apply(submission)
        }
        return await settled(Answer(view: view, isReplay: isReplay), within: submission.wait)
    }

    /// Applies what a client wants as ``submit(_:)`` does, without waiting for anything.
    ///
    /// - Parameter submission: What is to happen, and under which conditions. Effects of it are not waited for; see
    ///   ``settled(_:within:)``.
    /// - Returns: The state that follows; `nil` when nothing was done, because something has to be waited for.
    /// - Throws: As ``submit(_:)``.
    public func submitAtOnce(_ submission: Submission) throws(SessionError) -> Answer? {
        guard surroundings.store.commitsAtOnce, takeFreeTurn() else { return nil }
        defer { passTurn() }
        guard let record = settledRecord else { return nil }
        // Whoever runs with the same key now stands in line for the turn.
        if let key = submission.idempotency?.key {
            try startRunning(key)
            stopRunning(key)
        }
        let started = ContinuousClock.now
        switch try outcome(of: submission, on: record) {
        case .replay: return Answer(view: view, isReplay: true)
        case .nothing: return Answer(view: view, isReplay: false)
        case .change(let next, let step):
            try commitAtOnce(next, follows: record.generation, addsReply: submission.idempotency != nil)
            conclude(step, next, since: started, submission)
            return Answer(view: SessionView(session: self, record: next), isReplay: false)
        }
    }

    /// An answer once no effect keeps the session busy any more, or after a while.
    ///
    /// - Parameters:
    ///   - answer: What followed from a submission.
    ///   - wait: How long to wait at the most.
    public func settled(_ answer: Answer, within wait: Duration) async -> Answer {
        guard wait > .zero, answer.isBusy else { return answer }
        await self.wait(for: wait) { $0.record.state.busy == nil || $0.isRemoved }
        return Answer(view: view, isReplay: answer.isReplay)
    }

    private func startRunning(_ key: Digest) throws(SessionError) {
        guard state.withLock({ $0.runningKeys.insert(key).inserted }) else { throw .keyInUse }
    }

    private func stopRunning(_ key: Digest) {
        state.withLock { _ = $0.runningKeys.remove(key) }
    }

    /// Applies an event that comes from the server itself, such as the outcome of an effect.
    func receive(_ event: Event) async throws(SessionError) {
        _ = try await apply(Submission(event))
    }

    /// Waits until the session has another revision than a client knows, or has gone, or the server stops.
    ///
    /// - Parameters:
    ///   - revision: What the client knows.
    ///   - wait: How long to wait at the most.
    /// - Returns: The session as it is then.
    public func view(after revision: UInt64, wait: Duration) async -> SessionView {
        await self.wait(for: wait) { $0.record.revision != revision || $0.isRemoved }
        return view
    }

    /// Wakes everybody who waits, to look at how things are.
    func wakeAll() {
        let watchers = state.withLock { state in
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.resume() }
    }

    /// Marks the session as gone and lets everybody who waits for it go.
    func markRemoved() {
        state.withLock { $0.isRemoved = true }
        wakeAll()
    }

    /// Marks the session as gone if it has expired and nobody is about to change that; returns whether it is gone.
    func removeIfExpired(at now: Timestamp) -> Bool {
        let isRemoved = state.withLock { state in
            if state.record.expiresAt <= now, !state.isTurnTaken { state.isRemoved = true }
            return state.isRemoved
        }
        if isRemoved { wakeAll() }
        return isRemoved
    }

    /// Notes that the credential has opened the session.
    func noteOpened() {
        state.withLock { $0.isOpened = true }
    }

    /// Replaces the credential, when the session was started again with the same key and nobody has used it yet.
    ///
    /// - Throws: ``SessionError/keyReused`` once it was used, and what a commit throws.
    func renewCredential(_ credential: Digest) async throws(SessionError) -> SessionView {
        await takeTurn()
        defer { passTurn() }
        var record = try await current()
        guard record.replies.count == 0, !state.withLock({ $0.isOpened }) else { throw .keyReused }
        let generation = record.generation
        record.update { header in
            header.credential = credential
            header.generation += 1
        }
        try await commit(record, follows: generation)
        return SessionView(session: self, record: record)
    }

    /// Ends the session in its turn, so that whatever is under way comes to its end first.
    ///
    /// - Returns: Whether it had not gone before.
    func end() async throws(StoreError) -> Bool {
        await takeTurn()
        defer { passTurn() }
        guard !isRemoved else { return false }
        try await surroundings.store.remove(id)
        markRemoved()
        return true
    }

    func document(
        of record: SessionRecord,
        isSecret: Bool,
        make: (_ texts: inout ScreenTexts, _ capacity: Int) -> [UInt8]
    ) -> [UInt8] {
        let now = surroundings.clock.now
        state.withLock { $0.lastUsed = now }
        let last = surroundings.documents[owner]
        if !isSecret, let last, last.generation == record.generation, let document = last.document { return document }
        var texts = ScreenTexts(after: last?.texts, sharing: surroundings.documents.shared)
        // One document is mostly about as long as the one before it.
        let capacity = last?.document.map { $0.count + $0.count / 8 + 64 } ?? 4_096
        let document = surroundings.guarding(id) { make(&texts, capacity) }
        surroundings.documents.keep(
            KeptDocuments.Kept(
                generation: record.generation,
                document: isSecret ? nil : document,
                texts: texts.settled
            ),
            of: owner
        )
        return document
    }
}

// MARK: - Applying

extension Session {
    /// What a submission makes of a record.
    private enum Outcome {
        /// The client has had its answer before.
        case replay
        /// Nothing that would have to be kept.
        case nothing
        case change(SessionRecord, Step)
    }

    /// Applies an event in its turn; returns whether it was a repetition.
    private func apply(_ submission: Submission) async throws(SessionError) -> Bool {
        await takeTurn()
        defer { passTurn() }
        let started = ContinuousClock.now
        let record = try await current()
        switch try outcome(of: submission, on: record) {
        case .replay: return true
        case .nothing: return false
        case .change(let next, let step):
            try await commit(next, follows: record.generation, addsReply: submission.idempotency != nil)
            conclude(step, next, since: started, submission)
            return false
        }
    }

    /// What follows from a submission, in a turn; nobody but the caller knows of it yet.
    private func outcome(of submission: Submission, on record: SessionRecord) throws(SessionError) -> Outcome {
        let now = surroundings.clock.now
        guard record.expiresAt > now else { throw .expired(application: record.application) }
        if let idempotency = submission.idempotency,
            let reply = record.replies.reply(to: idempotency.key)
        {
            guard reply.request == idempotency.request else { throw .keyReused }
            return .replay
        }
        if let revisions = submission.revisions, !revisions.contains(record.revision) {
            throw .revisionMismatch(SessionView(session: self, record: record))
        }
        let step = try step(submission.event, record, at: now)
        guard step.isChange || submission.idempotency != nil else { return .nothing }
        return .change(surroundings.successor(of: record, step, submission.idempotency, at: now), step)
    }

    /// Runs the effects of a step that is committed, and notes it.
    private func conclude(
        _ step: Step,
        _ record: SessionRecord,
        since started: ContinuousClock.Instant,
        _ submission: Submission
    ) {
        surroundings.run(step.effects, of: self)
        surroundings.note(step, of: record, took: started.duration(to: .now), trace: submission.trace)
    }

    private func step(_ event: Event, _ record: SessionRecord, at now: Timestamp) throws(SessionError) -> Step {
        let context = StepContext(now: now, session: id.description, client: record.client)
        do throws(NavigationError) {
            let step = try surroundings.guarding(id) { () throws(NavigationError) in
                try application.apply(event, to: record.state, at: context)
            }
            try surroundings.checkSize(of: step, after: record.state)
            return step
        } catch {
            throw .navigation(error, SessionView(session: self, record: record))
        }
    }

    private func commit(
        _ next: SessionRecord,
        follows generation: UInt64,
        addsReply: Bool = false
    ) async throws(SessionError) {
        var written: WrittenState?
        do throws(StoreError) {
            let commit: SessionCommit
            (commit, written) = try prepare(next, follows: generation, addsReply: addsReply)
            guard try await surroundings.committer.commit(commit) == .committed else { throw conflict }
        } catch {
            try note(error, about: next)
            guard await isLast(next), error.kind == .unknownOutcome else { throw .store(error) }
        }
        adopt(next, written)
    }

    private func commitAtOnce(
        _ next: SessionRecord,
        follows generation: UInt64,
        addsReply: Bool
    ) throws(SessionError) {
        do throws(StoreError) {
            let (commit, written) = try prepare(next, follows: generation, addsReply: addsReply)
            guard try surroundings.store.commitAtOnce(commit) == .committed else { throw conflict }
            adopt(next, written)
        } catch {
            try note(error, about: next)
            throw .store(error)
        }
    }

    /// A commit in the form in which the store wants it, with the state in writing where it wants that.
    private func prepare(
        _ next: SessionRecord,
        follows generation: UInt64,
        addsReply: Bool
    ) throws(StoreError) -> (SessionCommit, WrittenState?) {
        let stored = try surroundings.stored(next, application, after: state.withLock { $0.written })
        return (SessionCommit(follows: generation, session: stored.session, addsReply: addsReply), stored.written)
    }

    private var conflict: StoreError { StoreError(.conflict, "Somebody else has changed the session \(id).") }

    /// Notes that a commit failed, and what the store may have now.
    ///
    /// - Throws: ``SessionError/store(_:)`` when it has what it had before.
    private func note(_ error: StoreError, about next: SessionRecord) throws(SessionError) {
        surroundings.note(error, of: id)
        guard error.kind == .unknownOutcome || error.kind == .conflict else { throw .store(error) }
        // Nothing can be built on a record of which nobody knows whether it is the last one.
        state.withLock { $0.doubtful = error.kind == .unknownOutcome ? next : $0.record }
    }

    /// The record to go on from, in a turn, when nothing is in doubt; mostly nothing is.
    private var settledRecord: SessionRecord? {
        state.withLock { $0.isRemoved || $0.doubtful != nil ? nil : $0.record }
    }

    /// The record to go on from, in a turn, whatever it takes to know it.
    ///
    /// - Throws: ``SessionError/store(_:)`` when it is not known and the store can't be asked;
    ///   ``SessionError/expired(application:)`` or ``SessionError/unauthorised`` when the session has gone.
    private func current() async throws(SessionError) -> SessionRecord {
        let (record, isDoubtful, isRemoved) = state.withLock { ($0.record, $0.doubtful != nil, $0.isRemoved) }
        guard !isRemoved else {
            throw record.expiresAt <= surroundings.clock.now ? .expired(application: record.application) : .unauthorised
        }
        guard isDoubtful else { return record }
        do throws(StoreError) {
            if let found = try await askStore() { return found }
        } catch {
            surroundings.note(error, of: id)
            throw .store(error)
        }
        throw .unauthorised
    }

    /// Whether a record is the last one that the store has; when it can't be asked, it is asked again until it can.
    private func isLast(_ record: SessionRecord) async -> Bool {
        do throws(StoreError) {
            return try await askStore(apartFrom: record)?.isSame(as: record) ?? false
        } catch {
            surroundings.note(error, of: id)
            askStoreLater()
            return false
        }
    }

    /// Asks the store which record is the last one, goes on from that, and runs the effects in it that are new here.
    ///
    /// - Parameter own: A record whose effects the caller runs, if it is the one.
    /// - Returns: The record; `nil` when the session has gone.
    private func askStore(apartFrom own: SessionRecord? = nil) async throws(StoreError) -> SessionRecord? {
        let (record, doubtful) = state.withLock { ($0.record, $0.doubtful) }
        guard let stored = try await surroundings.store.load(id) else {
            markRemoved()
            return nil
        }
        let found = try surroundings.read(stored, application)
        // A record in memory has the secret effects that a store does not keep.
        let last = [doubtful, record].compactMap { $0 }.first { $0.isSame(as: found) } ?? found
        adopt(last, nil)
        if let own, own.isSame(as: last) { return last }
        let known = Set(record.state.pending.map(\.key))
        surroundings.run(last.state.pending.filter { !known.contains($0.key) }, of: self)
        return last
    }

    private func askStoreLater() {
        surroundings.clock.schedule(at: surroundings.clock.now + .seconds(5)) { [weak self] in
            guard let self else { return }
            Task { await self.askStoreAgain() }
        }
    }

    private func askStoreAgain() async {
        await takeTurn()
        defer { passTurn() }
        guard state.withLock({ $0.doubtful != nil && !$0.isRemoved }) else { return }
        do throws(StoreError) {
            _ = try await askStore()
        } catch {
            askStoreLater()
        }
    }

    private func adopt(_ record: SessionRecord, _ written: WrittenState?) {
        let now = surroundings.clock.now
        let watchers = state.withLock { state in
            state.record = record
            state.written = written
            state.doubtful = nil
            state.lastUsed = now
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.resume() }
    }
}

// MARK: - Waiting

extension Session {
    /// Takes the turn if it is free; returns whether it was.
    private func takeFreeTurn() -> Bool {
        state.withLock { state in
            defer { state.isTurnTaken = true }
            return !state.isTurnTaken
        }
    }

    /// Takes the turn, in line behind those who came before.
    private func takeTurn() async {
        guard !takeFreeTurn() else { return }
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
    private func wait(for duration: Duration, until condition: @escaping @Sendable (borrowing State) -> Bool) async {
        let deadline = surroundings.clock.now + duration
        let isOver: @Sendable (borrowing State) -> Bool = { [surroundings] state in
            condition(state) || surroundings.isOver || surroundings.clock.now >= deadline || Task.isCancelled
        }
        while !state.withLock({ isOver($0) }) {
            let number = state.withLock { state in
                state.nextWatcher += 1
                return state.nextWatcher
            }
            // Whoever waits holds on to the session anyway, and a weak reference would stay with it.
            let alarm = surroundings.clock.schedule(at: deadline) { self.wake(number) }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // Looked at again under the lock: whatever ends the wait either shows here already, or comes to
                    // `wake` or `wakeAll` after this and finds the continuation.
                    let isOver = state.withLock { state in
                        let isOver = isOver(state)
                        if !isOver { state.watchers[number] = continuation }
                        return isOver
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                wake(number)
            }
            alarm.cancel()
        }
    }

    private func wake(_ number: UInt64) {
        state.withLock { $0.watchers.removeValue(forKey: number) }?.resume()
    }
}
