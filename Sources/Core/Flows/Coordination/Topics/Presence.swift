/// The topic that says who follows another topic now.
///
/// ```swift
/// .follows { Presence(of: SeatMap(train: $0.train)) } receive: { $0.show(viewers: $1.count) },
/// ```
///
/// A session counts while one of its clients is connected and one of its flows follows the subject. The server publishes the
/// value itself.
public struct Presence<Subject: Topic>: Topic {
    /// The sessions that follow a topic.
    public typealias Value = Followers

    /// The name of the subject's kind with `presence.` before it.
    public static var name: String { TopicID.presencePrefix + Subject.name }
    /// One second, because each client that comes or goes changes the value.
    public static var interval: Duration { .seconds(1) }

    /// The topic that is followed.
    public let subject: Subject

    /// Describes the presence at a topic.
    public init(of subject: Subject) {
        self.subject = subject
    }

    /// Reads the subject.
    public init(from decoder: any Decoder) throws { subject = try Subject(from: decoder) }

    /// Writes the subject, so that the two topics have the same key.
    public func encode(to encoder: any Encoder) throws { try subject.encode(to: encoder) }
}

extension TopicID {
    /// The beginning of the names of presences, before the name of the subject's kind.
    fileprivate static let presencePrefix = "presence."

    /// Whether the topic is the ``Presence`` at another one, whose values the server publishes.
    package var isPresence: Bool { name.hasPrefix(Self.presencePrefix) }

    /// The presence at this topic.
    package var presence: TopicID { TopicID(name: Self.presencePrefix + name, key: key) }
}

/// The sessions that follow a topic.
public struct Followers: Codable, Equatable, Sendable {
    /// The largest number of ``accounts``.
    public static let accountLimit = 50

    /// The number of sessions.
    public var count: Int
    /// The accounts of their users, each once and sorted, without guests, and no more than ``accountLimit``.
    public var accounts: [String]

    /// Describes followers, by default none.
    public init(count: Int = 0, accounts: [String] = []) {
        self.count = count
        self.accounts = accounts
    }
}

/// A ``Presence`` of any subject.
protocol PresenceTopic {
    /// The name of the kind of topic whose followers it tells.
    static var subjectName: String { get }
}

extension Presence: PresenceTopic {
    static var subjectName: String { Subject.name }
}
