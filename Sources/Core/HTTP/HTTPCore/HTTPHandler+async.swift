internal import Concurrency

/// A handler made of an async closure.
///
/// The closure starts on the event loop of the request's connection and resumes there after each suspension. Its task is
/// cancelled when the request is cancelled.
public struct ClosureHandler: HTTPHandler {
    private let closure: @Sendable (HTTPRequest) async -> HTTPResponse

    /// Creates a handler from a closure.
    ///
    /// - Parameter closure: Returns the response to a request.
    public init(_ closure: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.closure = closure
    }

    /// Calls the closure and sends the response it returns.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        let request = request
        let task = Task.immediate(executorPreference: reply.queue) { reply.send(await closure(request)) }
        reply.onCancel { task.cancel() }
    }
}

extension RouteTable {
    /// Registers an async handler, as ``add(_:_:handling:)`` does for one with a reply.
    ///
    /// - Parameters:
    ///   - method: The method it handles.
    ///   - template: A path that starts with `/`. Segments that start with `:` are parameters.
    ///   - handler: Returns the response to a request with its decoded parameters.
    public mutating func add(
        _ method: HTTPMethod,
        _ template: String,
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse
    ) {
        add(method, template) { request, parameters, reply in
            ClosureHandler { await handler($0, parameters) }.handle(request, reply)
        }
    }
}

extension HTTPHandler {
    /// Returns the response to a request, for tests and for async servers.
    ///
    /// - Parameter request: The request, complete with its body. It is cancelled with the calling task.
    /// - Returns: The response, with status 500 when the handler released its reply without one.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        let receiver = AsyncReply()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.wait(continuation)
                handle(request, HTTPReply(to: receiver))
            }
        } onCancel: {
            receiver.cancel()
        }
        return receiver.response
    }
}

/// A receiver for a task that awaits the response.
///
/// The response passes through the lock, not through the continuation. A continuation that is resumed before its task waits
/// does order the two threads, but the thread sanitizer does not see that.
private final class AsyncReply: HTTPReplyReceiver {
    private struct State {
        var continuation: CheckedContinuation<Void, Never>?
        var response: HTTPResponse?
        var isCancelled = false
        var cancelAction: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    var queue: any WorkQueue { InlineQueue.shared }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The response, once the continuation has been resumed.
    var response: HTTPResponse { state.withLock { $0.response } ?? ProblemDetails(.incident).response }

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    func receive(_ response: HTTPResponse) {
        let continuation = state.withLock { state in
            state.cancelAction = nil
            state.response = state.response ?? response
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.cancelAction = action }
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            defer { state.cancelAction = nil }
            return state.cancelAction
        }
        action?()
    }

    func replyWasDropped() { receive(ProblemDetails(.incident).response) }
}
