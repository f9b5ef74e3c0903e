package import Concurrency
public import Coordination
import Cryptography
import JSON
import Logging

/// The topics of a server: the way to publish values, and the sessions that follow them.
///
/// ```swift
/// try await topics.publish(SeatMap.Value(taken: taken), to: SeatMap(train: "EN 40466"))
/// ```
///
/// A value is in the store, so each server that shares the store finds it there. A server that learns of a new value, from its
/// own publisher or by a hint of the store, reads the store once and brings the value to each session that follows the topic
/// and has a client connected. For sessions that wait for changes it reads a topic no more often than
/// ``Coordination/Topic/interval`` allows, and a session applies one value of a topic at a time. So neither many publications nor
/// many sessions make a queue that grows.
public final class Topics: Sendable {
    /// The largest value, in bytes, which is as much as a client may post.
    public static let valueLimit = 65_536
    /// The longest name of a topic with its members, in bytes, so that a hint of a store can name it.
    public static let nameLimit = 1_024
    /// The time for which a store keeps a value that is not replaced.
    public static let retention = Duration.seconds(7 * 86_400)

    private let store: InstrumentedStore
    private let clock: any WallClock
    private let writes: TopicWrites
    let followers: TopicFollowers

    /// Makes the topics of a server, with a thread if an application has any.
    ///
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no thread.
    init(
        of applications: HostedApplications,
        in store: InstrumentedStore,
        clock: any WallClock,
        log: Logger
    ) throws(ThreadError) {
        self.store = store
        self.clock = clock
        writes = TopicWrites(store)
        followers = TopicFollowers(of: try TopicDelivery(applications, store, clock, log), applications, writes)
        writes.onWrite { [weak followers] in followers?.changed([$0]) }
    }

    /// Publishes a value, which reaches every session that follows the topic, on this and on other servers.
    ///
    /// It returns once the store has the value, or a later one of the same topic.
    ///
    /// - Throws: ``TopicError``.
    public func publish<Subject: Topic>(_ value: Subject.Value, to topic: Subject) async throws(TopicError) {
        let published: (id: TopicID, json: [UInt8])
        do {
            published = (try TopicID(topic), try JSONCoding.encode(value))
        } catch {
            throw .invalid("The topic '\(Subject.name)' or its value can't be written as JSON: \(error)")
        }
        try await publish(published.json, to: published.id)
    }

    /// Publishes a value that is JSON already.
    ///
    /// - Throws: ``TopicError``.
    package func publish(_ value: [UInt8], to topic: TopicID) async throws(TopicError) {
        try await withCheckedContinuation { continuation in
            publish(value, to: topic, on: InlineQueue.shared) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Publishes a value that is JSON already, and calls the completion on a queue.
    package func publish(
        _ value: [UInt8],
        to topic: TopicID,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable (Result<Void, TopicError>) -> Void
    ) {
        guard !topic.isPresence else {
            return completion(.failure(.invalid("The server itself publishes the presence at a topic.")))
        }
        let nameBytes = topic.name.utf8.count + topic.key.utf8.count
        guard nameBytes <= Self.nameLimit else {
            return completion(.failure(.tooLarge(bytes: nameBytes, limit: Self.nameLimit)))
        }
        guard value.count <= Self.valueLimit else {
            return completion(.failure(.tooLarge(bytes: value.count, limit: Self.valueLimit)))
        }
        writes.write(Publication(topic: topic, value: value, expiresAt: clock.now + Self.retention)) { result in
            queue.perform { completion(result.mapError(TopicError.store)) }
        }
    }

    /// Applies the present values of the topics that a session follows, for a client that asks for the state.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - caller: The party that asks.
    ///   - completion: Called on the caller's queue. A value that can't be read or applied leaves the session as it is.
    package func bringUpToDate(
        _ session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable () -> Void
    ) {
        followers.delivery.bringUpToDate(session, on: caller.queue, then: completion)
    }

    /// Returns the present value of a topic, or `nil` if none was published.
    ///
    /// - Throws: ``TopicError``.
    public func value<Subject: Topic>(of topic: Subject) async throws(TopicError) -> Subject.Value? {
        let id: TopicID
        do { id = try TopicID(topic) } catch {
            throw .invalid("The topic '\(Subject.name)' can't be written as JSON: \(error)")
        }
        guard let json = try await value(of: id) else { return nil }
        do { return try JSONCoding.decode(Subject.Value.self, parsing: json) } catch {
            throw .invalid("The value of the topic '\(Subject.name)' is of another type: \(error)")
        }
    }

    /// Returns the present value of a topic as JSON, or `nil` if none was published.
    ///
    /// - Throws: ``TopicError/store(_:)``.
    package func value(of topic: TopicID) async throws(TopicError) -> [UInt8]? {
        let result: Result<[Publication], StoreError> = await withCheckedContinuation { continuation in
            store.publications(
                of: topic,
                at: clock.now,
                then: StoreCompletion(on: InlineQueue.shared) { continuation.resume(returning: $0) }
            )
        }
        do throws(StoreError) { return ReadValue(try result.get(), of: topic)?.json } catch { throw .store(error) }
    }
}

/// A value of a topic as the store has it.
struct ReadValue: Sendable {
    let json: [UInt8]
    /// A number by which it differs from other values.
    let checksum: UInt64

    /// Reads the publications of a topic, which for a presence are the shares of the servers, or returns `nil` if there are none.
    init?(_ publications: [Publication], of topic: TopicID) {
        if topic.isPresence {
            let shares = publications.filter { !$0.publisher.isEmpty }.compactMap(\.value)
            guard let json = PresenceShares.sum(of: shares) else { return nil }
            self.json = json
        } else {
            guard let json = publications.first(where: { $0.publisher.isEmpty })?.value else { return nil }
            self.json = json
        }
        checksum = Sodium.checksum(of: json)
    }
}
