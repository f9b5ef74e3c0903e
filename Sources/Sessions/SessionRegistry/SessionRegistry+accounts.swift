public import Concurrency
import Coordination

extension SessionRegistry {
    /// The number of sessions that are listed or ended at a time.
    private static let page = 256

    /// Lists the sessions of a session's user, latest start first, up to 256.
    ///
    /// - Parameters:
    ///   - session: A session that the user has signed in to.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the sessions, including this one. The ``SessionError`` is ``SessionError/noAccount`` for the
    ///     session of a guest, or ``SessionError/store(_:)``.
    public func accountSessions(
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<[AccountSession], SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        sessions(of: account, for: caller, then: completion)
    }

    /// Lists the sessions of an account, latest start first, up to 256.
    func sessions(
        of account: String,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<[AccountSession], SessionError>) -> Void
    ) {
        store.sessions(
            of: account,
            at: dependencies.clock.now,
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
    ///   - completion: Called with `false` if the user has no such session. The errors are those of
    ///     ``accountSessions(of:for:then:)``.
    public func endAccountSession(
        _ id: SessionID,
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Bool, SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        endSession(id, of: account, for: caller, then: completion)
    }

    /// Ends all sessions of a session's user except that session.
    ///
    /// - Parameters:
    ///   - session: A session that the user has signed in to.
    ///   - caller: The party that gets the result.
    ///   - ended: Called with each session that has ended, also if a later one can't be ended.
    ///   - completion: Called when they have ended. The errors are those of ``accountSessions(of:for:then:)``; some sessions may
    ///     have ended before ``SessionError/store(_:)``.
    public func endOtherAccountSessions(
        of session: Session,
        for caller: any Caller,
        ended: @escaping @Sendable (SessionID) -> Void = { _ in },
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        guard let account = session.record.account else { return completion(.failure(.noAccount)) }
        endSessions(of: account, except: session.id, for: caller, ended: ended, then: completion)
    }

    /// Ends all sessions of an account, except one if it is given, and calls `ended` with each of them.
    func endSessions(
        of account: String,
        except kept: SessionID?,
        for caller: any Caller,
        ended: @escaping @Sendable (SessionID) -> Void,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        sessions(of: account, for: caller) { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let found):
                let others = found.map(\.id).filter { $0 != kept }
                guard !others.isEmpty else { return completion(.success(())) }
                end(others[...], of: account, for: caller, ended: ended) { [self] result in
                    switch result {
                    // There may be more than one page.
                    case .success:
                        endSessions(of: account, except: kept, for: caller, ended: ended, then: completion)
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
        endSession(id, of: account, for: caller) { [self] result in
            switch result {
            case .success(let hasEnded):
                if hasEnded { ended(id) }
                end(ids.dropFirst(), of: account, for: caller, ended: ended, then: completion)
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Ends a session if it belongs to an account; it is loaded for that, so that its requests and waits end in order.
    func endSession(
        _ id: SessionID,
        of account: String,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Bool, SessionError>) -> Void
    ) {
        find(
            id,
            LoadWaiter(access: .account(account), caller: caller) { [self] found in
                switch found {
                case .success(let session): end(session, for: caller) { completion($0.map { true }) }
                case .failure(.store(let error)): completion(.failure(.store(error)))
                // It can't be loaded, such as when its application is no longer hosted; its account can still be read.
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
        store.load(
            .id(id),
            then: StoreCompletion(on: caller.queue) { [self] found in
                switch found {
                case .failure(let error): completion(.failure(.store(error)))
                case .success(let stored):
                    guard stored?.account == account else { return completion(.success(false)) }
                    store.remove(
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
