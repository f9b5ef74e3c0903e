package usher.client

import java.time.Instant
import usher.client.http.HttpRequest
import usher.client.json.JsonObject
import usher.client.json.bool
import usher.client.json.children
import usher.client.json.text

/** A code by which another device joins the session. */
data class HandOff(
    /** The address to open on the other device, as a link or a QR code. It may be relative to the server. */
    val url: String,
    /** The code, which works once and for two minutes. */
    val code: String,
    /** The time from which on it does not work any more. */
    val expiresAt: Instant?
)

/** A code by which an agent joins the session, such as an assistant with a language model. */
data class AgentInvitation(
    /** The code, which works once and for two minutes. */
    val code: String,
    /** The time from which on it does not work any more. */
    val expiresAt: Instant?
)

/** A device or an agent that has access to the session. */
data class Device(
    /** The id of its credential. */
    val id: String,
    /** The platform that it has named. */
    val platform: String?,
    /** Whether it is an agent, which can do only what the application allows to agents. */
    val isAgent: Boolean,
    /** The time at which it got access. */
    val createdAt: Instant?,
    /** The time of its last event. */
    val lastUsedAt: Instant?,
    /** Whether it is this device. */
    val isCurrent: Boolean
)

internal fun Session.makeHandOff(done: (Try<HandOff>) -> Unit) =
    ask(done, { calls.post("$it/handoffs", emptyMap<String, Any?>(), newKey()) }) { content ->
        val url = content.text("url")
        val code = content.text("code")
        if (url == null || code == null) null else HandOff(url, code, content.text("expiresAt")?.let { instant(it) })
    }

internal fun Session.makeInvitation(done: (Try<AgentInvitation>) -> Unit) =
    ask(done, { calls.post("$it/agents", emptyMap<String, Any?>(), newKey()) }) { content ->
        content.text("code")?.let { AgentInvitation(it, content.text("expiresAt")?.let { time -> instant(time) }) }
    }

internal fun Session.readDevices(done: (Try<List<Device>>) -> Unit) =
    ask(done, { calls.read("$it/credentials") }) { content ->
        content.children("credentials").map {
            Device(
                id = it.text("id").orEmpty(),
                platform = it.text("platform"),
                isAgent = it.bool("agent") ?: false,
                createdAt = it.text("createdAt")?.let { time -> instant(time) },
                lastUsedAt = it.text("lastUsedAt")?.let { time -> instant(time) },
                isCurrent = it.bool("current") ?: false
            )
        }
    }

internal fun Session.remove(device: Device, done: (Try<Unit>) -> Unit) =
    ask(done, { calls.remove("$it/credentials/${Calls.escaped(device.id)}") }) { Unit }

/** Sends a request of the session at hand once, and reads its response. */
internal fun <Value> Session.ask(
    done: (Try<Value>) -> Unit,
    request: (String) -> HttpRequest,
    read: (JsonObject) -> Value?
) {
    val id = credential?.id ?: return done(Try.Failure(SessionError.NotOpen()))
    Call(this, request(Calls.path(id)), persists = false) { result ->
        when (result) {
            is Try.Failure -> done(result)
            is Try.Success -> {
                val value = read(result.value.members.orEmpty())
                done(if (value == null) Try.Failure(SessionError.Malformed()) else Try.Success(value))
            }
        }
    }.start()
}
