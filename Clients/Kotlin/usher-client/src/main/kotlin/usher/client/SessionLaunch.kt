package usher.client

import usher.client.json.JsonObject

/**
 * What an app passes to an application of the server when it starts a session, such as for one flow among its own
 * screens.
 *
 * ```kotlin
 * session.start(SessionLaunch(input = mapOf("iban" to iban), identity = token, isEmbedded = true))
 * ```
 */
data class SessionLaunch(
    /** The place at which the session starts. */
    val link: String? = null,
    /** The input, of the type that `usher types` writes as `SessionInput`. */
    val input: Any? = null,
    /** The token of the user who has signed in to the app's own backend. */
    val identity: String? = null,
    /** Whether the user can go back to the app from the first screen, which ends the session. */
    val isEmbedded: Boolean = false
) {
    /** The members of the request. */
    internal val members: JsonObject
        get() = mapOf(
            "link" to link,
            "input" to input,
            "identity" to identity,
            "embedded" to true.takeIf { isEmbedded }
        ).filterValues { it != null }
}
