/// How a client would like to be served (RFC 7240).
///
/// ```swift
/// let preferences = Preferences(request.fields)  // Prefer: wait=25, return=minimal
/// preferences.wait      // 25
/// preferences.return    // .minimal
/// ```
public struct Preferences: Sendable, Equatable {
    /// What the client would like to get back from a change (RFC 7240 §4.2).
    public enum Return: String, Sendable {
        /// As little as possible.
        case minimal
        /// The resource as it is now.
        case representation
    }

    /// How many seconds the client would wait (RFC 7240 §4.3); `nil` when it doesn't say.
    public private(set) var wait: Int?
    /// What the client would like to get back; `nil` when it doesn't say.
    public private(set) var `return`: Return?
    /// Whether the client would rather get 202 than wait (RFC 7240 §4.1).
    public private(set) var respondAsync = false

    /// Reads all `Prefer` lines of a request.
    ///
    /// The first of several values for one preference counts. Unknown preferences, and values that a preference doesn't
    /// have, are ignored.
    ///
    /// - Parameter fields: The fields of a request.
    public init(_ fields: HTTPFields) {
        guard fields.contains(.prefer) else { return }
        var seen: Set<String> = []
        for line in fields.values(.prefer) {
            var reader = FieldReader(line)
            while true {
                reader.skipSpaceAndCommas()
                if reader.isAtEnd { break }
                guard let name = reader.takeToken()?.lowercased() else {
                    reader.skipToComma()
                    continue
                }
                reader.skipSpace()
                var value = ""
                if reader.take("=") {
                    reader.skipSpace()
                    value = reader.takeWord() ?? ""
                }
                reader.skipToComma()
                if seen.insert(name).inserted { heed(name, value) }
            }
        }
    }

    private mutating func heed(_ name: String, _ value: String) {
        switch name {
        case "wait":
            guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit) else { return }
            wait = Int(value)
        case "return": `return` = Return(rawValue: value)
        case "respond-async": respondAsync = value.isEmpty
        default: break
        }
    }
}
