internal import Glibc
internal import HTTPCore

/// What happens to the connections and requests of one event loop, from the first byte to the last.
///
/// libmicrohttpd reports events, and each is answered with the ``Step`` to take; the loop reports time and the wish to stop.
/// Everything happens on the loop's thread.
final class RequestCycle {
    /// What libmicrohttpd is to do with a request next.
    enum Step {
        /// Go on reading.
        case proceed
        /// Put the connection aside until it is resumed.
        case wait
        /// Send this; `isLast` closes the connection afterwards.
        case answer(HTTPResponse, isLast: Bool)
        /// Close the connection without an answer.
        case cut
    }

    /// How long a connection may be in each phase.
    private struct Limits {
        let idle, header, body, request, answer: Interval

        init(_ configuration: HTTPServer.Configuration) {
            idle = Interval(configuration.idleTimeout)
            header = Interval(configuration.headerDeadline)
            body = Interval(configuration.bodyDeadline)
            request = Interval(configuration.requestDeadline)
            answer = Interval(configuration.answerDeadline)
        }
    }

    private let configuration: HTTPServer.Configuration
    private let limits: Limits
    private let gatekeeper: Gatekeeper
    private let handler: any HTTPHandler
    private let count: ConnectionCount
    /// Runs tasks on the loop's thread, and owns this object.
    private unowned let executor: EventLoop
    private let finished = FinishedExchanges()
    private var table = ConnectionTable()
    private var now = Moment.now
    private(set) var isStopping = false
    /// How many requests have come to their end.
    private(set) var served = 0

    init(
        configuration: HTTPServer.Configuration,
        handler: any HTTPHandler,
        count: ConnectionCount,
        executor: EventLoop
    ) {
        self.configuration = configuration
        limits = Limits(configuration)
        self.handler = handler
        self.count = count
        self.executor = executor
        gatekeeper = Gatekeeper(
            targetBytesLimit: configuration.targetBytesLimit,
            headerBytesLimit: configuration.headerBytesLimit,
            headerCountLimit: configuration.headerCountLimit,
            bodyBytesLimit: configuration.bodyBytesLimit,
            hostNames: configuration.hostNames.map { Array($0.utf8) }
        )
    }

    func log(_ line: String) {
        configuration.log?(line)
    }

    // MARK: - Connections

    /// Whether another connection is taken at all; one that isn't is closed at once.
    var admitsConnection: Bool { count.hasRoom }

    func beginConnection(descriptor: CInt, peer: String) -> Connection {
        let connection = Connection(descriptor: descriptor, peer: peer, isSurplus: count.add())
        table.insert(connection)
        // One that only gets a 503 must not hold its place for long.
        let patience = connection.isSurplus ? min(.seconds(1), limits.header) : limits.header
        table.move(connection, to: .idle(hasServed: false), until: now + patience)
        return connection
    }

    func endConnection(_ connection: Connection) {
        count.remove()
        table.remove(connection)
    }

    // MARK: - Requests

    func beginRequest(on connection: Connection, handle: OpaquePointer, target: [UInt8]) -> Exchange {
        let exchange = unsafe Exchange(connection: connection, handle: handle, target: target, finished: finished)
        connection.exchange = exchange
        let deadline = now + limits.header
        if case .idle(hasServed: false) = connection.phase {
            // The first request's time has run since the connection was made.
            table.move(connection, to: .head, until: min(deadline, connection.deadline))
        } else {
            table.move(connection, to: .head, until: deadline)
        }
        return exchange
    }

    func receive(_ head: RequestHead, of exchange: Exchange) -> Step {
        exchange.target = []
        switch gatekeeper.judge(head) {
        case .refused(let problem):
            // HEAD has no content in its answer, and a method that isn't known can't be it.
            exchange.request.method = HTTPMethod(rawValue: head.method) ?? .get
            return answer(exchange, problem.response, isLast: true)
        case .admitted(let method, let isChunked):
            exchange.isChunked = isChunked
            exchange.request.method = method
            exchange.request.target = HTTPTarget(head.target)
            exchange.request.fields = head.fields
        }
        if exchange.connection.isSurplus {
            var problem = ProblemDetails(
                .serviceUnavailable,
                detail: "The server has as many connections as it serves."
            )
            problem.fields[.retryAfter] = "1"
            return answer(exchange, problem.response, isLast: true)
        }
        exchange.state = .receiving
        table.move(exchange.connection, to: .body, until: now + limits.body)
        return .proceed
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>, of exchange: Exchange) -> Step {
        switch exchange.state {
        case .receiving where exchange.request.body.count + part.count <= configuration.bodyBytesLimit:
            unsafe exchange.request.body.append(contentsOf: part)
        case .receiving:
            exchange.state = .discarding(exchange.request.body.count + part.count)
            exchange.request.body = []
        case .discarding(let count):
            guard count + part.count <= configuration.bodyDiscardLimit else { return .cut }
            exchange.state = .discarding(count + part.count)
        case .started, .handling, .suspended, .finished, .answered, .over: return .cut
        }
        return .proceed
    }

    /// Goes on with a request that is complete, or that was put aside and is taken up again.
    func goOn(with exchange: Exchange) -> Step {
        switch exchange.state {
        case .receiving:
            return handle(exchange)
        case .discarding:
            let limit = configuration.bodyBytesLimit
            let problem = ProblemDetails(.contentTooLarge, detail: "The body has more than \(limit) bytes.")
            return answer(exchange, problem.response, isLast: true)
        case .finished(let response):
            return answer(exchange, response, isLast: false)
        case .handling, .suspended:
            return .wait
        case .started, .answered, .over:
            return .cut
        }
    }

    func endRequest(_ exchange: Exchange) {
        if let task = exchange.task {
            task.cancel()
            exchange.task = nil
        }
        exchange.state = .over
        served &+= 1
        let connection = exchange.connection
        connection.exchange = nil
        table.move(connection, to: .idle(hasServed: true), until: now + limits.idle)
    }

    /// Asks the handler, on this thread, and starts what it has to wait for.
    ///
    /// What has an answer when this returns was never put aside.
    private func handle(_ exchange: Exchange) -> Step {
        let wait: @Sendable () async -> HTTPResponse
        switch handler.answer(exchange.takeRequest()) {
        case .ready(let response): return answer(exchange, response, isLast: false)
        case .pending(let pending): wait = pending
        }
        exchange.state = .handling
        let task = Task.immediate(executorPreference: executor) {
            exchange.finish(await wait())
        }
        if case .finished(let response) = exchange.state {
            return answer(exchange, response, isLast: false)
        }
        exchange.state = .suspended
        exchange.task = task
        table.move(exchange.connection, to: .handling, until: now + limits.request)
        return .wait
    }

    private func answer(_ exchange: Exchange, _ response: HTTPResponse, isLast: Bool) -> Step {
        exchange.state = .answered
        exchange.task = nil
        table.move(exchange.connection, to: .answering, until: now + limits.answer)
        // libmicrohttpd takes a bare line feed for the end of a chunk's size. Another server may not, and would see other
        // requests in what follows; so nothing may follow.
        return .answer(response, isLast: isLast || isStopping || exchange.isChunked)
    }

    // MARK: - Time

    /// When ``tick(_:)`` must be called next at the latest.
    var nextDeadline: Moment { table.nextDeadline }

    /// Reads the clock, and ends what has taken too long.
    func tick(_ moment: Moment) {
        now = moment
        table.expire(at: moment) { connection in
            if case .handling = connection.phase, let exchange = connection.exchange {
                giveUp(exchange, detail: "The request took too long.")
            } else {
                cut(connection)
            }
        }
    }

    /// The connections to be taken up again, each once.
    func takeFinished() -> [Exchange] {
        guard !finished.exchanges.isEmpty else { return [] }
        defer { finished.exchanges.removeAll(keepingCapacity: true) }
        return finished.exchanges
    }

    /// Cancels a handler and answers in its place.
    private func giveUp(_ exchange: Exchange, detail: String) {
        exchange.task?.cancel()
        exchange.finish(ProblemDetails(.serviceUnavailable, detail: detail).response)
    }

    /// Has libmicrohttpd see that the connection is gone.
    private func cut(_ connection: Connection) {
        shutdown(connection.descriptor, CInt(SHUT_RDWR))
    }

    // MARK: - Stopping

    /// Whether no connection is left.
    var isIdle: Bool { table.connections.isEmpty }

    /// From now on each answer is its connection's last; connections that wait for nothing are closed.
    func beginStopping() {
        isStopping = true
        for connection in table.connections {
            guard case .idle(let hasServed) = connection.phase, !hasUnreadBytes(connection) else { continue }
            if hasServed {
                cut(connection)
            } else {
                // Its client has just come and is about to ask.
                let patience = now + .milliseconds(250)
                table.move(connection, to: connection.phase, until: min(connection.deadline, patience))
            }
        }
    }

    /// Cancels the handlers that are still at work and answers in their place; cuts requests that haven't come in full.
    func abandonRequests() {
        for connection in table.connections {
            switch connection.phase {
            case .handling:
                if let exchange = connection.exchange { giveUp(exchange, detail: "The server is stopping.") }
            case .answering: break
            case .idle, .head, .body: cut(connection)
            }
        }
    }

    private func hasUnreadBytes(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(connection.descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }
}
