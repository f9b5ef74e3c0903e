import Concurrency
public import Metrics

/// The metrics of the process, written in Prometheus' text format, version 0.0.4.
///
/// ```swift
/// let metrics = PrometheusMetrics.process
/// Counter(label: "usher_sessions_started_total").increment()
/// metrics.exposition()  // …usher_sessions_started_total 1…
/// ```
///
/// Counters are counters. Meters, and recorders that don't aggregate (`Gauge`), are gauges. Recorders that aggregate, and
/// timers, are histograms with fixed buckets. The buckets of timers are in seconds. All handlers with the same name and labels
/// share one value. Characters that Prometheus does not allow in names become `_`.
public final class PrometheusMetrics: MetricsFactory {
    /// The content type of ``exposition()``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The metrics of this process: every metric of swift-metrics that is made after the first use of this property.
    ///
    /// They stay empty if the program has bootstrapped `MetricsSystem` with another factory before.
    public static let process: PrometheusMetrics = {
        let metrics = PrometheusMetrics(help: MetricDescriptions.all)
        // swift-metrics ends the program at a second bootstrap.
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
    ///   - help: A sentence for each metric's name, by default the words of the name.
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
                "The bounds of a histogram must be finite and ascending."
            )
        }
        self.help = help
        self.timerBuckets = timerBuckets
        self.recorderBuckets = recorderBuckets
    }

    /// Returns all metrics as text: families sorted by name, their values sorted by labels.
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

    // MARK: Requirements of swift-metrics

    /// Returns the counter with a name and labels, and makes it if there is none.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, .counter) { PrometheusCounter() }
    }

    /// Returns the counter with a name and labels, and makes it if there is none.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, .counter) { PrometheusCounter() }
    }

    /// Returns the gauge with a name and labels, and makes it if there is none.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, .gauge) { PrometheusGauge() }
    }

    /// Returns the histogram with a name and labels, or a gauge if values are not aggregated.
    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return metric(label, dimensions, .gauge) { PrometheusGauge() } }
        return metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: recorderBuckets) }
    }

    /// Returns the histogram in seconds with a name and labels, and makes it if there is none.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(label, dimensions, .histogram) { PrometheusHistogram(bounds: timerBuckets) }
    }

    /// Removes a counter from the exposition.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    /// Removes a counter from the exposition.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }

    /// Removes a gauge from the exposition.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    /// Removes a histogram or gauge from the exposition.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    /// Removes a histogram from the exposition.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// Finds or makes a metric.
    ///
    /// It is a programmer error to use one name for two kinds of metric.
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

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                guard let labels = family.metrics.first(where: { $0.value === handler })?.key else { continue }
                families[name]?.metrics[labels] = nil
                if families[name]?.metrics.isEmpty == true { families[name] = nil }
            }
        }
    }
}

/// The metrics with the same name.
struct MetricFamily: Sendable {
    /// The kinds of metric, by Prometheus' names for them.
    enum Kind: String {
        case counter, gauge, histogram
    }

    let kind: Kind
    /// The metrics by their labels in text form.
    var metrics: [String: any PrometheusMetric] = [:]
}

/// A metric with one set of labels: a value or a histogram.
protocol PrometheusMetric: AnyObject, Sendable {
    /// Writes the lines of this metric.
    func write(name: String, labels: String, to text: inout String)
}
