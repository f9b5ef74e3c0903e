package usher.client

import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Assert.assertSame
import org.junit.Test
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.asObject

class StateTests {
    private val document = Json.parse(
        """{"id": "1", "app": "a", "revision": 17, "status": "active", "stack": ["k3", "k4", "k5"], "focus": "k5",
        "navigation": {"type": "tabs", "key": "k1", "index": 0, "routes": [
          {"key": "k2", "name": "one", "state": {"type": "stack", "key": "k2", "index": 2, "routes": [
            {"key": "k3", "name": "list"}, {"key": "k4", "name": "detail"}, {"key": "k5", "name": "more"}]}},
          {"key": "k6", "name": "two", "state": {"type": "stack", "key": "k6", "index": 0, "routes": [
            {"key": "k7", "name": "settings"}]}},
          {"key": "k8", "name": "three"}]},
        "modals": [],
        "screens": {"k3": {"name": "list", "outputs": []}, "k4": {"name": "detail"}, "k5": {"name": "more"},
                    "k7": {"name": "settings"}},
        "gestures": {"back": "/v1/sessions/1/back"}}"""
    ).asObject()!!
    private val state = NavigationState(document)

    @Test
    fun `a state without a member that each state has is malformed`() {
        for (name in listOf("id", "app", "revision", "status", "stack", "navigation", "modals", "screens")) {
            assertFails<MalformedState> { NavigationState(document - name) }
        }
        assertNull(NavigationState(document + ("token" to "secret")).document["token"])
    }

    @Test
    fun `a state after a patch has the same screens and containers where nothing has changed`() {
        val next = state.applying(
            Json.parse(
                """[{"op":"replace","path":"/revision","value":18},
                {"op":"add","path":"/screens/k5/title","value":"More"}]"""
            )
        )
        assertEquals(18L, next.revision)
        assertEquals("More", next.front?.title)
        assertSame(state.screens["k3"], next.screens["k3"])
        assertSame(state.navigation, next.navigation)
        assertEquals(next, NavigationState(next.document))
    }

    @Test
    fun `going back is predicted with the outputs that the screen below had`() {
        val offers = mapOf("k3" to listOf(mapOf("name" to "open", "href" to "/open")))
        val next = state.predicting(Prediction.Back("k5", null), offers)!!
        assertEquals(listOf("k3", "k4"), next.stack)
        assertEquals("/v1/sessions/1/back", next.gestures.back)
        assertEquals(setOf("k3", "k4", "k7"), next.screens.keys)
        val root = state.predicting(Prediction.Back("k5", "k3"), offers)!!
        assertEquals(listOf("k3"), root.stack)
        assertNull(root.gestures.back)
        assertEquals("/open", root.front?.output("open")?.href)
        assertEquals(0, root.navigation.routes[0].container?.index)
        assertEquals(17L, root.revision)
    }

    @Test
    fun `a visited tab is predicted with its screens, and the selected one goes to its root`() {
        val next = state.predicting(Prediction.Select("k6", "k2", "k5"), emptyMap())!!
        assertEquals(listOf("k7"), next.stack)
        assertEquals(1, next.navigation.index)
        assertEquals(state.screens.keys, next.screens.keys)
        assertEquals(listOf("k3"), state.predicting(Prediction.Select("k2", "k2", "k5"), emptyMap())?.stack)
    }

    @Test
    fun `a sheet that is closed is predicted as what is below`() {
        val modal = mapOf(
            "key" to "k9", "presentation" to "sheet", "dismissible" to true, "state" to stack("k9", listOf("k10"))
        )
        @Suppress("UNCHECKED_CAST")
        val screens = document["screens"] as JsonObject
        val covered = NavigationState(
            document + mapOf(
                "modals" to listOf(modal), "stack" to listOf("k10"), "focus" to "k10",
                "gestures" to mapOf("dismiss" to "/v1/sessions/1/dismiss"),
                "screens" to screens + ("k10" to mapOf("name" to "new"))
            )
        )
        val next = covered.predicting(Prediction.Dismiss("k9"), emptyMap())!!
        assertEquals(listOf("k3", "k4", "k5"), next.stack)
        assertEquals(emptyList<Modal>(), next.modals)
        assertNull(next.screens["k10"])
    }

    @Test
    fun `nothing is predicted where another place is in front than the one at which the user was`() {
        val predictions = listOf(
            Prediction.Back("k4", null), Prediction.Back("k5", "k99"), Prediction.Dismiss("k9"),
            Prediction.Select("k6", "k6", "k5"), Prediction.Select("k8", "k2", "k5"),
            Prediction.Select("k99", "k2", "k5"), Prediction.Select("k2", "k2", "k4")
        )
        for (prediction in predictions) assertNull(state.predicting(prediction, emptyMap()))
    }

    @Test
    fun `a draft is kept while its screen is covered or gone, and is there on another instance of it`() {
        val drafts = Drafts()
        val values = mapOf("title" to "La")
        drafts.set(values, form("k5"))
        drafts.follow(screens("k5", "k6"), go(screen = "k5"))
        assertEquals(values, drafts.values(form("k5")))
        drafts.follow(screens("k1"), Tap.back())
        drafts.follow(screens("k7"), go(screen = "k1"))
        val stored = Drafts(Json.parse(Json.write(drafts.document)))
        assertEquals(values, stored.values(form("k7")))
        assertNull(stored.values(form("k8")))
    }

    @Test
    fun `a draft is dropped with its screen if the user left that by its own control or with consent`() {
        for (cause in listOf(go(screen = "k5"), Tap.dismiss, Tap.back().copy(isConfirmed = true))) {
            val drafts = Drafts()
            drafts.set(mapOf("title" to "La"), form("k5"))
            drafts.follow(screens("k1"), cause)
            assertNull(drafts.values(form("k7")))
        }
    }

    private fun screens(vararg keys: String) = NavigationState(state(1, *keys))

    private fun form(screen: String) = FormId(screen, "new save")
}
