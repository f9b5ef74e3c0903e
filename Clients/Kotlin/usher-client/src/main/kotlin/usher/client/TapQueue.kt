package usher.client

import usher.client.json.JsonObject
import usher.client.json.child
import usher.client.json.list
import usher.client.json.text

/** A tap that has no outcome yet. */
internal data class QueuedTap(
    /** The idempotency key of all its tries. */
    val key: String,
    val tap: Tap,
    /** The id of the session in which the user has tapped. */
    val session: String,
    /** The screen that was in front then. */
    val focus: String?,
    /** The modal that was in front then. */
    val modal: String?,
    /** The gesture to show at once. */
    val prediction: Prediction?,
    /** The look of the screen in front, if the tap depends on it. */
    val look: JsonObject?,
    /**
     * Whether the user goes back to the app that the session is a part of.
     *
     * A tap that was made where there was a way back never leaves the session, even if that way is gone when it is sent.
     */
    val leaves: Boolean,
    val stage: Stage = Stage.Waiting,
    /** Gets the outcome. It is stored nowhere. */
    val done: (Outcome) -> Unit = {}
) {
    /** The stages of a tap on its way. */
    sealed class Stage {
        /** It was not sent, or the server has certainly not acted. */
        object Waiting : Stage()

        /** It was sent to this path, under this condition, and may have reached the server. */
        data class Sent(val path: String, val condition: ScreenCondition?) : Stage()

        /** The server has responded, and its effects may still run. */
        object Answered : Stage()
    }

    /** The next step of a tap. */
    sealed class Step {
        /** Send it to a path under a condition on the screen in front. */
        class Send(val path: String, val condition: ScreenCondition?) : Step()

        /** It has an outcome without being sent. */
        class End(val outcome: Outcome) : Step()
    }

    /** Makes a tap of what the user sees. */
    constructor(tap: Tap, key: String, seen: NavigationState, done: (Outcome) -> Unit) : this(
        key = key,
        tap = tap,
        session = seen.id,
        focus = seen.focus,
        modal = seen.modals.lastOrNull()?.key,
        prediction = prediction(tap, seen),
        look = if (tap.condition == Tap.Condition.SAME_CONTENT) seen.look else null,
        // A way back to a certain screen does not lead out of the session.
        leaves = tap.action == Tap.Action.Back(null) && seen.gestures.back == null && seen.gestures.leave != null,
        done = done
    )

    val isWaiting: Boolean get() = stage == Stage.Waiting

    val isAnswered: Boolean get() = stage == Stage.Answered

    /** The payload of its request. */
    val body: Any?
        get() = when (val action = tap.action) {
            is Tap.Action.Report -> action.payload
            is Tap.Action.Back -> if (action.to == null) emptyMap() else mapOf("to" to action.to)
            is Tap.Action.Link -> mapOf("url" to action.url)
            Tap.Action.Dismiss, is Tap.Action.Tab -> emptyMap<String, Any?>()
        }

    /**
     * The next step in a state.
     *
     * A report names an instance of a screen, so it needs no condition. A gesture names nothing, so it has the screen
     * that the user saw in front. A tap that depends on the look of its screen also has the revision in which it looks
     * so. Nothing else in the session matters, so no tap is lost beside live data.
     */
    fun step(state: NavigationState): Step {
        if (state.id != session) return Step.End(Outcome.Outdated)
        if (stage is Stage.Sent) {
            // The response to its key tells its outcome, even if the state has moved on by it. If it has never arrived,
            // a condition of now could be fulfilled by a state that the user has not seen.
            return Step.Send(stage.path, stage.condition)
        }
        if (look != null && look != state.look) return Step.End(Outcome.Outdated)
        val path = path(state) ?: return Step.End(Outcome.Outdated)
        val question = state.gestures.question
        if (question != null && !tap.isConfirmed && gesture in question.gestures) {
            return Step.End(Outcome.Unconfirmed(question))
        }
        return Step.Send(path, if (gesture != null || look != null) condition(state) else null)
    }

    private fun condition(state: NavigationState): ScreenCondition? =
        state.focus?.let { ScreenCondition(it, if (look == null) null else state.revision) }

    private fun path(state: NavigationState): String? {
        val session = Calls.path(session)
        return when (val action = tap.action) {
            is Tap.Action.Report ->
                if (state.focus == action.screen) state.screens[action.screen]?.output(action.output)?.href else null
            is Tap.Action.Back -> when {
                state.focus != focus -> null
                leaves -> state.gestures.leave
                else -> state.gestures.back
            }
            Tap.Action.Dismiss -> if (state.modals.lastOrNull()?.key == modal) state.gestures.dismiss else null
            is Tap.Action.Tab -> if (state.hasTab(action.key)) "$session/tabs/${Calls.escaped(action.key)}" else null
            is Tap.Action.Link -> if (state.status == NavigationState.Status.Ended) null else "$session/links"
        }
    }

    /** The name of the gesture of the tap, or null if the tap is none. */
    private val gesture: String?
        get() = when (tap.action) {
            is Tap.Action.Back -> if (leaves) "leave" else "back"
            Tap.Action.Dismiss -> "dismiss"
            else -> null
        }

    companion object {
        /** The prediction of a tap on what the user sees, if its result can be known. */
        private fun prediction(tap: Tap, state: NavigationState): Prediction? {
            fun asks(gesture: String) = !tap.isConfirmed && state.gestures.question?.gestures?.contains(gesture) == true
            return when (val action = tap.action) {
                is Tap.Action.Back -> state.focus?.takeUnless { asks("back") }?.let { Prediction.Back(it, action.to) }
                Tap.Action.Dismiss ->
                    state.modals.lastOrNull()?.key?.takeUnless { asks("dismiss") }?.let { Prediction.Dismiss(it) }
                is Tap.Action.Tab ->
                    state.selectedTab(action.key)?.let { Prediction.Select(action.key, it, state.focus) }
                is Tap.Action.Report, is Tap.Action.Link -> null
            }
        }
    }
}

/** Whether there are tabs with a tab of this key. */
private fun NavigationState.hasTab(key: String): Boolean = selectedTab(key) != null || navigation.hasTab(key)

private fun Container.hasTab(key: String): Boolean =
    kind == Container.Kind.TABS && routes.any { it.key == key } || routes.any { it.container?.hasTab(key) == true }

/**
 * The look of the screen in front: its containers, and its members without its props and without messages that only
 * inform.
 */
internal val NavigationState.look: JsonObject
    get() {
        val screen = front ?: return emptyMap()
        val messages = screen.document.list("messages").filterIndexed { index, _ -> screen.messages[index].asksOfUser }
        return mapOf(
            "navigation" to document["navigation"],
            "modals" to document["modals"],
            "screen" to screen.document - "props" + ("messages" to messages)
        )
    }

/** The taps that have no outcome yet, in their order. */
internal class TapQueue {
    var taps: List<QueuedTap> = emptyList()
        private set

    /** The first tap that has no response yet. */
    val next: QueuedTap? get() = taps.firstOrNull { !it.isAnswered }

    /** The tap on its way. */
    val sent: Tap? get() = next?.takeIf { it.stage is QueuedTap.Stage.Sent }?.tap

    /** Adds a tap at the end, or treats it as its repetition says. */
    fun add(tap: QueuedTap) {
        val name = tap.tap.controlName
        val replaces = tap.tap.repetition == Tap.Repetition.REPLACES
        val before = taps.lastOrNull { it.tap.controlName == name && !it.isAnswered }
        when {
            before != null && tap.tap.repetition == Tap.Repetition.IS_IGNORED -> tap.done(Outcome.Ignored)
            // A tap of another control that follows would be overtaken by the value.
            before === taps.lastOrNull() && before?.isWaiting == true && replaces -> {
                taps = taps.dropLast(1) + tap
                before.done(Outcome.Replaced)
            }
            else -> taps = taps + tap
        }
    }

    /** Adds taps of an earlier run of the app. */
    fun restore(earlier: List<QueuedTap>) {
        taps = earlier + taps
    }

    /** Sets the stage of a tap. */
    fun set(stage: QueuedTap.Stage, key: String) {
        taps = taps.map { if (it.key == key) it.copy(stage = stage) else it }
    }

    /** Removes a tap and tells its outcome. */
    fun end(key: String, outcome: Outcome) {
        val ended = taps.filter { it.key == key }
        taps = taps.filter { it.key != key }
        for (tap in ended) tap.done(outcome)
    }

    /** Removes the taps that were not sent and fulfill a condition, and tells their outcome. */
    fun endWaiting(outcome: Outcome, condition: (QueuedTap) -> Boolean) {
        for (tap in taps.filter { it.isWaiting && condition(it) }) end(tap.key, outcome)
    }

    /** Removes all taps and tells their outcome. */
    fun endAll(outcome: Outcome) {
        val ended = taps
        taps = emptyList()
        for (tap in ended) tap.done(outcome)
    }
}
