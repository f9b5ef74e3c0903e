import Concurrency
import Coordination
import Logging

/// The delivery of values to sessions, as events.
final class TopicDelivery: Sendable {
    let store: InstrumentedStore
    let clock: any WallClock
    private let metrics = TopicMetrics()
    private let log: Logger
    private let lines: EffectLogLimit
    /// The thread on which sessions apply values, so that timers never wait for them, or `nil` if no application has topics.
    private let thread: WorkerThreads?
    private let observer = Lock<Observer?>(nil)

    /// A structure, because each access to a closure in a lock would wrap it once more.
    private struct Observer: Sendable {
        let notify: @Sendable (TopicID, Session) -> Void
    }

    /// Makes a delivery, with a thread if an application has topics.
    ///
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no thread.
    init(
        _ applications: HostedApplications,
        _ store: InstrumentedStore,
        _ clock: any WallClock,
        _ log: Logger
    ) throws(ThreadError) {
        self.store = store
        self.clock = clock
        self.log = log
        lines = EffectLogLimit(clock: clock)
        thread =
            applications.all.contains(where: { !$0.topics.isEmpty }) ? try WorkerThreads(count: 1, name: "topics") : nil
    }

    /// Sets the function that is called after each delivery, because a later value may have come in the meantime.
    func onDelivery(_ notify: @escaping @Sendable (TopicID, Session) -> Void) {
        observer.withLock { $0 = Observer(notify: notify) }
    }

    /// A value on its way to a session.
    private struct Delivery: Sendable {
        let session: Session
        let topic: TopicID
        let value: ReadValue
        /// The revision of the session when the delivery began.
        let revision: UInt64
    }

    /// Begins to deliver a value, or returns `nil` if the session has it.
    private func begin(_ value: ReadValue, of topic: TopicID, to session: Session) -> Delivery? {
        let revision = session.record.revision
        guard session.topics?.beginDelivery(of: topic, value.checksum, at: revision) == true else { return nil }
        return Delivery(session: session, topic: topic, value: value, revision: revision)
    }

    /// Brings a value to those of the sessions that have a client and don't have the value.
    func deliver(_ value: ReadValue, of topic: TopicID, to sessions: [Session]) {
        guard let thread else { return }
        let deliveries = sessions.compactMap { $0.waiterCount > 0 ? begin(value, of: topic, to: $0) : nil }
        guard !deliveries.isEmpty else { return }
        thread.submit { [self] in
            var events: [String: Event?] = [:]
            for delivery in deliveries {
                let application = delivery.session.application
                let event = events[application.name] ?? event(of: topic, value, for: application)
                events.updateValue(event, forKey: application.name)
                submit(event, delivery, on: thread)
            }
        }
    }

    /// Applies the present values of the topics that a session follows, for a client that asks for the state.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - queue: The queue of the caller.
    ///   - completion: Called on the queue. A value that can't be read or applied leaves the session as it is.
    func bringUpToDate(_ session: Session, on queue: any WorkQueue, then completion: @escaping @Sendable () -> Void) {
        let topics = session.application.topics.followed(in: session.record.state)
        session.topics?.keepValues(of: topics)
        bringUpToDate(session, Array(topics)[...], on: queue, then: completion)
    }

    private func bringUpToDate(
        _ session: Session,
        _ topics: ArraySlice<TopicID>,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable () -> Void
    ) {
        guard let topic = topics.first else { return completion() }
        let next: @Sendable () -> Void = { [self] in
            bringUpToDate(session, topics.dropFirst(), on: queue, then: completion)
        }
        store.publications(
            of: topic,
            at: clock.now,
            then: StoreCompletion(on: queue) { [self] result in
                guard let found = try? result.get(), let value = ReadValue(found, of: topic),
                    let delivery = begin(value, of: topic, to: session)
                else { return next() }
                submit(event(of: topic, value, for: session.application), delivery, on: queue, then: next)
            }
        )
    }

    /// Ends the thread once it has delivered what it has begun.
    func close() { thread?.stop() }

    /// Returns the event with a value, or `nil` if another release has published a value of another type.
    private func event(of topic: TopicID, _ value: ReadValue, for application: Application) -> Event? {
        do {
            return try application.topics[topic.name]?.event(of: topic, value.json)
        } catch {
            let metadata: Logger.Metadata = ["app": "\(application.name)", "topic": "\(topic)", "reason": "\(error)"]
            lines.log(.warning, "Topic value unreadable", metadata, of: topic.name, to: log)
            return nil
        }
    }

    /// Submits an event with a value, or ends the delivery if there is none.
    private func submit(
        _ event: Event?,
        _ delivery: Delivery,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable () -> Void = {}
    ) {
        guard let event else {
            end(delivery, at: delivery.revision)
            return completion()
        }
        metrics.submitted()
        delivery.session.submit(Submission(event, wait: .zero), for: InternalCaller(queue: queue)) { [self] result in
            ended(delivery, result)
            completion()
        }
    }

    private func ended(_ delivery: Delivery, _ result: Result<SubmissionResult, SessionError>) {
        let (session, topic) = (delivery.session, delivery.topic)
        // A later value may have come in the meantime.
        let next: @Sendable () -> Void = { [weak self] in self?.observer.withLock { $0 }?.notify(topic, session) }
        switch result {
        case .failure(.store(let error)) where error.kind != .unreadable:
            session.topics?.failDelivery(of: topic)
            clock.schedule(at: clock.now + TopicFollowers.retryInterval, next)
            return
        case .failure(.navigation(let error, _)):
            let metadata: Logger.Metadata = ["session": "\(session.id)", "topic": "\(topic)", "reason": "\(error)"]
            lines.log(.warning, "Topic value rejected", metadata, of: topic.name, to: log)
            end(delivery, at: delivery.revision)
        case .success(let applied): end(delivery, at: applied.view.record.revision)
        case .failure: end(delivery, at: delivery.revision)
        }
        next()
    }

    private func end(_ delivery: Delivery, at revision: UInt64) {
        delivery.session.topics?.endDelivery(
            of: delivery.topic,
            delivery.value.checksum,
            from: delivery.revision,
            to: revision
        )
    }
}
