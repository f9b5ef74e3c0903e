public import Coordination

/// A clock that tells the time of day and schedules actions.
public protocol WallClock: Sendable {
    /// The time of day, in whole milliseconds.
    var now: Timestamp { get }

    /// The time of day on which other systems agree, which may jump; the same as ``now`` unless a clock says otherwise.
    ///
    /// Use it for what other systems compare with their own clocks, such as the codes of authenticator apps.
    var timeOfDay: Timestamp { get }

    /// Schedules an action at a time, or as soon as possible if that has passed, but never during this call.
    ///
    /// - Returns: A handle that cancels the action unless it is already running.
    @discardableResult
    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
}

extension WallClock {
    /// The same as ``now``.
    public var timeOfDay: Timestamp { now }
}

/// The handle of a scheduled action.
public final class ScheduledAction: Sendable {
    private let cancelAction: @Sendable () -> Void

    /// Makes the handle of an action that a clock has scheduled.
    ///
    /// - Parameter cancel: Removes the action from the clock; called on any thread, and after the action has run too.
    public init(cancel: @escaping @Sendable () -> Void) {
        cancelAction = cancel
    }

    /// Cancels the action; does nothing if it has run.
    public func cancel() { cancelAction() }
}
