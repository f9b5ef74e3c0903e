/// The sessions of the user that an effect is performed for.
///
/// ```swift
/// handlers.on(EndOtherSessions.self) { effect, context in
///     try await context.userSessions.endOthers(of: effect.account)
/// }
/// ```
public struct UserSessions: Sendable {
    /// The registry, or `nil` if the server has stopped.
    private let registry: SessionRegistry?
    private let session: SessionID
    private let client: String?

    /// - Parameters:
    ///   - session: The session that performs the effect.
    ///   - client: The address of its client for the audit log, or `nil` if it is unknown.
    ///   - registry: The registry of the sessions, or `nil` if the server has stopped.
    init(of session: SessionID, client: String?, in registry: SessionRegistry?) {
        self.session = session
        self.client = client
        self.registry = registry
    }

    /// Lists the sessions of an account, latest start first, up to 256.
    ///
    /// - Parameter account: The account, which the session must have signed in to.
    /// - Returns: The sessions, including the session that performs the effect.
    /// - Throws: ``SessionError/store(_:)`` if the store can't be read.
    public func all(of account: String) async throws -> [AccountSession] {
        try await registry?.accountSessions.list(of: account) ?? []
    }

    /// Ends one session of an account.
    ///
    /// - Parameters:
    ///   - id: The session, which may be the same that performs the effect.
    ///   - account: The account, which the user has proved to own.
    /// - Returns: `false` if the account has no such session.
    /// - Throws: ``SessionError/store(_:)`` if the store fails.
    @discardableResult
    public func end(_ id: SessionID, of account: String) async throws -> Bool {
        guard let registry, try await registry.accountSessions.end(id, of: account) else { return false }
        record(id, account, registry)
        return true
    }

    /// Ends all sessions of an account except this one, which performs the effect.
    ///
    /// - Parameter account: The account, which the user has proved to own.
    /// - Throws: ``SessionError/store(_:)`` if the store fails. Some sessions may have ended then.
    public func endOthers(of account: String) async throws {
        guard let registry else { return }
        try await registry.accountSessions.endAll(of: account, except: session) { record($0, account, registry) }
    }

    private func record(_ ended: SessionID, _ account: String, _ registry: SessionRegistry) {
        registry.dependencies.audit?.record(AuditEvent(.sessionEnded, session: ended, account: account, client: client))
    }
}
