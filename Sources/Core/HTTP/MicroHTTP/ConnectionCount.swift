internal import Concurrency
internal import HTTPCore

/// The number of connections of all event loops of a server, in total and by address.
final class ConnectionCount: Sendable {
    private struct Counts {
        var total = 0
        /// The connections by network, without the connections of trusted proxies.
        var byNetwork: [ClientAddress: Int] = [:]
    }

    /// A limit, and the count above which a connection is closed without a response.
    private struct Limit {
        let soft, hard: Int

        init(_ limit: Int) {
            soft = limit
            hard = limit + max(16, limit / 8)
        }
    }

    /// The number of connections from this machine that are accepted above the hard limit, for health checks.
    private static let reserve = 16

    private let counts = Lock(Counts())
    private let total: Limit
    /// The limit by network, or `nil` for none.
    private let perNetwork: Limit?
    private let trustedProxies: [AddressRange]

    /// The largest number of connections at a time.
    var maximum: Int { total.hard + Self.reserve }

    /// The number of connections now.
    var current: Int { counts.withLock { $0.total } }

    init(_ configuration: HTTPServer.Configuration) {
        total = Limit(configuration.connectionLimit)
        perNetwork = configuration.addressConnectionLimit == 0 ? nil : Limit(configuration.addressConnectionLimit)
        trustedProxies = configuration.trustedProxies
    }

    /// Returns the limit for which one more connection from an address must be closed at once, or `nil` if it is accepted.
    func refusal(of address: ClientAddress?) -> HTTPServer.ConnectionLimit? {
        let reserve = address?.isLoopback == true ? Self.reserve : 0
        let network = limitedNetwork(of: address)
        return counts.withLock { counts in
            guard counts.total < total.hard + reserve else { return .total }
            guard let perNetwork, let network else { return nil }
            return counts.byNetwork[network, default: 0] < perNetwork.hard + reserve ? nil : .address
        }
    }

    /// Counts a connection, and returns the limit that it exceeds.
    func add(_ address: ClientAddress?) -> HTTPServer.ConnectionLimit? {
        let network = limitedNetwork(of: address)
        return counts.withLock { counts in
            counts.total += 1
            if let perNetwork, let network {
                counts.byNetwork[network, default: 0] += 1
                if counts.byNetwork[network, default: 0] > perNetwork.soft { return .address }
            }
            return counts.total > total.soft ? .total : nil
        }
    }

    /// Removes a connection from the counts.
    func remove(_ address: ClientAddress?) {
        let network = limitedNetwork(of: address)
        counts.withLock { counts in
            counts.total -= 1
            guard let network, let count = counts.byNetwork[network] else { return }
            counts.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }

    /// The unit of the limit by address, or `nil` without that limit and for trusted proxies, which have many clients.
    private func limitedNetwork(of address: ClientAddress?) -> ClientAddress? {
        guard perNetwork != nil, let address, !trustedProxies.contains(where: { $0.contains(address) }) else {
            return nil
        }
        return address.network
    }
}
