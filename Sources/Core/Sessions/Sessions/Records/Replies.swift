public import Coordination

/// The record of a reply to a request with an idempotency key, so that a repetition has no effect.
public struct Reply: Equatable, Sendable {
    /// The digest of the idempotency key.
    public let key: Digest
    /// The keyed digest of the method, the path and the body of the request (``Idempotency``).
    public let request: Digest
    /// The time of the reply.
    public let at: Timestamp

    /// Describes a reply.
    public init(key: Digest, request: Digest, at: Timestamp) {
        self.key = key
        self.request = request
        self.at = at
    }
}

/// The latest replies of a session.
///
/// Each reply has a number, and the first one of the session has number 1.
public struct Replies: Equatable, Sendable {
    /// The number of all replies so far, including those that were forgotten.
    public private(set) var count: UInt64
    /// The latest replies, oldest first.
    public private(set) var latest: [Reply]

    /// Takes stored replies, or none for a new session.
    ///
    /// - Parameters:
    ///   - latest: The latest replies, oldest first.
    ///   - count: The number of all replies so far. By default it is the number of `latest`.
    public init(_ latest: [Reply] = [], count: UInt64? = nil) {
        self.latest = latest
        self.count = count ?? UInt64(latest.count)
    }

    /// Adds a reply, and forgets the oldest beyond a limit.
    mutating func append(_ reply: Reply, limit: Int) {
        count += 1
        latest.append(reply)
        if latest.count > limit { latest.removeFirst(latest.count - limit) }
    }

    /// Replaces the digest of the request of the latest reply.
    mutating func replaceLast(request: Digest) {
        guard let last = latest.popLast() else { return }
        latest.append(Reply(key: last.key, request: request, at: last.at))
    }

    /// Whether none of the replies after the first `count` of the session was forgotten.
    func hasAll(since count: UInt64) -> Bool { self.count <= count + UInt64(latest.count) }

    /// Returns the reply to a request with a key, or `nil` if there is none or it was forgotten.
    func reply(to key: Digest) -> Reply? { latest.first { $0.key == key } }
}
