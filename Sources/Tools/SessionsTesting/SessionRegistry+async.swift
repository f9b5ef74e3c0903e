import Concurrency
public import Coordination
public import Sessions

// The functions with completions that requests of the server use, as async functions for tests.

extension SessionRegistry {
    /// Starts a session, as ``start(_:launch:client:resuming:idempotency:for:then:)`` does.
    public func start(
        _ name: String?,
        link: String? = nil,
        launch: SessionLaunch? = nil,
        client: ClientInfo,
        resuming expired: ExpiredSession? = nil,
        idempotency: Idempotency?
    ) async throws(SessionError) -> StartedSession {
        try await AsyncCaller.result { caller, completion in
            self.start(
                name,
                launch: launch ?? SessionLaunch(link: link),
                client: client,
                resuming: expired,
                idempotency: idempotency,
                for: caller,
                then: completion
            )
        }.get()
    }

    /// Finds a session and checks that a credential opens it, as ``session(_:opening:for:then:)`` does.
    public func session(_ id: SessionID, opening credential: Credential?) async throws(SessionError) -> Session {
        try await AsyncCaller.result { caller, completion in
            self.session(id, opening: credential, for: caller, then: completion)
        }.get()
    }

    /// Ends a session and removes it from the store, as ``end(_:for:then:)`` does.
    public func end(_ session: Session) async throws(SessionError) {
        try await AsyncCaller.result { caller, completion in self.end(session, for: caller, then: completion) }.get()
    }

    /// Returns the reason why the store can't be reached, or `nil` if it can.
    public func readiness() async -> StoreError? {
        await AsyncCaller.result { caller, completion in self.readiness(on: caller.queue, then: completion) }
    }
}

extension AccountSessions {
    /// Lists the sessions of a session's user, as ``list(of:for:then:)`` does.
    public func list(of session: Session) async throws(SessionError) -> [AccountSession] {
        try await AsyncCaller.result { list(of: session, for: $0, then: $1) }.get()
    }

    /// Ends one session of a session's user, as ``end(_:of:for:then:)`` does.
    public func end(_ id: SessionID, of session: Session) async throws(SessionError) -> Bool {
        try await AsyncCaller.result { end(id, of: session, for: $0, then: $1) }.get()
    }

    /// Ends all sessions of a session's user except that session, as ``endOthers(of:for:then:)`` does.
    public func endOthers(of session: Session) async throws(SessionError) {
        try await AsyncCaller.result { endOthers(of: session, for: $0, then: $1) }.get()
    }
}
