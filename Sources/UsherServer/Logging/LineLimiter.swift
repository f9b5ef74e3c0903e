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
    /// - Returns: The number of lines left out since the last one; `nil` if this one must be left out, too.
    func count(_ reason: String, _ client: ClientAddress?) -> Int? {
        guard byAddress.count([reason, client?.network.description ?? ""]) == nil, total.count(0) == nil else {
            omitted.withLock { $0 += 1 }
            return nil
        }
        return omitted.withLock { omitted in
            defer { omitted = 0 }
            return omitted
        }
    }
}
