import Concurrency
import HTTPCore
import Logging
import Metrics
import Sessions

/// The counts and the log lines of requests that are rejected for reasons of security or capacity.
final class RejectionLog: Sendable {
    private let log: Logger
    private let audit: (any AuditLog)?
    private let counters = Lock([String: Counter]())
    private let lines = LineLimiter()

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
    ///   - client: The address of the client; `nil` if it is unknown.
    ///   - request: The id of the request; `nil` if it has none.
    ///   - metadata: Further fields of the line.
    func record(
        _ reason: String,
        _ status: Int,
        _ client: ClientAddress?,
        request: String?,
        _ metadata: @autoclosure () -> Logger.Metadata
    ) {
        count(reason, times: 1)
        guard let omitted = lines.count(reason, client) else { return }
        if status == 429 {
            audit?.record(AuditEvent(.limitExceeded, reason, client: client?.description, request: request))
        }
        var fields = metadata()
        fields["reason"] = "\(reason)"
        fields["status"] = "\(status)"
        fields["client"] = "\(client?.description ?? "unknown")"
        fields["request"] = request.map { "\($0)" }
        fields["omitted"] = "\(omitted)"
        log.notice("Request rejected", metadata: fields)
    }

    /// Records a rejection by libmicrohttpd, which no filter sees.
    func recordLibrary(_ status: Int, _ client: ClientAddress?) {
        Counter(label: "usher_requests_total", dimensions: [("route", "*"), ("status", "\(status / 100)xx")])
            .increment()
        record(Self.library, status, client, request: nil, [:])
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
