import Concurrency
public import Coordination

/// A session in memory at the time of a survey, as operators search for it.
///
/// It has no content of a screen.
public struct SessionSummary: Sendable {
    /// The public identifier.
    public let id: SessionID
    /// The number of its object in memory (``Session/number``).
    public let number: UInt64
    /// The name of its application.
    public let application: String
    /// The name of the screen in focus, or `nil` without one.
    public let screen: String?
    /// The name of the flow that shows the screen in focus, or `nil` without one.
    public let flow: String?
    /// The number of its state.
    public let revision: UInt64
    /// The account of its user, or `nil` for a guest.
    public let account: String?
    /// The effect that keeps the screens of its flow waiting, or `nil` if there is none.
    public let busyEffect: String?
    /// Whether the application has finished.
    public let isEnded: Bool
    /// The number of effects and timers that have no outcome yet.
    public let pendingCount: Int
    /// The number of callers that wait for a change.
    public let waiterCount: Int
    /// The time at which it was started.
    public let createdAt: Timestamp
    /// The time of the last access.
    public let lastUsedAt: Timestamp
}

extension Session {
    /// The session as operators search for it.
    public var summary: SessionSummary {
        let (record, lastUsed, waiters) = state.withLock { state in
            (state.machine.lastCommitted.record, state.lastUsed, state.machine.waiterCount)
        }
        let navigation = record.state
        let focus = navigation.focus
        return SessionSummary(
            id: id,
            number: number,
            application: record.application,
            screen: focus?.name,
            flow: focus.flatMap { navigation.coordinators[$0.owner]?.name },
            revision: record.revision,
            account: record.account,
            busyEffect: navigation.busy?.name,
            isEnded: navigation.isEnded,
            pendingCount: navigation.pending.count,
            waiterCount: waiters,
            createdAt: record.createdAt,
            lastUsedAt: lastUsed
        )
    }
}

extension SessionView {
    /// The devices that have a credential of the session, longest first.
    public var devices: [Devices.Device] { record.allDevices }
}
