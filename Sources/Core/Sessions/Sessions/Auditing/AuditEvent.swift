/// An event of the audit log: who did what, from where, with which outcome, and never a secret.
public struct AuditEvent: Sendable, Equatable {
    /// The kinds of event.
    ///
    /// Their names are part of the log's format.
    public enum Action: String, Sendable, CaseIterable {
        /// A client started a session.
        case sessionStarted = "session.started"
        /// A client ended its session, or a user ended one of the same account on another device.
        case sessionEnded = "session.ended"
        /// A session got a new credential, and the old one became invalid.
        case credentialRenewed = "session.credential-renewed"
        /// A client made a code with which one more device can use its session.
        case handoffMade = "session.handed-off"
        /// A device got a credential of its own with such a code.
        case deviceJoined = "session.device-joined"
        /// A client took the credential of a device away.
        case deviceRevoked = "session.device-revoked"
        /// A user tried to sign in.
        case signIn = "account.sign-in"
        /// A user tried to create an account.
        case signUp = "account.sign-up"
        /// A user tried to change the password of an account.
        case passwordChanged = "account.password-changed"
        /// A user entered the password again, before a change of how they prove who they are.
        case passwordConfirmed = "account.password-confirmed"
        /// A client asked for a code to reset a password.
        case passwordResetRequested = "account.password-reset-requested"
        /// A user tried to set a new password with a code.
        case passwordReset = "account.password-reset"
        /// A user entered a code of an authenticator app, or a recovery code, after the password.
        case secondFactorChecked = "account.second-factor"
        /// A user tried to set a new password with a recovery code.
        case accountRecovered = "account.recovered"
        /// A user tried to set up an authenticator app.
        case authenticatorAdded = "account.authenticator-added"
        /// A user removed the authenticator app.
        case authenticatorRemoved = "account.authenticator-removed"
        /// A user made recovery codes, in place of former ones.
        case recoveryCodesMade = "account.recovery-codes-made"
        /// A phone number was removed from an account.
        case phoneRemoved = "account.phone-removed"
        /// A phone number was added to an account.
        case phoneAttached = "account.phone-attached"
        /// A one-time code was requested.
        case codeSent = "code.sent"
        /// A one-time code was checked.
        case codeChecked = "code.checked"
        /// A client exceeded a limit.
        ///
        /// Further events of its address are counted and not recorded for a while.
        case limitExceeded = "limit.exceeded"
        /// An operator made the server read its certificate and open its audit log again.
        case serverReloaded = "operator.reloaded"
        /// A request for operators had a wrong token.
        ///
        /// Further events of its address are counted and not recorded for a while.
        case operatorRejected = "operator.rejected"
        /// An operator disabled an account.
        case accountDisabled = "operator.account-disabled"
        /// An operator enabled an account.
        case accountEnabled = "operator.account-enabled"
        /// An operator ended the sessions of an account.
        case accountSessionsEnded = "operator.account-sessions-ended"
        /// An operator ended the quarantine of a session.
        case sessionReleased = "operator.session-released"
        /// An operator read the history or an earlier state of a session.
        case sessionRead = "operator.session-read"
        /// An operator started a session from an earlier state of another one.
        case sessionForked = "operator.session-forked"
    }

    /// The kind of the event.
    public var action: Action
    /// `ok`, or a stable code for the reason of a failure.
    public var outcome: String
    /// The session, or `nil` if there is none.
    public var session: SessionID?
    /// The account, or `nil` if it is unknown.
    public var account: String?
    /// The numeric address of the client, or `nil` if it is unknown.
    public var client: String?
    /// The id of the request in the log, or `nil` if there is none.
    public var request: String?

    /// Describes an event.
    public init(
        _ action: Action,
        _ outcome: String = "ok",
        session: SessionID? = nil,
        account: String? = nil,
        client: String? = nil,
        request: String? = nil
    ) {
        self.action = action
        self.outcome = outcome
        self.session = session
        self.account = account
        self.client = client
        self.request = request
    }
}

/// A destination of audit events.
public protocol AuditLog: Sendable {
    /// Records an event.
    ///
    /// It is called on any thread, and it must not block.
    func record(_ event: AuditEvent)

    /// Waits until recorded events are written or a duration has passed.
    ///
    /// It blocks, but by default there is nothing to wait for.
    func flush(within duration: Duration)
}

extension AuditLog {
    /// Returns at once.
    public func flush(within duration: Duration) {}
}
