import HTTPCore
import Sessions

/// The requests of one kind that are in progress, counted by session and by client address.
struct RequestCounts {
    /// A limit on the requests that are in progress at a time.
    struct Limit {
        /// The largest number of them.
        let quota: Int
        /// The name for clients.
        let policy: String
        /// A sentence for clients about a request that exceeds the limit.
        let detail: String
        /// The seconds after which a client should try again.
        var retryAfter = 1

        /// The problem of a request that exceeds the limit.
        var problem: ProblemDetails {
            QuotaRejection(quota: quota, retryAfter: retryAfter)
                .problem(.tooManyRequests, policy: policy, detail: detail)
        }
    }

    private let session: Limit?
    private let address: Limit?
    private let all: Limit?
    private var bySession: [SessionID: Int] = [:]
    private var byNetwork: [ClientAddress: Int] = [:]
    /// The number of all requests.
    private(set) var total = 0

    /// Makes the counts, with limits for a session, for an address and for all requests, or `nil` for no limit.
    init(session: Limit? = nil, address: Limit? = nil, all: Limit? = nil) {
        self.session = session
        self.address = address
        self.all = all
    }

    /// Returns the limit that a further request would exceed.
    ///
    /// The limits by session and by address don't apply to a request without a session or an address.
    func check(_ session: SessionID?, _ network: ClientAddress?) -> Limit? {
        if let limit = self.session, let session, bySession[session, default: 0] >= limit.quota { return limit }
        if let limit = address, let network, byNetwork[network, default: 0] >= limit.quota { return limit }
        return all.flatMap { total >= $0.quota ? $0 : nil }
    }

    /// Counts a request, or returns the limit that it would exceed.
    mutating func add(_ session: SessionID?, _ network: ClientAddress?) -> Limit? {
        if let exceeded = check(session, network) { return exceeded }
        if let session { bySession[session, default: 0] += 1 }
        if let network { byNetwork[network, default: 0] += 1 }
        total += 1
        return nil
    }

    /// Removes a request that has been counted.
    mutating func remove(_ session: SessionID?, _ network: ClientAddress?) {
        if let session { Self.decrement(&bySession, session) }
        if let network { Self.decrement(&byNetwork, network) }
        total -= 1
    }

    private static func decrement<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
