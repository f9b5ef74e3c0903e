import Concurrency
import Metrics

/// A metric that counts values in buckets with fixed upper bounds, and adds them up.
final class PrometheusHistogram: RecorderHandler, TimerHandler, PrometheusMetric {
    private struct Value {
        /// The number of values in each bucket: above the bound before, up to its own.
        ///
        /// The last bucket has no upper bound.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let value: Lock<Value>

    init(bounds: [Double]) {
        self.bounds = bounds
        value = Lock(Value(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { observe(Double(value)) }
    func record(_ value: Double) { observe(value) }
    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }

    private func observe(_ observed: Double) {
        guard !observed.isNaN else { return }
        let bucket = bounds.firstIndex { observed <= $0 } ?? bounds.count
        value.withLock { value in
            value.counts[bucket] &+= 1
            value.sum += observed
        }
    }

    func write(name: String, labels: String, to text: inout String) {
        let (counts, sum) = value.withLock { ($0.counts, $0.sum) }
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total &+= count
            let bound = index < bounds.count ? PrometheusText.number(bounds[index]) : "+Inf"
            let all = labels.isEmpty ? "le=\"\(bound)\"" : "\(labels),le=\"\(bound)\""
            text += "\(name)_bucket{\(all)} \(total)\n"
        }
        text += "\(name)_sum\(PrometheusText.braced(labels)) \(PrometheusText.number(sum))\n"
        text += "\(name)_count\(PrometheusText.braced(labels)) \(total)\n"
    }
}
