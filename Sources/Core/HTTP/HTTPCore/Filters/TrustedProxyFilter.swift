/// A filter that replaces the client address in requests from a trusted proxy with the address that the proxy reports.
///
/// ```swift
/// TrustedProxyFilter(proxies: [AddressRange("10.0.0.0/8")].compactMap { $0 }, field: .xForwardedFor)
/// ```
///
/// The list of hops is read from its end, and the last hop that is not a trusted proxy is the client: anything before it
/// may be forged by the client. If every hop is a trusted proxy, the first one is the client. A list with a malformed or
/// hidden (`unknown`) hop at that position leaves the address of the proxy. The fields of other peers are ignored.
public struct TrustedProxyFilter: HTTPFilter {
    /// The fields with the hops that a request has passed.
    public enum Field: String, Sendable, CaseIterable {
        /// The de facto standard: addresses, separated by commas.
        case xForwardedFor = "x-forwarded-for"
        /// The standard field (RFC 7239).
        case forwarded
    }

    private let proxies: [AddressRange]
    private let field: Field

    /// Creates the filter.
    ///
    /// - Parameters:
    ///   - proxies: The addresses of the trusted proxies.
    ///   - field: The field that the proxies append to. The other field is never read, because a client may have sent it.
    public init(proxies: [AddressRange], field: Field) {
        self.proxies = proxies
        self.field = field
    }

    /// Sets the client of the request.
    public func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        if let peer = request.client, isTrusted(peer) { request.client = client(of: request) ?? peer }
        return nil
    }

    private func isTrusted(_ address: ClientAddress) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    private func client(of request: HTTPRequest) -> ClientAddress? {
        var client: ClientAddress?
        for hop in hops(of: request).reversed() {
            guard let address = hop.flatMap(Self.address) else { return nil }
            client = address
            if !isTrusted(address) { break }
        }
        return client
    }

    /// Returns the hops in the order in which the request passed them, or `nil` for a malformed one.
    private func hops(of request: HTTPRequest) -> [String?] {
        switch field {
        case .xForwardedFor:
            request.fields.values(.xForwardedFor).flatMap { value in
                value.split(separator: ",", omittingEmptySubsequences: false).map { hop in
                    let hop = hop.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                    let end = hop.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
                    return end.map { String(Substring(hop[...$0])) }
                }
            }
        case .forwarded:
            request.fields.values(.forwarded).flatMap(Self.forwardedHops)
        }
    }

    /// Parses the elements of a `Forwarded` field (RFC 7239 §4).
    private static func forwardedHops(_ value: String) -> [String?] {
        var reader = FieldReader(value)
        var hops: [String?] = []
        while true {
            reader.skipSpace()
            hops.append(forwardedHop(&reader))
            reader.skipToComma()
            if !reader.take(",") { return hops }
        }
    }

    /// Parses the pairs of an element up to its end.
    ///
    /// - Returns: The node in `for`, or `nil` if there is none or it is malformed.
    private static func forwardedHop(_ reader: inout FieldReader) -> String? {
        var hop: String?
        while true {
            guard let name = reader.takeTokenPlace(), reader.take("="), let value = reader.takeWord() else {
                return nil
            }
            if reader.isName("for", at: name) {
                guard hop == nil else { return nil }
                hop = value
            }
            if reader.take(";") { continue }
            reader.skipSpace()
            return reader.isAtComma || reader.isAtEnd ? hop : nil
        }
    }

    /// Returns the address of a node, which may have a port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    private static func address(_ node: String) -> ClientAddress? {
        if let address = ClientAddress(node) { return address }
        if node.utf8.first == UInt8(ascii: "[") {
            guard let end = node.utf8.firstIndex(of: UInt8(ascii: "]")), isPort(node[node.index(after: end)...])
            else { return nil }
            let address = ClientAddress(node[node.index(after: node.startIndex)..<end])
            return address.flatMap { $0.isVersion4 ? nil : $0 }
        }
        guard let colon = node.utf8.firstIndex(of: UInt8(ascii: ":")), isPort(node[colon...]) else { return nil }
        return ClientAddress(node[..<colon]).flatMap { $0.isVersion4 ? $0 : nil }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.utf8.first == UInt8(ascii: ":") && (2...6).contains(text.utf8.count)
                && text.utf8.dropFirst().allSatisfy(\.isDigit)
    }
}

extension HTTPFieldName {
    fileprivate static let forwarded: HTTPFieldName = "Forwarded"
    fileprivate static let xForwardedFor: HTTPFieldName = "X-Forwarded-For"
}
