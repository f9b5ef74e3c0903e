/// Everything about a session that a user sees.
public struct Display: Sendable, Hashable {
    /// The state to draw, or `nil` as long as there is none.
    ///
    /// Gestures with a known result show here before the server has responded. The last state stays here while the
    /// network is away, and when the session is gone.
    public var state: NavigationState?
    /// Whether ``state`` is one that the server has not confirmed yet.
    public var isPredicted = false
    /// The phase of the session.
    public var phase = Phase.opening
    /// The connection to the server.
    public var connection = Connection.online
    /// The taps that have no outcome yet, in their order.
    public var waiting: [Tap] = []
    /// The time by which the clock of the server is ahead of the device's, in seconds.
    ///
    /// Add it to the time of the device to compare that with `enabledAt` of a button.
    public var clockAhead = 0.0
    /// The number of changes before this display, by which the newer of two is known.
    var changes = 0

    /// Creates a display without a state.
    public init() {}
}

/// The phases of a session.
public enum Phase: Sendable, Hashable {
    /// There is no session yet.
    case opening
    /// The user can act.
    case open
    /// The last flow has finished. Offer to start a new session.
    case ended
    /// The session has expired. Offer ``Session/resume()``, by which it goes on if the problem says so.
    case expired(Problem)
    /// This device has no access any more, because another one has taken the session or ended the access.
    case gone(Problem)
    /// The session was closed or ended by this client.
    case closed
}

/// The states of the connection to a server.
public enum Connection: Sendable, Hashable {
    /// The last request got a response.
    case online
    /// A request was lost a moment ago, and is sent again.
    case reconnecting
    /// Several tries were lost. The user should know.
    case unreachable
}
