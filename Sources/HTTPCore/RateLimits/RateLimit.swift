/// The number of actions that are allowed in a period.
public struct RateLimit: Sendable, Hashable {
    /// The number of actions in the period, and so the number that are allowed at once; 0 allows any number.
    public var quota: Int
    /// The period in which the quota is given back.
    public var period: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - quota: The number of actions in the period; 0 for no limit.
    ///   - period: The period, at least one second.
    public init(_ quota: Int, per period: Duration) {
        precondition(quota >= 0 && period >= .seconds(1), "A limit needs a quota and a period of a second or more.")
        self.quota = quota
        self.period = period
    }

    /// The nanoseconds after which another action is allowed on average; 0 for no limit.
    var interval: Int64 { quota == 0 ? 0 : max(1, nanoseconds / Int64(quota)) }

    /// The period in nanoseconds.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = period.components
        return min(seconds, 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

/// A rejection of an action that exceeds a limit.
public struct RateLimitRejection: Sendable, Hashable {
    /// The limit that the action exceeds.
    public let limit: RateLimit
    /// The seconds after which the action is allowed again, rounded up.
    public let retryAfter: Int

    /// Returns the problem for the client, with `Retry-After` and the fields of draft-ietf-httpapi-ratelimit-headers.
    ///
    /// - Parameters:
    ///   - type: The type of the problem.
    ///   - policy: The name of the limit for clients: letters, digits and hyphens.
    ///   - detail: A sentence about what was limited.
    /// - Returns: A problem with `Retry-After`, `RateLimit-Policy` and `RateLimit`.
    public func problem(_ type: ProblemType, policy: String, detail: String) -> ProblemDetails {
        var problem = ProblemDetails(type, detail: detail).retrying(after: retryAfter)
        problem.fields.append(.rateLimitPolicy, "\"\(policy)\";q=\(limit.quota);w=\(limit.period.components.seconds)")
        problem.fields.append(.rateLimit, "\"\(policy)\";r=0;t=\(retryAfter)")
        return problem
    }
}

extension HTTPFieldName {
    fileprivate static let rateLimit: HTTPFieldName = "RateLimit"
    fileprivate static let rateLimitPolicy: HTTPFieldName = "RateLimit-Policy"
}
