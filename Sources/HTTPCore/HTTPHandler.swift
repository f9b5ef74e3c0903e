/// Whoever answers requests.
///
/// A handler never fails: what went wrong is an answer too. What is to happen before and after every request is an
/// ``HTTPFilter``.
///
/// A server runs a handler on its event loop's own thread as far as its first real wait, so it must not block; async code
/// that it calls stays on that thread unless it asks for another one.
public protocol HTTPHandler: Sendable {
    /// Answers one request.
    ///
    /// - Parameter request: The request, complete with its body.
    /// - Returns: The answer. When the task is cancelled nobody is left to read it.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// Answers one request as ``respond(to:)`` does, right away where nothing has to be waited for.
    ///
    /// Servers ask for this first, as a response that is there costs no task. A handler that often has one, or that puts
    /// itself in front of others, implements it; for all others everything has to be waited for.
    ///
    /// - Parameter request: The request, complete with its body; the handler's own, as nobody else wants it afterwards.
    func answer(_ request: consuming HTTPRequest) -> HTTPAnswer
}

extension HTTPHandler {
    /// Has to wait for ``respond(to:)``.
    public func answer(_ request: consuming HTTPRequest) -> HTTPAnswer {
        let request = request
        return .pending { await respond(to: request) }
    }
}

/// A handler that is a closure.
public struct ClosureHandler: HTTPHandler {
    private let closure: @Sendable (HTTPRequest) async -> HTTPResponse

    /// Makes a handler of a closure.
    ///
    /// - Parameter closure: Answers one request.
    public init(_ closure: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.closure = closure
    }

    /// Calls the closure.
    ///
    /// - Parameter request: The request, complete with its body.
    /// - Returns: What the closure returns.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        await closure(request)
    }
}
