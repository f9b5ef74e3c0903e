import Concurrency
import HTTPCore
import Logging
import Metrics
import Sessions

/// The log lines of requests that fail, and the counts of requests that are rejected for reasons of security or capacity.
final class RejectionLog: Sendable {
    private let log: Logger
    private let audit: (any AuditLog)?
    private let counters = Lock([String: Counter]())
    private let lines = LineLimiter()
    private let operatorEvents = LineLimiter()
    /// Ten lines a minute show each failure of a client that is not an attack.
    private let failureLines = LineLimiter(perAddress: 10, total: 600)

    init(log: Logger, audit: (any AuditLog)?) {
        self.log = log
        self.audit = audit
        // The family exists from the start, so that an alert on it is not about missing data.
        count("unauthorized", times: 0)
        count(Self.library, times: 0)
    }

    /// Records a rejection.
    ///
    /// - Parameters:
    ///   - reason: The type of the problem.
    ///   - status: The status of the response.
    ///   - client: The address of the client, or `nil` if it is unknown.
    ///   - request: The id of the request, or `nil` if it has none.
    ///   - metadata: Further fields of the line.
    func record(
        _ reason: String,
        _ status: Int,
        _ client: ClientAddress?,
        _ request: String?,
        _ metadata: @autoclosure () -> Logger.Metadata
    ) {
        count(reason, times: 1)
        guard let omitted = lines.count(reason, client) else { return }
        if status == 429 {
            audit?.record(AuditEvent(.limitExceeded, reason, client: client?.description, request: request))
        }
        let fields = fields(metadata(), reason, status, client, request, omitted)
        log.notice("Request rejected", metadata: fields)
    }

    /// Records a wrong token of an operator in the audit log, at most once a minute for an address.
    func recordOperatorToken(_ client: ClientAddress?, _ request: String?) {
        guard operatorEvents.count("wrong token", client) != nil else { return }
        audit?.record(AuditEvent(.operatorRejected, "wrong", client: client?.description, request: request))
    }

    /// Records any other response with a status from 400 on, with the arguments of ``record(_:_:_:_:_:)``.
    func recordFailure(
        _ reason: String,
        _ status: Int,
        _ client: ClientAddress?,
        _ request: String?,
        _ metadata: @autoclosure () -> Logger.Metadata
    ) {
        let level: Logger.Level = status < 500 ? .info : .warning
        guard log.logLevel <= level, let omitted = failureLines.count(reason, client) else { return }
        log.log(level: level, "Request failed", metadata: fields(metadata(), reason, status, client, request, omitted))
    }

    private func fields(
        _ metadata: Logger.Metadata,
        _ reason: String,
        _ status: Int,
        _ client: ClientAddress?,
        _ request: String?,
        _ omitted: Int
    ) -> Logger.Metadata {
        var fields = metadata
        fields["reason"] = "\(reason)"
        fields["status"] = .stringConvertible(status)
        fields["client"] = "\(client?.description ?? "unknown")"
        fields["request"] = request.map { "\($0)" }
        fields["omitted"] = .stringConvertible(omitted)
        return fields
    }

    /// Records a rejection by libmicrohttpd, which no filter sees, and which does not name the client.
    func recordLibrary(_ status: Int) {
        Counter(label: "usher_requests_total", dimensions: [("route", "*"), ("status", "\(status / 100)xx")])
            .increment()
        record(Self.library, status, nil, nil, [:])
    }

    private static let library = "library"

    private func count(_ reason: String, times: Int) {
        let counter = counters.withLock { counters in
            if let counter = counters[reason] { return counter }
            let counter = Counter(label: "usher_requests_rejected_total", dimensions: [("reason", reason)])
            counters[reason] = counter
            return counter
        }
        counter.increment(by: times)
    }
}
