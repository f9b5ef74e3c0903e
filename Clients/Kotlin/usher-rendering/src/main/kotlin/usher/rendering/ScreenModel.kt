package usher.rendering

import usher.client.Message
import usher.client.Screen

/** An element with its place on the screen, which is stable across states. */
data class Placed<out Part : Element>(val origin: String, val element: Part)

/**
 * A screen as it is drawn: its bar, its messages, its elements, and the control at its bottom edge.
 *
 * It is made anew for each state. What lives longer, such as typed text, is in the models of [AppModel].
 */
class ScreenModel internal constructor(val screen: Screen, all: List<Element>) {
    val key: String get() = screen.key

    val title: String get() = screen.title.orEmpty()

    private val placed: List<Placed<Element>> = all.let { elements ->
        val counts = HashMap<String, Int>()
        elements.map { element ->
            val name = name(element)
            val count = counts.getOrElse(name) { 0 }
            counts[name] = count + 1
            Placed("/$name:$count", element)
        }
    }

    /** All elements, in their order. */
    val all: List<Placed<Element>> get() = placed

    /** The elements in the body of the screen, in their order. */
    val elements: List<Placed<Element>> = placed.filter { (_, element) ->
        when (element) {
            is Element.Confirm, is Element.Pinned -> false
            is Element.Button -> element.placement == Element.Button.Placement.BODY
            else -> true
        }
    }

    /** The buttons at the start of the bar. */
    val leading: List<Placed<Element.Button>> = bar(Element.Button.Placement.LEADING)

    /** The buttons at the end of the bar. */
    val trailing: List<Placed<Element.Button>> = bar(Element.Button.Placement.TRAILING)

    /** The main control, at the bottom edge. */
    val pinned: Placed<Element.Pinned>? = first()

    /** The question of the screen, which is drawn as an alert above everything else. */
    val confirm: Placed<Element.Confirm>? = first()

    /** Whether the bar with the title is hidden. A button to go back stays, and the title for screen readers. */
    val hidesBar: Boolean get() = "navigationBar" in screen.hides

    /** Whether the tabs are hidden while the screen is in front. */
    val hidesTabs: Boolean get() = "tabBar" in screen.hides

    /** Whether the title is in the content, too, as a heading or the title of a hero. */
    val repeatsTitle: Boolean = elements.any { (_, element) ->
        val text = (element as? Element.Heading)?.text ?: (element as? Element.Hero)?.title
        text != null && text == screen.title
    }

    /** The forms of the screen. */
    internal val forms: List<Placed<Element.Form>> get() = only()

    /** The messages that are about no field of a form, to be shown above the elements. */
    val banner: List<Message> = screen.messages.filter { owner(it) == null }

    /** The number of rows that a search has found, or null on a screen without a search. */
    internal val searchResults: Int?
        get() = if (elements.none { it.element is Element.Search }) null else
            elements.mapNotNull { (it.element as? Element.Rows) }.sumOf { list -> list.sections.sumOf { it.rows.size } }

    /** The messages about the fields of a form. */
    internal fun messages(form: Placed<Element.Form>): List<Message> = screen.messages.filter { owner(it) == form }

    /** The first form with the field that a message points at. */
    private fun owner(message: Message): Placed<Element.Form>? = Pointers.member(message.pointer)?.let { name ->
        forms.firstOrNull { form -> form.element.visibleFields.any { it.name == name } }
    }

    private fun bar(placement: Element.Button.Placement): List<Placed<Element.Button>> =
        only<Element.Button>().filter { it.element.placement == placement }

    private inline fun <reified Part : Element> first(): Placed<Part>? = only<Part>().firstOrNull()

    private inline fun <reified Part : Element> only(): List<Placed<Part>> =
        placed.mapNotNull { (origin, element) -> (element as? Part)?.let { Placed(origin, it) } }

    private fun name(element: Element): String {
        val kind = element::class.java.simpleName
        return when (element) {
            is Element.Form -> "$kind:${element.output}"
            is Element.Button -> "$kind:${element.output}"
            is Element.Toggle -> "$kind:${element.output}"
            is Element.Stepper -> "$kind:${element.output}"
            is Element.Search -> "$kind:${element.output}"
            else -> kind
        }
    }

    private inline fun <Part> List<Part>.sumOf(number: (Part) -> Int): Int = fold(0) { sum, part -> sum + number(part) }
}
