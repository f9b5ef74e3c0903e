import Coordination

/// The state machine of the start of a session, which decides the order of the requests to the store and what follows from each
/// result.
///
/// Each event is a method, and its result is the next action of ``SessionStart``. The store, the quota, the clock and the
/// application stay outside, so tests cover every order of results without them.
///
/// - A request with an idempotency key first looks for the session that the same request has started before.
/// - A request that continues an expired session loads that session next.
/// - Then the start reserves a place among all sessions. If none is left, expired sessions are removed, then untouched ones.
/// - With a place, the application is started and the session committed. On a conflict, another server was faster with the same
///   idempotency key, so everything begins anew.
struct StartMachine: Sendable {
    enum Action: Sendable {
        /// Look for the session that the same request has started before.
        case findCreation
        /// Return the credential of that session again, because the response with it was lost.
        case repeatCreation(of: SessionID)
        /// Load the expired session that the new one continues.
        case loadExpired
        /// Reserve a place among all sessions.
        case reservePlace
        /// Remove sessions of a kind, so that there is a place.
        case remove(Removable)
        /// Count the sessions of the store, because the number that is known may be too high.
        case count
        /// Start the application and commit the session.
        case commit
        /// Reject the start, because there are too many sessions.
        case rejectAsFull
        /// End the start with an error.
        case fail(SessionError)
    }

    /// The kinds of sessions that are removed for a new one, in this order.
    ///
    /// Expired sessions are remembered only while there is room. Untouched sessions were started and never used, so they hold
    /// nothing of a user. A session with an account or with a user's input is never removed for another one.
    enum Removable: CaseIterable, Sendable { case expired, untouched }

    /// The number of times that a start begins anew because other servers have started sessions with the same key.
    private static let conflictLimit = 4

    private let idempotency: Idempotency?
    private let resumes: Bool
    /// The kinds of sessions that have not been removed yet.
    private var removable = Removable.allCases[...]
    /// Whether the sessions were counted after the last removal.
    private var isCounted = false
    private var conflicts = 0
    /// The session that the idempotency key has found, or `nil` if it found none.
    private(set) var knownCreation: SessionID?

    init(idempotency: Idempotency?, resumes: Bool) {
        self.idempotency = idempotency
        self.resumes = resumes
    }

    /// Returns the first action.
    func begin() -> Action { idempotency == nil ? proceed() : .findCreation }

    /// Continues after the look for an earlier session of the same request.
    ///
    /// - Parameters:
    ///   - stored: The session that has the key, or `nil` if there is none.
    ///   - now: The present time.
    ///   - replay: The time for which a request may be repeated.
    /// - Returns: The next action.
    mutating func found(_ stored: StoredSession?, at now: Timestamp, replay: Duration) -> Action {
        knownCreation = stored?.id
        guard let stored, let creation = stored.creation, creation.at + replay > now, stored.expiresAt > now else {
            return proceed()
        }
        guard creation.request == idempotency?.request else { return .fail(.idempotencyKeyReused) }
        return .repeatCreation(of: stored.id)
    }

    /// Continues after the earlier session of the same request turned out to have ended in the meantime.
    func creationHasEnded() -> Action { proceed() }

    private func proceed() -> Action { resumes ? .loadExpired : .reservePlace }

    /// Continues with the expired session, which the client has a right to.
    func loadedExpired() -> Action { .reservePlace }

    /// Continues after an attempt to reserve a place.
    ///
    /// - Parameters:
    ///   - isReserved: Whether a place was left.
    ///   - mayRemoveExpired: Whether sessions that seem expired are so beyond doubt. They are not for a while after the clock has
    ///     jumped.
    /// - Returns: The next action.
    mutating func reserved(_ isReserved: Bool, mayRemoveExpired: Bool) -> Action {
        if isReserved { return .commit }
        if removable.first == .expired, !mayRemoveExpired { removable.removeFirst() }
        if let kind = removable.popFirst() { return .remove(kind) }
        guard !isCounted else { return .rejectAsFull }
        isCounted = true
        return .count
    }

    /// Continues after sessions of a kind were removed.
    func removed(_ count: Int, of kind: Removable) -> Action {
        // The number of removed sessions with an account is unknown, so only a count tells how many places there are.
        kind == .expired && count > 0 ? .count : .reservePlace
    }

    /// Continues after the sessions were counted.
    func counted() -> Action { .reservePlace }

    /// Continues after the commit was in conflict.
    ///
    /// Another server has started a session for the same request, or has removed the known one.
    ///
    /// - Parameter id: The session that was not committed.
    /// - Returns: The next action.
    mutating func conflicted(over id: SessionID) -> Action {
        guard idempotency != nil, conflicts < Self.conflictLimit else {
            return .fail(.store(StoreError(.conflict, "The session \(id) already exists.")))
        }
        conflicts += 1
        removable = Removable.allCases[...]
        isCounted = false
        return .findCreation
    }
}
