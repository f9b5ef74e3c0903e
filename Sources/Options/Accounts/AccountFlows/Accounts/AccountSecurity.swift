public import Coordination

/// The ways in which the user of an account proves who they are, and the sessions that are signed in to it.
public struct AccountSecurity: Codable, Equatable, Sendable {
    /// The telephone numbers that the user has verified.
    public var phones: [PhoneNumber]
    /// Whether signing in needs a code of an authenticator app after the password.
    public var hasAuthenticator: Bool
    /// The number of recovery codes that are not used yet.
    public var recoveryCodes: Int
    /// The sessions on this and on other devices, latest start first.
    public var sessions: [SignedInSession]

    /// Describes the security of an account.
    public init(
        phones: [PhoneNumber] = [],
        hasAuthenticator: Bool = false,
        recoveryCodes: Int = 0,
        sessions: [SignedInSession] = []
    ) {
        self.phones = phones
        self.hasAuthenticator = hasAuthenticator
        self.recoveryCodes = recoveryCodes
        self.sessions = sessions
    }
}

/// A session that is signed in to an account.
public struct SignedInSession: Codable, Equatable, Sendable {
    /// The identifier, with which the user can end it.
    public var id: String
    /// The name of its application.
    public var application: String
    /// The platform of its client, such as `ios`, or `nil` if the client did not say.
    public var platform: String?
    /// The time of the last event from its client.
    public var usedAt: Timestamp
    /// Whether it is the session in which the user looks at the list.
    public var isCurrent: Bool

    /// Describes a session.
    public init(id: String, application: String, platform: String?, usedAt: Timestamp, isCurrent: Bool) {
        self.id = id
        self.application = application
        self.platform = platform
        self.usedAt = usedAt
        self.isCurrent = isCurrent
    }
}
