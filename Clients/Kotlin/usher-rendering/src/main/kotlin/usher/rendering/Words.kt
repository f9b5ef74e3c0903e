package usher.rendering

/**
 * The client's own texts, in English. An app overrides what it says in another way, or adds a language.
 *
 * Every other text comes with the state.
 */
open class Words {
    open val back = "Back"
    open val close = "Close"
    open val loading = "Loading"
    open val stepDone = "done"
    open val stepCurrent = "in progress"
    open val stepUpcoming = "still to come"
    open val optional = "optional"
    open val showPassword = "Show password"
    open val selected = "selected"
    open val yes = "Yes"
    open val no = "No"
    open val none = "None"
    open val choose = "Choose…"
    open val search = "Search"
    open val clear = "Clear"
    open val decrease = "Decrease"
    open val increase = "Increase"
    open val map = "Map"
    open val moreRows = "Show more"
    open val rowsFailed = "The rows can’t be read at the moment."
    open val play = "Play"
    open val pause = "Pause"
    open val send = "Send"
    open val unknownElement = "This content can’t be shown. Update the app to get the latest version."
    open val fieldMissing = "This field is required."
    open val fieldInvalid = "Check the format and try again."
    open val reconnecting = "Connection lost. Reconnecting…"
    open val unreachable = "Can’t reach the server. Your last action will be sent when the connection is back."
    open val offline = "You’re offline"
    open val offlineText = "The app can’t reach the server. It opens as soon as the connection is back."
    open val tryAgain = "Try again"
    open val movedOn = "This changed in the meantime. Here’s the latest version."
    open val sessionExpired = "Your session has expired"
    open val sessionUnreadable = "Your session can’t be restored"
    open val sessionKept = "You can go on where you stopped. If you were logged in, log in again. " +
        "Steps that need a password or a code start again."
    open val sessionGone = "Data in your account is kept. Open screens and text that you hadn’t sent are gone."
    open val sessionTaken = "This device is logged out"
    open val sessionTakenText = "Another device has logged in to this session, or ended the access of this one."
    open val goOn = "Continue"
    open val discardTitle = "Discard your text?"
    open val discardText = "You haven’t sent what you typed here."
    open val discard = "Discard"
    open val keepEditing = "Keep editing"
    open val ended = "Session ended"
    open val endedText = "Thank you. You can start again at any time."
    open val startAgain = "Start again"
    open val cannotStart = "Can’t start the app"

    open fun charactersLeft(left: Int): String = if (left == 1) "1 character left" else "$left characters left"

    open fun charactersOver(over: Int): String = if (over == 1) "1 character too many" else "$over characters too many"

    open fun results(count: Int): String = if (count == 1) "1 result" else "$count results"

    open fun failed(detail: String?): String =
        if (detail == null) "That didn’t work. Nothing was changed." else "That didn’t work. $detail"

    companion object {
        private val languages = mapOf("de" to GermanWords(), "ja" to JapaneseWords())
        private val english = Words()

        /** The words of a language, or the English ones. */
        fun of(language: String?): Words = languages[language.orEmpty().substringBefore('-')] ?: english
    }
}
