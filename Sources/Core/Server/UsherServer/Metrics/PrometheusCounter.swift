import Concurrency
import Metrics
import Synchronization

/// A metric that only grows.
///
/// Whole and fractional increments are added up separately, so that counting by ones stays exact beyond 2⁵³, and takes no lock.
/// The whole part saturates at `Int64.max`.
final class PrometheusCounter: CounterHandler, FloatingPointCounterHandler, PrometheusMetric {
    private let whole = Atomic<Int64>(0)
    private let fraction = Lock(0.0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        var known = whole.load(ordering: .relaxed)
        while true {
            let (sum, overflows) = known.addingReportingOverflow(amount)
            let (isDone, found) = whole.weakCompareExchange(
                expected: known,
                desired: overflows ? .max : sum,
                ordering: .relaxed
            )
            if isDone { return }
            known = found
        }
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        fraction.withLock { $0 += amount }
    }

    func reset() {
        whole.store(0, ordering: .relaxed)
        fraction.withLock { $0 = 0 }
    }

    func write(name: String, labels: String, to text: inout String) {
        let (whole, fraction) = (whole.load(ordering: .relaxed), fraction.withLock { $0 })
        let number = fraction == 0 ? String(whole) : PrometheusText.number(Double(whole) + fraction)
        text += "\(name)\(PrometheusText.braced(labels)) \(number)\n"
    }
}
