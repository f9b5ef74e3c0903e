import Concurrency
import HTTPCore
import Logging
import Metrics

/// A filter that counts requests, and records those that are rejected; at debug level, it logs every request.
struct RequestLog: HTTPFilter {
    private struct Series: Hashable {
        /// The number of the route; -1 for files and unknown paths.
        let route: Int
        /// The first digit of the status code.
        let statusClass: Int
    }

    private let routes: RouteTable
    private let log: Logger
    private let rejections: RejectionLog
    private let counters = Lock([Series: Counter]())

    init(routes: RouteTable, log: Logger, rejections: RejectionLog) {
        self.routes = routes
        self.rejections = rejections
        self.log = log
        // The family exists from the start, so that an alert on it is not about missing data.
        countRequest(Series(route: -1, statusClass: 2), times: 0)
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
            rejections.record(
                reason,
                code,
                request.client,
                request: request.id,
                ["method": "\(request.method.rawValue)", "route": "\(name(of: route))"]
            )
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
}
