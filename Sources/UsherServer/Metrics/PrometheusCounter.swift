import Concurrency
import Metrics

/// A metric that only grows.
///
/// Whole and fractional increments are added up separately, so that counting by ones stays exact beyond 2⁵³. The whole part
/// saturates at `Int64.max`.
final class PrometheusCounter: CounterHandler, FloatingPointCounterHandler, PrometheusMetric {
    private struct Value {
        var whole: Int64 = 0
        var fraction = 0.0
    }

    private let value = Lock(Value())

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        value.withLock { value in
            let (sum, overflows) = value.whole.addingReportingOverflow(amount)
            value.whole = overflows ? .max : sum
        }
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        value.withLock { $0.fraction += amount }
    }

    func reset() {
        value.withLock { $0 = Value() }
    }

    func write(name: String, labels: String, to text: inout String) {
        let number = value.withLock { value in
            value.fraction == 0 ? String(value.whole) : PrometheusText.number(Double(value.whole) + value.fraction)
        }
        text += "\(name)\(PrometheusText.braced(labels)) \(number)\n"
    }
}
