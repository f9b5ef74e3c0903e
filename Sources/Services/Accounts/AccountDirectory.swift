public import Applications

/// Who has an account, and what opens it.
///
/// Each call carries the key of the effect that it is done for. A repeated call with a key gives the answer that the
/// first one gave and does nothing else, so that an effect may be run again after a crash.
public protocol AccountDirectory: Sendable {
    /// Asks whether credentials are right.
    ///
    /// - Parameters:
    ///   - credentials: What the user entered.
    ///   - key: The effect's key.
    /// - Returns: The account; or a refusal, which is the same, and takes as long, whether the name or the password is
    ///   wrong.
    /// - Throws: An error when the directory can't be asked.
    func signIn(_ credentials: Credentials, key: String) async throws -> SignIn.Value

    /// Makes a new account without telephone numbers.
    ///
    /// - Parameters:
    ///   - credentials: What the user wants to sign in with.
    ///   - key: The effect's key.
    /// - Returns: The account, or why there is none.
    /// - Throws: An error when the directory can't be asked; there may be an account, and the same key tells.
    func create(_ credentials: Credentials, key: String) async throws -> CreateAccount.Value

    /// Adds a number to an account; harmless when it has the number.
    ///
    /// - Parameters:
    ///   - phone: A number that the user has shown to be theirs.
    ///   - account: The account.
    ///   - key: The effect's key.
    /// - Returns: The account as it is then; `nil` when there is none.
    /// - Throws: An error when the directory can't be asked; the number may be added, and the same key tells.
    func attachPhone(_ phone: PhoneNumber, to account: Account.ID, key: String) async throws -> AttachPhone.Value

    /// The account with a name.
    ///
    /// - Parameter id: The name.
    /// - Returns: The account as it is now; `nil` when there is none.
    /// - Throws: An error when the directory can't be asked.
    func account(_ id: Account.ID) async throws -> Account?
}
