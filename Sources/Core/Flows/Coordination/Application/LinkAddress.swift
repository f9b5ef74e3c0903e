import JSON

/// The components of a deep link: `usher://APP/PATH?QUERY` or `https://HOST/PATH?QUERY`.
struct LinkAddress: Equatable {
    let scheme: String
    let host: String
    let path: [String]
    let query: [String: String]

    /// The length of the longest link, in bytes.
    private static let longest = 2_048

    /// Parses a link (RFC 3986 section 3), or returns `nil`.
    ///
    /// It accepts up to 2,048 characters, all of them visible ASCII. It rejects an empty host and an empty segment inside the
    /// path. A percent-encoded segment is rejected, too, if it is not UTF-8, or if it has control characters or more than 30
    /// combining marks in a row. A parameter of the query with such an encoding is left out instead, because links in mails
    /// carry parameters of others, such as `campaign=50%`, and must open all the same. The fragment is ignored.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        scheme = text[..<colon].lowercased()
        var rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        rest = rest.dropFirst(2)
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        var query: [String: String] = [:]
        if let mark = rest.firstIndex(of: "?") {
            for pair in rest[rest.index(after: mark)...].split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "")
                else { continue }
                query[name] = value
            }
            rest = rest[..<mark]
        }
        self.query = query
        var segments = rest.split(separator: "/", omittingEmptySubsequences: false)
        host = segments.removeFirst().lowercased()
        if segments.last?.isEmpty == true { segments.removeLast() }
        var path: [String] = []
        for segment in segments {
            guard let decoded = Self.decoded(segment) else { return nil }
            path.append(decoded)
        }
        self.path = path
        guard !scheme.isEmpty, !host.isEmpty, path.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// Returns the text of a link of an application, which ``init(_:)`` reads.
    ///
    /// - Returns: The text, or `nil` if it is too long or if a segment of the path is one that no address can have, such as an
    ///   empty one or `..`.
    static func text(of link: LinkParts, in application: String) -> String? {
        var text = link.path.isEmpty ? "usher://\(application)/" : "usher://\(application)"
        for segment in link.path {
            guard !segment.isEmpty, segment != ".", segment != ".." else { return nil }
            text += "/"
            encode(segment, to: &text)
        }
        var separator = "?"
        for (name, value) in link.query.sorted(by: { $0.key < $1.key }) {
            text += separator
            encode(name, to: &text)
            text += "="
            encode(value, to: &text)
            separator = "&"
        }
        return text.utf8.count <= longest ? text : nil
    }

    /// Appends a text with all but the unreserved characters percent-encoded (RFC 3986 section 2.3).
    private static func encode(_ part: String, to text: inout String) {
        if part.utf8.allSatisfy(isUnreserved) { return text += part }
        for byte in part.utf8 {
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default:
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "~")
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            let decoded = high << 4 | low
            guard decoded >= 0x20, decoded != 0x7F else { return nil }
            bytes.append(decoded)
        }
        guard let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe else { return nil }
        return text
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
