package usher.compose

import androidx.compose.runtime.Composable
import androidx.compose.runtime.ProvidableCompositionLocal
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.staticCompositionLocalOf
import androidx.compose.ui.Modifier
import usher.client.Screen
import usher.client.json.JsonObject
import usher.rendering.AppModel
import usher.rendering.Element
import usher.rendering.Formats
import usher.rendering.Report

/**
 * An [AppModel] as the state of composables.
 *
 * Its models are mutable classes, so each composable that reads them calls [observe], which draws it again after each
 * change.
 */
class AppState(val model: AppModel, val slots: Slots) {
    private val version = mutableStateOf(0)

    /** Draws the composable again when the model has changed. */
    fun observe(): AppModel {
        version.value
        return model
    }

    internal fun changed() {
        version.value += 1
    }

    internal val formats: Formats get() = model.formats
}

/**
 * The parts that an app brings itself.
 *
 * @property views The app's own views of screens.
 * @property picture Draws the picture of an address, as `AsyncImage` of Coil does. The shipped applications have
 *   pictures as SVG.
 * @property map Draws a map with its markers, or null for a list of them.
 */
class Slots(
    val views: NativeViews = NativeViews(),
    val picture: @Composable() (address: String, description: String?, modifier: Modifier) -> Unit,
    val map: (@Composable() (map: Element.Map, press: (String, Report) -> Unit, modifier: Modifier) -> Unit)? = null
)

/**
 * The app's own views of screens, by the names of the screens.
 *
 * ```kotlin
 * val views = NativeViews().add("seatPlan", version = 3) { screen -> SeatPlan(screen) }
 * ```
 */
class NativeViews {
    private val views = HashMap<String, @Composable() (NativeScreen) -> Unit>()

    /** The versions by the names of the screens, for [usher.client.ClientDescription.screens]. */
    var versions: Map<String, Int> = emptyMap()
        private set

    /** Adds the view of a screen, for this version of the screen and those below it. */
    fun add(screen: String, version: Int, view: @Composable() (NativeScreen) -> Unit): NativeViews {
        views[screen] = view
        versions = versions + (screen to version)
        return this
    }

    internal operator fun get(screen: String): (@Composable() (NativeScreen) -> Unit)? = views[screen]
}

/**
 * A screen for which the app has a view of its own.
 *
 * `Screens.decode(name, props)` of the source that `usher types APP --language kotlin` writes makes typed props of it.
 */
class NativeScreen internal constructor(private val app: AppState, private val screen: Screen) {
    val key: String get() = screen.key

    val name: String get() = screen.name

    val variant: String? get() = screen.variant

    val props: JsonObject get() = screen.props.orEmpty()

    /** Whether an output can be reported now. */
    fun isAvailable(output: String): Boolean = app.observe().isAvailable(screen.key, output)

    /** Reports an output. The body of a generated output, such as `LoginSubmitOutput(…).body`, is its payload. */
    fun report(output: String, payload: Any? = null) =
        app.model.report(screen.key, "native $output", Report(output, payload, null))
}

internal val LocalApp: ProvidableCompositionLocal<AppState> =
    staticCompositionLocalOf { throw IllegalStateException("There is no UsherApp around this composable.") }

/** The content of a part that may be missing. */
internal fun slot(isThere: Boolean, content: @Composable() () -> Unit): (@Composable() () -> Unit)? =
    if (isThere) content else null
