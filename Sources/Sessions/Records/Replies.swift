public import Coordination

/// An answer that is remembered, so that a request that is repeated acts once.
public struct Reply: Equatable, Sendable {
    /// The digest of the idempotency key.
    public let key: Digest
    /// The digest of the request: its method, its path and its body.
    public let request: Digest
    /// When the answer was given.
    public let at: Timestamp

    /// Describes an answer.
    public init(key: Digest, request: Digest, at: Timestamp) {
        self.key = key
        self.request = request
        self.at = at
    }
}

/// The latest answers of a session, each with a number; the first answer ever has number 1.
public struct Replies: Equatable, Sendable {
    /// How many answers there have been, those included that were forgotten.
    public private(set) var count: UInt64
    /// The latest of them, oldest first.
    public private(set) var latest: [Reply]

    /// Takes answers as they were kept; none for a new session.
    ///
    /// - Parameters:
    ///   - latest: The latest answers, oldest first.
    ///   - count: How many there have been; as many as there are when left out.
    public init(_ latest: [Reply] = [], count: UInt64? = nil) {
        self.latest = latest
        self.count = count ?? UInt64(latest.count)
    }

    /// Remembers one more answer, and forgets the oldest when there are too many.
    mutating func append(_ reply: Reply, limit: Int) {
        count += 1
        latest.append(reply)
        if latest.count > limit { latest.removeFirst(latest.count - limit) }
    }

    /// The answer to a request with a key.
    func reply(to key: Digest) -> Reply? { latest.first { $0.key == key } }
}
