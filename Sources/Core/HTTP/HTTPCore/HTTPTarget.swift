/// The target of a request: a path and an optional query, as received and not decoded (RFC 9112 §3.2.1).
///
/// The path of `OPTIONS *`, a request about the whole server, is `*`. Every other path begins with a slash.
///
/// Routes match these bytes and not a decoded path, so two components can't decode it differently.
public struct HTTPTarget: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes before the first `?`.
    public let path: [UInt8]
    /// The bytes after the first `?`, or `nil` when there is none.
    public let query: [UInt8]?

    /// Splits a target at its first `?`.
    ///
    /// - Parameter bytes: The target of a request line.
    public init(_ bytes: [UInt8]) {
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
            path = Array(bytes[..<mark])
            query = Array(bytes[(mark + 1)...])
        } else {
            path = bytes
            query = nil
        }
    }

    /// Splits a target at its first `?`.
    ///
    /// - Parameter string: The target of a request line.
    public init(_ string: String) {
        self.init(Array(string.utf8))
    }

    /// Splits a literal at its first `?`.
    public init(stringLiteral string: String) {
        self.init(string)
    }

    /// The target as received, with U+FFFD for bytes that aren't UTF-8.
    public var description: String {
        let path = String(decoding: path, as: UTF8.self)
        return query.map { "\(path)?\(String(decoding: $0, as: UTF8.self))" } ?? path
    }

    /// Returns the decoded value of the first query parameter with a name.
    ///
    /// - Parameter name: The decoded name.
    /// - Returns: The value, `""` for a name without `=`, or `nil` when there is no such name or the value isn't valid
    ///   percent-encoded UTF-8. A `+` is decoded as a space, as HTML forms write it.
    public func queryValue(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first,
                let key = PercentEncoding.decode(first, plusIsSpace: true), key.utf8.elementsEqual(name.utf8)
            else { continue }
            return parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : ""
        }
        return nil
    }
}
