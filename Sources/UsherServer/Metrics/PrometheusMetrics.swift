public import Metrics
import Threads

/// Keeps the process's metrics and shows them in Prometheus' text format, version 0.0.4.
///
/// ```swift
/// let metrics = PrometheusMetrics.process
/// Counter(label: "usher_sessions_started_total").increment()
/// metrics.exposition()  // …usher_sessions_started_total 1…
/// ```
///
/// Counters are counters; meters and recorders that don't aggregate (`Gauge`) are gauges; recorders that aggregate and timers
/// are histograms with fixed buckets, timers in seconds. Makers of the same name and labels share one value.
/// Characters that Prometheus does not allow in names become `_`.
public final class PrometheusMetrics: MetricsFactory {
    /// The content type of ``exposition()``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The metrics of this process: where swift-metrics keeps every metric that is made from the first use of this on.
    ///
    /// They stay empty in a program that has bootstrapped `MetricsSystem` before with a factory of its own.
    public static let process: PrometheusMetrics = {
        let metrics = PrometheusMetrics()
        // A second bootstrap ends the program.
        if MetricsSystem.factory is NOOPMetricsHandler { MetricsSystem.bootstrap(metrics) }
        return metrics
    }()

    private let families = Lock([String: MetricFamily]())
    private let help: [String: String]
    private let timerBuckets: [Double]
    private let recorderBuckets: [Double]

    /// Makes a factory without metrics.
    ///
    /// - Parameters:
    ///   - help: One sentence for each metric's name; a metric without one is explained by the words of its name.
    ///   - timerBuckets: The upper bounds of timers' buckets in seconds, ascending.
    ///   - recorderBuckets: The upper bounds of recorders' buckets in the recorder's unit, ascending.
    public init(
        help: [String: String] = [:],
        timerBuckets: [Double] = [
            0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
        ],
        recorderBuckets: [Double] = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576]
    ) {
        for buckets in [timerBuckets, recorderBuckets] {
            precondition(
                zip(buckets, buckets.dropFirst()).allSatisfy { $0 < $1 } && buckets.allSatisfy(\.isFinite),
                "A histogram's bounds ascend and are finite."
            )
        }
        self.help = help
        self.timerBuckets = timerBuckets
        self.recorderBuckets = recorderBuckets
    }

    /// All metrics as text: families by name, their values by labels.
    public func exposition() -> String {
        let families = self.families.withLock { families in families.sorted { $0.key < $1.key } }
        var text = ""
        for (name, family) in families {
            let sentence = help[name] ?? name.split(separator: "_").joined(separator: " ")
            text += "# HELP \(name) \(PrometheusText.escapedHelp(sentence))\n"
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, metric) in family.metrics.sorted(by: { $0.key < $1.key }) {
                metric.write(name: name, labels: labels, to: &text)
            }
        }
        return text
    }

    // MARK: What swift-metrics asks for

    /// The counter of that name and these labels.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, .counter) { PrometheusCounter() }
    }

    /// The counter of that name and these labels.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, .counter) { PrometheusCounter() }
    }

    /// The gauge of that name and these labels.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, .gauge) { PrometheusGauge() }
    }

    /// The histogram of that name and these labels, or the gauge if nothing is to be aggregated.
    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return metric(label, dimensions, .gauge) { PrometheusGauge() } }
        return metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: recorderBuckets) }
    }

    /// The histogram of that name and these labels, in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: timerBuckets) }
    }

    /// Takes a counter out of the exposition.
    public func destroyCounter(_ handler: any CounterHandler) { forget(handler) }

    /// Takes a counter out of the exposition.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }

    /// Takes a gauge out of the exposition.
    public func destroyMeter(_ handler: any MeterHandler) { forget(handler) }

    /// Takes a histogram or gauge out of the exposition.
    public func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }

    /// Takes a histogram out of the exposition.
    public func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    /// Finds or makes a metric; one name for two kinds of metric is a programmer error.
    private func metric<Metric: PrometheusMetric>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: MetricFamily.Kind,
        _ make: () -> Metric
    ) -> Metric {
        let name = PrometheusText.name(label)
        let labels = PrometheusText.labels(dimensions)
        return families.withLock { families in
            if let known = families[name]?.metrics[labels] as? Metric { return known }
            let metric = make()
            var family = families[name] ?? MetricFamily(kind: kind)
            precondition(
                family.kind == kind,
                "The metric \(name) is a \(family.kind.rawValue), not a \(kind.rawValue)."
            )
            family.metrics[labels] = metric
            families[name] = family
            return metric
        }
    }

    private func forget(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                guard let labels = family.metrics.first(where: { $0.value === handler })?.key else { continue }
                families[name]?.metrics[labels] = nil
                if families[name]?.metrics.isEmpty == true { families[name] = nil }
            }
        }
    }
}

/// The metrics of one name.
struct MetricFamily: Sendable {
    /// What Prometheus calls the kinds of metric that there are here.
    enum Kind: String {
        case counter, gauge, histogram
    }

    let kind: Kind
    /// The metrics by their labels as they are written.
    var metrics: [String: any PrometheusMetric] = [:]
}

/// One value, or one histogram, that is counted.
protocol PrometheusMetric: AnyObject, Sendable {
    /// Writes the lines of this metric.
    func write(name: String, labels: String, to text: inout String)
}
