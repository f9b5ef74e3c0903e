import Metrics

/// The metrics of commits that share a transaction.
///
/// ```swift
/// let batch = batches.take()
/// metrics.record(batch.count)
/// ```
public struct CommitBatchMetrics: Sendable {
    private let sizes = Recorder(label: "usher_store_batch_commits", aggregate: true)

    /// Makes the metrics of a store.
    public init() {}

    /// Records a transaction.
    ///
    /// - Parameter count: The number of its commits.
    public func record(_ count: Int) { sizes.record(count) }
}
