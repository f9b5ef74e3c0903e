import HTTPCore
public import Sessions

/// The origin of a sign-in, by which attempts are throttled.
public struct SignInOrigin: Sendable {
    /// The session that performs the sign-in.
    public var session: SessionID
    /// The client's address, or the network that counts as one client, or `nil` when the server does not know it.
    public var address: String?

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - session: The session that performs the sign-in.
    ///   - address: The client's address, or `nil` when the server does not know it.
    public init(session: SessionID, address: String? = nil) {
        self.session = session
        self.address = address
    }

    /// The site of the address: 256 IPv4 addresses, or an IPv6 network of 48 bits, or `nil` when the address is unknown.
    var site: String? { address.map { ClientAddress($0)?.site.description ?? $0 } }
}
