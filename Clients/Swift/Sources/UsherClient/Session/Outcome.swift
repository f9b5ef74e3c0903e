/// The outcome of a tap.
public enum Outcome: Sendable, Hashable {
    /// The server has acted, and its effects are done.
    case accepted
    /// The server has acted, and the screen asks something of the user now, as after a wrong password.
    case rejected([Message])
    /// The server has refused the tap with a problem, and nothing has happened.
    case refused(Problem)
    /// The place of the tap is not in front any more, or its content has changed. Nothing has happened.
    case outdated
    /// Nothing was sent, because the user must be asked first. Then repeat the tap with `isConfirmed`.
    case unconfirmed(Question)
    /// Nothing was sent, because a tap of the same control has no outcome yet.
    case ignored
    /// Nothing was sent, because a later tap of the same control has taken its place.
    case replaced
    /// Nothing was sent, because the server can't be reached.
    case offline
    /// The session is gone or was closed before the outcome was known.
    case gone
}
