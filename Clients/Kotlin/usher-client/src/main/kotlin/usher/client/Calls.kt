package usher.client

import java.net.URI
import java.net.URISyntaxException
import usher.client.http.HttpRequest
import usher.client.json.Json

/** The requests of the state API, as values. */
internal class Calls(server: String) {
    /** The address of the server, such as `https://example.com`. */
    private val server = server.trimEnd('/')

    /** Creates what the path is for, or posts something else: the key is the same for all tries. */
    fun post(path: String, body: Any?, key: String): HttpRequest = request("POST", path, body?.let { encoded(it) })
        .with("Idempotency-Key", "\"$key\"")
        .with("Content-Type", "application/json")

    /**
     * Reads the whole state, or what is newer than the revision at hand, for which the server may wait some seconds.
     */
    fun state(id: String, since: Long? = null, waitSeconds: Long = 0): HttpRequest {
        val request = request("GET", path(id))
        if (since == null) return request
        val wait = if (waitSeconds > 0) ", wait=$waitSeconds" else ""
        return request.with("If-None-Match", "\"$since\"").with("Prefer", patchFrom(since) + wait)
    }

    /** Opens the stream of events behind a revision. */
    fun events(id: String, since: Long): HttpRequest = request("GET", path(id) + "/events")
        .with("Accept", "text/event-stream")
        .with("Last-Event-ID", since.toString())

    /**
     * Posts an event of the user, for a patch from the revision at hand.
     *
     * The condition, if there is one, is the screen that must be in front.
     */
    fun event(path: String, body: Any?, key: String, base: Long, condition: ScreenCondition?): HttpRequest {
        val request = post(path, body, key).with("Prefer", patchFrom(base))
        return if (condition == null) request else request.with("If-Screen", condition.toString())
    }

    /** Reads something of a session by its path, which may have a query. */
    fun read(path: String): HttpRequest = request("GET", path)

    /** Removes something of a session by its path. */
    fun remove(path: String): HttpRequest = request("DELETE", path)

    private fun request(method: String, path: String, body: ByteArray? = null) =
        HttpRequest(method, server + pathOf(path), mapOf("Accept" to "application/json, $PATCH_TYPE"), body)

    companion object {
        private const val PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        const val PATCH_TYPE = "application/json-patch+json"

        /** The path of a session. */
        fun path(id: String): String = "/v1/sessions/${escaped(id)}"

        /** A text as one segment of a path. */
        fun escaped(text: String): String = buildString {
            for (byte in text.toByteArray(Charsets.UTF_8)) {
                val code = byte.toInt() and 0xFF
                val character = code.toChar()
                if (character in PLAIN) append(character) else append(String.format("%%%02X", code))
            }
        }

        private fun encoded(body: Any): ByteArray = Json.write(body).toByteArray(Charsets.UTF_8)

        private fun patchFrom(revision: Long) = "patch-from=\"$revision\""

        /**
         * The path and the query of an address. The host of another server is left out, because the token is for this
         * one.
         */
        private fun pathOf(address: String): String = try {
            val uri = URI(address)
            uri.rawPath + (uri.rawQuery?.let { "?$it" } ?: "")
        } catch (malformed: URISyntaxException) {
            "/"
        }
    }
}
