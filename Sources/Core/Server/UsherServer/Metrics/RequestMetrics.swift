import HTTPCore
import Metrics
import Synchronization

/// The numbers and durations of requests, by route, which a request finds without a lock.
final class RequestMetrics: Sendable {
    /// The metrics of a route, each made with the first request that needs it.
    private final class Route: Sendable {
        /// The counters by the class of the status.
        let counters = InlineArray<6, AtomicLazyReference<Counter>> { _ in AtomicLazyReference() }
        let timer = AtomicLazyReference<Timer>()
    }

    private let table: RouteTable
    /// The metrics of files and unknown paths, and after them the metrics of each route by its number.
    private let routes: [Route]

    init(routes table: RouteTable) {
        self.table = table
        routes = (-1..<table.indexCount).map { _ in Route() }
        // The families exist from the start, so that an alert on them is not about missing data.
        _ = counter(of: -1, statusClass: 2)
        _ = timer(of: -1)
    }

    /// Counts a response.
    ///
    /// - Parameters:
    ///   - route: The number of the route, or -1 for files and unknown paths.
    ///   - status: The status code.
    ///   - duration: The time from the request to its response, or `nil` if the request was rejected before a filter saw it.
    func record(route: Int, status: Int, took duration: Duration?) {
        // A handler may send any number as its status.
        counter(of: route, statusClass: min(max(status / 100, 0), 5)).increment()
        guard let duration else { return }
        let (seconds, attoseconds) = duration.components
        timer(of: route).recordNanoseconds(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }

    /// Returns the template of a route, or `*` for files and unknown paths.
    func name(of route: Int) -> String { route < 0 ? "*" : table.template(at: route) }

    private func counter(of route: Int, statusClass: Int) -> Counter {
        let place = routes[route + 1]
        if let counter = place.counters[statusClass].load() { return counter }
        let dimensions = [("route", name(of: route)), ("status", "\(statusClass)xx")]
        return place.counters[statusClass].storeIfNil(Counter(label: "usher_requests_total", dimensions: dimensions))
    }

    private func timer(of route: Int) -> Timer {
        let place = routes[route + 1]
        if let timer = place.timer.load() { return timer }
        return place.timer.storeIfNil(Timer(label: "usher_request_seconds", dimensions: [("route", name(of: route))]))
    }
}
