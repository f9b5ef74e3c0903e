public import Coordination

/// The reasons for which a session is not started, read or changed.
///
/// Nothing has changed, except possibly after ``store(_:)`` with ``StoreError/Kind/unknownOutcome``.
public enum SessionError: Error {
    /// No session has this identifier, or the credential does not open it.
    ///
    /// A client can't tell which.
    case unauthorized
    /// The credential was replaced a short time ago.
    ///
    /// The client gets the new one in the response to the request that replaced it, or by repeating that request.
    case credentialReplaced
    /// The hand-off was used or has expired, or there never was one with this code.
    ///
    /// A client can't tell which.
    case handoffUnusable
    /// The session has as many devices as it may have.
    case tooManyDevices(limit: Int)
    /// No device of the session has a credential with this name.
    case unknownDevice
    /// The credential is the only one of the session.
    case lastDevice
    /// The session belongs to a guest, so it has no account with sessions to be listed or ended.
    case noAccount
    /// The session has expired, and the application can be started again.
    ///
    /// With `resumable`, a new session can continue the expired one, which its client has used (``ExpiredSession``).
    case expired(application: String, resumable: SessionID?)
    /// The session to be resumed has not expired, so it can still be used.
    case notExpired
    /// The session can't be restored: it is damaged, or of a version that its application can't migrate.
    ///
    /// The application is `nil` if even its name can't be read.
    case unreadable(application: String?)
    /// The server hosts no application of this name.
    case unknownApplication(String)
    /// The event was rejected.
    ///
    /// The view is `nil` for a session that was to be started.
    case navigation(NavigationError, SessionView?)
    /// The current revision is none of the revisions that the client named, or the screen is not as the client has seen it.
    ///
    /// The view is the current state.
    case revisionMismatch(SessionView)
    /// The idempotency key was used for another request, or for the creation of a session that is in use by now.
    case idempotencyKeyReused
    /// The first request with this idempotency key is still running.
    case idempotencyKeyInUse
    /// The idempotency key of a creation has fewer than 16 bytes, so another client could use it too.
    case idempotencyKeyTooShort
    /// The number of sessions has reached its limit.
    ///
    /// The time is when the next session expires, if it is not used before.
    case tooManySessions(until: Timestamp)
    /// The event adds an effect to a queue that has reached its limit (``EffectQueue/limit``).
    ///
    /// A later try may succeed.
    case effectQueueFull(effect: String, limit: Int)
    /// The handler of a source of rows has failed.
    case rowsUnavailable(String)
    /// The token of a user is not valid.
    case identityRejected
    /// The token of a user can't be verified at the moment.
    case identityUnavailable
    /// The server has no function that verifies the tokens of users.
    case identitiesNotSupported
    /// The store failed.
    ///
    /// Its ``StoreError/kind`` shows whether the change may have been made.
    case store(StoreError)
    /// The caller gave up before its request ran, or it is a server that has lost the lease of an effect.
    case cancelled
}

extension SessionError {
    /// The error of a request for a session that could not be read.
    ///
    /// - Parameters:
    ///   - error: The error of the store, which is "unreadable" for a quarantined session, and for one that a later release
    ///     has written.
    ///   - application: The name of the session's application, if it is known.
    init(reading error: StoreError, application: String?) {
        self = error.kind == .unreadable ? .unreadable(application: application) : .store(error)
    }
}
