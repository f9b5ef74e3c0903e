package usher.client

import usher.client.json.JsonObject
import usher.client.json.text

internal fun Session.openStored(link: String?, done: (Try<Unit>) -> Unit) {
    // An open session goes on.
    val isOpen = phase == Phase.Open
    val isStored = isOpen || try {
        restore()
    } catch (failure: SessionError.Storage) {
        return done(Try.Failure(failure))
    }
    if (!isStored) return startNew(SessionLaunch(link), done)
    if (!isOpen) begin()
    if (link != null) add(Tap.link(link)) {}
    done(Try.Success(Unit))
}

internal fun Session.startNew(launch: SessionLaunch, done: (Try<Unit>) -> Unit) {
    val body = if (app == null) launch.members else launch.members + ("app" to app)
    create("/v1/sessions", body, isAuthorized = false, done = done)
}

internal fun Session.resumeExpired(done: (Try<Unit>) -> Unit) {
    val expired = phase as? Phase.Expired ?: return done(Try.Failure(SessionError.NotOpen()))
    val resumption = expired.problem.resumption ?: return startNew(SessionLaunch(), done)
    val id = credential?.id
    val earlier = synchronized(draftLock) { drafts }
    create(resumption.href, resumption.body, isAuthorized = resumption.continuesSession) { result ->
        val state = confirmed
        if (result is Try.Success && resumption.continuesSession && id != null && state != null) {
            synchronized(draftLock) {
                drafts = earlier
                drafts.handOver(id, state)
            }
        }
        done(result)
    }
}

internal fun Session.joinByCode(code: String, done: (Try<Unit>) -> Unit) =
    create("/v1/handoffs/${Calls.escaped(code)}", emptyMap(), isAuthorized = false, done = done)

internal fun Session.closeNow() {
    creation?.cancel()
    halt()
    storeNow()
    phase = Phase.Closed
    queue.endAll(Outcome.Gone)
    publish()
}

internal fun Session.endAtServer(done: (Try<Unit>) -> Unit) {
    val id = credential?.id ?: return done(Try.Failure(SessionError.NotOpen()))
    halt()
    queue.endAll(Outcome.Gone)
    phase = Phase.Closed
    publish()
    Call(this, calls.remove(Calls.path(id)), persists = false) { result ->
        forget()
        done(if (result is Try.Failure) result else Try.Success(Unit))
    }.start()
}

/** Starts a session by a request, whose response has the first state and a token. */
private fun Session.create(path: String, members: JsonObject, isAuthorized: Boolean, done: (Try<Unit>) -> Unit) {
    val request = calls.post(path, members + ("client" to client.document), newKey())
    creation = Call(this, request, persists = true, isAuthorized = isAuthorized) { result ->
        creation = null
        if (result is Try.Failure) return@Call done(result)
        val content = (result as Try.Success).value.members
        val state = content?.let { stateOrNull(it) }
        val token = content?.text("token")
        if (state == null || token == null) return@Call done(Try.Failure(SessionError.Malformed()))
        halt()
        queue.endAll(Outcome.Gone)
        forget()
        credential = Credential(state.id, token)
        storeCredential()?.let { return@Call done(Try.Failure(it)) }
        confirmed = null
        adopt(state)
        begin()
        done(Try.Success(Unit))
    }.start()
}

/** Sends and follows the session at hand. */
private fun Session.begin() {
    phase = if (confirmed?.status == NavigationState.Status.Ended) Phase.Ended else Phase.Open
    publish()
    if (phase != Phase.Open) return
    Follower(this).follow()
    sendQueue()
}

/** Gives up everything that is on its way for the session at hand. */
internal fun Session.halt() {
    val old = scope
    scope = Scope()
    isSending = false
    isWaitingWhileBusy = false
    idleWaiters = emptyList()
    responseWaiters = emptyList()
    old.cancel()
}
