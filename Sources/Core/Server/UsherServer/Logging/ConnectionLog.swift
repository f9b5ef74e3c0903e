import HTTPCore
import Logging
import Metrics
import MicroHTTP

/// The counts and the log lines of connections that are closed at a deadline or for a limit.
struct ConnectionLog {
    private let log: Logger
    private let lines = LineLimiter()
    private let refused: Counter
    private let deadlines: [HTTPServer.Deadline: Counter]

    init(log: Logger, metrics: any MetricsFactory = MetricsSystem.factory) {
        self.log = log
        refused = Counter(label: "usher_connections_refused_total", factory: metrics)
        let name = "usher_deadlines_exceeded_total"
        let counters = HTTPServer.Deadline.allCases.map { deadline in
            (deadline, Counter(label: name, dimensions: [("phase", deadline.rawValue)], factory: metrics))
        }
        deadlines = Dictionary(uniqueKeysWithValues: counters)
    }

    /// Records that a connection was closed, or a request cancelled, at a deadline.
    func record(_ deadline: HTTPServer.Deadline, _ client: ClientAddress?) {
        deadlines[deadline]?.increment()
        // Each connection that a client leaves open ends at this one.
        let level: Logger.Level = deadline == .idle ? .debug : .notice
        write("Deadline exceeded", level, "phase", deadline.rawValue, client)
    }

    /// Records that a connection was closed without a response.
    func record(_ limit: HTTPServer.ConnectionLimit, _ client: ClientAddress?) {
        refused.increment()
        let setting =
            switch limit {
            case .total: "connection-limit"
            case .address: "address-connections"
            }
        write("Connection refused", .notice, "limit", setting, client)
    }

    private func write(
        _ message: Logger.Message,
        _ level: Logger.Level,
        _ field: String,
        _ value: String,
        _ client: ClientAddress?
    ) {
        guard log.logLevel <= level, let omitted = lines.count(value, client) else { return }
        log.log(
            level: level,
            message,
            metadata: [
                field: "\(value)", "client": "\(client?.description ?? "unknown")",
                "omitted": .stringConvertible(omitted),
            ]
        )
    }
}
