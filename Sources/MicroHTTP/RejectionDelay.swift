internal import HTTPCore

/// The delay of rejections to addresses that get many, so that a client that repeats its mistakes costs the server little.
///
/// A rejection is a response with status 400 to 499. An address that gets more than
/// ``HTTPServer/Configuration/addressRejections`` waits for each further one, so each of its connections causes one request in
/// the time of the delay. Nothing else is delayed: a browser of the same address that makes no mistakes notices nothing.
struct RejectionDelay {
    /// The time by which a rejection is delayed.
    static let duration = Instant.Duration.seconds(1)

    private let limiter: RateLimiter<ClientAddress>?
    private let trustedProxies: [AddressRange]

    init(_ configuration: HTTPServer.Configuration) {
        let limit = configuration.addressRejections
        limiter = limit.quota == 0 ? nil : RateLimiter(limit)
        trustedProxies = configuration.trustedProxies
    }

    /// Counts a response, and returns whether it has to be delayed.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - address: The address of the client; `nil` if it is unknown.
    /// - Returns: Whether it is a rejection beyond the limit of the address; never for a trusted proxy, which has many clients.
    func applies(to status: HTTPStatus, for address: ClientAddress?) -> Bool {
        guard 400..<500 ~= status.code, let limiter, let address else { return false }
        guard !trustedProxies.contains(where: { $0.contains(address) }) else { return false }
        return limiter.count(address.network) != nil
    }
}
