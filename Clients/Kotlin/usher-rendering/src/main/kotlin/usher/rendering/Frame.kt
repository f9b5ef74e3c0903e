package usher.rendering

import usher.client.Container
import usher.client.Modal

/** What the whole window shows. */
sealed class Frame {
    /** The session is being opened. */
    object Opening : Frame()

    /** A page in place of the app: there is no connection, or the session has ended, has expired or is gone. */
    data class Page(val title: String, val text: String, val symbol: String, val actions: List<Action>) : Frame() {
        /** A button of the page. */
        class Action(val label: String, val press: () -> Unit)
    }

    /** The app: its container, the modals above it, and a question above everything else. */
    data class App(
        val navigation: Container,
        /** The modals, the one in front last. One that only asks a question is drawn as [alert] alone. */
        val modals: List<Modal>,
        /** The question of the screen in front. */
        val alert: AppAlert?,
        /** The question of this client before something is discarded. */
        val question: DiscardQuestion?
    ) : Frame()
}

/** The question of a screen. */
data class AppAlert(val screen: String, val confirm: Placed<Element.Confirm>)

/** A question before a gesture that discards what the user has entered. */
class DiscardQuestion internal constructor(
    /** The screen about whose content the user is asked. */
    internal val screen: String?,
    val title: String,
    val text: String?,
    val discardLabel: String,
    val keepLabel: String,
    /** Performs the gesture. */
    val discard: () -> Unit,
    /** Closes the question. */
    val keep: () -> Unit
)

/** A line about the connection. */
data class ConnectionBanner(val text: String, val isError: Boolean, val retryLabel: String?)

/** A notice about the outcome of the last tap, which the user can close. */
data class Notice(val text: String, val isError: Boolean)

/** The ways to show that a stack has another screen in front. */
enum class Motion {
    /** Nothing moves. */
    NONE,

    /** A screen comes above the others. */
    PUSH,

    /** The screens above go away. */
    POP,

    /** One screen fades into another. */
    FADE
}

/**
 * Finds out how a stack has changed.
 *
 * The server does not send "push" or "pop", because they follow from the keys.
 */
class Motions {
    private var shown: Map<String, List<Pair<String, String?>>> = emptyMap()

    /** The motion to the routes that a stack shows now. */
    fun next(stack: Container): Motion {
        val routes = stack.routes.take(stack.index + 1).map { it.key to it.transition }
        val motion = between(shown[stack.key], routes)
        shown = shown + (stack.key to routes)
        return motion
    }

    internal companion object {
        fun between(before: List<Pair<String, String?>>?, after: List<Pair<String, String?>>): Motion {
            val left = before?.lastOrNull()
            val arrived = after.lastOrNull()
            if (before == null || arrived == null || left?.first == arrived.first) return Motion.NONE
            val isPop = before.any { it.first == arrived.first }
            val isPush = after.any { it.first == left?.first }
            return when ((if (isPop) left else arrived)?.second) {
                "none" -> Motion.NONE
                "fade", "crossDissolve" -> Motion.FADE
                else -> if (isPop) Motion.POP else if (isPush) Motion.PUSH else Motion.FADE
            }
        }
    }
}
