public import Coordination

/// Why a session was not started, read or changed; nothing has changed in any case.
public enum SessionError: Error {
    /// There is no such session, or the credential does not open it; nobody learns which.
    case unauthorised
    /// The session has expired; the application can be started again.
    case expired(application: String)
    /// The session can't be taken up any more: it is damaged, or of a version that its application can't go on
    /// from. The application is `nil` when not even that can be read.
    case unreadable(application: String?)
    /// No application of this name is hosted here.
    case unknownApplication(String)
    /// The navigation did not take the event.
    case navigation(NavigationError, SessionView?)
    /// The client's state is not the current one.
    case revisionMismatch(SessionView)
    /// The idempotency key was used for another request, or for a creation whose session is in use by now.
    case keyReused
    /// The first request with this idempotency key is still running.
    case keyInUse
    /// The idempotency key of a creation is so short that another client could use it too.
    case keyTooShort
    /// There are as many sessions as there may be.
    case full
    /// The store did not take or give the session.
    case store(StoreError)
    /// The caller gave up before its request ran.
    case abandoned
}
