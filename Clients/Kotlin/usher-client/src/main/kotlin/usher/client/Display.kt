package usher.client

/** Everything about a session that a user sees. */
data class Display(
    /**
     * The state to draw, or null as long as there is none.
     *
     * Gestures with a known result show here before the server has responded. The last state stays here while the
     * network is away, and when the session is gone.
     */
    val state: NavigationState? = null,
    /** Whether [state] is one that the server has not confirmed yet. */
    val isPredicted: Boolean = false,
    /** The phase of the session. */
    val phase: Phase = Phase.Opening,
    /** The connection to the server. */
    val connection: Connection = Connection.ONLINE,
    /** The taps that have no outcome yet, in their order. */
    val waiting: List<Tap> = emptyList()
)

/** The phases of a session. */
sealed class Phase {
    /** There is no session yet. */
    object Opening : Phase()

    /** The user can act. */
    object Open : Phase()

    /** The last flow has finished. Offer to start a new session. */
    object Ended : Phase()

    /** The session has expired. Offer [Session.resume], by which it goes on if the problem says so. */
    data class Expired(val problem: Problem) : Phase()

    /** This device has no access any more, because another one has taken the session or ended the access. */
    data class Gone(val problem: Problem) : Phase()

    /** The session was closed or ended by this client. */
    object Closed : Phase()
}

/** The states of the connection to a server. */
enum class Connection {
    /** The last request got a response. */
    ONLINE,

    /** A request was lost a moment ago, and is sent again. */
    RECONNECTING,

    /** Several tries were lost. The user should know. */
    UNREACHABLE
}

/** A reason why a call of a session has no result. */
sealed class SessionError(message: String) : Exception(message) {
    /** The server has reported a problem. */
    class OfServer(val problem: Problem) : SessionError("${problem.title} ${problem.detail.orEmpty()}".trim())

    /** The network has lost the request or its response, with the error message of the system. */
    class Lost(message: String) : SessionError(message)

    /** The response does not come from the state API, but for example from a proxy. */
    class Malformed : SessionError("The response is none of the state API.")

    /** There is no session: none was opened, or it is closed, gone or has ended. */
    class NotOpen : SessionError("There is no session.")

    /** The storage has failed, with its error message. */
    class Storage(message: String) : SessionError(message)

    /** The session was closed before there was a result. */
    class Cancelled : SessionError("The session was closed.")
}

/** The result of a step of a session. */
internal sealed class Try<out Value> {
    class Success<Value>(val value: Value) : Try<Value>()
    class Failure(val error: SessionError) : Try<Nothing>()
}
