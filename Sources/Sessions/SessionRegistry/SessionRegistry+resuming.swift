import Concurrency
import Coordination
import Cryptography
import Logging

/// An expired session that a client wants to continue, with the credential that opened it.
public struct ExpiredSession: Sendable {
    /// The expired session.
    public let id: SessionID
    /// The credential that the client presents.
    public let credential: Credential

    /// Describes an expired session.
    public init(id: SessionID, credential: Credential) {
        self.id = id
        self.credential = credential
    }

    /// A digest that stands for the resumption among those of the sessions that are being started.
    fileprivate var key: Digest { Digest(of: "resume \(id)") }
}

extension SessionRegistry {
    /// Loads the expired session of a request that resumes one, and then starts the new session.
    func loadExpired(_ start: SessionStart) {
        guard let expired = start.expired else { return reserve(start) }
        // Of two requests at the same time the second must find that the first has resumed the session.
        guard starting.withLock({ $0.insert(expired.key).inserted }) else {
            return start.fail(.store(StoreError(.unavailable, "The session \(expired.id) is being resumed.")))
        }
        let completion = start.then
        var start = start
        start.then = { [self] result in
            starting.withLock { _ = $0.remove(expired.key) }
            completion(result)
        }
        let request = start
        store.load(
            .id(expired.id),
            then: StoreCompletion(on: request.caller.queue) { [self] result in
                do throws(SessionError) {
                    reserve(try resuming(request, expired, result))
                } catch {
                    request.fail(error)
                }
            }
        )
    }

    /// Returns the request with the record of its expired session, after checking the right to it.
    ///
    /// - Throws: ``SessionError/unauthorized`` for an unknown session or a wrong credential, ``SessionError/notExpired`` for one
    ///   that can still be used, ``SessionError/unreadable(application:)``, ``SessionError/unknownApplication(_:)`` if the
    ///   request names another application, or ``SessionError/store(_:)``.
    private func resuming(
        _ start: SessionStart,
        _ expired: ExpiredSession,
        _ result: Result<StoredSession?, StoreError>
    ) throws(SessionError) -> SessionStart {
        let stored: StoredSession?
        do throws(StoreError) {
            stored = try result.get()
        } catch {
            throw SessionError(reading: error, application: nil)
        }
        guard let stored, stored.opens(expired.credential.digest) else { throw .unauthorized }
        guard stored.expiresAt <= dependencies.clock.now else { throw .notExpired }
        guard stored.application == start.application.name else { throw .unknownApplication(stored.application) }
        var start = start
        if start.client == ClientInfo() { start.client = stored.client }
        do throws(SnapshotError) {
            start.expiredRecord = try dependencies.withCrashAttribution(stored.id) { () throws(SnapshotError) in
                try LiveRecord.restored(stored, by: start.application, at: dependencies.clock.now).record
            }
        } catch {
            guard !error.isNewer else {
                throw dependencies.leave(StoreError(.newer, error.description), of: stored.id)
            }
            dependencies.log(StoreError(.unreadable, error.description), of: stored.id)
            throw .unreadable(application: stored.application)
        }
        return start
    }

    /// Runs code of the application for an expired session, and names it in the crash ledger if the process crashes in it.
    func withExpired<Result>(
        _ expired: LiveRecord,
        _ body: () throws(NavigationError) -> Result
    ) throws(NavigationError) -> Result {
        try dependencies.withCrashAttribution(expired.id, body)
    }

    /// Logs the reason why an expired session can't continue; its client starts the application again.
    func failedResumption(of expired: LiveRecord, _ error: NavigationError) -> SessionError {
        dependencies.log.error(
            "Session resume failed",
            metadata: ["session": "\(expired.id)", "app": "\(expired.application)", "reason": "\(error)"]
        )
        return .unreadable(application: expired.application)
    }

    /// Removes the expired session that the new one continues, so that it is resumed once.
    ///
    /// It is removed after the commit of the new session, so that nothing is lost in between. If the removal fails, or the
    /// process ends before it, the session can be resumed once more.
    func removeExpired(_ start: SessionStart, then completion: @escaping @Sendable () -> Void) {
        guard let expired = start.expiredRecord else { return completion() }
        if let session = live[expired.id] {
            _ = session.removeIfExpired(at: dependencies.clock.now)
            live.remove(session)
        }
        let mark = quota.mark
        store.remove(
            .session(expired.id),
            then: StoreCompletion(on: start.caller.queue) { [self] result in
                switch result {
                case .success(let count):
                    if count > 0 { quota.release(hadAccount: expired.account != nil, since: mark) }
                case .failure(let error): dependencies.log(error, of: expired.id)
                }
                completion()
            }
        )
    }
}
