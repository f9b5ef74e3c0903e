internal import Concurrency
internal import Glibc
internal import HTTPCore

/// The connections and requests of one event loop: their phases, deadlines and responses.
///
/// libmicrohttpd reports events, and each call returns the next ``Action``. The loop reports the time and a stop. Everything
/// runs on the loop's thread.
///
/// Two points about suspended connections:
/// - A request suspends its connection only if its handler has sent no response by the time it returns.
/// - After ``cancelRequests()`` no request and no stream suspends one again, because the daemon can't stop with a
///   suspended connection.
final class RequestLifecycle {
    /// The next action of libmicrohttpd for a request.
    enum Action {
        /// Continue reading the request.
        case proceed
        /// Suspend the connection until it is resumed.
        case wait
        /// Send the response, and close the connection afterwards if `isLast`.
        case respond(HTTPResponse, isLast: Bool)
        /// Close the connection without a response.
        case disconnect
    }

    /// The maximum duration of each phase of a connection.
    private struct Limits {
        let idle, header, body, request, response: Instant.Duration

        init(_ configuration: HTTPServer.Configuration) {
            idle = Instant.Duration(configuration.idleTimeout)
            header = Instant.Duration(configuration.headerDeadline)
            body = Instant.Duration(configuration.bodyDeadline)
            request = Instant.Duration(configuration.requestDeadline)
            response = Instant.Duration(configuration.responseDeadline)
        }
    }

    private let configuration: HTTPServer.Configuration
    private let limits: Limits
    private let validator: RequestValidator
    private let handler: any HTTPHandler
    private let filters: HTTPFilters
    private let count: ConnectionCount
    /// The certificate for new connections, or `nil` without TLS.
    private let certificate: Lock<TLSCertificate?>
    /// The loop, which owns this object.
    private unowned let loop: EventLoop
    /// The exchanges with a suspended connection that must be resumed: they have a response, or a part of a stream.
    private var finished: [Exchange] = []
    private var table = ConnectionTable()
    private var now = Instant.now
    /// The next instant at which the loop looks for clients that have gone, or ``Instant/never`` without connections.
    private var nextDepartureCheck = Instant.never
    /// The descriptors of the last check, stored so that the array is not allocated again.
    private var polled: [pollfd] = []
    private var dateField = DateField()
    /// The paths of health checks.
    private let probePaths: [[UInt8]]
    private(set) var isStopping = false
    /// Whether requests that become complete are rejected, because the grace period of a stop is over.
    private(set) var isRejecting = false
    /// The number of requests that have ended.
    private(set) var endedRequestCount = 0

    init(
        configuration: HTTPServer.Configuration,
        handler: any HTTPHandler,
        filters: HTTPFilters,
        count: ConnectionCount,
        certificate: Lock<TLSCertificate?>,
        loop: EventLoop
    ) {
        self.certificate = certificate
        self.configuration = configuration
        limits = Limits(configuration)
        self.handler = handler
        self.filters = filters
        self.count = count
        self.loop = loop
        probePaths = configuration.probePaths.map { Array($0.utf8) }
        validator = RequestValidator(
            targetBytesLimit: configuration.targetBytesLimit,
            headerBytesLimit: configuration.headerBytesLimit,
            headerCountLimit: configuration.headerCountLimit,
            bodyBytesLimit: configuration.bodyBytesLimit,
            hostNames: configuration.hostNames.map { Array($0.utf8) },
            hostlessPaths: configuration.probePaths.map { Array($0.utf8) }
        )
    }

    func report(_ notice: HTTPServerLogEvent) {
        configuration.log?(notice)
    }

    /// Reports a line of libmicrohttpd's log, which has the status but no request if it announces a response of its own.
    func report(libraryLine line: String) {
        report(.library(line))
        let prefix = "Error processing request (HTTP response code is "
        guard line.hasPrefix(prefix), let status = Int(line.dropFirst(prefix.count).prefix { $0.isNumber }) else {
            return
        }
        configuration.onLibraryRejection?(status)
    }

    /// The value of the `Date` field now.
    var date: String {
        dateField.set(configuration.date())
        return dateField.text
    }

    // MARK: - Connections

    /// Returns whether another connection is accepted.
    ///
    /// If not, libmicrohttpd closes it at once.
    func acceptsConnection(from address: ClientAddress?) -> Bool {
        guard let limit = count.refusal(of: address) else { return true }
        if configuration.replacesUnfinishedConnections, let oldest = table.oldestUnfinished(of: address?.network) {
            oldest.isReplaced = true
            disconnect(oldest)
            return true
        }
        configuration.onRefusedConnection?(limit, address)
        return false
    }

    func beginConnection(descriptor: CInt, peer: String, address: ClientAddress?) -> Connection {
        let connection = Connection(
            descriptor: descriptor,
            peer: peer,
            address: address,
            exceededLimit: count.add(address),
            certificate: certificate.withLock { $0 }
        )
        if table.connections.isEmpty { nextDepartureCheck = now + Self.departureCheckInterval }
        table.insert(connection)
        // A connection above the limit only gets a rejection, and must not occupy memory and a descriptor for long.
        let timeout = connection.exceededLimit == nil ? limits.header : min(.seconds(1), limits.header)
        table.move(connection, to: .idle(hasServed: false), until: now + timeout)
        return connection
    }

    func endConnection(_ connection: Connection) {
        count.remove(connection.address)
        table.remove(connection)
        if table.connections.isEmpty { nextDepartureCheck = .never }
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
        loop.addOpenRequests(1)
        let deadline = now + limits.header
        if case .idle(hasServed: false) = connection.phase {
            // The deadline of the first request counts from the start of the connection.
            table.move(connection, to: .head, until: min(deadline, connection.deadline))
        } else {
            table.move(connection, to: .head, until: deadline)
        }
        return exchange
    }

    func receive(_ head: RequestHead, of exchange: Exchange) -> Action {
        exchange.target = []
        var isTooLarge = false
        switch validator.validate(head) {
        case .rejected(let problem):
            // A response to HEAD must have no content, so a known method is kept. An unknown one can't be HEAD.
            exchange.request.method = HTTPMethod(rawValue: head.method) ?? .get
            exchange.request.fields = head.fields.negotiating
            return reject(exchange, problem)
        case .valid(let request):
            isTooLarge = request.isTooLarge
            exchange.isChunked = request.isChunked
            exchange.hasBody = request.hasBody
            exchange.request.method = request.method
            exchange.request.target = HTTPTarget(request.target)
            exchange.request.fields = head.fields
            if let host = request.host { exchange.request.fields[.host] = host }
        }
        if let limit = exchange.connection.exceededLimit, !isProbe(exchange.request) {
            return reject(exchange, problem(of: limit))
        }
        if exchange.hasBody, handler.streamsBody(of: &exchange.request) { return stream(exchange) }
        // An ambiguous request got a 400 before, so this one can get a 413.
        if isTooLarge { return reject(exchange, bodyTooLarge) }
        exchange.state = .receiving
        table.move(exchange.connection, to: .body, until: now + limits.body)
        return .proceed
    }

    /// Passes a request to its handler, which takes the body while it is received.
    private func stream(_ exchange: Exchange) -> Action {
        if isRejecting { return reject(exchange, Self.stopping) }
        if let response = filters.intercept(&exchange.request) { return respond(exchange, response, isLast: true) }
        exchange.state = .streaming
        exchange.beginStream()
        table.move(exchange.connection, to: .body, until: now + limits.body)
        handler.handle(exchange.request, HTTPReply(to: exchange))
        // The body was not received, so no other request can follow on the connection.
        if case .answered(let response, _) = exchange.state { return respond(exchange, response, isLast: true) }
        return .proceed
    }

    /// Continues to receive a body whose handler has made room, or has responded.
    func continueBody(of exchange: Exchange) {
        table.move(exchange.connection, to: .body, until: now + limits.body)
        resumeLater(exchange)
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>, of exchange: Exchange) -> Action {
        switch exchange.state {
        case .receiving where exchange.request.body.count + part.count <= configuration.bodyBytesLimit:
            unsafe exchange.request.body.append(contentsOf: part)
        case .receiving:
            exchange.state = .discarding(exchange.request.body.count + part.count)
            exchange.request.body = []
        case .streaming:
            // A connection that is suspended now might never be resumed before the daemon stops.
            guard !isRejecting else { return .disconnect }
            let mustWait = unsafe exchange.pass(Array(part))
            // The time for a body of any size starts anew with each part.
            let (phase, limit) =
                exchange.awaitsRoom ? (.handling, limits.request) : (Connection.Phase.body, limits.body)
            table.move(exchange.connection, to: phase, until: now + limit)
            return mustWait ? .wait : .proceed
        case .answered(let response, let count):
            guard count + part.count <= configuration.bodyDiscardLimit else { return .disconnect }
            exchange.state = .answered(response, dropped: count + part.count)
        case .discarding(let count):
            guard count + part.count <= configuration.bodyDiscardLimit else { return .disconnect }
            exchange.state = .discarding(count + part.count)
        case .started, .handling, .suspended, .finished, .sent, .ended: return .disconnect
        }
        return .proceed
    }

    /// Continues a request that is complete, or that has resumed its connection.
    func complete(with exchange: Exchange) -> Action {
        switch exchange.state {
        case .receiving:
            return handle(exchange)
        case .streaming:
            return completeStream(exchange)
        case .answered(let response, _):
            return respond(exchange, response, isLast: false)
        case .discarding:
            return reject(exchange, bodyTooLarge)
        case .finished(let response):
            return respond(exchange, response, isLast: false)
        case .handling, .suspended:
            return .wait
        case .started, .sent, .ended:
            return .disconnect
        }
    }

    func endRequest(_ exchange: Exchange) {
        exchange.state = .ended
        exchange.cancel()
        endedRequestCount &+= 1
        loop.addOpenRequests(-1)
        let connection = exchange.connection
        connection.exchange = nil
        table.move(connection, to: .idle(hasServed: true), until: now + limits.idle)
        // The head of a stream may have been sent before the stop, without the notice that it is the last response.
        if isStopping, exchange.stream != nil, !hasUnreadBytes(connection) { disconnect(connection) }
    }

    /// Waits for the response to a request whose body was passed on while it was received.
    private func completeStream(_ exchange: Exchange) -> Action {
        if isRejecting {
            exchange.cancel()
            return respond(exchange, Self.stopping.response, isLast: true)
        }
        let mustWait = exchange.finishBody()
        exchange.state = .suspended
        table.move(exchange.connection, to: .handling, until: now + limits.request)
        return mustWait ? .wait : .proceed
    }

    /// Passes the request to the filters and the handler.
    ///
    /// Suspending a connection costs a round of the loop, so a connection is never suspended if its response is ready when the
    /// handler returns.
    private func handle(_ exchange: Exchange) -> Action {
        // A connection that is suspended now might never be resumed before the daemon stops.
        if isRejecting { return reject(exchange, Self.stopping) }
        if let response = filters.intercept(&exchange.request) { return respond(exchange, response, isLast: false) }
        exchange.state = .handling
        let request = exchange.request
        // Only the handler needs the body. The filters need the rest to finish the response.
        exchange.request.body = []
        handler.handle(request, HTTPReply(to: exchange))
        if case .finished(let response) = exchange.state {
            return respond(exchange, response, isLast: false)
        }
        exchange.state = .suspended
        table.move(exchange.connection, to: .handling, until: now + limits.request)
        return .wait
    }

    private var bodyTooLarge: ProblemDetails {
        ProblemDetails(.bodyTooLarge, detail: "The body has more than \(configuration.bodyBytesLimit) bytes.")
    }

    /// Rejects a request before it reaches a handler, and closes its connection.
    private func reject(_ exchange: Exchange, _ problem: ProblemDetails) -> Action {
        // The filters set the request's id. If they have a response of their own, it is ignored, because `problem` takes
        // precedence.
        _ = filters.intercept(&exchange.request)
        return respond(exchange, problem.response, isLast: true)
    }

    /// Lets the filters finish a response, and gives it to libmicrohttpd.
    private func respond(_ exchange: Exchange, _ response: HTTPResponse, isLast: Bool) -> Action {
        var response = response
        filters.finish(&response, to: exchange.request)
        exchange.state = .sent
        table.move(exchange.connection, to: .responding, until: now + limits.response)
        if case .stream(let stream) = response.body { exchange.begin(stream) }
        // libmicrohttpd accepts a bare line feed at the end of a chunk's size. A proxy may not, and would find other requests
        // in the bytes that follow. So a request with a chunked body is the last one on its connection.
        let closes = isLast || isStopping || exchange.isChunked || exchange.connection.exceededLimit != nil
        return .respond(response, isLast: closes)
    }

    /// Updates the deadline of a streaming response, when a part is sent or the connection is suspended for want of one.
    ///
    /// The client's time to read the response starts anew with each part. There is no deadline while there is no part.
    func sending(_ exchange: Exchange, isSuspended: Bool) {
        if isSuspended {
            table.move(exchange.connection, to: .streaming, until: .never)
        } else {
            table.move(exchange.connection, to: .responding, until: now + limits.response)
        }
    }

    /// Returns whether a request is a health check, which is also served on a connection above the limit.
    private func isProbe(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && probePaths.contains(request.target.path)
    }

    private func problem(of limit: HTTPServer.ConnectionLimit) -> ProblemDetails {
        switch limit {
        case .total:
            ProblemDetails(.unavailable, detail: "The server has reached its connection limit.")
                .retrying(after: 1)
        case .address:
            // A connection of HTTP/1.1 has one request at a time.
            QuotaRejection(quota: configuration.addressConnectionLimit, retryAfter: 1).problem(
                .tooManyRequests,
                policy: "address-connections",
                detail: "Your address has too many connections."
            )
        }
    }

    private static let stopping = ProblemDetails(.unavailable, detail: "The server is stopping.")

    // MARK: - Time

    /// The latest instant for the next ``tick(_:)``.
    var nextDeadline: Instant { min(table.nextDeadline, nextDepartureCheck) }

    /// Sets the current time, and ends the requests and connections that have passed their deadline.
    ///
    /// A request with a running handler gets a 503, and any other connection is shut down. A connection that waits for a
    /// request is shut down a round later: if the process has been paused, the request may have arrived in time and be unread.
    func tick(_ instant: Instant) {
        now = instant
        var overdue: [Connection] = []
        table.expire(at: instant) { connection in
            switch connection.phase {
            case .idle, .head, .body: if !connection.isOverdue { return overdue.append(connection) }
            case .handling, .responding, .streaming: break
            }
            if !isStopping, let deadline = Self.deadline(of: connection.phase) {
                configuration.onDeadline?(deadline, connection.address)
            }
            if case .handling = connection.phase, let exchange = connection.exchange {
                cancel(
                    exchange,
                    ProblemDetails(.unavailable, detail: "The request timed out.")
                )
            } else {
                disconnect(connection)
            }
        }
        for connection in overdue {
            table.move(connection, to: connection.phase, until: instant)
            connection.isOverdue = true
        }
        if nextDepartureCheck <= instant {
            nextDepartureCheck = instant + Self.departureCheckInterval
            disconnectDeparted()
        }
    }

    private static func deadline(of phase: Connection.Phase) -> HTTPServer.Deadline? {
        switch phase {
        case .idle(hasServed: true): .idle
        // A client that sends no request at all has the time for a header, with TLS for the handshake, too.
        case .idle(hasServed: false), .head: .header
        case .body: .body
        case .handling: .request
        case .responding: .response
        case .streaming: nil
        }
    }

    /// Ends the requests and connections of clients that have gone.
    ///
    /// libmicrohttpd reads nothing from a suspended connection, and leaves a connection with half a head to its deadline. A
    /// client that has shut down only its sending side, after a complete request, gets the time between two checks for its
    /// response, because on the socket it looks the same as a client that has gone.
    private func disconnectDeparted() {
        polled.removeAll(keepingCapacity: true)
        for connection in table.connections {
            polled.append(pollfd(fd: connection.descriptor, events: Self.pollHangUp, revents: 0))
        }
        let count = unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), 0) }
        guard count > 0 else { return }
        for (connection, polled) in zip(table.connections, polled) where polled.revents != 0 {
            if polled.revents & (Int16(POLLHUP) | Int16(POLLERR)) == 0, !connection.wasHalfClosed {
                connection.wasHalfClosed = true
                continue
            }
            depart(connection)
        }
    }

    private func depart(_ connection: Connection) {
        switch connection.phase {
        case .handling:
            if let exchange = connection.exchange { cancel(exchange, Self.departed) }
        case .streaming: connection.exchange?.cancel()
        // The client may still read the response, and its deadline ends the connection.
        case .responding: return
        // libmicrohttpd has not read the rest of the request yet.
        case .idle, .head, .body: if hasUnreadBytes(connection) { return }
        }
        disconnect(connection)
    }

    /// The problem that ends the exchange of a client that has disconnected, and is never sent.
    private static let departed = ProblemDetails(.unavailable, detail: "The client has disconnected.")
    private static let departureCheckInterval = Instant.Duration.seconds(2)
    /// POLLRDHUP of poll(2), which Swift's Glibc module leaves out: the client has shut down its sending side.
    private static let pollHangUp: Int16 = 0x2000

    /// Whether ``takeResumable()`` would return an exchange.
    var hasResumable: Bool { !finished.isEmpty }

    /// Removes and returns the exchanges with connections that must be resumed, each once.
    func takeResumable() -> [Exchange] {
        guard !finished.isEmpty else { return [] }
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// Adds a suspended exchange, so that the loop resumes its connection next.
    func resumeLater(_ exchange: Exchange) { finished.append(exchange) }

    /// Sends a response in place of the handler, and cancels the handler's work.
    private func cancel(_ exchange: Exchange, _ problem: ProblemDetails) {
        exchange.cancel()
        exchange.finish(problem.response)
    }

    /// Shuts the socket down, so libmicrohttpd closes the connection when it next reads or writes.
    private func disconnect(_ connection: Connection) {
        shutdown(connection.descriptor, CInt(SHUT_RDWR))
    }

    // MARK: - Stopping

    /// Whether all connections are closed.
    var isIdle: Bool { table.connections.isEmpty }

    /// Makes each following response the last on its connection, and closes idle connections.
    func beginStopping() {
        isStopping = true
        for connection in table.connections {
            guard case .idle(let hasServed) = connection.phase, !hasUnreadBytes(connection) else { continue }
            if hasServed {
                disconnect(connection)
            } else {
                // The client has just connected, and its first request is probably on its way.
                let deadline = now + .milliseconds(250)
                table.move(connection, to: connection.phase, until: min(connection.deadline, deadline))
            }
        }
    }

    /// Ends all requests when the grace period is over, so that no connection stays suspended.
    ///
    /// A running handler is cancelled and its client gets a 503, a stream breaks off, and a connection without a complete
    /// request is shut down. Requests that become complete later are rejected.
    func cancelRequests() {
        isRejecting = true
        for connection in table.connections {
            switch connection.phase {
            case .handling:
                if let exchange = connection.exchange { cancel(exchange, Self.stopping) }
            case .responding: break
            // The content breaks off, and the client detects that it is incomplete.
            case .streaming: connection.exchange?.cancel()
            case .idle, .head, .body: disconnect(connection)
            }
        }
    }

    private func hasUnreadBytes(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(connection.descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }
}

extension HTTPFields {
    /// The fields by which the client chooses the form of a response, also of one to a request that is rejected.
    ///
    /// A value with other bytes than printable ASCII is left out.
    fileprivate var negotiating: HTTPFields {
        var fields = HTTPFields()
        for name in [HTTPFieldName.accept, .acceptLanguage] {
            guard let value = self[name], value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { continue }
            fields.append(name, value)
        }
        return fields
    }
}
