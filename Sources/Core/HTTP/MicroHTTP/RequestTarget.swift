internal import HTTPCore

/// The target of a request in one of the forms of RFC 9112 §3.2, split but not validated.
struct RequestTarget {
    /// The path and the query, which begin with a slash, or `*`.
    let origin: [UInt8]
    /// The host and the port of the absolute form, or `nil` in the other forms.
    let authority: [UInt8]?

    /// Splits a target.
    ///
    /// The result is `nil` when it has none of the forms that the method allows. The method `CONNECT` has a form of its own,
    /// which no request can have, because the method is rejected.
    init?(_ bytes: [UInt8], _ method: HTTPMethod) {
        switch bytes.first {
        case UInt8(ascii: "/"):
            origin = bytes
            authority = nil
        case UInt8(ascii: "*") where bytes.count == 1 && method == .options:
            origin = bytes
            authority = nil
        default:
            guard let scheme = ["http://", "https://"].first(where: { bytes.span.hasPrefixIgnoringCase($0) }) else {
                return nil
            }
            let rest = bytes.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            authority = Array(rest[..<end])
            switch rest[end...].first {
            case UInt8(ascii: "/"): origin = Array(rest[end...])
            // This target names the whole server (RFC 9112 §3.2.4).
            case nil where method == .options: origin = [UInt8(ascii: "*")]
            default: origin = [UInt8(ascii: "/")] + rest[end...]
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate func hasPrefixIgnoringCase(_ text: String) -> Bool {
        let prefix = text.utf8Span.span
        return count >= prefix.count && extracting(0..<prefix.count).equalsIgnoringCase(prefix)
    }

    /// The number of bytes of the host in `host` or `host:port`, or `nil` when the bytes are neither (RFC 3986 §3.2.2).
    var hostByteCount: Int? {
        guard !isEmpty, let end = self[0] == UInt8(ascii: "[") ? addressEnd : nameEnd, end > 0 else { return nil }
        if end == count { return end }
        var port = 0
        guard self[end] == UInt8(ascii: ":"), count - end <= 6 else { return nil }
        for index in end + 1..<count {
            guard self[index].isDigit else { return nil }
            port = port * 10 + Int(self[index] & 15)
        }
        return port <= 65_535 ? end : nil
    }

    /// The end of an IPv6 address in brackets.
    private var addressEnd: Int? {
        var colons = 0
        for index in 1..<count {
            switch self[index] {
            case UInt8(ascii: "]"): return colons >= 2 ? index + 1 : nil
            case UInt8(ascii: ":"): colons += 1
            case UInt8(ascii: "."): break
            default: if self[index].hexadecimalValue == nil { return nil }
            }
        }
        return nil
    }

    /// The end of a name or an IPv4 address.
    private var nameEnd: Int? {
        var index = 0
        while index < count, self[index] != UInt8(ascii: ":") {
            if self[index] == UInt8(ascii: "%") {
                guard index + 2 < count, self[index + 1].hexadecimalValue != nil,
                    self[index + 2].hexadecimalValue != nil
                else { return nil }
            } else if !self[index].isHostByte {
                return nil
            }
            index += 1
        }
        return index
    }
}

extension UInt8 {
    /// Whether the byte may occur in a host name (RFC 3986 §3.2.2).
    fileprivate var isHostByte: Bool {
        switch Unicode.Scalar(self) {
        case "0"..."9", "A"..."Z", "a"..."z": true
        case "-", ".", "_", "~": true
        case "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=": true
        default: false
        }
    }
}
