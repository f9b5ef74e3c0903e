public import Concurrency
import Coordination

/// The sessions of the accounts, which users and operators list and end.
///
/// ```swift
/// registry.accountSessions.endOthers(of: session, for: caller) { result in … }
/// ```
public struct AccountSessions: Sendable {
    private let registry: SessionRegistry

    init(in registry: SessionRegistry) { self.registry = registry }

    /// The number of sessions that are listed or ended at a time.
    private static let page = 256

    /// Lists the sessions of a session's user, latest start first, up to 256.
    ///
    /// - Parameters:
    ///   - session: A session that the user has signed in to.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the sessions, including this one. The ``SessionError`` is ``SessionError/noAccount`` for the
    ///     session of a guest, or ``SessionError/store(_:)``.
    public func list(
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<[AccountSession], SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        list(of: account, for: caller, then: completion)
    }

    /// Lists the sessions of an account, latest start first, up to 256.
    func list(
        of account: String,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<[AccountSession], SessionError>) -> Void
    ) {
        registry.store.sessions(
            of: account,
            at: registry.now,
            limit: Self.page,
            then: StoreCompletion(on: caller.queue) { completion($0.mapError(SessionError.store)) }
        )
    }

    /// Ends one session of a session's user, such as the one on a lost device.
    ///
    /// - Parameters:
    ///   - id: The session to be ended.
    ///   - session: A session that the user has signed in to.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with `false` if the user has no such session. The errors are the same as in
    ///     ``list(of:for:then:)``.
    public func end(
        _ id: SessionID,
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Bool, SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        end(id, of: account, for: caller, then: completion)
    }

    /// Ends all sessions of a session's user except that session.
    ///
    /// - Parameters:
    ///   - session: A session that the user has signed in to.
    ///   - caller: The party that gets the result.
    ///   - ended: Called with each session that has ended, also if a later one can't be ended.
    ///   - completion: Called when they have ended. The errors are the same as in ``list(of:for:then:)``, and some sessions may
    ///     have ended before ``SessionError/store(_:)``.
    public func endOthers(
        of session: Session,
        for caller: any Caller,
        ended: @escaping @Sendable (SessionID) -> Void = { _ in },
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        endAll(of: account, except: session.id, for: caller, ended: ended, then: completion)
    }

    /// Ends all sessions of an account, except one if it is given, and calls `ended` with each of them.
    func endAll(
        of account: String,
        except kept: SessionID?,
        for caller: any Caller,
        ended: @escaping @Sendable (SessionID) -> Void,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        list(of: account, for: caller) { result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let found):
                let others = found.map(\.id).filter { $0 != kept }
                guard !others.isEmpty else { return completion(.success(())) }
                end(others[...], of: account, for: caller, ended: ended) { result in
                    switch result {
                    // There may be more than one page.
                    case .success:
                        endAll(of: account, except: kept, for: caller, ended: ended, then: completion)
                    case .failure(let error): completion(.failure(error))
                    }
                }
            }
        }
    }

    private func end(
        _ ids: ArraySlice<SessionID>,
        of account: String,
        for caller: any Caller,
        ended: @escaping @Sendable (SessionID) -> Void,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        guard let id = ids.first else { return completion(.success(())) }
        end(id, of: account, for: caller) { result in
            switch result {
            case .success(let hasEnded):
                if hasEnded { ended(id) }
                end(ids.dropFirst(), of: account, for: caller, ended: ended, then: completion)
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Ends a session if it belongs to an account.
    ///
    /// The session is loaded first, so that its requests and waits end in order.
    func end(
        _ id: SessionID,
        of account: String,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Bool, SessionError>) -> Void
    ) {
        registry.loader.find(
            id,
            LoadWaiter(access: .account(account), caller: caller) { found in
                switch found {
                case .success(let session): registry.end(session, for: caller) { completion($0.map { true }) }
                case .failure(.store(let error)): completion(.failure(.store(error)))
                // The session can't be loaded, such as when its application is no longer hosted, but its account can still be
                // read.
                case .failure: remove(id, of: account, for: caller, then: completion)
                }
            }
        )
    }

    private func remove(
        _ id: SessionID,
        of account: String,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Bool, SessionError>) -> Void
    ) {
        registry.store.load(
            .id(id),
            then: StoreCompletion(on: caller.queue) { found in
                switch found {
                case .failure(let error): completion(.failure(.store(error)))
                case .success(let stored):
                    guard stored?.account == account else { return completion(.success(false)) }
                    registry.store.remove(
                        .session(id),
                        then: StoreCompletion(on: caller.queue) { result in
                            completion(result.map { $0 > 0 }.mapError(SessionError.store))
                        }
                    )
                }
            }
        )
    }
}

// MARK: - For effects and operators

extension AccountSessions {
    /// Lists the sessions of an account, latest start first, up to 256.
    func list(of account: String) async throws(SessionError) -> [AccountSession] {
        try await AsyncCaller.result { list(of: account, for: $0, then: $1) }.get()
    }

    /// Ends a session if it belongs to an account, and returns whether it does.
    func end(_ id: SessionID, of account: String) async throws(SessionError) -> Bool {
        try await AsyncCaller.result { end(id, of: account, for: $0, then: $1) }.get()
    }

    /// Ends all sessions of an account, such as one that an operator has disabled.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - kept: A session of the account that goes on, or `nil` for none.
    ///   - ended: Called with each session that has ended, also if a later one can't be ended.
    /// - Throws: ``SessionError/store(_:)``. Some sessions may have ended.
    public func endAll(
        of account: String,
        except kept: SessionID? = nil,
        ended: @escaping @Sendable (SessionID) -> Void = { _ in }
    ) async throws(SessionError) {
        try await AsyncCaller.result { endAll(of: account, except: kept, for: $0, ended: ended, then: $1) }.get()
    }
}
