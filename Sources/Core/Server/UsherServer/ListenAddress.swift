import HTTPCore

/// An address and a port to listen on.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The numeric address.
    public let host: String
    /// The port, or 0 to let the system choose a free one.
    public let port: Int

    /// Parses an address and a port, or a port alone, which is on the loopback address.
    ///
    /// - Parameter text: A text such as `127.0.0.1:9090`, `[::1]:9090` or `9090`. The result is `nil` for any other text.
    public init?(_ text: String) {
        var host = "127.0.0.1"
        var port = text[...]
        if let colon = text.lastIndex(of: ":") {
            host = String(text[..<colon])
            port = text[text.index(after: colon)...]
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
            } else if host.contains(":") {
                return nil
            }
        }
        guard ClientAddress(host) != nil, let number = UInt16(port) else { return nil }
        self.host = host
        self.port = Int(number)
    }

    /// The address and the port, as in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
