import HTTPCore
import Logging

/// A filter that counts and measures requests, and logs the requests that fail, or all requests at debug level.
struct RequestLog: HTTPFilter {
    private let routes: RouteTable
    private let log: Logger
    private let metrics: RequestMetrics
    private let rejections: RejectionLog

    init(routes: RouteTable, log: Logger, rejections: RejectionLog) {
        self.routes = routes
        self.rejections = rejections
        self.log = log
        metrics = RequestMetrics(routes: routes)
    }

    func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        request.began = .now
        request.route = routes.match(request)
        return nil
    }

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        let code = response.status.code
        let route = routes.match(request).index ?? -1
        let duration = request.began.map { $0.duration(to: .now) }
        metrics.record(route: route, status: code, took: duration)
        if code >= 400 { recordFailure(response, request, route) }
        guard log.logLevel <= .debug, let duration else { return }
        let (seconds, attoseconds) = duration.components
        log.debug(
            "Request handled",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(metrics.name(of: route))",
                "status": .stringConvertible(code),
                "duration_us": .stringConvertible(seconds * 1_000_000 + attoseconds / 1_000_000_000_000),
                "client": "\(request.client?.description ?? "unknown")", "request": "\(request.id)",
            ]
        )
    }

    private func recordFailure(_ response: HTTPResponse, _ request: HTTPRequest, _ route: Int) {
        let problem = Self.problem(response)
        let (status, client) = (response.status.code, request.client)
        var metadata: Logger.Metadata {
            ["method": "\(request.method.rawValue)", "route": "\(metrics.name(of: route))"]
        }
        if let problem, Self.isRejection(status) {
            // A browser asks for the name and the password after a request without them, which is no attempt.
            if problem == "operator-token-required", request.fields.contains(.authorization) {
                rejections.recordOperatorToken(client, request.id)
            }
            rejections.record(problem, status, client, request.id, metadata)
        } else {
            rejections.recordFailure(problem ?? "none", status, client, request.id, metadata)
        }
    }

    /// Returns whether a problem with this status is a rejection for reasons of security or capacity.
    private static func isRejection(_ status: Int) -> Bool {
        switch status {
        case 400, 401, 403, 413, 414, 421, 429, 431, 501, 503, 505: true
        default: false
        }
    }

    /// Returns the type of the problem in a response, or `nil` for a response without one.
    private static func problem(_ response: HTTPResponse) -> String? {
        let prefix = #"{"type":"/problems/"#.utf8
        guard case .bytes(let bytes) = response.body, bytes.starts(with: prefix) else { return nil }
        return String(decoding: bytes.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}
