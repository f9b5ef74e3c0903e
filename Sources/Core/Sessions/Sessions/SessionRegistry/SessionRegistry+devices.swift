public import Concurrency
public import Coordination
import Cryptography

/// The code of a hand-off, and the time from which on it can't be used.
public typealias NewHandoff = (code: String, expiresAt: Timestamp)

extension SessionRegistry {
    /// Makes a code with which one more device can use a session, once, within ``SessionLimits/handoffLifetime``.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - holder: The party that may use the code: another device of the user, or an agent.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the code, which only this result contains. The ``SessionError`` is
    ///     ``SessionError/store(_:)`` or the error of a session that is gone. Nothing has changed then.
    public func handOff(
        _ session: Session,
        to holder: Credential.Holder = .user,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<NewHandoff, SessionError>) -> Void
    ) {
        let secret = Credential.make(for: holder)
        let now = dependencies.clock.now
        let handoff = Devices.Handoff(code: secret.digest, expiresAt: now + limits.handoffLifetime)
        session.amend(for: caller) { record throws(SessionError) in
            record.addingHandoff(handoff, at: now)
        } then: { result in
            completion(result.map { _ in ("\(session.id).\(secret.exposed)", handoff.expiresAt) })
        }
    }

    /// Gives one more device a credential of a session.
    ///
    /// - Parameters:
    ///   - code: The code of a hand-off.
    ///   - holder: The party that uses the code, which must be the one that it was made for.
    ///   - platform: The platform of the device, as its client describes itself, or `nil` for none.
    ///   - idempotency: The idempotency key, or `nil` for none. With it, the request may be repeated for
    ///     ``SessionLimits/credentialReplay`` if its response was lost.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session and the new credential, which only this result contains. The ``SessionError`` is
    ///     ``SessionError/handoffUnusable`` for a code that was used, has expired or never was one,
    ///     ``SessionError/tooManyDevices(limit:)``, ``SessionError/idempotencyKeyTooShort``, ``SessionError/store(_:)``, or the
    ///     error of a session that is gone.
    public func join(
        _ code: String,
        as holder: Credential.Holder = .user,
        platform: String?,
        idempotency: Idempotency?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        if let idempotency, !idempotency.canIssueCredential { return completion(.failure(.idempotencyKeyTooShort)) }
        guard let dot = code.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return completion(.failure(.handoffUnusable))
        }
        let id = SessionID(String(code[..<dot]))
        let digest = Credential(String(code[code.utf8.index(after: dot)...]), of: holder).digest
        let load = LoadWaiter(access: .handoff(digest, idempotency), caller: caller) { [self] result in
            switch result {
            case .success(let session):
                let use = HandoffUse(code: digest, holder: holder, platform: platform, idempotency: idempotency)
                self.use(use, of: session, for: caller, then: completion)
            // The session of the code is unknown. The client gets the same error as for a used code, so it learns nothing about
            // which sessions there are.
            case .failure(.unauthorized): completion(.failure(.handoffUnusable))
            case .failure(let error): completion(.failure(error))
            }
        }
        loader.find(id, load)
    }

    /// Uses a hand-off, or returns its credential again if the request is a repetition.
    private func use(
        _ handoff: HandoffUse,
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        let (now, replay) = (dependencies.clock.now, limits.credentialReplay)
        let idempotency = handoff.idempotency
        if let idempotency, let issue = session.record.devices.issue(for: idempotency, at: now, within: replay) {
            let credential = issue.credential(for: idempotency, of: handoff.holder)
            guard !session.wasUsed(credential.digest) else { return completion(.failure(.handoffUnusable)) }
            let result = SubmissionResult(view: session.view, isReplay: true)
            let joined: StartedSession = (result, credential)
            return session.confirm(joined, on: caller.queue, then: completion)
        }
        let (credential, issue) = CredentialIssue.make(for: idempotency, of: handoff.holder, at: now)
        let device = Devices.Device(
            credential: credential.digest,
            platform: handoff.platform,
            isAgent: handoff.holder == .agent,
            createdAt: now,
            usedAt: now,
            issue: issue
        )
        session.amend(for: caller) { record throws(SessionError) in
            try record.usingHandoff(handoff.code, for: device, at: now)
        } then: { result in
            completion(result.map { ($0, credential) })
        }
    }

    /// The use of a hand-off by a device or an agent.
    private struct HandoffUse: Sendable {
        let code: Digest
        let holder: Credential.Holder
        let platform: String?
        let idempotency: Idempotency?
    }

    /// Returns the devices of a session, longest first, and the name of the device with the credential that a client presents.
    public func devices(of session: Session, current: Credential) -> (list: [Devices.Device], current: String?) {
        let list = session.record.allDevices
        let digest = current.digest
        return (list, list.first { $0.credential == digest }?.id)
    }

    /// Subscribes a device to the notifications of its session, or ends its subscription.
    ///
    /// - Parameters:
    ///   - credential: The credential of the device.
    ///   - session: The session.
    ///   - subscription: The place where the device gets notifications, or `nil` for none.
    ///   - caller: The party that gets the result.
    ///   - completion: Called after the change is committed. The ``SessionError`` is ``SessionError/store(_:)`` or the error of a
    ///     session that is gone.
    public func subscribe(
        _ credential: Credential,
        of session: Session,
        to subscription: NotificationSubscription?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        let digest = credential.digest
        session.amend(for: caller) { record throws(SessionError) in
            record.subscribing(digest, to: subscription)
        } then: { result in
            completion(result.map { _ in })
        }
    }

    /// Removes the credential of a device, and ends its waits and streams.
    ///
    /// - Parameters:
    ///   - id: The name of the credential, as in ``Devices/Device/id``.
    ///   - session: The session.
    ///   - caller: The party that gets the result.
    ///   - completion: Called after the change is committed. The ``SessionError`` is ``SessionError/unknownDevice``,
    ///     ``SessionError/lastDevice``, ``SessionError/store(_:)``, or the error of a session that is gone.
    public func revokeDevice(
        _ id: String,
        of session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        session.amend(for: caller) { record throws(SessionError) in
            try record.revokingDevice(id)
        } then: { result in
            completion(result.map { _ in })
        }
    }
}
