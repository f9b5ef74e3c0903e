import HTTPCore

/// A filter that limits the rate of requests by client address and by session.
struct RateLimitFilter: HTTPFilter {
    private let byAddress: RateLimiter<ClientAddress>
    private let bySession: RateLimiter<Int>

    private static let sessionPath = Array("/v1/sessions/".utf8)
    /// The path of health checks, which must not fail because other requests of the same address are too many.
    private static let healthPath = Array("/healthz".utf8)

    /// Makes the filter, or `nil` if both limits are off.
    init?(_ limits: RequestLimits) {
        guard limits.addressRequests.quota > 0 || limits.sessionRequests.quota > 0 else { return nil }
        byAddress = RateLimiter(limits.addressRequests)
        bySession = RateLimiter(limits.sessionRequests)
    }

    func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        guard request.target.path != Self.healthPath else { return nil }
        if let client = request.client, let rejection = byAddress.count(client.network) {
            return rejection.problem(
                .tooManyRequests,
                policy: "address-requests",
                detail: "Your address sends too many requests."
            ).translated(for: request).response
        }
        if bySession.limit.quota > 0, let session = session(of: request), let rejection = bySession.count(session) {
            return rejection.problem(
                .tooManyRequests,
                policy: "session-requests",
                detail: "The session gets too many requests."
            ).translated(for: request).response
        }
        return nil
    }

    /// Returns a hash of the session's id in the path, or `nil` if the path has none.
    private func session(of request: HTTPRequest) -> Int? {
        let path = request.target.path
        guard path.count > Self.sessionPath.count, path.starts(with: Self.sessionPath) else { return nil }
        var hasher = Hasher()
        for byte in path[Self.sessionPath.count...] {
            guard byte != UInt8(ascii: "/") else { break }
            hasher.combine(byte)
        }
        return hasher.finalize()
    }
}
