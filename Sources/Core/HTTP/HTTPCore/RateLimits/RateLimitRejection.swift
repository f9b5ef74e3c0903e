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
        ProblemDetails(type, detail: detail).limited(
            by: "\"\(policy)\";q=\(limit.quota);w=\(limit.period.components.seconds)",
            policy: policy,
            retryAfter: retryAfter
        )
    }
}
