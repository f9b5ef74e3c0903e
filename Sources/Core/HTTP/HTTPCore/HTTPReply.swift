public import Concurrency
internal import Synchronization

/// A one-shot reply: sends the single response to a request.
///
/// ```swift
/// func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
///     store.load(request.target) { page in reply.send(.text(page)) }
/// }
/// ```
///
/// Send it before the handler returns or later, from any thread. A reply that is released unsent is a bug in the handler:
/// the client gets a 500, and the bug is logged. A request that was cancelled (``isCancelled``) needs no response.
public final class HTTPReply: Caller {
    private let receiver: any HTTPReplyReceiver
    private let isSent = Atomic(false)

    /// Creates a reply.
    ///
    /// - Parameter receiver: Receives the response.
    public init(to receiver: any HTTPReplyReceiver) {
        self.receiver = receiver
    }

    deinit {
        if !isSent.load(ordering: .relaxed) { receiver.replyWasDropped() }
    }

    /// Sends the response, unless the request was cancelled before.
    ///
    /// It is a programmer error to call this twice.
    public func send(_ response: HTTPResponse) {
        let wasSent = isSent.exchange(true, ordering: .relaxed)
        precondition(!wasSent, "A second response was sent to one request.")
        receiver.receive(response)
    }

    /// The queue for results of this request: the event loop of its connection.
    public var queue: any WorkQueue { receiver.queue }

    /// Whether the request was cancelled: its deadline has passed, the server is stopping, or its connection is closed.
    public var isCancelled: Bool { receiver.isCancelled }

    /// Registers an action that runs if the request is cancelled before a response was sent.
    ///
    /// - Parameter action: Called once on ``queue``, immediately if the request is already cancelled. A later registration
    ///   replaces it.
    public func onCancel(_ action: @escaping @Sendable () -> Void) { receiver.onCancel(action) }

    /// Returns a reply that changes its response and sends it through this one.
    ///
    /// - Parameter change: Returns the changed response. It is called at most once, on the thread that sends the response.
    /// - Returns: A reply to use instead of this one. If both are released unsent, the client gets a 500.
    public func mapped(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPReply {
        HTTPReply(to: MappedReply(reply: self, change: change))
    }
}

/// The server's side of an ``HTTPReply``.
public protocol HTTPReplyReceiver: Caller {
    /// Receives the response, at most once, on any thread.
    func receive(_ response: HTTPResponse)
    /// Registers an action for cancellation, as ``HTTPReply/onCancel(_:)`` describes.
    func onCancel(_ action: @escaping @Sendable () -> Void)
    /// Called when the reply was released without a response, on any thread.
    func replyWasDropped()
}

/// The receiver behind ``HTTPReply/mapped(_:)``.
private final class MappedReply: HTTPReplyReceiver {
    let reply: HTTPReply
    let change: @Sendable (HTTPResponse) -> HTTPResponse

    init(reply: HTTPReply, change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) {
        self.reply = reply
        self.change = change
    }

    var queue: any WorkQueue { reply.queue }
    var isCancelled: Bool { reply.isCancelled }
    func receive(_ response: HTTPResponse) { reply.send(change(response)) }
    func onCancel(_ action: @escaping @Sendable () -> Void) { reply.onCancel(action) }
    // `reply` is released together with this receiver, and reports the drop itself.
    func replyWasDropped() {}
}
