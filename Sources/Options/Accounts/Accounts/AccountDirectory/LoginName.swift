import AccountFlows
import Locales
import ServiceDatabase

/// The login of an account as it is stored.
///
/// Two logins are equal when their bytes are. A login that a user or an operator has typed is not one yet:
/// ``AccountTable/name(ofTyped:)`` finds the account that it names.
struct LoginName: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the login, which is also the account's ID.
    let bytes: [UInt8]

    /// Creates the login of an account with an ID.
    ///
    /// The result is `nil` when the ID is empty.
    init?(_ id: Account.ID) {
        guard !id.isEmpty else { return nil }
        bytes = Array(id.utf8)
    }

    /// Creates the login of a new account.
    ///
    /// The result is `nil` when an account must not have it (``Locales/LoginText/isAllowed``).
    init?(new text: String) {
        guard let text = LoginText(text), text.isAllowed else { return nil }
        self.init(text.canonical)
    }

    /// The login as text.
    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The form that all spellings of the login have in common.
    var canonical: [UInt8] { Array((LoginText(description)?.canonical ?? description).utf8) }

    /// The form that all logins which look the same have in common.
    var skeleton: [UInt8] { Array(LoginText.skeleton(of: String(decoding: canonical, as: UTF8.self)).utf8) }
}

/// Stored as its normalized bytes.
extension LoginName: SQLConvertible {
    package var sqlValue: SQLValue { .bytes(bytes) }
}
