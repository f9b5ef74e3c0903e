import Coordination
import Metrics

/// What operators count about sessions.
struct SessionMetrics: Sendable {
    private let transitions: [String: Counter]
    private let duration = Timer(label: "usher_transition_seconds")
    private let live = Gauge(label: "usher_sessions_live")
    private let started = Counter(label: "usher_sessions_started_total")
    private let expired = Counter(label: "usher_sessions_expired_total")
    private let storeFailures = Counter(label: "usher_store_failures_total")
    private let effects = Counter(label: "usher_effects_total")
    private let effectFailures = Counter(label: "usher_effect_failures_total")

    init(applications: HostedApplications) {
        transitions = Dictionary(
            uniqueKeysWithValues: applications.all.map {
                ($0.name, Counter(label: "usher_transitions_total", dimensions: [("app", $0.name)]))
            }
        )
    }

    func transition(of application: String, took duration: Duration) {
        transitions[application]?.increment()
        let (seconds, attoseconds) = duration.components
        self.duration.recordNanoseconds(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }

    func sessions(live count: Int) { live.record(count) }
    func sessionStarted() { started.increment() }
    func sessionsExpired(_ count: Int) { expired.increment(by: count) }
    func storeFailure() { storeFailures.increment() }

    func effect(failed: Bool) {
        effects.increment()
        if failed { effectFailures.increment() }
    }
}
