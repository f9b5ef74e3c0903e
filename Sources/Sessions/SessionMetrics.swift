import Coordination
import Metrics

/// The metrics of sessions, effects and the store.
struct SessionMetrics: Sendable {
    private let transitions: [String: Counter]
    private let duration = Timer(label: "usher_transition_seconds")
    private let live = Gauge(label: "usher_sessions_live")
    private let started = Counter(label: "usher_sessions_started_total")
    private let expired = Counter(label: "usher_sessions_expired_total")
    private let evicted = Counter(label: "usher_sessions_evicted_total")
    private let displaced = Counter(label: "usher_sessions_displaced_total")
    private let restored = Counter(label: "usher_sessions_loaded_total")
    private let quarantined = Counter(label: "usher_sessions_quarantined_total")
    private let commits = Counter(label: "usher_store_commits_total")
    private let commitDuration = Timer(label: "usher_store_commit_seconds")
    private let conflicts = Counter(label: "usher_store_conflicts_total")
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
        self.duration.record(duration)
    }

    func sessions(live count: Int) { live.record(count) }
    func sessionStarted() { started.increment() }
    func sessionsExpired(_ count: Int) { expired.increment(by: count) }
    func sessionsEvicted(_ count: Int) { evicted.increment(by: count) }
    func sessionsDisplaced(_ count: Int) { displaced.increment(by: count) }
    func sessionLoaded() { restored.increment() }
    func sessionQuarantined() { quarantined.increment() }
    func conflict() { conflicts.increment() }
    func storeFailure() { storeFailures.increment() }

    func commit(took duration: Duration) {
        commits.increment()
        commitDuration.record(duration)
    }

    func effect(failed: Bool) {
        effects.increment()
        if failed { effectFailures.increment() }
    }
}

/// The metrics of one effect queue.
struct EffectQueueMetrics: Sendable {
    private let waiting: Gauge
    private let running: Gauge
    private let rejections: Counter

    init(queue: String) {
        let dimensions = [("queue", queue)]
        waiting = Gauge(label: "usher_effects_waiting", dimensions: dimensions)
        running = Gauge(label: "usher_effects_running", dimensions: dimensions)
        rejections = Counter(label: "usher_effects_rejected_total", dimensions: dimensions)
    }

    func record(waiting: Int, running: Int) {
        self.waiting.record(waiting)
        self.running.record(running)
    }

    func rejected() { rejections.increment() }
}

extension Timer {
    fileprivate func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
    }
}
