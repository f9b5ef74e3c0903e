public import Concurrency
public import Coordination

/// A session that was started, and the secret that opens it.
///
/// The server stores only the digest of the secret.
public typealias StartedSession = (result: SubmissionResult, credential: Credential)

extension SessionRegistry {
    /// Starts a session.
    ///
    /// - Parameters:
    ///   - name: The application, or `nil` for the application that the link belongs to, or without a link for the first one.
    ///   - launch: The link, the input and the user of the session.
    ///   - token: The token by which another system names the user, which is verified first, or `nil` for none.
    ///   - address: The numeric address of the client, for the queue of the verification.
    ///   - client: The client's description of itself.
    ///   - expired: An expired session that the new one continues, with the credential that opened it
    ///     (``Coordination/Application/resume(_:at:)``). It can be resumed once, and is removed then.
    ///   - idempotency: Makes a repeated request start one session only. Its key must be as hard to guess as a UUID, because
    ///     its digests are no protection for a key that can be guessed, and it gives access to the session until its credential
    ///     is used.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session and its secret, or with the ``SessionError`` that prevented it.
    public func start(
        _ name: String?,
        launch: SessionLaunch = SessionLaunch(),
        identity token: String? = nil,
        from address: String? = nil,
        client: ClientInfo,
        resuming expired: ExpiredSession? = nil,
        idempotency: Idempotency?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        let application: Application
        do throws(SessionError) {
            application = try self.application(name, launch.link)
        } catch {
            return completion(.failure(error))
        }
        let request = SessionStart.Request(
            application: application,
            launch: launch,
            client: client,
            idempotency: idempotency,
            expired: expired,
            caller: caller,
            then: completion
        )
        guard let token else { return SessionStart(request, in: self).begin() }
        let context = IdentityContext(application: application.name, client: client, now: now)
        dependencies.effects.verify(token, context, from: address) { [request] result in
            caller.queue.perform {
                do throws(SessionError) {
                    var request = request
                    request.launch.identity = try result.get()
                    SessionStart(request, in: self).begin()
                } catch {
                    completion(.failure(error))
                }
            }
        }
    }

    /// Starts a session that continues from a state of another one, without its secrets and its effects in flight.
    ///
    /// The new session has the user of that state, so it is in the list of that user's sessions, and it ends with them.
    ///
    /// - Parameters:
    ///   - view: The session at the revision to continue from.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the new session and its secret, or with the ``SessionError`` that prevented it.
    public func fork(
        _ view: SessionView,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        let request = SessionStart.Request(
            application: view.application,
            client: view.record.client,
            origin: view,
            caller: caller,
            then: completion
        )
        SessionStart(request, in: self).begin()
    }

    private func application(_ name: String?, _ link: String?) throws(SessionError) -> Application {
        if let name {
            guard let application = applications[name] else { throw .unknownApplication(name) }
            return application
        }
        guard let link else { return applications.default }
        guard let application = applications.all.first(where: { $0.owns(link) }) else {
            throw .navigation(.unknownLink(link), nil)
        }
        return application
    }
}
