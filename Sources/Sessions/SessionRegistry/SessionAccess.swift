import Coordination

/// The right by which a caller gets a session.
enum SessionAccess: Sendable {
    /// A client presents this credential.
    case credential(Credential)
    /// The server runs an effect or a timer of the session.
    case trusted
    /// The client repeats the creation of the session, with the same idempotency key.
    case creation

    /// Checks the right to a session; a caller without one causes no load.
    ///
    /// - Throws: ``SessionError/unauthorized`` or ``SessionError/expired(application:)``.
    func check<Content>(_ record: SessionRecord<Content>, at now: Timestamp) throws(SessionError) {
        switch self {
        case .credential(let credential):
            guard record.credential == credential.digest else { throw .unauthorized }
            guard record.expiresAt > now else { throw .expired(application: record.application) }
        case .trusted:
            guard record.expiresAt > now else { throw .expired(application: record.application) }
        case .creation: break
        }
    }
}
