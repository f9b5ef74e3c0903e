import Concurrency
import Coordination
import Cryptography
import JSON

/// This server's share of the presences at topics, which all servers of a store add up.
final class PresenceShares: Sendable {
    /// The time after which other servers ignore a share that its server has not renewed.
    static let lifetime = Duration.seconds(20)

    /// The name of this server among the publishers of a presence.
    let publisher = UInt64.random(in: .min ... .max).hexadecimalDigits
    private let subjects: Set<String>
    private let writes: TopicWrites
    private let clock: any WallClock
    /// The shares that other servers count, with the time until which they do.
    private let shares = Lock([TopicID: (followers: Followers, expiresAt: Timestamp)]())

    init(of applications: HostedApplications, _ writes: TopicWrites, _ clock: any WallClock) {
        subjects = applications.all.reduce(into: []) { $0.formUnion($1.topics.presenceSubjects) }
        self.writes = writes
        self.clock = clock
    }

    /// Returns whether a flow of any application, or a server, wants to know who follows a topic.
    func hasPresence(_ topic: TopicID) -> Bool {
        subjects.contains(topic.name) || topic.name == ClientsTopic.name
    }

    /// The topics of the shares that other servers count.
    var published: Set<TopicID> { shares.withLock { Set($0.keys) } }

    /// Publishes the share of a topic, unless it is known and will be for a while.
    func publish(_ sessions: [Session], of topic: TopicID) {
        let now = clock.now
        let accounts = Set(sessions.compactMap(\.record.account)).sorted().prefix(Followers.accountLimit)
        let followers = Followers(count: sessions.count, accounts: Array(accounts))
        let isKnown = shares.withLock { shares in
            if let share = shares[topic], share.followers == followers, share.expiresAt > now + Self.lifetime / 2 {
                return true
            }
            if shares[topic] == nil, sessions.isEmpty { return true }
            shares[topic] = sessions.isEmpty ? nil : (followers, now + Self.lifetime)
            return false
        }
        if !isKnown { write(sessions.isEmpty ? nil : followers, of: topic) }
    }

    /// Removes all shares.
    func removeAll() {
        let topics = shares.withLock { shares in
            defer { shares = [:] }
            return shares.keys
        }
        for topic in topics { write(nil, of: topic) }
    }

    private func write(_ followers: Followers?, of topic: TopicID) {
        let publication = Publication(
            topic: topic.presence,
            publisher: publisher,
            value: followers.flatMap { try? JSONCoding.encode($0) },
            expiresAt: clock.now + Self.lifetime
        )
        // After a failure a share is written again with the next change or renewal, and a removed one expires.
        writes.write(publication) { [self] result in
            if case .failure = result { shares.withLock { $0[topic] = nil } }
        }
    }

    /// Returns the sum of the shares of all servers, with no followers if there are no shares.
    static func sum(of shares: [[UInt8]]) -> [UInt8]? {
        let followers = shares.compactMap { try? JSONCoding.decode(Followers.self, parsing: $0) }
        guard !followers.isEmpty else { return try? JSONCoding.encode(Followers()) }
        let accounts = Set(followers.flatMap(\.accounts)).sorted().prefix(Followers.accountLimit)
        let sum = Followers(count: followers.map(\.count).reduce(0, +), accounts: Array(accounts))
        return try? JSONCoding.encode(sum)
    }
}
