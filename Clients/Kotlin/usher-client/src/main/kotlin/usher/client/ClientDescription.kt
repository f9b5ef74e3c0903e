package usher.client

import java.util.Locale
import java.util.TimeZone
import usher.client.json.JsonObject

/**
 * A description of the app and its device, which a new session is made for.
 *
 * ```kotlin
 * ClientDescription(platform = "android", version = "2.1", screens = mapOf("seatPlan" to 3))
 * ```
 */
data class ClientDescription(
    /** The platform, such as `android`. */
    val platform: String? = null,
    /** The version of the app. */
    val version: String? = null,
    /** The language and region of the user, as a tag of BCP 47. */
    val locale: String? = Locale.getDefault().toLanguageTag(),
    /** The time zone, as a name of the IANA database. */
    val timeZone: String? = TimeZone.getDefault().id,
    /** Whether states have views. `false` is for an app with views of its own for all screens. */
    val view: Boolean? = null,
    /** The screens for which the app has a view of its own, with the version of each. */
    val screens: Map<String, Int>? = null,
    /** The kinds of elements that the app draws. */
    val elements: List<String>? = null,
    /** Whether elements have fallbacks. `false` is for an app that draws all kinds of the contract. */
    val fallbacks: Boolean? = null
) {
    internal val document: JsonObject
        get() = mapOf(
            "platform" to platform,
            "version" to version,
            "locale" to locale,
            "timeZone" to timeZone,
            "view" to view,
            "screens" to screens,
            "elements" to elements,
            "fallbacks" to fallbacks
        ).filterValues { it != null }
}
