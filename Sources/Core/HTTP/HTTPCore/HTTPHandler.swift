/// A handler of requests.
///
/// A handler doesn't throw: an error is a response, too. Work before and after every request belongs in an ``HTTPFilter``.
/// ``ClosureHandler`` is a handler written as an async closure.
public protocol HTTPHandler: Sendable {
    /// Handles one request.
    ///
    /// A server calls this on the event loop of the request's connection, so it must not block. The connection is suspended
    /// only if no response was sent when this returns.
    ///
    /// - Parameters:
    ///   - request: The request, complete with its body.
    ///   - reply: Sends the response, now or later.
    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply)

    /// Returns whether it takes the body of a request as an ``HTTPRequestStream``, which may be of any size.
    ///
    /// A server asks once it has the header of a request with a body, and calls ``handle(_:_:)`` at once if so.
    ///
    /// - Parameter request: The request without its body. A handler may note in it what it has found out.
    /// - Returns: Whether the server passes the body in pieces.
    func streamsBody(of request: inout HTTPRequest) -> Bool
}

extension HTTPHandler {
    /// Takes each body as a whole.
    public func streamsBody(of request: inout HTTPRequest) -> Bool { false }
}
