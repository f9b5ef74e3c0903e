import Concurrency
import HTTPCore
import Logging
import Metrics
import Sessions

/// A filter that counts requests, and logs those that are rejected; at debug level, it logs every request.
///
/// Rejections can be as many as requests, so a client can't fill the disk with them: an address has one line a minute for
/// each reason, and all addresses together have 100. The next line has the number of those that were left out.
struct RequestLog: HTTPFilter {
    private struct Series: Hashable {
        /// The number of the route; -1 for files and unknown paths.
        let route: Int
        /// The first digit of the status code.
        let statusClass: Int
    }

    private let routes: RouteTable
    private let log: Logger
    private let audit: (any AuditLog)?
    private let counters = Lock([Series: Counter]())
    private let rejections = Lock([String: Counter]())
    private let linesByAddress = RateLimiter<[String]>(RateLimit(1, per: .seconds(60)), capacity: 4_096)
    private let lines = RateLimiter<Int>(RateLimit(100, per: .seconds(60)), capacity: 8)
    private let omitted = Lock(0)

    init(routes: RouteTable, log: Logger, audit: (any AuditLog)?) {
        self.routes = routes
        self.audit = audit
        self.log = log
        // The families exist from the start, so that an alert on them is not about missing data.
        countRequest(Series(route: -1, statusClass: 2), times: 0)
        countRejection("unauthorized", times: 0)
    }

    func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        if log.logLevel <= .debug { request.began = .now }
        return nil
    }

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        let code = response.status.code
        let route = routes.index(of: request.target.path) ?? -1
        countRequest(Series(route: route, statusClass: code / 100), times: 1)
        if code >= 400, let reason = Self.rejection(response) {
            countRejection(reason, times: 1)
            logRejection(reason, code, request, route)
        }
        guard let began = request.began else { return }
        let duration = began.duration(to: .now).components
        let microseconds = duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000
        log.debug(
            "Request handled",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(name(of: route))", "status": "\(code)",
                "duration_us": "\(microseconds)", "client": "\(Self.client(of: request))", "request": "\(request.id)",
            ]
        )
    }

    /// Returns the problem type of a rejection for reasons of security or capacity; `nil` for any other response.
    private static func rejection(_ response: HTTPResponse) -> String? {
        switch response.status.code {
        case 400, 401, 403, 413, 414, 421, 429, 431, 501, 503, 505: break
        default: return nil
        }
        let prefix = #"{"type":"/problems/"#.utf8
        guard case .bytes(let bytes) = response.body, bytes.starts(with: prefix) else { return nil }
        return String(decoding: bytes.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private func logRejection(_ reason: String, _ code: Int, _ request: HTTPRequest, _ route: Int) {
        let network = request.client?.network.description ?? ""
        guard linesByAddress.count([reason, network]) == nil, lines.count(0) == nil else {
            return omitted.withLock { $0 += 1 }
        }
        let omitted = omitted.withLock { omitted in
            defer { omitted = 0 }
            return omitted
        }
        if code == 429 {
            let client = request.client?.description
            audit?.record(AuditEvent(.limitExceeded, reason, client: client, request: request.id))
        }
        log.notice(
            "Request rejected",
            metadata: [
                "reason": "\(reason)", "status": "\(code)", "method": "\(request.method.rawValue)",
                "route": "\(name(of: route))", "client": "\(Self.client(of: request))", "request": "\(request.id)",
                "omitted": "\(omitted)",
            ]
        )
    }

    private static func client(of request: HTTPRequest) -> String { request.client?.description ?? "unknown" }

    /// The template of a route; `*` for files and unknown paths.
    private func name(of route: Int) -> String { route < 0 ? "*" : routes.template(at: route) }

    private func countRequest(_ series: Series, times: Int) {
        let counter = counters.withLock { counters in
            if let counter = counters[series] { return counter }
            let counter = Counter(
                label: "usher_requests_total",
                dimensions: [("route", name(of: series.route)), ("status", "\(series.statusClass)xx")]
            )
            counters[series] = counter
            return counter
        }
        counter.increment(by: times)
    }

    private func countRejection(_ reason: String, times: Int) {
        let counter = rejections.withLock { rejections in
            if let counter = rejections[reason] { return counter }
            let counter = Counter(label: "usher_requests_rejected_total", dimensions: [("reason", reason)])
            rejections[reason] = counter
            return counter
        }
        counter.increment(by: times)
    }
}
