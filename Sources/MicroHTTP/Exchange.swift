internal import HTTPCore

/// A request on its way to becoming an answer.
///
/// Why `@unchecked Sendable` holds:
/// 1. Everything in it is touched on the thread of one event loop only: libmicrohttpd calls back on it, and the task that
///    runs the handler prefers that loop as its executor, so ``finish(_:)`` runs there too.
/// 2. Once the loop has ended, every exchange of it is in ``State/over`` or ``State/answered`` (``RequestCycle`` sees to it
///    before its thread ends, and a task gets to the next thread through a lock). The tasks that are left then, wherever
///    they run, only read that state.
@safe
final class Exchange: @unchecked Sendable {
    enum State {
        /// The request line has come.
        case started
        /// The head was admitted; the body is coming.
        case receiving
        /// The body is longer than allowed; this many bytes of it were thrown away.
        case discarding(Int)
        /// The handler is at work, and its first stretch hasn't come to its first wait yet.
        case handling
        /// The handler waits for something, and libmicrohttpd has put the connection aside.
        case suspended
        /// There is an answer, which hasn't been handed to libmicrohttpd yet.
        case finished(HTTPResponse)
        /// libmicrohttpd has the answer.
        case answered
        /// The connection has no more use for it.
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
    var task: Task<Void, Never>?
    private let finished: FinishedExchanges

    init(connection: Connection, handle: OpaquePointer, target: [UInt8], finished: FinishedExchanges) {
        self.connection = connection
        unsafe self.handle = handle
        self.target = target
        self.finished = finished
        request = HTTPRequest(target: HTTPTarget([]), peer: connection.peer)
    }

    /// Hands the request over, and keeps its method.
    func takeRequest() -> HTTPRequest {
        var request = HTTPRequest(method: request.method, target: HTTPTarget([]))
        swap(&self.request, &request)
        return request
    }

    /// Takes the answer, unless there was one before or nobody waits for it.
    func finish(_ response: HTTPResponse) {
        switch state {
        case .handling: state = .finished(response)
        case .suspended:
            state = .finished(response)
            finished.exchanges.append(self)
        case .started, .receiving, .discarding, .finished, .answered, .over: return
        }
    }
}

/// The exchanges of one event loop that have an answer and whose connection must be taken up again.
final class FinishedExchanges {
    var exchanges: [Exchange] = []
}
