/// The ways in which a control can be used at a moment.
public enum Availability: Sendable, Hashable {
    /// The user can use it.
    case possible
    /// The user can't use it, and sees that.
    case disabled
    /// The user can't use it for a moment, while its screen is covered or waits for an effect.
    ///
    /// It keeps its look and the focus, and does nothing.
    case paused
    /// Its report has no outcome yet.
    ///
    /// It shows that it works, and a further press is ignored.
    case pending

    /// Whether the control looks as if it could be used.
    public var looksEnabled: Bool { self != .disabled }
}
