import Metrics

/// The metrics of a store in PostgreSQL, which `MetricDescriptions` of the server describes.
struct StoreMetrics: Sendable {
    private let connections = Gauge(label: "usher_store_connections")
    private let waiting = Gauge(label: "usher_store_transactions_waiting")
    private let clockDifference = Gauge(label: "usher_store_clock_difference_seconds")
    private let leasesLost = Counter(label: "usher_store_leases_lost_total")

    func pool(connections: Int, waiting: Int) {
        self.connections.record(connections)
        self.waiting.record(waiting)
    }

    func clock(difference: Duration) { clockDifference.record(difference / .seconds(1)) }

    func leaseLost() { leasesLost.increment() }
}

/// The metric of the channel of hints, which a store without them does not have.
struct HintMetrics: Sendable {
    private let connected = Gauge(label: "usher_store_hints_connected")

    func channel(isConnected: Bool) { connected.record(isConnected ? 1 : 0) }
}
