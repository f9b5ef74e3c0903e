import Metrics

/// The metrics of topics.
struct TopicMetrics: Sendable {
    private let publications = Counter(label: "usher_topic_publications_total")
    private let deliveries = Counter(label: "usher_topic_deliveries_total")
    private let topics = Gauge(label: "usher_topics_followed")

    /// Counts a value, or a share of a presence, that the store has.
    func published() { publications.increment() }

    /// Counts a value that a session is given.
    func submitted() { deliveries.increment() }

    /// Records the number of topics that sessions of this server follow.
    func followed(_ count: Int) { topics.record(count) }
}
