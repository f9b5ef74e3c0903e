package usher.client

import java.io.ByteArrayOutputStream
import java.time.DateTimeException
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter
import usher.client.http.Cancellable
import usher.client.http.HttpHead
import usher.client.http.HttpRequest
import usher.client.http.Receiver
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.MalformedJson
import usher.client.json.asObject

/** A response of the server that is no problem. */
internal class Reply(val head: HttpHead, val content: Any?) {
    /** The content, if it is an object. */
    val members: JsonObject? get() = content.asObject()
}

/**
 * A request that is sent until it has a response.
 *
 * One that was lost is sent again unchanged, with the same idempotency key. A response to any request ends the pauses
 * of all others.
 *
 * @param request The request, without a token.
 * @param persists Whether it is sent again after a loss or a problem that passes by itself.
 * @param wait The milliseconds for which the request lets the server wait.
 * @param isAuthorized Whether it gets the token of the session.
 * @param done Gets a response with 2xx or 304, or the error. It is called once, on the thread of the session.
 */
internal class Call(
    private val session: Session,
    private val request: HttpRequest,
    private val persists: Boolean,
    private val wait: Long = 0,
    private val isAuthorized: Boolean = true,
    private val done: (Try<Reply>) -> Unit
) : Cancellable {
    private val scope = session.scope
    private var number = 0
    private var attempt = 0
    private var earlierToken: String? = null
    private var exchange: Cancellable? = null
    private var deadline: Cancellable? = null
    private var pause: Pause? = null
    private var isDone = false

    /** Sends the request for the first time. */
    fun start(): Call {
        scope.add(this)
        perform()
        return this
    }

    override fun cancel() {
        exchange?.cancel()
        finish(Try.Failure(SessionError.Cancelled()))
    }

    private fun perform() {
        number += 1
        val current = number
        val token = if (isAuthorized) session.credential?.token else null
        deadline = session.loop.schedule(session.timing.response + wait) {
            if (current != number || isDone) return@schedule
            exchange?.cancel()
            lost("The response has not come in time.")
        }
        exchange = session.transport.send(request.authorizedBy(token), Collector(session.loop) { head, body, failure ->
            if (current != number || isDone) return@Collector
            if (head == null || failure != null) lost(failure.orEmpty()) else received(head, body, token)
        })
    }

    private fun received(head: HttpHead, body: ByteArray, token: String?) {
        session.learnTime(head)
        val isJson = head.field("Content-Type")?.contains("json") == true
        val hasContent = head.status != 204 && head.status != 304
        // The server has content of no other type, and redirects nothing. A page for a login to the network does.
        if (!isJson && hasContent && head.status < 400 || head.status == 511) {
            return lost("The response is not one of the server.")
        }
        val content = try {
            if (isJson && hasContent) Json.parse(String(body, Charsets.UTF_8)) else null
        } catch (malformed: MalformedJson) {
            return lost("The response was cut off.")
        }
        if (head.status in 200..299 || head.status == 304) {
            session.reached()
            return finish(Try.Success(Reply(head, content)))
        }
        refused(Problem.read(head, body), token)
    }

    private fun refused(problem: Problem, token: String?) {
        // The token may have been replaced while the request was on its way. Then it gets the new one.
        if (problem.status == 401 && token != null && token != session.credential?.token && token != earlierToken) {
            earlierToken = token
            deadline?.cancel()
            return perform()
        }
        val asked = problem.retryAfter?.let { it * 1_000 }
        if (problem.isTransient && persists && (asked ?: 0) <= session.timing.longestAskedPause) return again(asked)
        session.reached()
        finish(Try.Failure(SessionError.OfServer(problem)))
    }

    private fun lost(message: String) {
        if (persists) again(null) else finish(Try.Failure(SessionError.Lost(message)))
    }

    private fun again(asked: Long?) {
        number += 1
        deadline?.cancel()
        pause = session.pause(attempt, asked) { if (!isDone) perform() }
        attempt += 1
    }

    private fun finish(result: Try<Reply>) {
        if (isDone) return
        isDone = true
        deadline?.cancel()
        pause?.cancel()
        scope.remove(this)
        done(result)
    }
}

internal fun HttpRequest.authorizedBy(token: String?): HttpRequest =
    if (token == null) this else with("Authorization", "Bearer $token")

/** Collects a response, and passes it on to the thread of the session. */
private class Collector(
    private val loop: EventLoop,
    private val done: (HttpHead?, ByteArray, String?) -> Unit
) : Receiver {
    private var head: HttpHead? = null
    private val body = ByteArrayOutputStream()

    override fun onHead(head: HttpHead) {
        this.head = head
    }

    override fun onContent(part: ByteArray) = body.write(part, 0, part.size)

    override fun onEnd() = end(null)

    override fun onFailure(message: String) = end(message)

    private fun end(failure: String?) {
        val head = head
        val content = body.toByteArray()
        loop.execute { done(head, content, failure) }
    }
}

/** A time before a further try, which ends early when the server has responded to another request. */
internal class Pause(private val session: Session, duration: Long, private val action: () -> Unit) : Cancellable {
    private val scope = session.scope
    private val timer: Cancellable

    init {
        session.pauses.add(this)
        scope.add(this)
        timer = session.loop.schedule(duration) { end() }
    }

    /** Ends the pause now, with its action. */
    fun end() {
        if (session.pauses.contains(this)) {
            cancel()
            action()
        }
    }

    override fun cancel() {
        session.pauses.remove(this)
        scope.remove(this)
        timer.cancel()
    }
}

/** The server has responded, so requests that wait for it may succeed, too. */
internal fun Session.reached() {
    endPauses()
    changeConnection(Connection.ONLINE)
}

/** Pauses before a further try, and tells the listeners that the server did not respond. */
internal fun Session.pause(attempt: Int, asked: Long? = null, action: () -> Unit): Pause {
    changeConnection(if (timing.isLong(attempt)) Connection.UNREACHABLE else Connection.RECONNECTING)
    return Pause(this, asked ?: timing.pause(attempt), action)
}

internal fun Session.endPauses() {
    for (pause in pauses.toList()) loop.execute { pause.end() }
}

private fun Session.changeConnection(new: Connection) {
    if (connection == new) return
    connection = new
    if (new != Connection.ONLINE) queue.endWaiting(Outcome.Offline) { it.tap.offline == Tap.Offline.IS_REFUSED }
    publish()
}

/** Learns the clock of the server from the `Date` of a response, which has whole seconds only. */
internal fun Session.learnTime(head: HttpHead) {
    val text = head.field("Date") ?: return
    val date = try {
        ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
    } catch (malformed: DateTimeException) {
        return
    }
    val ahead = date.toInstant().toEpochMilli() - loop.wallTime
    clockAhead = if (Math.abs(ahead) < 2_000) 0 else ahead
}
