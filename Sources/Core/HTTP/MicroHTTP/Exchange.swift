internal import Concurrency
internal import HTTPCore
internal import Synchronization

/// A request and its response on one connection.
///
/// Why `@unchecked Sendable` holds: everything in it but the atomic is touched on the thread of its event loop only.
/// libmicrohttpd calls back on that thread, and calls from other threads (``receive(_:)``, ``onCancel(_:)``,
/// ``replyWasDropped()``) are moved to it first. When the loop's thread ends, every exchange of it is in ``State/ended`` or
/// ``State/sent`` (``RequestLifecycle`` ensures that). A later call runs on its own thread, but only reads that state, and it
/// is ordered after the loop's last change by the lock of the loop's inbox.
@safe
final class Exchange: HTTPReplyReceiver, @unchecked Sendable {
    enum State {
        /// The request line was read.
        case started
        /// The head is valid, and the body is being read.
        case receiving
        /// The handler takes the body while it is received, and has not sent a response yet.
        case streaming
        /// The handler has sent a response before the body was complete, and this many bytes of the rest were dropped.
        case answered(HTTPResponse, dropped: Int)
        /// The body is too long, and this many bytes of it were read and dropped.
        case discarding(Int)
        /// The handler is running, and has not sent a response yet.
        case handling
        /// The handler has returned without a response, and the connection is suspended.
        case suspended
        /// The handler has sent a response, but libmicrohttpd has not got it yet.
        case finished(HTTPResponse)
        /// libmicrohttpd has got the response.
        case sent
        /// The request has ended.
        case ended
    }

    let connection: Connection
    /// libmicrohttpd's connection, valid until the state is ``State/ended``.
    let handle: OpaquePointer
    var request: HTTPRequest
    var state = State.started
    /// The target as received, with its query, until the head is complete.
    var target: [UInt8]
    /// Whether the body is chunked.
    var isChunked = false
    /// Whether libmicrohttpd has a field in front of the client's fields, which `usher_hide_query_and_cookies` has added.
    var hasExtraField = false
    /// Whether the header announces a body.
    var hasBody = false
    /// Whether the stream's buffer has pages that it does not need while it waits.
    ///
    /// It is true at first, because libmicrohttpd has used them.
    var hasIdlePages = true
    private let loop: EventLoop
    private let cycle: RequestLifecycle
    private let cancelled = Atomic(false)
    private var cancelAction: (@Sendable () -> Void)?

    init(connection: Connection, handle: OpaquePointer, target: [UInt8], loop: EventLoop, cycle: RequestLifecycle) {
        self.connection = connection
        unsafe self.handle = handle
        self.target = target
        self.loop = loop
        self.cycle = cycle
        request = HTTPRequest(target: HTTPTarget([]), peer: connection.peer, client: connection.address)
    }

    // MARK: - From any thread

    var queue: any WorkQueue { loop }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func receive(_ response: HTTPResponse) {
        // Most responses are sent on the loop itself, where they need no closure.
        if loop.isCurrent { finish(response) } else { loop.perform { self.finish(response) } }
    }

    func onCancel(_ action: @escaping @Sendable () -> Void) {
        loop.perform { [self] in
            switch state {
            case .handling, .suspended, .streaming: cancelAction = action
            case .started, .receiving, .answered, .discarding, .finished, .sent, .ended: if isCancelled { action() }
            }
        }
    }

    func replyWasDropped() {
        loop.perform { [self] in
            // Work for a client that has gone may be dropped without a response.
            guard !isCancelled else { return }
            cycle.report(.droppedReply(method: request.method, path: request.target.path, id: request.id))
            finish(ProblemDetails(.incident).response)
        }
    }

    // MARK: - On the loop

    /// The value of the `Date` field now.
    var date: String { cycle.date }

    /// The response's content, when it is sent in parts.
    private(set) var stream: HTTPBodyStream?
    /// Whether the connection is suspended until the stream has a part.
    private var awaitsPart = false
    /// Whether the connection is suspended until the handler has taken a piece of the body.
    private(set) var awaitsRoom = false

    /// Starts to send a stream.
    func begin(_ stream: HTTPBodyStream) {
        self.stream = stream
        // A producer on another thread may write between `next(upTo:)` and the suspension of the connection. Its wake-up
        // is queued to this loop, so it always runs after the suspension and resumes the connection.
        stream.onPart { [weak self] in
            guard let self else { return }
            self.loop.perform { self.resumeStream() }
        }
    }

    /// Takes the next part of the stream.
    ///
    /// If there is none, the caller suspends the connection.
    func nextPart(upTo limit: Int) -> HTTPBodyStream.Part {
        let part = stream?.next(upTo: limit) ?? .failed
        if case .none = part {
            // A connection that is suspended now might never be resumed before the daemon stops.
            guard !cycle.isRejecting else { return .failed }
            awaitsPart = true
        }
        cycle.sending(self, isSuspended: awaitsPart)
        return part
    }

    private func resumeStream() {
        guard awaitsPart, case .sent = state else { return }
        awaitsPart = false
        cycle.resumeLater(self)
    }

    /// Gives a piece of the body to the handler that takes it in pieces.
    ///
    /// libmicrohttpd goes on with the chunks that it has read already although the connection is suspended, so there can be pieces
    /// while the buffer is full.
    ///
    /// - Returns: Whether the caller suspends the connection, because the buffer is full now.
    func pass(_ piece: [UInt8]) -> Bool {
        let isFull = request.stream?.write(piece) == false
        guard !awaitsRoom else { return false }
        awaitsRoom = isFull
        return isFull
    }

    /// Ends the body.
    ///
    /// - Returns: Whether the caller suspends the connection, because it is not suspended already.
    func finishBody() -> Bool {
        request.stream?.finish()
        defer { awaitsRoom = false }
        return !awaitsRoom
    }

    /// Makes the stream of the body, whose handler wakes the connection when it has taken what was received.
    func beginStream() {
        let stream = HTTPRequestStream()
        stream.onRoom { [weak self] in
            guard let self else { return }
            self.loop.perform { self.resumeBody() }
        }
        request.stream = stream
    }

    private func resumeBody() {
        guard awaitsRoom else { return }
        awaitsRoom = false
        if case .ended = state { return }
        cycle.continueBody(of: self)
    }

    /// Cancels the request: its handler and the stream of its response need not continue.
    func cancel() {
        stream?.cancel()
        request.stream?.fail()
        // The stream doesn't wake an exchange that has a queued wake-up already. In a stop that wake-up may run only after the
        // loop's last round, so the connection is resumed here.
        resumeStream()
        resumeBody()
        cancelled.store(true, ordering: .relaxed)
        let action = cancelAction
        cancelAction = nil
        action?()
    }

    /// Stores the response, unless there was one before or the request has ended.
    func finish(_ response: HTTPResponse) {
        switch state {
        case .handling: state = .finished(response)
        case .suspended:
            state = .finished(response)
            cycle.resumeLater(self)
        case .streaming:
            state = .answered(response, dropped: 0)
            resumeBody()
        case .started, .receiving, .answered, .discarding, .finished, .sent, .ended: return
        }
        cancelAction = nil
    }
}
