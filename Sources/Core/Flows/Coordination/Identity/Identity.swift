/// The user that a session belongs to, given by the ID of an account.
///
/// A session without an identity belongs to a guest. The application coordinator changes the identity with
/// ``ApplicationCoordinating/signIn(as:)`` and ``ApplicationCoordinating/signOut()``, and the tree then drops everything
/// that belongs to the previous user.
///
/// ```swift
/// private func authorized(_ account: Account) {
///     signIn(as: Identity(account: account.id))
/// }
/// ```
public struct Identity: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The ID of the account: opaque text that identifies the same user in every session.
    public let account: String

    /// Creates the identity of an account's user.
    public init(account: String) {
        self.account = account
    }

    /// The ID of the account.
    public var description: String { account }
}
