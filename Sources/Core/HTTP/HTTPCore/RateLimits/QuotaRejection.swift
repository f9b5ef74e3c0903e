/// A rejection of an action because as many as the quota exist or go on already.
public struct QuotaRejection: Sendable, Hashable {
    /// The unit of a quota in `RateLimit-Policy`.
    public enum Unit: String, Sendable {
        /// Requests without a period.
        ///
        /// This is the default of the draft, so the field leaves it out.
        case requests
        /// Requests at the same time.
        case concurrentRequests = "concurrent-requests"
    }

    /// The largest number at a time.
    public let quota: Int
    /// The unit of the quota.
    public let unit: Unit
    /// The seconds after which a client should try again.
    public let retryAfter: Int

    /// Creates a rejection.
    ///
    /// - Parameters:
    ///   - quota: The largest number at a time.
    ///   - unit: The unit of the quota.
    ///   - retryAfter: The seconds after which a client should try again.
    public init(quota: Int, unit: Unit = .concurrentRequests, retryAfter: Int) {
        self.quota = quota
        self.unit = unit
        self.retryAfter = retryAfter
    }

    /// Returns the problem for the client, with the same fields as the problem of a ``RateLimitRejection``.
    ///
    /// - Parameters:
    ///   - type: The type of the problem.
    ///   - policy: The name of the limit for clients: letters, digits and hyphens.
    ///   - detail: A sentence about what was limited, by default the type's advice.
    /// - Returns: A problem with `Retry-After`, `RateLimit-Policy` and `RateLimit`.
    public func problem(_ type: ProblemType, policy: String, detail: String? = nil) -> ProblemDetails {
        let unit = self.unit == .requests ? "" : ";qu=\"\(self.unit.rawValue)\""
        return ProblemDetails(type, detail: detail).limited(
            by: "\"\(policy)\";q=\(quota)\(unit)",
            policy: policy,
            retryAfter: retryAfter
        )
    }
}

extension ProblemDetails {
    /// Returns the problem with `Retry-After`, `RateLimit-Policy` and `RateLimit`, for a limit with nothing left.
    func limited(by description: String, policy: String, retryAfter: Int) -> ProblemDetails {
        var problem = retrying(after: retryAfter)
        problem.fields.append(.rateLimitPolicy, description)
        problem.fields.append(.rateLimit, "\"\(policy)\";r=0;t=\(retryAfter)")
        return problem
    }
}

extension HTTPFieldName {
    fileprivate static let rateLimit: HTTPFieldName = "RateLimit"
    fileprivate static let rateLimitPolicy: HTTPFieldName = "RateLimit-Policy"
}
