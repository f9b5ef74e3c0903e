public import Coordination

/// A clock that tells the time of day and schedules actions.
public protocol WallClock: Sendable {
    /// The time of day, in whole milliseconds.
    var now: Timestamp { get }

    /// The time of day on which other systems agree, which may jump.
    ///
    /// Use it for what other systems compare with their own clocks, such as the codes of authenticator apps. By default it is
    /// the same as ``now``.
    var timeOfDay: Timestamp { get }

    /// The time, by ``now``, at which the clock has followed a jump of the system's time last, or `nil` if it has followed
    /// none.
    ///
    /// Nothing is deleted for its age soon after a jump, because the clock may have been wrong since. A later jump doesn't
    /// change a value of ``now`` that was read before. So read ``now`` first and this after it: then it includes every jump
    /// that the value may come from.
    var lastJump: Timestamp? { get }

    /// Schedules an action at a time, or as soon as possible if that has passed, but never during this call.
    ///
    /// - Returns: A handle that cancels the action unless it is already running.
    @discardableResult
    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
}

extension WallClock {
    /// The same as ``now``.
    public var timeOfDay: Timestamp { now }

    /// `nil`, because such a clock never jumps.
    public var lastJump: Timestamp? { nil }
}

/// The handle of a scheduled action.
public final class ScheduledAction: Sendable {
    private let cancelAction: @Sendable () -> Void

    /// Makes the handle of an action that a clock has scheduled.
    ///
    /// - Parameter cancel: Removes the action from the clock. It is called on any thread, and also after the action has run.
    public init(cancel: @escaping @Sendable () -> Void) {
        cancelAction = cancel
    }

    /// Cancels the action, or does nothing if it has run.
    public func cancel() { cancelAction() }
}
