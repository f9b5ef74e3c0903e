package usher.client

import usher.client.json.JsonObject
import usher.client.json.asObject
import usher.client.json.bool
import usher.client.json.child
import usher.client.json.text

/** A form on a screen. */
data class FormId internal constructor(
    /** The key of the screen. */
    val screen: String,
    /**
     * The name of the screen's type and the output of the form, which are the same on another instance of the screen.
     */
    val likeness: String
) {
    /** The id of the form of a screen that reports an output. */
    constructor(screen: Screen, output: String) : this(screen.key, "${screen.name} $output")
}

/**
 * The values that the user has typed into forms and not sent, except secrets.
 *
 * A draft is kept until its form has been sent, and is there again when its screen comes back: after a restart of the
 * app, a look at other screens, a way back and in again, or the expiry of a session that goes on in another one. It is
 * dropped with its screen if the user has left it by one of its own controls, or by a gesture that discards.
 */
internal class Drafts(document: Any? = null) {
    private data class Draft(
        val form: FormId,
        val values: JsonObject,
        val isOpen: Boolean = true,
        /** Whether the screen went away and the text is kept. */
        val isLeft: Boolean = false
    )

    private var drafts: List<Draft> = (document as? List<*>).orEmpty().mapNotNull { each ->
        val members = each.asObject()
        val screen = members?.text("screen")
        val likeness = members?.text("likeness")
        val values = members?.child("values")
        if (screen == null || likeness == null || values == null) return@mapNotNull null
        Draft(FormId(screen, likeness), values, members.bool("isOpen") ?: true, members.bool("isLeft") ?: false)
    }

    /** The drafts as they are stored. */
    val document: List<JsonObject>
        get() = drafts.map {
            mapOf(
                "screen" to it.form.screen,
                "likeness" to it.form.likeness,
                "values" to it.values,
                "isOpen" to it.isOpen,
                "isLeft" to it.isLeft
            )
        }

    /**
     * The values typed into a form.
     *
     * A form on a new screen gets the values of a form like it that the user has left.
     */
    fun values(form: FormId): JsonObject? {
        drafts.firstOrNull { it.form == form }?.let { return it.values }
        val left = drafts.lastOrNull { it.isLeft && it.form.likeness == form.likeness } ?: return null
        drafts = drafts - left
        set(left.values, form)
        return left.values
    }

    /** Keeps the values of a form, or drops its draft if there are none. */
    fun set(values: JsonObject, form: FormId) {
        drafts = drafts.filter { it.form != form }
        if (values.isNotEmpty()) drafts = drafts + Draft(form, values)
    }

    /** Follows the screens of a state, which a tap may have caused. */
    fun follow(state: NavigationState, cause: Tap?) {
        drafts = drafts.map { draft ->
            val isOpen = draft.form.screen in state.screens
            if (isOpen == draft.isOpen) draft else draft.copy(isOpen = isOpen, isLeft = !isOpen)
        }.filterNot { it.isLeft && cause?.drops(it.form.screen) == true }
    }

    /** Keeps the drafts of an expired session for forms like theirs in the session that continues it. */
    fun handOver(session: String, state: NavigationState) {
        // The user was logged out by the expiry, so the text is not for the next one.
        val isGuest = state.screens.values.any { screen -> screen.messages.any { it.code == "session.resumedAsGuest" } }
        drafts = if (isGuest) emptyList() else drafts.map {
            Draft(it.form.copy(screen = "$session ${it.form.screen}"), it.values, isOpen = false, isLeft = true)
        }
    }

    /** Whether the tap removes a draft together with its screen. */
    private fun Tap.drops(screen: String): Boolean = when (action) {
        is Tap.Action.Report -> action.screen == screen
        Tap.Action.Dismiss -> true
        else -> isConfirmed
    }
}
