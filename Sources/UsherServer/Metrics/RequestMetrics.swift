import Concurrency
import HTTPCore
import Metrics

/// The numbers and durations of requests, by route.
///
/// Each route has a lock of its own, so event loops wait for each other only while they count the same route in the same few
/// nanoseconds.
final class RequestMetrics: Sendable {
    /// The metrics of a route, each made with the first request that needs it.
    private struct Route {
        var counters = InlineArray<6, Counter?>(repeating: nil)
        var timer: Timer?
    }

    private let table: RouteTable
    /// The metrics of files and unknown paths, and after them those of each route by its number.
    private let routes: [Lock<Route>]

    init(routes table: RouteTable) {
        self.table = table
        routes = (-1..<table.indexCount).map { _ in Lock(Route()) }
        // The families exist from the start, so that an alert on them is not about missing data.
        count(route: -1, statusClass: 2, times: 0)
        _ = timer(of: -1)
    }

    /// Counts a response.
    ///
    /// - Parameters:
    ///   - route: The number of the route; -1 for files and unknown paths.
    ///   - status: The status code.
    ///   - duration: The time from the request to its response; `nil` if the request was rejected before a filter saw it.
    func record(route: Int, status: Int, took duration: Duration?) {
        // A handler may send any number as its status.
        count(route: route, statusClass: min(max(status / 100, 0), 5), times: 1)
        guard let duration else { return }
        let (seconds, attoseconds) = duration.components
        timer(of: route).recordNanoseconds(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }

    /// Returns the template of a route; `*` for files and unknown paths.
    func name(of route: Int) -> String { route < 0 ? "*" : table.template(at: route) }

    private func count(route: Int, statusClass: Int, times: Int) {
        let counter = routes[route + 1].withLock { metrics in
            if let counter = metrics.counters[statusClass] { return counter }
            let counter = Counter(
                label: "usher_requests_total",
                dimensions: [("route", name(of: route)), ("status", "\(statusClass)xx")]
            )
            metrics.counters[statusClass] = counter
            return counter
        }
        counter.increment(by: times)
    }

    private func timer(of route: Int) -> Timer {
        routes[route + 1].withLock { metrics in
            if let timer = metrics.timer { return timer }
            let timer = Timer(label: "usher_request_seconds", dimensions: [("route", name(of: route))])
            metrics.timer = timer
            return timer
        }
    }
}
