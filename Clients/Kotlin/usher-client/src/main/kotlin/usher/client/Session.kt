package usher.client

import java.time.Instant
import java.util.UUID
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import usher.client.http.Cancellable
import usher.client.http.Transport
import usher.client.http.UrlConnectionTransport
import usher.client.json.JsonObject

/**
 * A session with a server, as one user has it on one device.
 *
 * It starts the session or continues a stored one, follows its states, and sends what the user does, one tap after
 * another. Each tap has one idempotency key for all its tries, so it takes effect once, however often the network loses
 * it.
 *
 * ```kotlin
 * val session = Session("https://shop.example", app = "market", storage = storage)
 * session.addListener(mainExecutor) { display -> draw(display) }
 * session.open()
 * session.submit(Tap.report("itemSelected", 5, screen = "k3"))
 * ```
 *
 * **Threads.** Every function may be called from any thread, also from the main thread of an app: none of them waits
 * for the network, the storage or another thread. A session does everything on its [EventLoop], one thread of its own
 * by default. Listeners are called by the executor that they are added with, and futures are completed on the thread of
 * the session: pass an executor to `thenAcceptAsync` or use `await` of kotlinx-coroutines, and do not block there.
 *
 * An open session keeps itself alive. Call [close] when the app does not show it any more, and [end] when the user has
 * logged out for good.
 *
 * @param server The address of the server, such as `https://example.com`.
 * @param app The name of the application, or null for the server's default.
 * @param client The app and its device.
 * @param storage The place for the token and the last state.
 * @param transport Sends the requests.
 * @param loop The thread of the session and its clock.
 * @param timing The pauses and times.
 */
class Session(
    server: String,
    internal val app: String? = null,
    internal val client: ClientDescription = ClientDescription(),
    internal val storage: SecureStorage,
    internal val transport: Transport = UrlConnectionTransport(),
    internal val loop: EventLoop = ThreadLoop(),
    internal val timing: Timing = Timing()
) {
    internal val calls = Calls(server)

    /** The credential of the session at hand. */
    internal var credential: Credential? = null

    /** The last state of the server. */
    internal var confirmed: NavigationState? = null
    internal var phase: Phase = Phase.Opening
    internal var connection = Connection.ONLINE
    internal val queue = TapQueue()

    /** The outputs that each screen had when it was in front last, by key. */
    internal var offers: Map<String, Any?> = emptyMap()

    /** The drafts, which are read and written under their own lock. */
    internal var drafts = Drafts()

    /** The time by which the server's clock is ahead of the device's, in milliseconds. */
    @Volatile
    internal var clockAhead = 0L

    /** Everything that is on its way for the session at hand. */
    internal var scope = Scope()

    /** The request that starts a session. */
    internal var creation: Call? = null
    internal var isSending = false
    internal var isWaitingWhileBusy = false
    internal var idleWaiters: List<() -> Unit> = emptyList()
    internal var responseWaiters: List<() -> Unit> = emptyList()

    /** The pauses before further tries, which end when there is a response to another request. */
    internal val pauses = LinkedHashSet<Pause>()

    /** The task that stores what has changed, after a while. */
    internal var storing: Cancellable? = null
    private var listeners: List<Listener> = emptyList()

    /** The things that the user sees at this moment. It may be read on any thread. */
    @Volatile
    var display = Display()
        private set

    /** The time of the server, with which `enabledAt` of a button is compared. */
    val serverTime: Instant get() = Instant.ofEpochMilli(loop.wallTime + clockAhead)

    /**
     * Calls a listener with the display now and after each change.
     *
     * A listener that is slow gets the newest display only.
     *
     * @param executor Runs the listener, such as the main executor of an app.
     */
    fun addListener(executor: Executor, listener: (Display) -> Unit): Cancellable {
        val added = Listener(executor, listener)
        loop.execute {
            listeners = listeners + added
            added.call()
        }
        return object : Cancellable {
            override fun cancel() {
                added.isRemoved = true
                loop.execute { listeners = listeners - added }
            }
        }
    }

    /**
     * Continues the stored session, or starts one if there is none, and follows it from then on.
     *
     * With a stored session the future is complete at once, with the last state and before the server was asked, so an
     * app can show something without a network. [Display.phase] tells later if that session is gone. While the network
     * is away, a new session waits.
     *
     * @param link The link to open, such as the link of a notification.
     * @return It fails with a [SessionError] if a new session can't be started.
     */
    fun open(link: String? = null): CompletableFuture<Unit> = future { openStored(link, it) }

    /**
     * Starts a new session, in place of the one at hand.
     *
     * @param link The place at which it starts.
     * @return It fails with [SessionError.OfServer] for an unknown application or link. The session at hand stays then.
     */
    fun start(link: String? = null): CompletableFuture<Unit> = start(SessionLaunch(link))

    /**
     * Starts a new session with what the application needs to know, in place of the one at hand.
     *
     * @param launch What is passed to the application.
     * @return It fails with [SessionError.OfServer] for an input or a token that the server does not accept. The
     *   session at hand stays then.
     */
    fun start(launch: SessionLaunch): CompletableFuture<Unit> = future { startNew(launch, it) }

    /**
     * Continues the expired session or starts its application again, as the server has proposed.
     *
     * @return It fails with [SessionError.NotOpen] if the session has not expired, or with an error of the server.
     */
    fun resume(): CompletableFuture<Unit> = future { resumeExpired(it) }

    /**
     * Joins the session of another device by the code of its hand-off, in place of the one at hand.
     *
     * @return It fails with a problem of the kind [ProblemKind.HANDOFF_UNUSABLE] if the code was used or is too old.
     */
    fun join(code: String): CompletableFuture<Unit> = future { joinByCode(code, it) }

    /**
     * Stops following and sending, and stores everything for the next [open].
     *
     * Taps that wait, and the one on its way, are stored with their keys and sent by the next start of the app.
     */
    fun close(): CompletableFuture<Unit> = future {
        closeNow()
        it(Try.Success(Unit))
    }

    /**
     * Ends the session at the server, for all devices, and forgets it.
     *
     * @return It fails with a [SessionError] if the server has not ended it. It is forgotten all the same.
     */
    fun end(): CompletableFuture<Unit> = future { endAtServer(it) }

    /** Stores the state, the taps that wait and the drafts now, as when the app leaves the foreground. */
    fun store(): CompletableFuture<Unit> = future {
        storeNow()
        it(Try.Success(Unit))
    }

    /** Ends all pauses and tries at once, as when the system says that there is a network again. */
    fun retry() = loop.execute { endPauses() }

    /**
     * Puts a tap behind all others.
     *
     * It takes effect once, however often the network loses it. Two taps of one thread stay in their order. Cancelling
     * the future does not take the tap back.
     *
     * @return The outcome. It never fails.
     */
    fun submit(tap: Tap): CompletableFuture<Outcome> {
        val outcome = CompletableFuture<Outcome>()
        loop.execute { add(tap) { outcome.complete(it) } }
        return outcome
    }

    /** Makes a code by which another device joins the session, with [join]. */
    fun handOff(): CompletableFuture<HandOff> = future { makeHandOff(it) }

    /** Makes a code by which an agent joins the session, for the user to give to it. */
    fun inviteAgent(): CompletableFuture<AgentInvitation> = future { makeInvitation(it) }

    /** The devices and agents that have access to the session. */
    fun devices(): CompletableFuture<List<Device>> = future { readDevices(it) }

    /**
     * Ends the access of a device.
     *
     * @return It fails with a problem with a status of 422 for the only device. Call [end] there.
     */
    fun endAccess(device: Device): CompletableFuture<Unit> = future { remove(device, it) }

    /**
     * Reads the first page of the rows of a source.
     *
     * @param limit The number of rows, at most 100.
     * @return It fails with a problem of the kind [ProblemKind.STALE_SCREEN] if the screen is gone, and with
     *   [SessionError.Lost]
     *   without a network.
     */
    fun rows(source: RowSource, limit: Int = 50): CompletableFuture<RowPage> = future { readRows(source, limit, it) }

    /** Reads a further page of rows, by [RowPage.next] of the page before. */
    fun rows(next: String): CompletableFuture<RowPage> = future { readRows(next, it) }

    /** The values that the user has typed into a form and not sent, by the names of the fields. */
    fun draft(form: FormId): JsonObject? = synchronized(draftLock) { drafts.values(form) }

    /**
     * Keeps the values of a form.
     *
     * Leave out the values of `secret` fields. Without any value the draft is dropped, as after the form was sent.
     */
    fun keepDraft(values: JsonObject, form: FormId) {
        synchronized(draftLock) { drafts.set(values, form) }
        loop.execute { storeSoon() }
    }

    internal val draftLock = Any()

    /** Predicts the state to draw again, and tells the listeners. */
    internal fun publish() {
        val confirmed = confirmed
        val shown = confirmed?.let {
            queue.taps.fold(it) { state, tap ->
                val prediction = if (tap.isAnswered) null else tap.prediction
                prediction?.let { state.predicting(it, offers) } ?: state
            }
        }
        display = Display(
            state = shown,
            isPredicted = shown !== confirmed,
            phase = phase,
            connection = connection,
            waiting = queue.taps.map { it.tap }
        )
        for (listener in listeners) listener.call()
    }

    internal fun newKey(): String = UUID.randomUUID().toString()

    internal fun <Value> future(body: ((Try<Value>) -> Unit) -> Unit): CompletableFuture<Value> {
        val future = CompletableFuture<Value>()
        loop.execute {
            body { result ->
                when (result) {
                    is Try.Success -> future.complete(result.value)
                    is Try.Failure -> future.completeExceptionally(result.error)
                }
            }
        }
        return future
    }

    private inner class Listener(val executor: Executor, val listener: (Display) -> Unit) {
        @Volatile
        var isRemoved = false

        @Volatile
        private var isScheduled = false

        fun call() {
            if (isScheduled) return
            isScheduled = true
            executor.execute {
                isScheduled = false
                if (!isRemoved) listener(display)
            }
        }
    }
}

/** The credential of a session: its id, and the token, which changes when the user proves an identity. */
internal data class Credential(val id: String, val token: String)

/** Everything that is on its way for one session, to be given up together. */
internal class Scope : Cancellable {
    private val parts = LinkedHashSet<Cancellable>()
    var isCancelled = false
        private set

    fun add(part: Cancellable) {
        parts.add(part)
    }

    fun remove(part: Cancellable) {
        parts.remove(part)
    }

    override fun cancel() {
        isCancelled = true
        val all = parts.toList()
        parts.clear()
        for (part in all) part.cancel()
    }
}
