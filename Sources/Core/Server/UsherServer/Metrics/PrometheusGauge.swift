import Concurrency
import Metrics

/// A metric that goes up and down.
final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusMetric {
    private let value = Lock(0.0)

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ new: Double) {
        value.withLock { $0 = new }
    }

    func increment(by amount: Double) {
        value.withLock { $0 += amount }
    }

    func decrement(by amount: Double) {
        value.withLock { $0 -= amount }
    }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func write(name: String, labels: String, to text: inout String) {
        text += "\(name)\(PrometheusText.braced(labels)) \(PrometheusText.number(value.withLock { $0 }))\n"
    }
}
