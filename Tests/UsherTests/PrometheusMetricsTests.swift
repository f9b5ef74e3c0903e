import Concurrency
import Metrics
import Testing
import UsherServer

@Suite("Metrics")
struct PrometheusMetricsTests {
    @Test("every kind of metric is shown in Prometheus' text format, in a stable order")
    func exposition() {
        let metrics = PrometheusMetrics(
            help: ["requests_total": "Requests\nso far."],
            timerBuckets: [0.001, 0.1],
            recorderBuckets: [10]
        )
        Counter(label: "requests_total", dimensions: [("status", "404"), ("method", "GET")], factory: metrics)
            .increment(by: 2)
        Counter(label: "requests_total", dimensions: [("method", "GET"), ("status", "200")], factory: metrics)
            .increment()
        Gauge(label: "sessions.live", factory: metrics).record(7)
        Meter(label: "load", factory: metrics).set(0.25)
        Timer(label: "took_seconds", factory: metrics).recordMilliseconds(1)
        Timer(label: "took_seconds", factory: metrics).recordMilliseconds(50)
        Timer(label: "took_seconds", factory: metrics).recordSeconds(2)
        Recorder(label: "size", dimensions: [("le", "x\"\\\n")], factory: metrics).record(10)
        #expect(
            metrics.exposition() == #"""
                # HELP load load
                # TYPE load gauge
                load 0.25
                # HELP requests_total Requests\nso far.
                # TYPE requests_total counter
                requests_total{method="GET",status="200"} 1
                requests_total{method="GET",status="404"} 2
                # HELP sessions_live sessions live
                # TYPE sessions_live gauge
                sessions_live 7
                # HELP size size
                # TYPE size histogram
                size_bucket{le_="x\"\\\n",le="10"} 1
                size_bucket{le_="x\"\\\n",le="+Inf"} 1
                size_sum{le_="x\"\\\n"} 10
                size_count{le_="x\"\\\n"} 1
                # HELP took_seconds took seconds
                # TYPE took_seconds histogram
                took_seconds_bucket{le="0.001"} 1
                took_seconds_bucket{le="0.1"} 2
                took_seconds_bucket{le="+Inf"} 3
                took_seconds_sum 2.051
                took_seconds_count 3

                """#
        )
    }

    @Test("increments from many threads are each counted once")
    func threads() async {
        let metrics = PrometheusMetrics()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        Counter(label: "all", factory: metrics).increment()
                        Counter(label: "each", dimensions: [("worker", String(worker))], factory: metrics).increment()
                        Timer(label: "time", factory: metrics).recordNanoseconds(1)
                        Meter(label: "level", factory: metrics).increment(by: 1)
                    }
                }
            }
        }
        let text = metrics.exposition()
        #expect(text.contains("\nall 8000\n"))
        #expect(text.contains("\neach{worker=\"7\"} 1000\n"))
        #expect(text.contains("\ntime_count 8000\n"))
        #expect(text.contains("\nlevel 8000\n"))
    }

    @Test("a counter never decreases, wraps or loses increments to rounding")
    func counters() {
        let metrics = PrometheusMetrics()
        let counter = Counter(label: "n", factory: metrics)
        counter.increment(by: -5)
        counter.increment(by: 9_007_199_254_740_993)
        counter.increment()
        #expect(metrics.exposition().contains("\nn 9007199254740994\n"))
        counter.increment(by: Int64.max)
        #expect(metrics.exposition().contains("\nn 9223372036854775807\n"))
        counter.reset()
        #expect(metrics.exposition().contains("\nn 0\n"))
        let fractional = FloatingPointCounter(label: "f", factory: metrics)
        fractional.increment(by: 0.5)
        fractional.increment(by: Double.nan)
        fractional.increment(by: -1.0)
        #expect(metrics.exposition().contains("\nf 0.5\n"))
    }

    @Test("a destroyed metric is no longer shown")
    func destroying() {
        let metrics = PrometheusMetrics()
        let one = Counter(label: "n", dimensions: [("a", "1")], factory: metrics)
        Counter(label: "n", dimensions: [("a", "2")], factory: metrics).increment()
        one.increment()
        one.destroy()
        #expect(metrics.exposition() == "# HELP n n\n# TYPE n counter\nn{a=\"2\"} 1\n")
    }

    @Test("a name that Prometheus does not allow is converted")
    func names() {
        let metrics = PrometheusMetrics()
        Counter(label: "9 lives/é", dimensions: [("a-b", "c"), ("", "d")], factory: metrics).increment()
        #expect(metrics.exposition().hasSuffix("\n_9_lives__{_=\"d\",a_b=\"c\"} 1\n"))
        #expect(PrometheusMetrics().exposition().isEmpty)
    }
}
