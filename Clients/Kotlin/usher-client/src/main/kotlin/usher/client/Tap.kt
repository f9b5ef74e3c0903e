package usher.client

/**
 * An action of the user, and how to treat it.
 *
 * ```kotlin
 * session.submit(Tap.report("itemSelected", 5, screen = "k3"))
 * session.submit(Tap.back())
 * ```
 */
data class Tap(
    /** The action of the user. */
    val action: Action,
    /** The condition under which it is sent. */
    val condition: Condition = Condition.SAME_SCREEN,
    /** The treatment while the server can't be reached. */
    val offline: Offline = Offline.WAITS,
    /** The treatment while another tap of the same control waits. */
    val repetition: Repetition = Repetition.COUNTS,
    /** The name of the control, or null for the output and its screen. */
    val control: String? = null,
    /** Whether the user has agreed that the gesture discards what was entered. */
    val isConfirmed: Boolean = false,
    /** Whether the payload has a secret, such as a password. It is stored nowhere then. */
    val isSecret: Boolean = false
) {
    /** The kinds of taps. */
    sealed class Action {
        /** A screen reports an output. */
        data class Report(val output: String, val screen: String, val payload: Any?) : Action()

        /** The user goes back, by one screen or to a certain one. */
        data class Back(val to: String?) : Action()

        /** The user closes the modal in front. */
        object Dismiss : Action()

        /** The user selects a tab. */
        data class Tab(val key: String) : Action()

        /** A link is opened, such as the link of a notification. */
        data class Link(val url: String) : Action()
    }

    /** The condition under which a tap still means what the user wanted. */
    enum class Condition {
        /** The same instance of the screen is in front. Its content may have changed, as beside live data. */
        SAME_SCREEN,

        /** The screen looks as it did when the user tapped it, as for a price that the user has agreed to. */
        SAME_CONTENT
    }

    /** The treatment of a tap while the server can't be reached. */
    enum class Offline {
        /** It waits, also for the next start of the app, and is sent in its order. */
        WAITS,

        /** It is refused at once with [Outcome.Offline], unless it may have reached the server already. */
        IS_REFUSED
    }

    /** The treatment of a tap while another one of the same control has no outcome yet. */
    enum class Repetition {
        /** Each tap counts, such as two presses on a key. */
        COUNTS,

        /** It is ignored, such as the second half of a double click on a button. */
        IS_IGNORED,

        /** It takes the place of the earlier one if that was not sent yet, such as the later value of a stepper. */
        REPLACES
    }

    /** The screen that reports, or null for a gesture. */
    val screen: String? get() = (action as? Action.Report)?.screen

    /** The name that identifies the control in the session. */
    internal val controlName: String
        get() = when (action) {
            is Action.Report -> "${action.screen} ${control ?: action.output}"
            is Action.Back -> "back"
            Action.Dismiss -> "dismiss"
            is Action.Tab -> "tabs"
            is Action.Link -> "link"
        }

    companion object {
        /** A report of an output by a screen, with its payload. */
        fun report(output: String, payload: Any? = null, screen: String): Tap =
            Tap(Action.Report(output, screen, payload))

        /** A way back by one screen, or to the screen of a key. */
        fun back(to: String? = null): Tap = Tap(Action.Back(to))

        /** A swipe that closes the modal in front. */
        val dismiss: Tap = Tap(Action.Dismiss)

        /** A choice of a tab by its key. */
        fun tab(key: String): Tap = Tap(Action.Tab(key))

        /** A link to open, such as `usher://items/item/5`. */
        fun link(url: String): Tap = Tap(Action.Link(url))
    }
}

/** The outcome of a tap. */
sealed class Outcome {
    /** The server has acted, and its effects are done. */
    object Accepted : Outcome()

    /** The server has acted, and the screen asks something of the user now, as after a wrong password. */
    data class Rejected(val messages: List<Message>) : Outcome()

    /** The server has refused the tap with a problem, and nothing has happened. */
    data class Refused(val problem: Problem) : Outcome()

    /** The place of the tap is not in front any more, or its content has changed. Nothing has happened. */
    object Outdated : Outcome()

    /** Nothing was sent, because the user must be asked first. Then repeat the tap with `isConfirmed`. */
    data class Unconfirmed(val question: Question) : Outcome()

    /** Nothing was sent, because a tap of the same control has no outcome yet. */
    object Ignored : Outcome()

    /** Nothing was sent, because a later tap of the same control has taken its place. */
    object Replaced : Outcome()

    /** Nothing was sent, because the server can't be reached. */
    object Offline : Outcome()

    /** The session is gone or was closed before the outcome was known. */
    object Gone : Outcome()

    final override fun toString(): String = when (this) {
        is Rejected -> "Rejected ${messages.map { it.code }}"
        is Refused -> "Refused ${problem.kind}"
        is Unconfirmed -> "Unconfirmed ${question.title}"
        else -> this::class.java.simpleName
    }
}
