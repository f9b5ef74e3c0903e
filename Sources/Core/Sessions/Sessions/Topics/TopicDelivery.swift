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

    /// Brings a value to those of the sessions that have a client and don't have the value.
    func deliver(_ value: ReadValue, of topic: TopicID, to sessions: [Session]) {
        let waiting = sessions.filter { session in
            session.waiterCount > 0 && session.topics?.beginDelivery(of: topic, value.checksum) == true
        }
        guard let thread, !waiting.isEmpty else { return }
        thread.submit { [self] in
            var events: [String: Event?] = [:]
            for session in waiting {
                let application = session.application
                let event = events[application.name] ?? event(of: topic, value, for: application)
                events.updateValue(event, forKey: application.name)
                submit(event, value, of: topic, to: session, on: thread)
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
        bringUpToDate(
            session,
            Array(session.application.topics.followed(in: session.record.state))[...],
            on: queue,
            then: completion
        )
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
                    session.topics?.beginDelivery(of: topic, value.checksum) == true
                else { return next() }
                submit(
                    event(of: topic, value, for: session.application),
                    value,
                    of: topic,
                    to: session,
                    on: queue,
                    then: next
                )
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

    /// Submits an event with a value, or does nothing if there is none.
    private func submit(
        _ event: Event?,
        _ value: ReadValue,
        of topic: TopicID,
        to session: Session,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable () -> Void = {}
    ) {
        guard let event else {
            session.topics?.endDelivery(of: topic, value.checksum)
            return completion()
        }
        metrics.delivered()
        session.submit(Submission(event, wait: .zero), for: InternalCaller(queue: queue)) { [self] result in
            ended(result, value, of: topic, to: session)
            completion()
        }
    }

    private func ended(
        _ result: Result<SubmissionResult, SessionError>,
        _ value: ReadValue,
        of topic: TopicID,
        to session: Session
    ) {
        let next: @Sendable () -> Void = { [weak self] in self?.observer.withLock { $0 }?.notify(topic, session) }
        switch result {
        case .failure(.store(let error)) where error.kind != .unreadable:
            session.topics?.endDelivery(of: topic, nil)
            clock.schedule(at: clock.now + TopicFollowers.retryInterval, next)
            return
        case .failure(.navigation(let error, _)):
            let metadata: Logger.Metadata = ["session": "\(session.id)", "topic": "\(topic)", "reason": "\(error)"]
            lines.log(.warning, "Topic value rejected", metadata, of: topic.name, to: log)
        case .success, .failure: break
        }
        session.topics?.endDelivery(of: topic, value.checksum)
        next()
    }
}
