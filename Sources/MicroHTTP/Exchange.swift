internal import HTTPCore
internal import Synchronization
internal import Threads

/// A request on its way to a response.
///
/// Why `@unchecked Sendable` holds: everything in it but the atomic is touched on the thread of its event loop only.
/// libmicrohttpd calls back on that thread, and what other threads hand over (``receive(_:)``, ``onCancel(_:)``,
/// ``replyWasDropped()``) is moved there first. Once the loop has ended every exchange of it is in ``State/over`` or
/// ``State/answered`` (``RequestCycle`` ensures that before its thread ends), and what comes then only reads that state,
/// behind a lock of the loop.
@safe
final class Exchange: HTTPReplyReceiver, @unchecked Sendable {
    enum State {
        /// The request line has come.
        case started
        /// The head was admitted; the body is coming.
        case receiving
        /// The body is longer than allowed; this many bytes of it were thrown away.
        case discarding(Int)
        /// The handler is running, and has not sent a response yet.
        case handling
        /// The handler has returned without a response, and the connection is suspended.
        case suspended
        /// There is a response, which libmicrohttpd doesn't have yet.
        case finished(HTTPResponse)
        /// libmicrohttpd has the response.
        case answered
        /// The request has ended.
        case over
    }

    let connection: Connection
    /// libmicrohttpd's connection; valid until the state is ``State/over``.
    let handle: OpaquePointer
    var request: HTTPRequest
    var state = State.started
    /// The target as received, query and all, until the head is complete.
    var target: [UInt8]
    /// Whether the body comes in chunks.
    var isChunked = false
    private let loop: EventLoop
    private let cycle: RequestCycle
    private let cancelled = Atomic(false)
    private var cancelAction: (@Sendable () -> Void)?

    init(connection: Connection, handle: OpaquePointer, target: [UInt8], loop: EventLoop, cycle: RequestCycle) {
        self.connection = connection
        unsafe self.handle = handle
        self.target = target
        self.loop = loop
        self.cycle = cycle
        request = HTTPRequest(target: HTTPTarget([]), peer: connection.peer)
    }

    // MARK: - From any thread

    var queue: any WorkQueue { loop }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func receive(_ response: HTTPResponse) {
        // No closure is made for a response that is sent on the loop itself, as most are.
        if loop.isCurrent { finish(response) } else { loop.perform { self.finish(response) } }
    }

    func onCancel(_ action: @escaping @Sendable () -> Void) {
        loop.perform { [self] in
            switch state {
            case .handling, .suspended: cancelAction = action
            case .started, .receiving, .discarding, .finished, .answered, .over: if isCancelled { action() }
            }
        }
    }

    func replyWasDropped() {
        loop.perform { [self] in
            cycle.report(.droppedReply(method: request.method, path: request.target.path, id: request.id))
            finish(ProblemDetails(.incident).response)
        }
    }

    // MARK: - On the loop

    /// The content that is being sent in parts.
    private(set) var stream: HTTPBodyStream?
    /// Whether the connection is suspended until the stream has a part.
    private var awaitsPart = false

    /// Begins to send a stream.
    func begin(_ stream: HTTPBodyStream) {
        self.stream = stream
        stream.onPart { [weak self] in
            guard let self else { return }
            self.loop.perform { self.resumeStream() }
        }
    }

    /// The next part of the stream; the connection is suspended when there is none.
    func nextPart(upTo limit: Int) -> HTTPBodyStream.Part {
        let part = stream?.next(upTo: limit) ?? .failed
        if case .none = part {
            // A connection that is suspended now might never be resumed before the daemon stops.
            guard !cycle.isRefusing else { return .failed }
            awaitsPart = true
        }
        cycle.sending(self, isSuspended: awaitsPart)
        return part
    }

    private func resumeStream() {
        guard awaitsPart, case .answered = state else { return }
        awaitsPart = false
        cycle.resumeLater(self)
    }

    /// Gives up the request: its handler and the stream of its response need not go on.
    func cancel() {
        stream?.cancel()
        // A wake-up that is on its way from the producer's thread may come after the loop's last round.
        resumeStream()
        cancelled.store(true, ordering: .relaxed)
        let action = cancelAction
        cancelAction = nil
        action?()
    }

    /// Takes the response, unless there was one before or the request has ended.
    func finish(_ response: HTTPResponse) {
        switch state {
        case .handling: state = .finished(response)
        case .suspended:
            state = .finished(response)
            cycle.resumeLater(self)
        case .started, .receiving, .discarding, .finished, .answered, .over: return
        }
        cancelAction = nil
    }
}
