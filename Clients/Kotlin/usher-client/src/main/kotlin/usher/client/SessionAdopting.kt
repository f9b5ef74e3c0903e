package usher.client

import usher.client.http.Cancellable
import usher.client.json.JsonObject
import usher.client.json.UnfitPatch
import usher.client.json.text

/**
 * Takes the state in a response, and the new token if there is one.
 *
 * @param base The state from which a patch was asked for.
 * @param done Gets the state in the response, which may be older than the one at hand.
 */
internal fun Session.adopt(reply: Reply, base: NavigationState, done: (Try<NavigationState>) -> Unit) {
    if (reply.head.field("Content-Type")?.startsWith(Calls.PATCH_TYPE) == true) {
        val state = try {
            base.applying(reply.content)
        } catch (unfit: UnfitPatch) {
            return readWholeState(done)
        }
        adopt(state)
        return done(Try.Success(state))
    }
    val content = reply.members
    val state = content?.let { stateOrNull(it) } ?: return done(Try.Failure(SessionError.Malformed()))
    val token = content.text("token")
    val id = credential?.id
    if (token != null && state.id == id) {
        credential = Credential(id, token)
        storeCredential()?.let { return done(Try.Failure(it)) }
    }
    adopt(state)
    done(Try.Success(state))
}

/** Takes a state, unless there is a later one of the same session: responses may arrive out of order. */
internal fun Session.adopt(state: NavigationState) {
    if (state.id != credential?.id) return
    val before = confirmed
    if (before != null && before.id == state.id && state.revision <= before.revision) return
    confirmed = state
    rememberOffers(state)
    synchronized(draftLock) { drafts.follow(state, queue.sent) }
    if (state.status == NavigationState.Status.Ended && phase == Phase.Open) phase = Phase.Ended
    if (!state.isBusy) becomeIdle()
    publish()
    storeSoon()
    sendQueue()
}

/**
 * Reads the state if it is newer than the one at hand.
 *
 * @param wait The milliseconds for which the server may wait for one.
 * @param done Gets whether there was a newer one.
 */
internal fun Session.refresh(wait: Long = 0, persists: Boolean, done: (Try<Boolean>) -> Unit): Cancellable? {
    val base = confirmed
    if (base == null) {
        done(Try.Success(false))
        return null
    }
    val request = calls.state(base.id, base.revision, wait / 1_000)
    return Call(this, request, persists, wait) { result ->
        when {
            result is Try.Failure -> {
                lose(result.error)
                done(result)
            }
            result is Try.Success && result.value.head.status != 304 -> adopt(result.value, base) {
                done(if (it is Try.Failure) it else Try.Success(true))
            }
            else -> done(Try.Success(false))
        }
    }.start()
}

internal fun Session.readWholeState(done: (Try<NavigationState>) -> Unit) {
    val id = credential?.id ?: return done(Try.Failure(SessionError.NotOpen()))
    Call(this, calls.state(id), persists = true) { result ->
        val state = (result as? Try.Success)?.value?.members?.let { stateOrNull(it) }
        when {
            result is Try.Failure -> {
                lose(result.error)
                done(result)
            }
            state == null -> done(Try.Failure(SessionError.Malformed()))
            else -> {
                adopt(state)
                done(Try.Success(state))
            }
        }
    }.start()
}

/** Ends the session if an error says that it is gone for this device. */
internal fun Session.lose(error: SessionError) {
    val problem = (error as? SessionError.OfServer)?.problem ?: return
    if (!problem.losesSession || phase != Phase.Open && phase != Phase.Ended) return
    val isGone = problem.kind == ProblemKind.UNAUTHORIZED
    phase = if (isGone) Phase.Gone(problem) else Phase.Expired(problem)
    halt()
    queue.endAll(Outcome.Gone)
    // An expired session needs its token once more, to go on.
    if (isGone) forget()
    publish()
}

internal fun stateOrNull(document: JsonObject): NavigationState? = try {
    NavigationState(document)
} catch (malformed: MalformedState) {
    null
}

private fun Session.rememberOffers(state: NavigationState) {
    offers = offers.filterKeys { it in state.screens }
    val front = state.front
    if (!state.isBusy && front != null) offers = offers + (front.key to front.document["outputs"])
}
