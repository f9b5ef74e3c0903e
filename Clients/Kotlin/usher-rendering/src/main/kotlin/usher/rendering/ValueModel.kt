package usher.rendering

import usher.client.Outcome
import usher.client.Tap
import usher.client.http.Cancellable
import usher.client.json.JsonObject

/** The time to wait for another letter of a search, in milliseconds. */
const val SEARCH_PAUSE = 300L

/** The time to wait for another press on a stepper, in milliseconds. */
const val STEPPER_PAUSE = 350L

/**
 * A value that the user sets by a control: the text of a search, the number of a stepper, a toggle.
 *
 * It shows what the user has set until the response to it has come, and reports the last value only.
 */
class ValueModel internal constructor(
    private val app: AppModel,
    private val screen: String,
    private val origin: String
) {
    private class Setting(
        val output: String,
        val value: Any,
        val member: String?,
        val default: String,
        val rest: Any?
    ) {
        fun payload(schema: JsonObject?): Any? = Schema.payload(value, member, default, schema, rest)
    }

    /** What the user has set, until it is confirmed. */
    private var setting: Setting? = null
    private var timer: Cancellable? = null

    /** The number of values that are on their way. */
    private var sent = 0

    /** Whether what the user has set is not confirmed yet. */
    val isUnconfirmed: Boolean get() = setting != null

    /** What the user has set, or otherwise the value of the state. */
    fun shown(value: Any): Any = setting?.value ?: value

    /** Sets a text to search for, and reports it after a pause, or at once on Enter and when it is empty. */
    fun search(element: Element.Search, text: String, isFinal: Boolean = false) =
        set(Setting(element.output, text, null, "query", null), if (isFinal || text == "") 0 else SEARCH_PAUSE)

    /** Switches a toggle, which reports at once. */
    fun toggle(element: Element.Toggle, isOn: Boolean) =
        set(Setting(element.output, isOn, element.member, "value", element.payload), 0)

    /** Pauses a progress that goes on by itself, or lets it go on, which reports at once. */
    fun pause(output: String, isPaused: Boolean) = set(Setting(output, isPaused, null, "value", null), 0)

    /** Whether a press on a stepper is possible, of which `direction` is 1 or -1. */
    fun canStep(element: Element.Stepper, direction: Int): Boolean {
        val target = target(element, direction)
        return target >= element.min ?: Double.NEGATIVE_INFINITY && target <= element.max ?: Double.POSITIVE_INFINITY
    }

    /** Adds or takes away a step, and reports the number after a pause. */
    fun step(element: Element.Stepper, direction: Int) {
        if (!canStep(element, direction)) return
        val target = target(element, direction)
        set(Setting(element.output, target, element.member, "value", element.payload), STEPPER_PAUSE)
    }

    private fun target(element: Element.Stepper, direction: Int): Double =
        Formats.tidy(shown(element.value) as Double + direction * element.step)

    private fun set(new: Setting, pause: Long) {
        if (!app.looksAvailable(screen, new.output) && sent == 0 && setting == null) return
        setting = new
        timer?.cancel()
        timer = null
        if (pause == 0L) report(new) else timer = app.loop.schedule(pause) { report(new) }
        app.changed()
    }

    private fun report(setting: Setting) {
        timer = null
        val tap = Tap.report(setting.output, setting.payload(app.schema(screen, setting.output)), screen)
            .copy(repetition = Tap.Repetition.REPLACES, control = origin)
        sent += 1
        app.perform(tap, origin) { outcome ->
            sent -= 1
            if (this.setting === setting && outcome != Outcome.Replaced) this.setting = null
            app.changed()
        }
    }
}
