public import AccountFlows
public import Coordination
public import Sessions

/// A directory of user accounts and their passwords.
///
/// Each call carries the key of its effect. A repeated call with the same key returns the first result and does nothing
/// else, so an effect can run again after a crash.
public protocol AccountDirectory: Sendable {
    /// Checks credentials.
    ///
    /// - Parameters:
    ///   - credentials: The login and password that the user entered.
    ///   - origin: The session and the address that the attempt comes from.
    ///   - key: The effect's key.
    /// - Returns: The account, or a rejection. The rejection is the same, and takes as long, for a wrong login as for a
    ///   wrong password.
    /// - Throws: An error when the directory is unavailable.
    func signIn(_ credentials: Credentials, from origin: SignInOrigin, key: String) async throws -> SignIn.Value

    /// Checks the credentials for a new account, and stores them for ``create(_:phone:from:key:)``.
    ///
    /// - Parameters:
    ///   - credentials: The login and password of the new account.
    ///   - origin: The session and the address of the user. A session has one request at a time.
    ///   - key: The effect's key.
    /// - Returns: The request, or the reason why the credentials can't be used. Result and duration do not depend on
    ///   whether the login is taken. Sign-ups that are begun are limited by session and address.
    /// - Throws: An error when the directory is unavailable.
    func prepare(_ credentials: Credentials, from origin: SignInOrigin, key: String) async throws
        -> PrepareAccount.Value

    /// Creates an account from prepared credentials.
    ///
    /// - Parameters:
    ///   - request: The request of ``prepare(_:from:key:)``.
    ///   - phone: A number that the user has verified, or `nil` when the verification is postponed.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The account, or the reason why it was not created.
    /// - Throws: An error when the directory is unavailable. The account may have been created. A repeated call with the same
    ///   request returns it.
    func create(
        _ request: String,
        phone: PhoneNumber?,
        from origin: SignInOrigin,
        key: String
    ) async throws -> CreateAccount.Value

    /// Adds a verified number to an account, unless it has the number.
    ///
    /// - Parameters:
    ///   - phone: A number that the user has verified.
    ///   - account: The account's ID.
    ///   - key: The effect's key.
    /// - Returns: The account after the change, or `nil` when it does not exist.
    /// - Throws: An error when the directory is unavailable. The number may have been added. A repeated call with the same key
    ///   returns the account.
    func attachPhone(_ phone: PhoneNumber, to account: Account.ID, key: String) async throws -> AttachPhone.Value

    /// Removes a number from an account, if it has the number.
    ///
    /// - Parameters:
    ///   - phone: The number.
    ///   - account: The account's ID.
    /// - Returns: The account after the change, or `nil` when it does not exist.
    /// - Throws: An error when the directory is unavailable. The number may have been removed.
    func removePhone(_ phone: PhoneNumber, from account: Account.ID) async throws -> RemovePhone.Value

    /// Changes the password of an account, if the current one is right.
    ///
    /// - Parameters:
    ///   - passwords: The current and the new password.
    ///   - account: The account's ID.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The outcome. Attempts with a wrong password count like attempts to sign in.
    /// - Throws: An error when the directory is unavailable. The password may have been changed.
    func changePassword(
        _ passwords: PasswordChange,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ChangePassword.Value

    /// Checks the password of the signed-in user again.
    ///
    /// - Parameters:
    ///   - password: The password that the user entered.
    ///   - account: The account's ID.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The outcome. Attempts with a wrong password count like attempts to sign in.
    /// - Throws: An error when the directory is unavailable.
    func confirm(
        _ password: Secret,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ConfirmPassword.Value

    /// Returns whether a session has proved within the last 15 minutes that its user owns an account.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - account: The account's ID.
    /// - Returns: `false` also for an account that does not exist.
    /// - Throws: An error when the directory is unavailable.
    func hasRecentSignIn(_ session: SessionID, to account: Account.ID) async throws -> Bool

    /// Returns the reason why a new password can't be used, or `nil` when it can.
    func weakness(of password: Secret, login: String) -> PasswordWeakness?

    /// Sets the password of an account for a user who has proved to own it, and forgets failed attempts.
    ///
    /// - Parameters:
    ///   - password: A password without a ``weakness(of:login:)``.
    ///   - account: The account's ID.
    ///   - origin: The session and the address of the user.
    /// - Returns: The account, or the second step of the sign-in, or `nil` when the account does not exist.
    /// - Throws: An error when the directory is unavailable. The password may have been set.
    func setPassword(_ password: Secret, of account: Account.ID, from origin: SignInOrigin) async throws -> SignIn
        .Value?

    /// Returns the phones of an account, and whether it has an authenticator app and recovery codes.
    ///
    /// - Parameter account: The account's ID.
    /// - Returns: The security without sessions, or `nil` when the account does not exist.
    /// - Throws: An error when the directory is unavailable.
    func security(of account: Account.ID) async throws -> AccountSecurity?

    /// Makes a key for an authenticator app, which ``confirmAuthenticator(_:of:from:key:)`` puts into effect.
    ///
    /// - Parameter account: The account's ID.
    /// - Returns: The key, or `nil` when the account does not exist.
    /// - Throws: An error when the directory is unavailable.
    func beginAuthenticator(of account: Account.ID) async throws -> BeginAuthenticator.Value

    /// Puts a new key into effect, if the app shows the right code, and makes recovery codes if there are none.
    ///
    /// - Parameters:
    ///   - code: The code that the app shows.
    ///   - account: The account's ID.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The outcome. Attempts with a wrong code count like attempts to sign in.
    /// - Throws: An error when the directory is unavailable.
    func confirmAuthenticator(
        _ code: Secret,
        of account: Account.ID,
        from origin: SignInOrigin,
        key: String
    ) async throws -> ConfirmAuthenticator.Value

    /// Removes the authenticator app of an account, so that the password is enough to sign in.
    ///
    /// - Throws: An error when the directory is unavailable. The app may have been removed.
    func removeAuthenticator(of account: Account.ID) async throws

    /// Makes recovery codes, which replace the codes of an account.
    ///
    /// - Parameter account: The account's ID.
    /// - Returns: The codes, or none when the account does not exist.
    /// - Throws: An error when the directory is unavailable. The former codes may be gone.
    func makeRecoveryCodes(of account: Account.ID) async throws -> MakeRecoveryCodes.Value

    /// Completes a sign-in with a code of an authenticator app or a recovery code.
    ///
    /// - Parameters:
    ///   - code: The code that the user entered.
    ///   - challenge: The ID of the challenge that the sign-in resulted in.
    ///   - origin: The session, which must be the session of the sign-in, and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The outcome. Attempts with a wrong code count like attempts with a wrong password.
    /// - Throws: An error when the directory is unavailable.
    func checkSecondFactor(
        _ code: Secret,
        of challenge: String,
        from origin: SignInOrigin,
        key: String
    ) async throws -> CheckSecondFactor.Value

    /// Sets a new password with a recovery code.
    ///
    /// - Parameters:
    ///   - entry: The login, the code and the new password.
    ///   - origin: The session and the address of the user.
    ///   - key: The effect's key.
    /// - Returns: The outcome, the same for an unknown login as for a wrong code. Attempts count like attempts to sign in.
    /// - Throws: An error when the directory is unavailable. The code may be used up.
    func recover(_ entry: RecoveryEntry, from origin: SignInOrigin, key: String) async throws -> RecoverAccount.Value

    /// Returns an account by its ID.
    ///
    /// - Parameter id: The account's ID.
    /// - Returns: The account in its current state, or `nil` when it does not exist.
    /// - Throws: An error when the directory is unavailable.
    func account(_ id: Account.ID) async throws -> Account?

    /// Returns the ID of the account that a typed login names, in any of its spellings.
    ///
    /// - Parameter login: The login as the user typed it.
    /// - Returns: The ID, also if there is no such account, or `nil` for a login without visible characters.
    /// - Throws: An error when the directory is unavailable.
    func accountID(ofLogin login: String) async throws -> Account.ID?
}

extension AccountDirectory {
    /// Ignores spaces at both ends and the case of A to Z (see ``Applications/Account/id(ofLogin:)``).
    public func accountID(ofLogin login: String) async throws -> Account.ID? { Account.id(ofLogin: login) }
}
