import Foundation

/// Stores what a session needs for the next start of the app: its token, its last state, taps that wait, and drafts.
///
/// Everything in it is for this user alone, and the token is as good as a password. The functions are called on the
/// executor of the session, so they should be fast.
///
/// The names are `credential`, `state`, `taps` and `drafts`. A state has some ten kilobytes, and a mebibyte at most. A
/// storage of an app can put it into an encrypted file, and the credential alone into the Keychain.
public protocol SecureStorage: Sendable {
    /// The data of a name, or `nil` if there is none.
    ///
    /// - Throws: An error if it can't be read now, as from a locked device. Nothing is lost then.
    func data(for name: String) throws -> Data?

    /// Stores data under a name, or removes it.
    ///
    /// - Throws: An error if it can't be stored.
    func store(_ data: Data?, for name: String) throws
}

/// A storage in memory, for tests and for sessions that end with the app.
///
/// It is unchecked because its only variable is read and written under its lock.
public final class MemoryStorage: SecureStorage, @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: Data] = [:]

    /// Creates an empty storage.
    public init() {}

    /// The data of a name.
    public func data(for name: String) -> Data? { lock.withLock { values[name] } }

    /// Stores data under a name, or removes it.
    public func store(_ data: Data?, for name: String) { lock.withLock { values[name] = data } }
}
