import Applications

/// A normalized login; two logins are equal when their bytes are.
///
/// `Account.id(ofLogin:)` has the rules.
struct LoginName: Hashable, Sendable, CustomStringConvertible {
    /// The normalized bytes.
    let bytes: [UInt8]

    /// Normalizes a login; `nil` when it contains only spaces.
    init?(_ text: String) {
        guard let id = Account.id(ofLogin: text) else { return nil }
        bytes = Array(id.utf8)
    }

    /// The normalized login as text.
    var description: String { String(decoding: bytes, as: UTF8.self) }
}
