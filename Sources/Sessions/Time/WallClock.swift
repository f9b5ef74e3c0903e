public import Coordination

/// The time of day, and a way to be called at one.
public protocol WallClock: Sendable {
    /// The time, in whole milliseconds.
    var now: Timestamp { get }

    /// Calls an action at a time, or at once when it has passed; never while this call is running.
    ///
    /// - Returns: What cancels it; an action that is running already goes on.
    @discardableResult
    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> Alarm
}

/// An action that waits for its time.
public final class Alarm: Sendable {
    private let cancelAction: @Sendable () -> Void

    /// Describes an action that a clock has scheduled.
    ///
    /// - Parameter cancel: Removes the action from the clock; called on any thread, and after the action has run too.
    public init(cancel: @escaping @Sendable () -> Void) {
        cancelAction = cancel
    }

    /// Forgets the action; harmless when it has run.
    public func cancel() { cancelAction() }
}
