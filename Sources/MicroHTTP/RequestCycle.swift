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
    private let filters: HTTPFilters
    private let count: ConnectionCount
    /// The loop, which owns this object.
    private unowned let loop: EventLoop
    /// The exchanges that have a response and whose connection must be resumed.
    private var finished: [Exchange] = []
    private var table = ConnectionTable()
    private var now = Moment.now
    private(set) var isStopping = false
    /// Whether requests that become complete are refused, because the grace of a stop is over.
    private(set) var isRefusing = false
    /// How many requests have come to their end.
    private(set) var served = 0

    init(
        configuration: HTTPServer.Configuration,
        handler: any HTTPHandler,
        filters: HTTPFilters,
        count: ConnectionCount,
        loop: EventLoop
    ) {
        self.configuration = configuration
        limits = Limits(configuration)
        self.handler = handler
        self.filters = filters
        self.count = count
        self.loop = loop
        gatekeeper = Gatekeeper(
            targetBytesLimit: configuration.targetBytesLimit,
            headerBytesLimit: configuration.headerBytesLimit,
            headerCountLimit: configuration.headerCountLimit,
            bodyBytesLimit: configuration.bodyBytesLimit,
            hostNames: configuration.hostNames.map { Array($0.utf8) }
        )
    }

    func report(_ notice: HTTPServerNotice) {
        configuration.log?(notice)
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
        let exchange = unsafe Exchange(
            connection: connection,
            handle: handle,
            target: target,
            loop: loop,
            cycle: self
        )
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
            return refuse(exchange, problem)
        case .admitted(let method, let isChunked):
            exchange.isChunked = isChunked
            exchange.request.method = method
            exchange.request.target = HTTPTarget(head.target)
            exchange.request.fields = head.fields
        }
        if exchange.connection.isSurplus {
            var problem = ProblemDetails(
                .unavailable,
                detail: "The server has as many connections as it serves."
            )
            problem.fields[.retryAfter] = "1"
            return refuse(exchange, problem)
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
            return refuse(exchange, ProblemDetails(.bodyTooLarge, detail: "The body has more than \(limit) bytes."))
        case .finished(let response):
            return answer(exchange, response, isLast: false)
        case .handling, .suspended:
            return .wait
        case .started, .answered, .over:
            return .cut
        }
    }

    func endRequest(_ exchange: Exchange) {
        exchange.state = .over
        exchange.cancel()
        served &+= 1
        let connection = exchange.connection
        connection.exchange = nil
        table.move(connection, to: .idle(hasServed: true), until: now + limits.idle)
    }

    /// Shows the request to the filters and the handler.
    ///
    /// A connection whose request has a response when this returns was never suspended.
    private func handle(_ exchange: Exchange) -> Step {
        // A request that suspended its connection now might never be resumed before the daemon stops.
        if isRefusing { return refuse(exchange, Self.stopping) }
        if let response = filters.admit(&exchange.request) { return answer(exchange, response, isLast: false) }
        exchange.state = .handling
        let request = exchange.request
        // The body is the handler's alone; the filters still need the rest.
        exchange.request.body = []
        handler.handle(request, HTTPReply(to: exchange))
        if case .finished(let response) = exchange.state {
            return answer(exchange, response, isLast: false)
        }
        exchange.state = .suspended
        table.move(exchange.connection, to: .handling, until: now + limits.request)
        return .wait
    }

    /// Answers a request that no handler sees, and closes its connection.
    private func refuse(_ exchange: Exchange, _ problem: ProblemDetails) -> Step {
        // The filters give the request an id; another response of theirs doesn't count.
        _ = filters.admit(&exchange.request)
        return answer(exchange, problem.response, isLast: true)
    }

    private func answer(_ exchange: Exchange, _ response: HTTPResponse, isLast: Bool) -> Step {
        exchange.state = .answered
        table.move(exchange.connection, to: .answering, until: now + limits.answer)
        var response = response
        filters.finish(&response, to: exchange.request)
        // libmicrohttpd takes a bare line feed for the end of a chunk's size. Another server may not, and would see other
        // requests in the bytes that follow; so nothing may follow.
        if case .stream(let stream) = response.body { exchange.begin(stream) }
        return .answer(response, isLast: isLast || isStopping || exchange.isChunked)
    }

    /// A part of a stream goes to libmicrohttpd, or the connection is suspended until there is one.
    ///
    /// The deadline for a client to read a response begins anew with each part, and there is none without a part.
    func sending(_ exchange: Exchange, isSuspended: Bool) {
        if isSuspended {
            table.move(exchange.connection, to: .streaming, until: .never)
        } else {
            table.move(exchange.connection, to: .answering, until: now + limits.answer)
        }
    }

    private static let stopping = ProblemDetails(.unavailable, detail: "The server is stopping.")

    // MARK: - Time

    /// When ``tick(_:)`` must be called next at the latest.
    var nextDeadline: Moment { table.nextDeadline }

    /// Reads the clock, and ends what has taken too long.
    func tick(_ moment: Moment) {
        now = moment
        table.expire(at: moment) { connection in
            if case .handling = connection.phase, let exchange = connection.exchange {
                giveUp(
                    exchange,
                    ProblemDetails(.unavailable, detail: "The request took too long.")
                )
            } else {
                cut(connection)
            }
        }
    }

    /// The connections to be resumed, each once.
    func takeFinished() -> [Exchange] {
        guard !finished.isEmpty else { return [] }
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// Has the connection of a suspended exchange resumed in the loop's next round.
    func resumeLater(_ exchange: Exchange) { finished.append(exchange) }

    /// Responds for a handler that has not, and cancels its work.
    private func giveUp(_ exchange: Exchange, _ problem: ProblemDetails) {
        exchange.cancel()
        exchange.finish(problem.response)
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

    /// Responds for the handlers that have not, and cuts requests that haven't come in full; later requests are refused.
    func abandonRequests() {
        isRefusing = true
        for connection in table.connections {
            switch connection.phase {
            case .handling:
                if let exchange = connection.exchange { giveUp(exchange, Self.stopping) }
            case .answering: break
            // The content breaks off: the client sees that it isn't complete.
            case .streaming: connection.exchange?.cancel()
            case .idle, .head, .body: cut(connection)
            }
        }
    }

    private func hasUnreadBytes(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(connection.descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }
}
