package usher.client

import usher.client.http.Cancellable
import usher.client.http.HttpHead
import usher.client.http.Receiver
import usher.client.http.ServerSentEvent
import usher.client.http.ServerSentEventParser
import usher.client.json.Json
import usher.client.json.MalformedJson
import usher.client.json.UnfitPatch
import usher.client.json.asObject
import usher.client.json.long
import usher.client.json.text
import java.io.ByteArrayOutputStream

/** The end of a stream. */
private class StreamEnd(
    /** Whether the header of a stream has come. */
    val isOpen: Boolean = false,
    /** Whether an event or a comment has come. */
    val isUseful: Boolean = false,
    /** The reason that the server has given. */
    val reason: String? = null,
    /** The problem that has come instead. */
    val problem: Problem? = null,
    /** Whether nothing came for too long. */
    val isSilent: Boolean = false,
    /** Whether a patch did not lead from the state at hand. */
    val isUnfit: Boolean = false
) {
    /** Whether it was open and nothing came for too long, as behind a proxy that holds streams back. */
    val isHeldBack: Boolean get() = isOpen && !isUseful && isSilent
}

/** Follows the states of a session: by a stream of events, or by long polling where streams do not arrive. */
internal class Follower(private val session: Session) {
    private val scope = session.scope
    private var losses = 0
    private var heldBack = 0
    private var isPollingOver = false

    private val isFollowed: Boolean get() = !scope.isCancelled && session.phase == Phase.Open

    /** Opens a stream as soon as the token is known. */
    fun follow() {
        if (!isFollowed) return
        session.untilResponse {
            // The storage may have lost the state of a stored session.
            if (session.confirmed == null) session.readWholeState { stream() } else stream()
        }
    }

    private fun stream() {
        if (!isFollowed) return
        val base = session.confirmed ?: return ended(StreamEnd())
        EventStream(session, base, ::ended).start()
    }

    private fun ended(end: StreamEnd) {
        if (!isFollowed) return
        if (end.isUseful) {
            losses = 0
            heldBack = 0
        }
        if (end.isHeldBack) heldBack += 1
        val problem = end.problem
        when {
            end.isUnfit -> session.readWholeState { follow() }
            end.reason == "credentialRenewed" -> follow()
            end.reason == "replaced" -> session.loop.schedule(session.timing.replaced) { follow() }
            end.reason == "ended" || end.reason == "expired" -> session.refresh(persists = true) { follow() }
            problem?.isTransient == true -> Pause(session, (problem.retryAfter ?: 1) * 1_000) { follow() }
            // The server or a proxy has no streams.
            problem != null -> poll()
            heldBack >= 2 -> {
                heldBack = 0
                poll()
            }
            else -> {
                session.pause(losses) { follow() }
                losses += 1
            }
        }
    }

    /** Reads the states by long polling, until it is time to try a stream again. */
    private fun poll() {
        isPollingOver = false
        session.loop.schedule(session.timing.polling) { isPollingOver = true }
        losses = 0
        pollOnce()
    }

    private fun pollOnce() {
        if (!isFollowed) return
        if (isPollingOver) return follow()
        session.untilResponse {
            if (!isFollowed) return@untilResponse
            session.refresh(wait = session.timing.longPoll, persists = false) { result ->
                if (!isFollowed) return@refresh
                if (result is Try.Success) {
                    losses = 0
                    session.loop.execute { pollOnce() }
                } else {
                    session.pause(losses) { pollOnce() }
                    losses += 1
                }
            }
        }
    }
}

/** One stream of events, from a state on. */
private class EventStream(
    private val session: Session,
    private var base: NavigationState,
    private val ended: (StreamEnd) -> Unit
) : Cancellable {
    private val scope = session.scope
    private val parser = ServerSentEventParser()
    private val refusal = ByteArrayOutputStream()
    private var exchange: Cancellable? = null
    private var timer: Cancellable? = null
    private var head: HttpHead? = null
    private var isUseful = false
    private var isDone = false

    fun start() {
        scope.add(this)
        watch(session.timing.response)
        val request = session.calls.events(base.id, base.revision).authorizedBy(session.credential?.token)
        exchange = session.transport.send(request, object : Receiver {
            override fun onHead(head: HttpHead) = onLoop { receive(head) }
            override fun onContent(part: ByteArray) = onLoop { receive(part) }
            override fun onEnd() = onLoop { complete() }
            override fun onFailure(message: String) = onLoop { end(StreamEnd(head != null, isUseful)) }
        })
    }

    override fun cancel() {
        isDone = true
        timer?.cancel()
        exchange?.cancel()
        scope.remove(this)
    }

    private fun onLoop(action: () -> Unit) = session.loop.execute { if (!isDone) action() }

    private fun watch(time: Long) {
        timer?.cancel()
        timer = session.loop.schedule(time) {
            if (!isDone) end(StreamEnd(head != null, isUseful, isSilent = true))
        }
    }

    private fun receive(head: HttpHead) {
        this.head = head
        session.learnTime(head)
        watch(session.timing.silence)
    }

    private fun receive(part: ByteArray) {
        watch(session.timing.silence)
        if (head?.status != 200) return refusal.write(part, 0, part.size)
        if (!isUseful) session.reached()
        isUseful = true
        for (event in parser.parse(part)) {
            if (isDone) return
            take(event)
        }
    }

    private fun take(event: ServerSentEvent) {
        val content = try {
            Json.parse(event.data).asObject()
        } catch (malformed: MalformedJson) {
            null
        } ?: return end(StreamEnd(isOpen = true, isUseful = true))
        when (event.name) {
            "end" -> end(StreamEnd(isOpen = true, isUseful = true, reason = content.text("reason").orEmpty()))
            "patch" -> {
                val state = try {
                    if (content.long("from") == base.revision) base.applying(content["patch"]) else null
                } catch (unfit: UnfitPatch) {
                    null
                }
                adopt(state)
            }
            "state" -> adopt(stateOrNull(content))
        }
    }

    private fun adopt(state: NavigationState?) {
        if (state == null) return end(StreamEnd(isOpen = true, isUseful = true, isUnfit = true))
        base = state
        session.adopt(state)
    }

    /** The response has ended: a stream that was lost, or a response that is none. */
    private fun complete() {
        val head = head
        if (head == null || head.status == 200) return end(StreamEnd(head != null, isUseful))
        val problem = Problem.read(head, refusal.toByteArray())
        // A response that has lost its content says nothing about the session.
        val isWhole = problem.type != "" || problem.status != 401
        if (!isWhole) return end(StreamEnd(isOpen = true))
        session.lose(SessionError.OfServer(problem))
        end(StreamEnd(isOpen = true, problem = problem))
    }

    private fun end(end: StreamEnd) {
        if (isDone) return
        cancel()
        ended(end)
    }
}
