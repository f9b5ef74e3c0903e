import Concurrency
import Coordination
import Cryptography
import PostgreSQL
import Sessions

/// The hints about changed sessions and topics that the servers of a database send each other, after the commits and apart from them.
final class ChangeChannel: Sendable {
    /// The shortest time between two notifications of a server.
    ///
    /// The changes in it share one notification.
    private static let interval = Duration.milliseconds(20)

    private struct State {
        /// The changes that were not sent yet, with their generations.
        var changes: [SessionID: UInt64] = [:]
        /// The topics with new values that were not sent yet.
        var topics: Set<TopicID> = []
        var channel: NotificationChannel?
    }

    private let settings: ConnectionSettings
    /// Tells the notifications of this server from the notifications of others.
    private let origin = UInt64.random(in: .min ... .max).hexadecimalDigits
    private let state = Lock(State())

    init(_ settings: ConnectionSettings) {
        self.settings = settings
    }

    /// Opens the channel.
    ///
    /// - Parameter receive: Called with each hint of another server, on the thread of the channel.
    /// - Throws: ``PostgreSQL/DatabaseError`` or ``Concurrency/ThreadError`` if the system gives no descriptor or no thread.
    func open(_ receive: @escaping @Sendable (ChangeHint) -> Void) throws {
        let metrics = HintMetrics()
        metrics.channel(isConnected: false)
        let channel = try NotificationChannel(
            settings,
            name: "usher_\(Sodium.checksum(of: Array(settings.schema.utf8)).hexadecimalDigits)",
            interval: Self.interval,
            payloads: { [weak self] in self?.takePayloads() ?? [] },
            receive: { [origin] event in
                switch event {
                case .connected:
                    metrics.channel(isConnected: true)
                    receive(.unknown)
                case .disconnected: metrics.channel(isConnected: false)
                case .received(let payloads):
                    let changes = payloads.flatMap { Self.changes(in: $0, except: origin) }
                    if !changes.isEmpty { receive(.changed(changes)) }
                    let topics = payloads.flatMap { Self.topics(in: $0, except: origin) }
                    if !topics.isEmpty { receive(.published(topics)) }
                }
            }
        )
        state.withLock { $0.channel = channel }
    }

    func close() {
        state.withLock { state -> NotificationChannel? in
            defer { state.channel = nil }
            return state.channel
        }?.close()
    }

    /// Tells the other servers about changes, soon after it returns.
    func announce(_ changes: [ChangeHint.Change]) {
        guard !changes.isEmpty else { return }
        let channel = state.withLock { state in
            guard let channel = state.channel else { return nil as NotificationChannel? }
            for change in changes {
                state.changes[change.session] = max(state.changes[change.session] ?? 0, change.generation)
            }
            return channel
        }
        channel?.notify()
    }

    /// Tells the other servers about a new value of a topic, soon after it returns.
    func announce(_ topic: TopicID) {
        state.withLock { state in
            guard let channel = state.channel else { return nil as NotificationChannel? }
            state.topics.insert(topic)
            return channel
        }?.notify()
    }

    /// Removes the changes, and returns them as texts, each with the origin and then a line for each session and each topic.
    private func takePayloads() -> [String] {
        let (changes, topics) = state.withLock { state in
            defer { (state.changes, state.topics) = ([:], []) }
            return (state.changes, state.topics)
        }
        var payloads: [String] = []
        var payload = origin
        let lines =
            changes.map { "\n\($1) \($0)" } + topics.map { "\n\(Self.topicMark)\($0.name) \($0.key)" }
        for line in lines {
            if payload.utf8.count + line.utf8.count > NotificationChannel.longestPayload {
                payloads.append(payload)
                payload = origin
            }
            payload += line
        }
        if payload != origin { payloads.append(payload) }
        return payloads
    }

    /// The beginning of the line of a topic, which no generation begins with.
    private static let topicMark = "~"

    private static func topics(in payload: String, except origin: String) -> [TopicID] {
        let lines = payload.split(separator: "\n")
        guard let first = lines.first, first != origin else { return [] }
        return lines.dropFirst().compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard line.hasPrefix(topicMark), parts.count == 2 else { return nil }
            return TopicID(name: String(parts[0].dropFirst()), key: String(parts[1]))
        }
    }

    private static func changes(in payload: String, except origin: String) -> [ChangeHint.Change] {
        let lines = payload.split(separator: "\n")
        guard let first = lines.first, first != origin else { return [] }
        return lines.dropFirst().compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let generation = UInt64(parts[0]) else { return nil }
            return ChangeHint.Change(session: SessionID(String(parts[1])), generation: generation)
        }
    }
}
