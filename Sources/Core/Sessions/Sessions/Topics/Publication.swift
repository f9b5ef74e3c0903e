public import Coordination

/// A value of a topic in a store, which replaces the last one of its publisher.
public struct Publication: Equatable, Sendable {
    /// The topic that the value belongs to.
    public let topic: TopicID
    /// The server that publishes its share of a presence, or an empty text for a value that anyone may replace.
    public let publisher: String
    /// The value as JSON, or `nil` to remove the last one.
    public let value: [UInt8]?
    /// The time from which on the value is not read any more.
    public let expiresAt: Timestamp

    /// Describes a value.
    public init(topic: TopicID, publisher: String = "", value: [UInt8]?, expiresAt: Timestamp) {
        self.topic = topic
        self.publisher = publisher
        self.value = value
        self.expiresAt = expiresAt
    }
}

/// The reason why a value was not published.
public enum TopicError: EffectError, Equatable, CustomStringConvertible {
    /// The value or the members of the topic can't be written as JSON, or are not of the type that the topic declares.
    case invalid(String)
    /// The value has more bytes than ``Topics/valueLimit``, or the topic more than ``Topics/nameLimit``.
    case tooLarge(bytes: Int, limit: Int)
    /// The store has failed.
    ///
    /// If the outcome is unknown, the value may be stored nevertheless.
    case store(StoreError)

    /// Whether the value may have been published.
    public var mayHaveHappened: Bool {
        if case .store(let error) = self { error.mayHaveHappened } else { false }
    }

    /// A sentence for the log.
    public var description: String {
        switch self {
        case .invalid(let reason): reason
        case .tooLarge(let bytes, let limit): "The topic or its value has \(bytes) bytes, and the limit is \(limit)."
        case .store(let error): error.description
        }
    }
}
