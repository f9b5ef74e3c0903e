package usher.rendering

import java.io.File
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.NavigationState
import usher.client.json.Json
import usher.client.json.asObject

/**
 * Draws every screen that an exploration of the shipped applications reaches.
 *
 * `USHER_STATES` is the folder with the states, as `usher check all --states` writes them.
 */
class DrawingTests {
    private val states = File(System.getenv("USHER_STATES") ?: ".build-kotlin-client/states")
        .listFiles().orEmpty().sorted().map { NavigationState(Json.parse(it.readText()).asObject()!!) }

    private fun drawn(state: NavigationState): List<ScreenModel> = state.screens.values.map { screen ->
        ScreenModel(screen, screen.view?.map { Element.read(it) } ?: GenericView.elements(screen))
    }

    @Test
    fun `every screen of the five applications is drawn without an unknown element`() {
        val applications = states.map { it.app }.toSet()
        assertEquals(emptySet<String>(), setOf("items", "kanji", "market", "profile", "shop") - applications)
        val screens = states.flatMap { state -> state.screens.values.map { "${state.app} ${it.name}" } }.toSet()
        assertTrue("$screens", screens.size > 80)
        val unknown = states.flatMap { drawn(it) }.flatMap { it.all }.filter { it.element is Element.Unknown }
        assertEquals(emptyList<Any>(), unknown)
        val pinned = states.flatMap { drawn(it) }.mapNotNull { it.pinned }
        assertTrue(pinned.all { it.element.control != null })
    }

    @Test
    fun `every output of a screen can be reported by something that is drawn`() {
        assertEquals(emptySet<String>(), missing { true })
    }

    @Test
    fun `control - outputs are missing if buttons in bars are not drawn`() {
        val missing = missing { it !is Element.Button || it.placement == Element.Button.Placement.BODY }
        assertTrue("$missing", missing.size > 5)
    }

    /**
     * The outputs that a screen in front lists in any state, and that nothing drawn reports in any state.
     *
     * An output of a row is listed for an empty list, too, so such a state does not tell.
     */
    private fun missing(isDrawn: (Element) -> Boolean): Set<String> {
        val listed = HashSet<String>()
        val reported = HashSet<String>()
        for (state in states) {
            val front = drawn(state).firstOrNull { it.key == state.focus } ?: continue
            if (front.elements.any { (it.element as? Element.Rows)?.isEmpty ?: (it.element is Element.Empty) }) continue
            val places = front.elements + front.leading + front.trailing + listOfNotNull(front.pinned, front.confirm)
            val screen = "${state.app} ${front.screen.name}"
            front.screen.outputs.mapTo(listed) { "$screen ${it.name}" }
            places.map { it.element }.filter(isDrawn).flatMap { outputs(it) }.mapTo(reported) { "$screen $it" }
        }
        return listed - reported
    }

    private fun outputs(element: Element?): List<String> = when (element) {
        is Element.Form -> listOf(element.output)
        is Element.Search -> listOf(element.output)
        is Element.Button -> listOf(element.output)
        is Element.Toggle -> listOf(element.output)
        is Element.Stepper -> listOf(element.output)
        is Element.Progress -> listOfNotNull(element.output)
        is Element.Confirm -> element.actions.map { it.output }
        is Element.Empty -> outputs(element.action)
        is Element.Hero -> outputs(element.action)
        is Element.Pinned -> outputs(element.control)
        is Element.Options -> element.options.mapNotNull { it.report?.output }
        is Element.Map -> element.markers.mapNotNull { it.report?.output }
        is Element.Card -> outputs(element.row)
        is Element.Grid -> if (element.cards.isEmpty() && element.empty != null) outputs(element.empty) else {
            element.cards.flatMap { outputs(it) } + outputs(element.more)
        }
        is Element.Rows -> if (element.isEmpty && element.empty != null) outputs(element.empty) else {
            element.sections.flatMap { section -> section.rows.flatMap { outputs(it) } } + outputs(element.more)
        }
        else -> emptyList()
    }

    private fun outputs(row: Row): List<String> = listOfNotNull(row.report?.output) + outputs(row.control)
}
