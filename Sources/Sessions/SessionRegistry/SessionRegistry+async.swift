import Concurrency
public import Coordination

// Async façades, for tools and tests. The server's requests use the functions with completions.

extension SessionRegistry {
    /// Starts a session; see ``start(_:link:client:resuming:idempotency:for:then:)``.
    public func start(
        _ name: String?,
        link: String?,
        client: ClientInfo,
        resuming expired: ExpiredSession? = nil,
        idempotency: Idempotency?
    ) async throws(SessionError) -> StartedSession {
        try await AsyncCaller.result { caller, completion in
            self.start(
                name,
                link: link,
                client: client,
                resuming: expired,
                idempotency: idempotency,
                for: caller,
                then: completion
            )
        }.get()
    }

    /// Finds a session and checks that a credential opens it; see ``session(_:opening:for:then:)``.
    public func session(_ id: SessionID, opening credential: Credential?) async throws(SessionError) -> Session {
        try await AsyncCaller.result { caller, completion in
            self.session(id, opening: credential, for: caller, then: completion)
        }.get()
    }

    /// Ends a session and removes it from the store; see ``end(_:for:then:)``.
    public func end(_ session: Session) async throws(SessionError) {
        try await AsyncCaller.result { caller, completion in self.end(session, for: caller, then: completion) }.get()
    }

    /// Returns the reason why the store can't be reached; `nil` if it can.
    public func readiness() async -> StoreError? {
        await AsyncCaller.result { caller, completion in self.readiness(on: caller.queue, then: completion) }
    }

    /// Lists the sessions of a session's user; see ``accountSessions(of:for:then:)``.
    public func accountSessions(of session: Session) async throws(SessionError) -> [AccountSession] {
        try await AsyncCaller.result { caller, completion in
            self.accountSessions(of: session, for: caller, then: completion)
        }.get()
    }

    /// Lists the sessions of an account; see ``UserSessions/all(of:)``.
    func sessions(of account: String) async throws(SessionError) -> [AccountSession] {
        try await AsyncCaller.result { caller, completion in
            self.sessions(of: account, for: caller, then: completion)
        }.get()
    }

    /// Ends a session if it belongs to an account; see ``UserSessions/end(_:of:)``.
    func endSession(_ id: SessionID, of account: String) async throws(SessionError) -> Bool {
        try await AsyncCaller.result { caller, completion in
            self.endSession(id, of: account, for: caller, then: completion)
        }.get()
    }

    /// Ends all sessions of an account except one, and calls `ended` with each; see ``UserSessions/endOthers(of:)``.
    func endSessions(
        of account: String,
        except kept: SessionID,
        ended: @escaping @Sendable (SessionID) -> Void
    ) async throws(SessionError) {
        try await AsyncCaller.result { caller, completion in
            self.endSessions(of: account, except: kept, for: caller, ended: ended, then: completion)
        }.get()
    }

    /// Ends one session of a session's user; see ``endAccountSession(_:of:for:then:)``.
    public func endAccountSession(_ id: SessionID, of session: Session) async throws(SessionError) -> Bool {
        try await AsyncCaller.result { caller, completion in
            self.endAccountSession(id, of: session, for: caller, then: completion)
        }.get()
    }

    /// Ends all sessions of a session's user except that session; see ``endOtherAccountSessions(of:for:then:)``.
    public func endOtherAccountSessions(of session: Session) async throws(SessionError) {
        try await AsyncCaller.result { caller, completion in
            self.endOtherAccountSessions(of: session, for: caller, then: completion)
        }.get()
    }

    /// Ends all sessions of an account, such as one that an operator has disabled.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - ended: Called with each session that has ended, also if a later one can't be ended.
    /// - Throws: ``SessionError/store(_:)``; some sessions may have ended.
    public func endSessions(
        of account: String,
        ended: @escaping @Sendable (SessionID) -> Void = { _ in }
    ) async throws(SessionError) {
        try await AsyncCaller.result { caller, completion in
            self.endSessions(of: account, except: nil, for: caller, ended: ended, then: completion)
        }.get()
    }
}
