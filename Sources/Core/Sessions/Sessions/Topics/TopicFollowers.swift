import Concurrency
import Coordination

/// The sessions that follow topics while a client is connected, and the values that were read for them.
final class TopicFollowers: Sendable {
    /// The interval in which sessions without a client are dropped, and shares of presences are renewed.
    static let sweepInterval = Duration.seconds(5)
    /// The time after which a failed reading is repeated.
    static let retryInterval = Duration.seconds(1)

    private struct Follower {
        weak var session: Session?
        /// Whether no client was connected at the last sweep.
        var wasAlone = false
    }

    private struct Followed {
        /// Tells it from an earlier entry of the same topic, which was removed with its last follower.
        let number: UInt64
        let interval: Duration
        var followers: [UInt64: Follower] = [:]
        /// The value that was read last, or `nil` before the first one.
        var latest: ReadValue?
        /// Whether the value may have changed since the last reading began.
        var isOutdated = true
        /// Whether the store is being read, or an action is scheduled that reads it.
        var isReading = false
        /// The time from which on the store may be read again.
        var mayRead = Timestamp(milliseconds: .min)

        var sessions: [Session] { followers.values.compactMap(\.session) }
    }

    private struct State {
        var topics: [TopicID: Followed] = [:]
        var lastNumber: UInt64 = 0
        var sweep: ScheduledAction?
        var isClosed = false

        /// Removes a follower, and forgets a topic without one.
        mutating func remove(_ number: UInt64, from topic: TopicID) {
            topics[topic]?.followers[number] = nil
            if topics[topic]?.followers.isEmpty ?? false { topics[topic] = nil }
        }
    }

    let delivery: TopicDelivery
    private let shares: PresenceShares
    private let metrics = TopicMetrics()
    private let state = Lock(State())
    private var clock: any WallClock { delivery.clock }

    init(of delivery: TopicDelivery, _ applications: HostedApplications, _ writes: TopicWrites) {
        self.delivery = delivery
        shares = PresenceShares(of: applications, writes, delivery.clock)
        delivery.onDelivery { [weak self] in self?.deliverLatest(of: $0, to: $1) }
    }

    /// Follows the topics of a session's state, because a client begins to wait.
    func follow(_ session: Session) {
        let record = session.record
        var topics = session.application.topics.followed(in: record.state)
        if let clients = ClientsTopic.of(session) { topics.insert(clients) }
        let (unread, changed) = state.withLock { state -> ([TopicID], Set<TopicID>) in
            // Both under one lock, so that this list and the list of the session agree.
            guard !state.isClosed, let former = session.topics?.replace(by: topics, at: record.revision) else {
                return ([], [])
            }
            var (unread, changed) = ([TopicID](), former.subtracting(topics))
            for topic in changed { state.remove(session.number, from: topic) }
            for topic in topics {
                // Each access changes the followers where they are. A copy of a thousand of them would take longer than a step.
                if state.topics[topic] == nil {
                    let interval = session.application.topics[topic.name]?.interval ?? .zero
                    state.lastNumber += 1
                    let number = state.lastNumber
                    state.topics[topic] = Followed(number: number, interval: max(interval, .milliseconds(10)))
                }
                if state.topics[topic]?.isOutdated == true { unread.append(topic) }
                guard state.topics[topic]?.followers[session.number] == nil else { continue }
                state.topics[topic]?.followers[session.number] = Follower(session: session)
                changed.insert(topic)
            }
            return (unread, changed)
        }
        if !changed.isEmpty {
            metrics.followed(state.withLock { $0.topics.count })
            publishShares(of: changed)
            scheduleSweep()
        }
        for topic in unread { read(topic) }
        // A value may have come while no client was connected.
        for topic in topics { deliverLatest(of: topic, to: session) }
    }

    /// Returns whether a client of a session is connected to another server of the store.
    ///
    /// A server learns some seconds later of a client that has left another one.
    ///
    /// - Throws: `StoreError` if the store can't be read.
    func isFollowedElsewhere(_ session: Session) async throws(StoreError) -> Bool {
        guard let topic = ClientsTopic.of(session)?.presence else { return false }
        let result: Result<[Publication], StoreError> = await withCheckedContinuation { continuation in
            delivery.store.publications(
                of: topic,
                at: clock.now,
                then: StoreCompletion(on: InlineQueue.shared) { continuation.resume(returning: $0) }
            )
        }
        return try result.get().contains { $0.value != nil && $0.publisher != shares.publisher }
    }

    /// Reads topics whose values may have changed, if sessions follow them.
    func changed(_ topics: some Sequence<TopicID>) {
        let followed = state.withLock { state in
            topics.filter { topic in
                guard state.topics[topic] != nil else { return false }
                state.topics[topic]?.isOutdated = true
                return true
            }
        }
        for topic in followed { read(topic) }
    }

    /// Reads all topics that sessions follow, because hints may have been lost.
    func allChanged() { changed(state.withLock { Array($0.topics.keys) }) }

    /// Delivers nothing from now on, and removes this server's shares of presences.
    func close() {
        let sweep = state.withLock { state in
            state.isClosed = true
            defer { (state.sweep, state.topics) = (nil, [:]) }
            return state.sweep
        }
        sweep?.cancel()
        shares.removeAll()
        delivery.close()
    }

    // MARK: - Reading

    /// Reads a topic as soon as its interval allows.
    private func read(_ topic: TopicID) {
        let next = state.withLock { state -> (number: UInt64, time: Timestamp)? in
            guard let followed = state.topics[topic], !followed.isReading else { return nil }
            state.topics[topic]?.isReading = true
            return (followed.number, followed.mayRead)
        }
        guard let next else { return }
        guard next.time > clock.now else { return readNow(topic, next.number) }
        clock.schedule(at: next.time) { [weak self] in self?.readNow(topic, next.number) }
    }

    private func readNow(_ topic: TopicID, _ number: UInt64) {
        let now = clock.now
        let isFollowed = state.withLock { state in
            guard let followed = state.topics[topic], followed.number == number else { return false }
            state.topics[topic]?.isOutdated = false
            state.topics[topic]?.mayRead = now + followed.interval
            return true
        }
        guard isFollowed else { return }
        delivery.store.publications(
            of: topic,
            at: now,
            then: StoreCompletion(on: InlineQueue.shared) { [weak self] in self?.finishReading(topic, number, $0) }
        )
    }

    private func finishReading(_ topic: TopicID, _ number: UInt64, _ result: Result<[Publication], StoreError>) {
        let found = try? result.get()
        let value = found.flatMap { ReadValue($0, of: topic) }
        let (sessions, readsAgain) = state.withLock { state -> ([Session], Bool) in
            guard state.topics[topic]?.number == number else { return ([], false) }
            state.topics[topic]?.isReading = false
            if found == nil {
                state.topics[topic]?.isOutdated = true
                state.topics[topic]?.mayRead = clock.now + Self.retryInterval
            }
            let isOutdated = state.topics[topic]?.isOutdated ?? false
            guard let value else { return ([], isOutdated) }
            state.topics[topic]?.latest = value
            return (state.topics[topic]?.sessions ?? [], isOutdated)
        }
        if let value { delivery.deliver(value, of: topic, to: sessions) }
        if readsAgain { read(topic) }
    }

    private func deliverLatest(of topic: TopicID, to session: Session) {
        let latest = state.withLock { state -> ReadValue? in
            guard let followed = state.topics[topic], followed.followers[session.number] != nil else { return nil }
            return followed.latest
        }
        if let latest { delivery.deliver(latest, of: topic, to: [session]) }
    }

    // MARK: - Sweeping

    private func scheduleSweep() {
        guard state.withLock({ $0.sweep == nil && !$0.topics.isEmpty && !$0.isClosed }) else { return }
        let action = clock.schedule(at: clock.now + Self.sweepInterval) { [weak self] in self?.sweep() }
        // Two threads may have come here at the same time.
        let superfluous = state.withLock { state -> ScheduledAction? in
            guard state.sweep == nil else { return action }
            state.sweep = action
            return nil
        }
        superfluous?.cancel()
    }

    /// Drops the sessions that have had no client for two sweeps, and renews what could expire.
    private func sweep() {
        let left = state.withLock { state in
            state.sweep = nil
            var left: Set<TopicID> = []
            for (topic, followed) in state.topics {
                for (number, follower) in followed.followers {
                    let isAlone = follower.session.map { $0.waiterCount > 0 } != true
                    if isAlone, follower.wasAlone || follower.session == nil {
                        state.remove(number, from: topic)
                        follower.session?.topics?.stopFollowing(topic)
                        left.insert(topic)
                    } else {
                        state.topics[topic]?.followers[number]?.wasAlone = isAlone
                    }
                }
            }
            return left
        }
        let topics = state.withLock { Array($0.topics.keys) }
        metrics.followed(topics.count)
        publishShares(of: shares.published.union(left))
        // A store without hints is read now and then. So are presences, because a share of another server expires without a hint.
        let isPolling = delivery.store.promises.sharing == .polling
        changed(topics.filter { isPolling || $0.isPresence })
        scheduleSweep()
    }

    private func publishShares(of topics: Set<TopicID>) {
        for topic in topics where shares.hasPresence(topic) {
            shares.publish(state.withLock { $0.topics[topic]?.sessions ?? [] }, of: topic)
        }
    }
}
