import Coordination

/// The right by which a caller gets a session.
enum SessionAccess: Sendable {
    /// A client presents this credential.
    ///
    /// A repetition may also present the credential that the first request replaced.
    case credential(Credential, isRepetition: Bool)
    /// The server runs an effect or a timer of the session.
    case trusted
    /// The user of another session manages the sessions of this account.
    case account(String)
    /// A client presents the code of a hand-off with this digest, possibly once more with the same idempotency key.
    case handoff(Digest, Idempotency?)
    /// The client repeats the creation of the session, with the same idempotency key.
    case creation

    /// Checks the right to a session, so that a caller without one causes no load.
    ///
    /// - Parameters:
    ///   - record: The session.
    ///   - now: The time of the access.
    ///   - replay: The time for which a request that replaced a credential may be repeated.
    /// - Throws: ``SessionError/unauthorized``, ``SessionError/credentialReplaced``, ``SessionError/handoffUnusable`` or
    ///   ``SessionError/expired(application:resumable:)``.
    func check<Content>(
        _ record: SessionRecord<Content>,
        at now: Timestamp,
        replay: Duration
    ) throws(SessionError) {
        switch self {
        case .credential(let credential, let isRepetition):
            if !record.opens(credential.digest) {
                guard let issue = record.issue, issue.mayBeRepeated(with: credential, at: now, within: replay) else {
                    throw .unauthorized
                }
                // The session checks whether it is that request when it runs.
                guard isRepetition else { throw .credentialReplaced }
            }
            guard record.expiresAt > now else { throw record.expiry }
        case .account(let account):
            guard record.account == account else { throw .unauthorized }
            guard record.expiresAt > now else { throw record.expiry }
        case .trusted:
            guard record.expiresAt > now else { throw record.expiry }
        case .handoff(let code, let idempotency):
            guard
                record.devices.hasHandoff(code, at: now)
                    || record.devices.issue(for: idempotency, at: now, within: replay) != nil
            else { throw .handoffUnusable }
            guard record.expiresAt > now else { throw record.expiry }
        case .creation: break
        }
    }
}

extension SessionRecord {
    /// The error for a request to the session after it has expired.
    ///
    /// A session that its client never used holds nothing to resume.
    var expiry: SessionError { .expired(application: application, resumable: usedAt == nil ? nil : id) }
}
