internal import Synchronization
public import Threads

/// The one response that a request is waiting for.
///
/// ```swift
/// func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
///     store.load(request.target) { page in reply.send(.text(page)) }
/// }
/// ```
///
/// It is sent once, before the handler returns or later, from any thread. A reply that is released without having been sent
/// is a bug of the handler: the client gets a response with status 500, and the bug is logged.
public final class HTTPReply: Caller {
    private let receiver: any HTTPReplyReceiver
    private let isSent = Atomic(false)

    /// Makes a reply.
    ///
    /// - Parameter receiver: Gets the response.
    public init(to receiver: any HTTPReplyReceiver) {
        self.receiver = receiver
    }

    deinit {
        if !isSent.load(ordering: .relaxed) { receiver.replyWasDropped() }
    }

    /// Sends the response; when the request was given up before, it goes nowhere.
    ///
    /// It is a programmer error to send a second one.
    public func send(_ response: HTTPResponse) {
        let wasSent = isSent.exchange(true, ordering: .relaxed)
        precondition(!wasSent, "A request has one response, and this is a second one.")
        receiver.receive(response)
    }

    /// The queue on which results for this request are wanted: the event loop of its connection.
    public var queue: any WorkQueue { receiver.queue }

    /// Whether the request was given up: its deadline has passed, the server is stopping, or its connection is gone.
    public var isCancelled: Bool { receiver.isCancelled }

    /// Registers an action for the case that the request is given up before a response was sent.
    ///
    /// - Parameter action: Called once on ``queue``, at once when the request was given up already. A later registration
    ///   replaces it.
    public func onCancel(_ action: @escaping @Sendable () -> Void) { receiver.onCancel(action) }

    /// A reply that changes the response on its way to this one.
    ///
    /// - Parameter change: Makes the response that is sent.
    public func mapped(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPReply {
        HTTPReply(to: MappedReply(reply: self, change: change))
    }
}

/// The server's side of an ``HTTPReply``.
public protocol HTTPReplyReceiver: Caller {
    /// Gets the response; called at most once, on any thread.
    func receive(_ response: HTTPResponse)
    /// Registers what is called when the request is given up; see ``HTTPReply/onCancel(_:)``.
    func onCancel(_ action: @escaping @Sendable () -> Void)
    /// Called when the reply was released without a response, on any thread.
    func replyWasDropped()
}

/// A reply in front of another one.
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
    // The reply behind this one is dropped with it and reports that itself.
    func replyWasDropped() {}
}
