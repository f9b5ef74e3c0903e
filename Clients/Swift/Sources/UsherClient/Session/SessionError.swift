/// A reason why a call of a session has no result.
public enum SessionError: Error, Sendable, Hashable {
    /// The server has reported a problem.
    case problem(Problem)
    /// The network has lost the request or its response.
    case lost(TransportFailure)
    /// The response does not come from the state API, but for example from a proxy.
    case malformed
    /// There is no session: none was opened, or it is closed, gone or has ended.
    case notOpen
    /// The storage has failed, with its error message.
    case storage(String)
    /// The task that waited was cancelled, or the session was closed.
    case cancelled
}
