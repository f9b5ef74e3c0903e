import Coordination
import Metrics
import Synchronization

/// The metrics of sessions, effects and the store.
struct SessionMetrics: Sendable {
    private let transitions: [String: Counter]
    private let duration = Timer(label: "usher_transition_seconds")
    private let live: [String: Gauge]
    private let started: [String: Counter]
    private let expired = Counter(label: "usher_sessions_expired_total")
    private let evicted = Counter(label: "usher_sessions_evicted_total")
    private let replaced = Counter(label: "usher_sessions_replaced_total")
    private let restored = Counter(label: "usher_sessions_loaded_total")
    private let quarantined = Counter(label: "usher_sessions_quarantined_total")
    private let commits = Counter(label: "usher_store_commits_total")
    private let commitDuration = Timer(label: "usher_store_commit_seconds")
    private let conflicts = Counter(label: "usher_store_conflicts_total")
    private let storeFailures = Counter(label: "usher_store_failures_total")
    private let effects: [String: EffectMetrics]
    private let inDoubt = Gauge(label: "usher_effects_in_doubt")
    private let hanging = Gauge(label: "usher_effects_hanging")
    /// The effects that no handler performs.
    private let unhandledEffects = EffectMetrics(effect: "*")

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - applications: The applications. Transitions and sessions are counted for each of them.
    ///   - effects: The names of the effects that have a handler.
    init(applications: HostedApplications, effects: [String]) {
        func byApplication<Metric>(_ make: ([(String, String)]) -> Metric) -> [String: Metric] {
            Dictionary(uniqueKeysWithValues: applications.all.map { ($0.name, make([("app", $0.name)])) })
        }
        transitions = byApplication { Counter(label: "usher_transitions_total", dimensions: $0) }
        live = byApplication { Gauge(label: "usher_sessions_live", dimensions: $0) }
        started = byApplication { Counter(label: "usher_sessions_started_total", dimensions: $0) }
        self.effects = Dictionary(uniqueKeysWithValues: effects.map { ($0, EffectMetrics(effect: $0)) })
    }

    func transition(of application: String, took duration: Duration) {
        transitions[application]?.increment()
        self.duration.record(duration)
    }

    func sessions(live counts: [String: Int]) {
        for (application, gauge) in live { gauge.record(counts[application] ?? 0) }
    }

    func sessionStarted(of application: String) { started[application]?.increment() }
    func sessionsExpired(_ count: Int) { expired.increment(by: count) }
    func sessionsEvicted(_ count: Int) { evicted.increment(by: count) }
    func sessionsReplaced(_ count: Int) { replaced.increment(by: count) }
    func sessionLoaded() { restored.increment() }
    func sessionQuarantined() { quarantined.increment() }
    func conflict() { conflicts.increment() }
    func storeFailure() { storeFailures.increment() }

    func commit(took duration: Duration) {
        commits.increment()
        commitDuration.record(duration)
    }

    /// Counts a further call of a handler after a call with an unknown outcome.
    func repetition(of name: String, inDoubt count: Int) {
        (effects[name] ?? unhandledEffects).repetitions.increment()
        inDoubt.record(count)
    }

    /// Counts a call of a handler that has not returned in its time.
    func timeout(of name: String) { (effects[name] ?? unhandledEffects).timeouts.increment() }

    func effects(inDoubt count: Int, hanging calls: Int) {
        inDoubt.record(count)
        hanging.record(calls)
    }

    /// Counts an effect that has ended.
    ///
    /// - Parameters:
    ///   - name: The name of the effect.
    ///   - duration: The time that its handler took, or `nil` if it did not run.
    ///   - isFailure: Whether it failed.
    func effect(_ name: String, took duration: Duration?, isFailure: Bool) {
        (effects[name] ?? unhandledEffects).record(duration, isFailure: isFailure)
    }
}

/// The metrics of one kind of effect.
private final class EffectMetrics: Sendable {
    private let effect: String
    private let ended: Counter
    private let failures: Counter
    let repetitions: Counter
    let timeouts: Counter
    /// Made with the first effect, because a histogram is twenty lines of `/metrics`.
    private let duration = AtomicLazyReference<Timer>()

    init(effect: String) {
        self.effect = effect
        ended = Counter(label: "usher_effects_total", dimensions: [("effect", effect)])
        failures = Counter(label: "usher_effect_failures_total", dimensions: [("effect", effect)])
        repetitions = Counter(label: "usher_effect_repetitions_total", dimensions: [("effect", effect)])
        timeouts = Counter(label: "usher_effect_timeouts_total", dimensions: [("effect", effect)])
    }

    func record(_ duration: Duration?, isFailure: Bool) {
        ended.increment()
        if isFailure { failures.increment() }
        guard let duration else { return }
        let timer =
            self.duration.load()
            ?? self.duration.storeIfNil(Timer(label: "usher_effect_seconds", dimensions: [("effect", effect)]))
        timer.record(duration)
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
