import Concurrency
import HTTPCore

/// A limit on log lines that clients cause, so that no client can fill the disk with them.
///
/// By default an address has one line a minute for each reason, and all addresses together have 100. The next line has the
/// number of those that were left out.
final class LineLimiter: Sendable {
    private let byAddress: RateLimiter<[String]>
    private let total: RateLimiter<Int>
    private let omitted = Lock(0)

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - perAddress: The number of lines a minute of an address for each reason.
    ///   - lines: The number of lines a minute of all addresses.
    init(perAddress: Int = 1, total lines: Int = 100) {
        byAddress = RateLimiter(RateLimit(perAddress, per: .seconds(60)), capacity: 4_096)
        total = RateLimiter(RateLimit(lines, per: .seconds(60)), capacity: 8)
    }

    /// Counts a line for a reason and an address.
    ///
    /// - Returns: The number of lines left out since the last one, or `nil` if this one must be left out, too.
    func count(_ reason: String, _ client: ClientAddress?) -> Int? {
        let network = client?.network.description ?? ""
        // Both limits are checked under one lock, so that the count of a line never includes lines of other threads that are
        // left out because of it.
        return omitted.withLock { omitted in
            guard byAddress.count([reason, network]) == nil, total.count(0) == nil else {
                omitted += 1
                return nil
            }
            defer { omitted = 0 }
            return omitted
        }
    }
}
