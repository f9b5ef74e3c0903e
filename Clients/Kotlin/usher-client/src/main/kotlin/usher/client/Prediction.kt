package usher.client

import usher.client.json.JsonObject
import usher.client.json.bool
import usher.client.json.child
import usher.client.json.children
import usher.client.json.int
import usher.client.json.text

/**
 * A gesture with a result that the client knows before the server has responded, and the place at which the user made
 * it.
 *
 * A key is never used for another instance, so a gesture is predicted only while the same screen, modal or tab is in
 * front. That keeps a gesture from being shown twice when its result arrives by the stream before its response does.
 */
internal sealed class Prediction {
    /** Goes back from a screen to another one of its stack, or by one. */
    data class Back(val from: String, val to: String?) : Prediction()

    /** Closes a modal. */
    data class Dismiss(val modal: String) : Prediction()

    /** Selects a tab while another one is selected, or goes to the root of the selected one. */
    data class Select(val tab: String, val from: String, val focus: String?) : Prediction()
}

/**
 * The state that most likely follows a gesture, with the revision of this one.
 *
 * @param offers the outputs that covered screens had when they were in front last, by key. The state of a covered
 *   screen lists
 *   none.
 * @return null if the gesture is not possible here or its result is not known, as of a tab that was never selected.
 */
internal fun NavigationState.predicting(prediction: Prediction, offers: Map<String, Any?>): NavigationState? {
    val containers = Containers.of(this) ?: return null
    val next = when (prediction) {
        is Prediction.Back ->
            if (focus == prediction.from && gestures.back != null) containers.popped(prediction.to) else null
        is Prediction.Dismiss -> {
            val isInFront = modals.lastOrNull()?.key == prediction.modal && gestures.dismiss != null
            if (isInFront) Containers(containers.navigation, containers.modals.dropLast(1)) else null
        }
        is Prediction.Select -> {
            val isHere = modals.isEmpty() && containers.selectedTab(prediction.tab) == prediction.from
            val isAsSeen = prediction.tab != prediction.from || prediction.focus == focus
            if (isHere && isAsSeen) containers.selecting(prediction.tab) else null
        }
    }
    return next?.let { replacing(containers, it, offers) }
}

/** The tab that is selected in the tabs that have a tab of this key, or null if there is none. */
internal fun NavigationState.selectedTab(tab: String): String? = Containers.of(this)?.selectedTab(tab)

private fun NavigationState.replacing(
    before: Containers,
    after: Containers,
    offers: Map<String, Any?>
): NavigationState? {
    val focus = after.stack.lastOrNull() ?: return null
    val screens = LinkedHashMap(document.child("screens") ?: return null)
    screens.keys.removeAll(before.screens - after.screens)
    val covered = this.focus
    if (covered != null && covered != focus) {
        screens.child(covered)?.let { screens[covered] = it + ("outputs" to emptyList<Any?>()) }
    }
    val front = screens.child(focus) ?: return null
    if (focus in offers) screens[focus] = front + ("outputs" to offers[focus])
    val members = mapOf(
        "navigation" to after.navigation,
        "modals" to after.modals,
        "stack" to after.stack,
        "focus" to focus,
        "screens" to screens,
        "gestures" to after.gestures(Calls.path(id))
    )
    return try {
        replacing(document + members - "link")
    } catch (malformed: MalformedState) {
        null
    }
}

/** The containers of a state as JSON, in which gestures are predicted. */
private class Containers(val navigation: JsonObject, val modals: List<JsonObject>) {
    /** The container in front. */
    private val front: JsonObject get() = if (modals.isEmpty()) navigation else modals.last().child("state").orEmpty()

    /** The keys of the screens in front. */
    val stack: List<String> get() = stack(front)

    /** The keys of all screens on any stack. */
    val screens: Set<String>
        get() = (listOf(navigation) + modals.mapNotNull { it.child("state") }).flatMap { screens(it) }.toSet()

    /** The gestures that are most likely possible. */
    fun gestures(session: String): JsonObject {
        val gestures = LinkedHashMap<String, Any?>()
        if (stack.size > 1) gestures["back"] = "$session/back"
        if (modals.lastOrNull()?.bool("dismissible") == true) gestures["dismiss"] = "$session/dismiss"
        return gestures
    }

    /** The containers without the screens above one of the stack in front, or without the last one. */
    fun popped(target: String?): Containers? {
        val screens = stack
        val index = if (target == null) screens.size - 2 else screens.indexOf(target)
        return if (index in 0 until screens.size - 1) withStack(index + 1) else null
    }

    /** The key of the selected one of the tabs with a tab of this key. */
    fun selectedTab(tab: String): String? = tabs(navigation, tab)?.let { selectedRoute(it) }?.text("key")

    /** The containers with a tab that was selected before, or with the root of the selected one. */
    fun selecting(tab: String): Containers? {
        val tabs = tabs(navigation, tab) ?: return null
        val index = tabs.children("routes").indexOfFirst { it.text("key") == tab }
        if (tabs.children("routes")[index].child("state") == null) return null
        if (index != tabs.int("index")) {
            return Containers(edited(navigation, { it === tabs }) { it + ("index" to index.toLong()) }, modals)
        }
        return if (stack.size > 1) withStack(1) else null
    }

    private fun withStack(count: Int): Containers {
        val edited = edited(front, { false }) {
            it + mapOf("routes" to it.children("routes").take(count), "index" to (count - 1).toLong())
        }
        if (modals.isEmpty()) return Containers(edited, modals)
        return Containers(navigation, modals.dropLast(1) + (modals.last() + ("state" to edited)))
    }

    companion object {
        /** The containers of a state, or null if they are arranged in a way that this version does not know. */
        fun of(state: NavigationState): Containers? {
            val navigation = state.document.child("navigation") ?: return null
            return Containers(navigation, state.document.children("modals")).takeIf { it.stack == state.stack }
        }

        private fun selectedRoute(container: JsonObject): JsonObject? =
            container.int("index")?.let { container.children("routes").getOrNull(it) }

        private fun stack(container: JsonObject): List<String> {
            val inner = selectedRoute(container)?.child("state")
            if (inner != null) return stack(inner)
            if (container.text("type") != "stack") return emptyList()
            return container.children("routes").mapNotNull { it.text("key") }
        }

        private fun screens(container: JsonObject): List<String> = container.children("routes").flatMap { route ->
            val inner = route.child("state")
            when {
                inner != null -> screens(inner)
                container.text("type") == "stack" -> listOfNotNull(route.text("key"))
                else -> emptyList()
            }
        }

        private fun tabs(container: JsonObject, tab: String): JsonObject? {
            val isHere = container.text("type") == "tabs" && container.children("routes").any { it.text("key") == tab }
            return if (isHere) container else selectedRoute(container)?.child("state")?.let { tabs(it, tab) }
        }

        /** Changes the first container on the way to the front that fulfills a condition, or the innermost one. */
        private fun edited(
            container: JsonObject,
            isFound: (JsonObject) -> Boolean,
            edit: (JsonObject) -> JsonObject
        ): JsonObject {
            val route = selectedRoute(container)
            val inner = route?.child("state")
            if (isFound(container) || inner == null) return edit(container)
            val routes = container.children("routes").map { each ->
                if (each === route) route + ("state" to edited(inner, isFound, edit)) else each
            }
            return container + ("routes" to routes)
        }
    }
}
