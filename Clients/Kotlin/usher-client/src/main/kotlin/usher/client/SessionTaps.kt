package usher.client

/** Puts a tap behind all others. */
internal fun Session.add(tap: Tap, done: (Outcome) -> Unit) {
    val shown = display.state
    if (phase != Phase.Open || shown == null) return done(if (phase == Phase.Ended) Outcome.Outdated else Outcome.Gone)
    if (tap.offline == Tap.Offline.IS_REFUSED && connection != Connection.ONLINE) return done(Outcome.Offline)
    queue.add(QueuedTap(tap, newKey(), shown, done))
    publish()
    sendQueue()
}

/** Sends the taps of the queue, unless that is done already. */
internal fun Session.sendQueue() {
    if (isSending || phase != Phase.Open || queue.next == null) return
    storeSoon()
    isSending = true
    sendNext()
}

private fun Session.sendNext() {
    val first = queue.next
    val scope = scope
    when {
        phase != Phase.Open || first == null -> stopSending()
        first.tap.screen != null -> untilIdle { if (!scope.isCancelled) sendFirst() }
        else -> sendFirst()
    }
}

/** Sends the first tap until its outcome is known. A later value may have taken its place meanwhile. */
private fun Session.sendFirst() {
    val tap = queue.next
    val state = confirmed
    if (phase != Phase.Open || tap == null || state == null) return stopSending()
    when (val step = tap.step(state)) {
        is QueuedTap.Step.End -> {
            end(tap, step.outcome)
            sendNextSoon()
        }
        is QueuedTap.Step.Send -> {
            queue.set(QueuedTap.Stage.Sent(step.path, step.condition), tap.key)
            val request = calls.event(step.path, tap.body, tap.key, state.revision, step.condition)
            val scope = scope
            Call(this, request, persists = true) { result ->
                if (scope.isCancelled) return@Call
                when (result) {
                    is Try.Success -> finish(tap, result.value, state)
                    is Try.Failure -> react(result.error, tap)
                }
            }.start()
        }
    }
}

/**
 * Takes the state in the response to a tap.
 *
 * Its outcome is known when its effects are done, and the next tap is sent meanwhile.
 */
private fun Session.finish(tap: QueuedTap, reply: Reply, base: NavigationState) {
    val scope = scope
    adopt(reply, base) { result ->
        if (scope.isCancelled) return@adopt
        when (result) {
            is Try.Failure -> react(result.error, tap)
            is Try.Success -> {
                queue.set(QueuedTap.Stage.Answered, tap.key)
                publish()
                if (result.value.isBusy) {
                    untilIdle { confirmed?.let { end(tap, outcome(tap, it)) } }
                } else {
                    end(tap, outcome(tap, result.value))
                }
                sendNextSoon()
            }
        }
    }
}

private fun outcome(tap: QueuedTap, state: NavigationState): Outcome {
    val messages = tap.tap.screen?.let { state.screens[it] }?.messages.orEmpty().filter { it.asksOfUser }
    return if (messages.isEmpty()) Outcome.Accepted else Outcome.Rejected(messages)
}

/** Draws the conclusion from a response that is no state. */
private fun Session.react(error: SessionError, tap: QueuedTap) {
    val problem = (error as? SessionError.OfServer)?.problem
    if (problem == null) {
        // Without a response the tap is still sent. Any other error comes after one that says that it has arrived.
        end(tap, Outcome.Accepted)
        return sendNextSoon()
    }
    problem.state?.let { adopt(it) }
    when {
        problem.losesSession -> return lose(error)
        // Nothing has happened. The tap is looked at again, in the new state, and keeps its key.
        problem.kind == ProblemKind.REVISION_MISMATCH || problem.kind == ProblemKind.BUSY ->
            queue.set(QueuedTap.Stage.Waiting, tap.key)
        problem.kind in setOf(ProblemKind.STALE_SCREEN, ProblemKind.STALE_TAB, ProblemKind.ENDED) ->
            end(tap, Outcome.Outdated)
        else -> end(tap, Outcome.Refused(problem))
    }
    sendNextSoon()
}

private fun Session.end(tap: QueuedTap, outcome: Outcome) {
    queue.end(tap.key, outcome)
    publish()
    storeSoon()
}

private fun Session.sendNextSoon() {
    endResponse()
    val scope = scope
    loop.execute { if (!scope.isCancelled) sendNext() }
}

private fun Session.stopSending() {
    isSending = false
    endResponse()
}

/** Runs an action when no effect runs on which the screen in front waits. */
internal fun Session.untilIdle(action: () -> Unit) {
    if (confirmed?.isBusy != true) return action()
    idleWaiters = idleWaiters + action
    if (isWaitingWhileBusy) return
    isWaitingWhileBusy = true
    waitWhileBusy()
}

private fun Session.waitWhileBusy() {
    val scope = scope
    refresh(wait = timing.longPoll, persists = true) { result ->
        if (scope.isCancelled || !isWaitingWhileBusy) return@refresh
        // A server that can't wait must not be flooded.
        val pause = if (result is Try.Success && result.value) 0L else 1_000L
        loop.schedule(pause) { if (!scope.isCancelled && isWaitingWhileBusy) waitWhileBusy() }
    }
}

/** No effect runs any more. */
internal fun Session.becomeIdle() {
    isWaitingWhileBusy = false
    val waiters = idleWaiters
    idleWaiters = emptyList()
    val scope = scope
    for (waiter in waiters) loop.execute { if (!scope.isCancelled) waiter() }
}

/** Runs an action when the tap on its way has a response, which may have a new token. */
internal fun Session.untilResponse(action: () -> Unit) {
    if (isSending) responseWaiters = responseWaiters + action else action()
}

private fun Session.endResponse() {
    val waiters = responseWaiters
    responseWaiters = emptyList()
    for (waiter in waiters) waiter()
}
