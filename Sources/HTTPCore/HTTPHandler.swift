/// Handles requests.
///
/// A handler never fails: an error is a response, too. Work before and after every request belongs in an ``HTTPFilter``.
/// Handlers that are easier to write as async code are ``ClosureHandler``s.
public protocol HTTPHandler: Sendable {
    /// Handles one request.
    ///
    /// A server calls this on the event loop of the request's connection, so it must not block. The connection is suspended
    /// only when no response was sent by the time this returns.
    ///
    /// - Parameters:
    ///   - request: The request, complete with its body.
    ///   - reply: Takes the response, now or later.
    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply)
}
