package usher.client

/** The screen that must be in front for a tap to be accepted, and the revision since which it must not have changed. */
internal data class ScreenCondition(
    /** The key of the screen. */
    val screen: String,
    /** The revision in which the user has seen the screen, or null if its content does not matter. */
    val revision: Long?
) {
    /** The value of the field `If-Screen`. */
    override fun toString(): String = if (revision == null) screen else "$screen;revision=$revision"
}
