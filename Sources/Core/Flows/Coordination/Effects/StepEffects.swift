/// The effects and timers of a session during one step.
///
/// Coordinators reach it through the methods of ``BaseCoordinator``.
struct StepEffects {
    let router: Router

    func perform(_ effect: some Effect, after delay: Duration, for coordinator: Key) {
        let kind = type(of: effect)
        if router.application.effectType(kind.name) != kind {
            router.record(
                bug:
                    "\(router.state.coordinators[coordinator]?.name ?? "A flow") performs '\(kind.name)' without declaring it: \(Self.declaration(of: kind))."
            )
        }
        if kind.isSecret, delay > .zero {
            router.record(bug: "'\(kind.name)' is secret and never stored, so it can't be performed after a delay.")
        }
        router.checkHandling(of: kind, from: coordinator)
        append(.perform(effect), due: delay > .zero ? router.context.now + delay : nil, for: coordinator)
    }

    private static func declaration(of kind: any Effect.Type) -> String {
        kind == UserNotification.self ? "add .notifies()" : "wire it or add .performs(\(kind).self)"
    }

    /// Performs an effect after its delay, or makes another attempt at it.
    func begin(_ effect: PendingEffect) {
        append(attempt: effect, due: nil)
    }

    /// Schedules another attempt at an effect that has failed, or returns `false` if none is left.
    func retry(_ effect: PendingEffect) -> Bool {
        guard let delay = effect.effect.flatMap({ type(of: $0).retry.delay(after: effect.failures + 1) }) else {
            return false
        }
        var next = effect
        next.failures += 1
        append(attempt: next, due: router.context.now + delay)
        return true
    }

    /// Removes the effects of a kind, drops the outcome of an effect that has begun, and returns whether one has.
    func cancel(_ kind: any Effect.Type, of coordinator: Key) -> Bool {
        let isCancelled = { (effect: PendingEffect) in
            effect.coordinator == coordinator && !effect.isTimer && effect.name == kind.name
        }
        let begun = router.state.pending.filter { isCancelled($0) && $0.hasBegun && $0.key < router.firstNewKey }
        router.cancelled += begun
        router.draft.removePending(where: isCancelled)
        return !begun.isEmpty
    }

    func startTimer(_ name: String, until due: Timestamp, for coordinator: Key) {
        router.checkHandling(ofTimer: name, of: coordinator)
        append(.wait(name: name), due: due, for: coordinator)
    }

    /// Starts a timer that fires again and again, in place of the coordinator's timers of this name.
    func startTimer(_ name: String, every interval: Duration, for coordinator: Key) {
        let every = interval.milliseconds
        if every < Self.shortestInterval.milliseconds {
            let flow = router.state.coordinators[coordinator]?.name ?? "A flow"
            router.record(
                bug:
                    "\(flow) starts the timer '\(name)' to repeat every \(max(every, 0)) milliseconds: it may repeat once a second at most, because each tick is a step that is stored."
            )
        }
        router.checkHandling(ofTimer: name, of: coordinator)
        cancelTimer(name, of: coordinator)
        append(.wait(name: name), due: router.context.now + interval, every: every, for: coordinator)
    }

    /// The shortest time from one tick of a repeating timer to the next: a second.
    static let shortestInterval = Duration.seconds(1)

    /// Schedules the next tick of a timer, at the first of its times that is later than now.
    ///
    /// So it has no drift, and the ticks that were missed while the server was down are one tick.
    func scheduleNextTick(of timer: PendingEffect) {
        guard let due = timer.due, timer.every > 0 else { return }
        let missed = max((router.context.now - due).milliseconds, 0) / timer.every
        var next = timer
        next.key = router.draft.makeKey()
        next.due = due + .milliseconds(timer.every * (missed + 1))
        router.draft.add(next)
    }

    func cancelTimer(_ name: String, of coordinator: Key) {
        router.draft.removePending { $0.coordinator == coordinator && $0.isTimer && $0.name == name }
    }

    private func append(_ work: PendingEffect.Work, due: Timestamp?, every: Int64 = 0, for coordinator: Key) {
        guard router.isAttached(coordinator) else { return }
        let key = router.draft.makeKey()
        var pending = PendingEffect(key: key, coordinator: coordinator, since: router.context.now, due: due, work: work)
        pending.every = every
        router.draft.add(pending)
    }

    /// Appends an attempt with a key of its own, so that a late outcome of an earlier attempt finds nothing.
    private func append(attempt effect: PendingEffect, due: Timestamp?) {
        var attempt = effect
        attempt.first = effect.idempotencyKey
        attempt.key = router.draft.makeKey()
        attempt.due = due
        router.draft.add(attempt)
    }
}

extension Router {
    /// The effects and timers of the step.
    var effects: StepEffects { StepEffects(router: self) }
}

extension Duration {
    /// The whole milliseconds of the duration, as far as they fit into a timestamp.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 400_000_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
