/// A client's preferences for a response (RFC 7240).
///
/// ```swift
/// let preferences = Preferences(request.fields)  // Prefer: wait=25, return=minimal
/// preferences.wait      // 25
/// preferences.return    // .minimal
/// ```
public struct Preferences: Sendable, Equatable {
    /// The preferred content of the response to a change (RFC 7240 §4.2).
    public enum Return: String, Sendable {
        /// As little content as possible.
        case minimal
        /// The current representation of the resource.
        case representation
    }

    /// The number of seconds the client is willing to wait (RFC 7240 §4.3), or `nil` when not given.
    public private(set) var wait: Int?
    /// The preferred content, or `nil` when not given.
    public private(set) var `return`: Return?
    /// The revision of the state that the client has, if it prefers a patch from there on (`patch-from="17"`), or `nil` when
    /// not given.
    public private(set) var patchFrom: UInt64?
    /// Whether the client prefers messages on the screen to a problem, for a payload that is rejected (`messages`).
    public private(set) var messages = false
    /// Whether the client prefers a 202 to waiting (RFC 7240 §4.1).
    public private(set) var respondAsync = false

    /// Parses all `Prefer` lines of a request.
    ///
    /// If a preference occurs several times, the first one counts. Unknown preferences and invalid values are ignored.
    ///
    /// - Parameter fields: The fields of a request.
    public init(_ fields: HTTPFields) {
        guard fields.contains(.prefer) else { return }
        var names = Name.allCases
        fields.forEachValue(.prefer) { reader in
            while true {
                reader.skipSpaceAndCommas()
                if reader.isAtEnd { return true }
                guard let place = reader.takeTokenPlace() else {
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
                guard let index = names.firstIndex(where: { reader.isName($0.text, at: place) }) else { continue }
                apply(names.remove(at: index), value)
            }
        }
    }

    private enum Name: CaseIterable {
        case patchFrom, wait, `return`, messages, respondAsync

        var text: StaticString {
            switch self {
            case .patchFrom: "patch-from"
            case .wait: "wait"
            case .return: "return"
            case .messages: "messages"
            case .respondAsync: "respond-async"
            }
        }
    }

    private mutating func apply(_ name: Name, _ value: String) {
        switch name {
        case .wait:
            guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit) else { return }
            wait = Int(value)
        case .return: `return` = Return(rawValue: value)
        case .patchFrom:
            guard (1...19).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit) else { return }
            patchFrom = UInt64(value)
        case .messages: messages = value.isEmpty
        case .respondAsync: respondAsync = value.isEmpty
        }
    }
}
