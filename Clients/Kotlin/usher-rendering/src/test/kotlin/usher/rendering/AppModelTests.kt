package usher.rendering

import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.json.Json
import usher.client.state

class AppModelTests {
    private val search = """[{"kind":"search","output":"go","value":""},
        {"kind":"list","sections":[{"key":"s","rows":[]}]}]"""
    private val stepper = """[{"kind":"stepper","label":"Count","output":"go","value":1,"min":0,"max":3,
        "payload":{"id":7},"member":"count"}]"""

    @Test
    fun `a search reports its last text 300 milliseconds after the last key, and the empty text at once`() {
        val scene = AppScene().open(view(1, search, """{"type":"string"}"""))
        val placed = scene.placed<Element.Search>()
        val value = scene.model.value("k1", placed.origin)
        for (text in listOf("m", "mi", "mil")) {
            value.search(placed.element, text)
            scene.loop.advance(299)
            assertFalse(scene.isSending)
        }
        scene.loop.advance(1)
        assertEquals("\"mil\"", scene.payload)
        assertEquals("mil", value.shown(""))
        value.search(placed.element, "milk")
        scene.answer(view(2, search.replace("\"value\":\"\"", "\"value\":\"mil\""), """{"type":"string"}"""))
        assertEquals("the newer text stays", "milk", value.shown("mil"))
        value.search(placed.element, "")
        scene.loop.run()
        assertEquals("\"\"", scene.payload)
        scene.answer(view(3, search))
        value.search(placed.element, "x", isFinal = true)
        scene.loop.run()
        assertEquals("Enter reports at once", "\"x\"", scene.payload)
    }

    @Test
    fun `a stepper reports its number 350 milliseconds after the last press, within its limits`() {
        val scene = AppScene().open(view(1, stepper))
        val placed = scene.placed<Element.Stepper>()
        val value = scene.model.value("k1", placed.origin)
        repeat(5) { value.step(placed.element, 1) }
        assertEquals(3.0, value.shown(1.0))
        assertFalse(value.canStep(placed.element, 1))
        scene.loop.advance(349)
        assertFalse(scene.isSending)
        scene.loop.advance(1)
        assertEquals("""{"id":7,"count":3}""", scene.payload)
        scene.answer(view(2, stepper.replace("\"value\":1", "\"value\":3")))
        assertFalse(value.isUnconfirmed)
    }

    @Test
    fun `a toggle reports at once, shows what the user has set, and goes back if that is refused`() {
        val scene = AppScene().open(view(1, """[{"kind":"toggle","label":"On","output":"go","value":false}]"""))
        val placed = scene.placed<Element.Toggle>()
        val value = scene.model.value("k1", placed.origin)
        value.toggle(placed.element, true)
        scene.loop.run()
        assertEquals("true", scene.payload)
        assertEquals(true, value.shown(false))
        scene.scene.transport.post.refuse(422, "rejected", mapOf("detail" to "Not now."))
        scene.loop.run()
        assertEquals(false, value.shown(false))
        assertEquals(Notice("That didn’t work. Not now.", isError = true), scene.model.notice)
        scene.model.closeNotice()
        assertNull(scene.model.notice)
    }

    @Test
    fun `a second press on a button is ignored, and a button without its output is disabled`() {
        val buttons = """[{"kind":"button","label":"Go","output":"go"},
            {"kind":"button","label":"No","output":"other"}]"""
        val scene = AppScene().open(view(1, buttons))
        val (go, other) = scene.screen().elements.map { Placed(it.origin, it.element as Element.Button) }
        scene.model.press("k1", go.origin, go.element)
        scene.model.press("k1", go.origin, go.element)
        scene.loop.run()
        assertTrue(scene.model.state("k1", go.origin, go.element).isPending)
        assertEquals(1, scene.model.display.waiting.size)
        assertFalse(scene.model.state("k1", other.origin, other.element).isEnabled)
        scene.answer(view(2, """[{"kind":"button","label":"Go","output":"go"}]"""))
        assertFalse(scene.model.state("k1", go.origin, go.element).isPending)
        assertFalse(scene.isSending)
    }

    @Test
    fun `a button that is enabled later counts down by the clock of the server`() {
        val scene = AppScene()
        val at = java.time.Instant.ofEpochMilli(scene.loop.wallTime + 3_000)
        scene.open(view(1, """[{"kind":"button","label":"Resend","output":"go","enabledAt":"$at"}]"""))
        val button = scene.placed<Element.Button>()
        var drawings = 0
        scene.model.addListener { drawings += 1 }
        fun shown() = scene.model.state("k1", button.origin, button.element)
        assertEquals(ButtonState("Resend · 0:03", isEnabled = false, isPending = false), shown())
        scene.loop.advance(3_000)
        assertTrue(drawings >= 3)
        assertEquals(ButtonState("Resend", isEnabled = true, isPending = false), shown())
    }

    @Test
    fun `the option that the user has chosen is drawn as chosen until the response has come`() {
        fun option(key: String, chosen: String) =
            """{"key":"$key","label":"$key","selected":${key == chosen},"report":{"output":"go","payload":"$key"}}"""
        fun options(chosen: String) =
            """[{"kind":"segments","label":"Size","options":[${option("a", chosen)},${option("b", chosen)}]}]"""
        val scene = AppScene().open(view(1, options("a")))
        val placed = scene.placed<Element.Options>()
        val (a, b) = placed.element.options
        fun chosen() = placed.element.options.filter { scene.model.isChosen("k1", placed.origin, placed.element, it) }
        scene.model.choose("k1", placed.origin, placed.element, a)
        scene.loop.run()
        assertFalse("it is chosen already", scene.isSending)
        scene.model.choose("k1", placed.origin, placed.element, b)
        assertEquals(listOf(b), chosen())
        scene.loop.run()
        scene.answer(view(2, options("b")))
        assertEquals("b", scene.placed<Element.Options>().element.options.single { it.isSelected }.key)
    }

    @Test
    fun `a screen that waits for an effect keeps its look, and takes no press`() {
        val buttons = """[{"kind":"button","label":"Go","output":"go"}]"""
        val scene = AppScene().open(view(1, buttons))
        scene.scene.transport.stream.begin()
        val busy = view(2, buttons, more = mapOf("outputs" to emptyList<Any?>())) + ("status" to "busy")
        scene.scene.transport.stream.event("state", busy)
        scene.loop.run()
        val button = scene.placed<Element.Button>()
        assertTrue(scene.model.state("k1", button.origin, button.element).isEnabled)
        scene.model.press("k1", button.origin, button.element)
        scene.loop.run()
        assertFalse(scene.isSending)
        assertTrue(scene.model.isWorking)
    }

    @Test
    fun `the question of the application is asked before a gesture, and the gesture is sent when the user agrees`() {
        val confirm = mapOf("title" to "Leave?", "gestures" to listOf("back"))
        val gestures = mapOf("back" to "/v1/sessions/1/back", "confirm" to confirm)
        val scene = AppScene().open(view(1, "[]", below = listOf("k0")) + ("gestures" to gestures))
        assertFalse(scene.model.canPreviewBack)
        scene.model.leave()
        scene.loop.run()
        assertFalse(scene.isSending)
        val question = (scene.model.frame as Frame.App).question!!
        assertEquals("Leave?", question.title)
        question.discard()
        scene.loop.run()
        assertTrue(scene.scene.transport.post.path.endsWith("/back"))
        assertEquals("it is shown at once", listOf("k0"), scene.model.display.state?.stack)
    }

    @Test
    fun `the first screen of a session inside another app has a control that leads back, after its question`() {
        val confirm = mapOf("title" to "Leave?", "gestures" to listOf("leave"))
        val gestures = mapOf("leave" to "/v1/sessions/1/back", "confirm" to confirm)
        val scene = AppScene().open(view(1, "[]") + ("gestures" to gestures))
        assertTrue(scene.model.canGoBack && scene.model.canLeave)
        assertFalse("the system does not know what the app shows then", scene.model.canPreviewBack)
        scene.model.leave()
        scene.loop.run()
        val question = (scene.model.frame as Frame.App).question!!
        assertEquals("Leave?", question.title)
        question.discard()
        scene.loop.run()
        assertTrue(scene.scene.transport.post.path.endsWith("/back"))
        assertEquals("nothing is shown before the response", listOf("k1"), scene.model.display.state?.stack)
    }

    @Test
    fun `the first screen of any other session has no control that leads back`() {
        val scene = AppScene().open(view(1, "[]"))
        assertFalse(scene.model.canGoBack || scene.model.canLeave)
    }

    @Test
    fun `an alert is drawn without its modal, and the back button presses what cancels it`() {
        val confirm = """[{"kind":"confirm","title":"Delete?","actions":[
            {"label":"Delete","role":"destructive","output":"delete"},
            {"label":"Keep","role":"cancel","output":"go"}]}]"""
        val modal = """[{"key":"k9","presentation":"alert","dismissible":false,
            "state":{"type":"stack","key":"k9","index":0,"routes":[{"key":"k1","name":"ask"}]}}]"""
        val scene = AppScene().open(view(1, confirm) + ("modals" to Json.parse(modal)))
        val frame = scene.model.frame as Frame.App
        assertEquals(emptyList<Any>(), frame.modals)
        assertEquals("Delete?", frame.alert?.confirm?.element?.title)
        scene.model.leave()
        scene.loop.run()
        assertTrue(scene.scene.transport.post.path.endsWith("/go"))
    }

    @Test
    fun `without a connection there is a page before the first state, and a line after it`() {
        val scene = AppScene()
        scene.model.open()
        scene.loop.run()
        assertEquals(Frame.Opening, scene.model.frame)
        scene.scene.transport.post.lose()
        scene.loop.run()
        assertEquals("You’re offline", (scene.model.frame as Frame.Page).title)
        (scene.model.frame as Frame.Page).actions.single().press()
        scene.loop.run()
        scene.scene.transport.post.answer(view(1, "[]") + ("token" to "t"), status = 201)
        scene.loop.run()
        assertNull(scene.model.banner)
        scene.scene.transport.stream.lose()
        scene.loop.run()
        assertEquals(ConnectionBanner("Connection lost. Reconnecting…", false, retryLabel = null), scene.model.banner)
        for (pause in listOf(400L, 1_000, 2_000, 4_000, 8_000)) {
            scene.loop.advance(pause)
            scene.scene.transport.stream.lose()
            scene.loop.run()
        }
        assertEquals("Try again", scene.model.banner?.retryLabel)
        scene.model.retry()
        scene.loop.run()
        assertEquals(1, scene.scene.transport.open.size)
    }

    @Test
    fun `an end, an expiry and a loss of access are pages, from which a session goes on or starts again`() {
        val ended = AppScene().open(state(1) + ("status" to "ended"))
        val again = (ended.model.frame as Frame.Page).actions.single()
        assertEquals("Start again", again.label)
        again.press()
        again.press()
        ended.loop.run()
        assertEquals("/v1/sessions", ended.scene.transport.post.path)

        val expired = AppScene().open(state(1))
        val resume = mapOf("method" to "POST", "href" to "/v1/sessions", "body" to mapOf("resume" to "1"))
        expired.scene.transport.stream.refuse(410, "session-expired", mapOf("resume" to resume))
        expired.loop.run()
        (expired.model.frame as Frame.Page).actions.single { it.label == "Continue" }.press()
        expired.loop.run()
        expired.answer(state(1) + mapOf("id" to "2", "token" to "t"))
        assertTrue(expired.model.frame is Frame.App)

        val gone = AppScene().open(state(1))
        gone.scene.transport.stream.refuse(401, "unauthorized")
        gone.loop.run()
        assertEquals("This device is logged out", (gone.model.frame as Frame.Page).title)
    }

    @Test
    fun `a start that is refused is a page with its reason, and can be tried again`() {
        val scene = AppScene()
        scene.model.open()
        scene.loop.run()
        scene.scene.transport.post.refuse(404, "unknown-app", mapOf("detail" to "There is no such app."))
        scene.loop.run()
        val page = scene.model.frame as Frame.Page
        assertEquals("There is no such app.", page.text)
        page.actions.single().press()
        scene.loop.run()
        assertTrue(scene.isSending)
    }

    @Test
    fun `the number of results of a search is announced when it changes`() {
        val found = search.replace("\"rows\":[]", "\"rows\":[{\"key\":\"a\",\"title\":\"A\"}]")
        val scene = AppScene().open(view(1, search))
        assertNull(scene.model.announcement)
        scene.scene.transport.stream.begin()
        scene.scene.transport.stream.event("state", view(2, found))
        scene.loop.run()
        assertEquals("1 result", scene.model.announcement)
    }

    @Test
    fun `the rows of a source are read when they are drawn, and further ones on demand`() {
        val view = """[{"kind":"list","source":{"name":"songs","version":"1"},"empty":{"title":"None"}}]"""
        val scene = AppScene().open(view(1, view))
        val list = scene.placed<Element.Rows>().element
        assertTrue(scene.model.rows("k1", list)!!.rows.isEmpty())
        scene.loop.run()
        scene.scene.transport.open.single { "/rows/songs" in it.path }.answer(
            Json.write(mapOf("rows" to listOf(mapOf("key" to "a", "title" to "A")), "next" to "/v1/next"))
        )
        scene.loop.run()
        val rows = scene.model.rows("k1", list)!!
        assertEquals(listOf("A"), scene.model.rows(rows).map { it.title })
        assertTrue(rows.hasMore)
        scene.model.moreRows("k1", list)
        scene.loop.run()
        scene.scene.transport.open.single { it.path == "/v1/next" }.lose()
        scene.loop.run()
        assertTrue(scene.model.rows("k1", list)!!.failure != null)
        scene.loop.run()
        assertFalse("drawing it again asks for nothing", scene.scene.transport.open.any { it.path == "/v1/next" })
        scene.model.moreRows("k1", list)
        scene.loop.run()
        assertTrue(scene.scene.transport.open.any { it.path == "/v1/next" })
    }

    @Test
    fun `texts of a session in another language are with words and numbers of that language, from right to left`() {
        val scene = AppScene().open(view(1, "[]") + mapOf("language" to "de", "direction" to "rtl"))
        assertEquals("Zurück", scene.model.formats.words.back)
        assertTrue(scene.model.isRightToLeft)
    }
}
