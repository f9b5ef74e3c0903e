public import Coordination

/// An effect or timer that was committed and has not ended, which one of several servers runs.
public struct PendingWork: Hashable, Sendable {
    /// The session of the effect or timer.
    public let session: SessionID
    /// The key of the effect or timer, unique in the session.
    public let key: Key

    /// Names an effect or timer.
    public init(session: SessionID, key: Key) {
        self.session = session
        self.key = key
    }
}

/// The lease under which a server runs effects in a shared store.
///
/// A server that has lost one gets another.
public struct Lease: Hashable, Sendable {
    /// The number by which the store knows the server.
    public let number: Int64

    /// Names a lease.
    public init(number: Int64) {
        self.number = number
    }

    /// The lease under which the effect of this task runs.
    ///
    /// It is `nil` outside of effects, and with a store that is not shared. A change that an effect makes should depend on it.
    /// Then a server that was paused changes nothing, if another server runs its effects by now.
    @TaskLocal public static var current: Lease?
}

/// The error of a change that depends on a lease which another server has ended.
///
/// Nothing has changed. An effect that fails with it is left to the server that has claimed it.
public struct LostLeaseError: Error, CustomStringConvertible {
    /// Makes the error.
    public init() {}

    /// A sentence for the log.
    public var description: String { "This server has lost the lease of its effects, which another server runs." }
}

/// The effects and timers that a server has claimed.
public struct ClaimedWork: Equatable, Sendable {
    /// The lease under which they were claimed, or `nil` if the store is not shared.
    public var lease: Lease?
    /// The effects and timers that this claim has taken.
    public var work: [PendingWork]
    /// All effects and timers that belong to the lease.
    ///
    /// They are the work of this claim, the work that the server runs already, and the work of commits and claims with an
    /// outcome that the server does not know.
    public var owned: [PendingWork]
    /// The time at which the next timer is due, or `nil` if there is none.
    public var next: Timestamp?

    /// Describes claimed work, by default none.
    public init(
        _ work: [PendingWork] = [],
        owned: [PendingWork] = [],
        under lease: Lease? = nil,
        next: Timestamp? = nil
    ) {
        self.work = work
        self.owned = owned
        self.lease = lease
        self.next = next
    }
}

/// An effect or timer of a session, as a commit describes it to a shared store.
public struct CommittedWork: Equatable, Sendable {
    /// The key of the effect or timer, unique in its session.
    public let key: Key
    /// The time at which a timer fires, or `nil` for an effect, which begins at once.
    public let due: Timestamp?

    /// Describes an effect or timer.
    public init(key: Key, due: Timestamp?) {
        self.key = key
        self.due = due
    }
}

extension SessionDependencies {
    /// Returns the effects and timers of a record, for a shared store.
    ///
    /// - Parameters:
    ///   - record: The record to be committed.
    ///   - changes: The differences from the record before, or `nil` if the store may have other effects and timers than that
    ///     record.
    /// - Returns: The list, or `nil` if it is the same as before.
    func work(of record: LiveRecord, after changes: StateChanges?) -> [CommittedWork]? {
        guard store.isShared else { return nil }
        if changes?.pending.hasSameKeys == true { return nil }
        return record.state.pending.map { CommittedWork(key: $0.key, due: $0.due) }
    }
}
