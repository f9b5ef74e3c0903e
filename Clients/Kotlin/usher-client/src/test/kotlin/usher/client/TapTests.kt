package usher.client

import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNotEquals
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test

class TapTests {
    @Test
    fun `a tap has one key for all its tries, and acts once`() {
        val scene = Scene().open()
        val outcome = scene.tap(go("a"))
        val tries = ArrayList<ScriptedTransport.Exchange>()
        for (pause in listOf(400L, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000)) {
            tries.add(scene.transport.post)
            scene.transport.post.lose()
            scene.loop.advance(pause - 1)
            assertTrue(scene.transport.open.none { it.request.method == "POST" })
            scene.loop.advance(1)
        }
        tries.add(scene.transport.post)
        assertEquals(1, tries.map { it.key }.toSet().size)
        assertEquals(setOf("\"a\""), tries.map { String(it.request.body!!) }.toSet())
        assertEquals(emptyList<Outcome>(), outcome)
        scene.answer(state(2))
        assertEquals(listOf<Outcome>(Outcome.Accepted), outcome)
        scene.tap(go("a"))
        assertNotEquals("another tap has another key", tries[0].key, scene.transport.post.key)
    }

    @Test
    fun `a response that does not come in time, or is none of the server, is lost`() {
        val scene = Scene().open()
        val outcome = scene.tap(go())
        scene.loop.advance(20_000 + 400)
        scene.transport.post.answer("<html>Please log in</html>", type = "text/html")
        scene.loop.advance(1_000)
        scene.transport.post.answer("{\"id\":")
        scene.loop.advance(2_000)
        assertEquals(emptyList<Outcome>(), outcome)
        assertEquals(Connection.RECONNECTING, scene.display.connection)
        scene.answer(state(2))
        assertEquals(listOf<Outcome>(Outcome.Accepted), outcome)
        assertEquals(Connection.ONLINE, scene.display.connection)
    }

    @Test
    fun `a report has no condition, and a gesture has the screen that the user leaves`() {
        val scene = Scene().open(state(1, "k1", "k2"))
        scene.tap(go(screen = "k2"))
        assertEquals("/v1/sessions/1/screens/k2/outputs/go", scene.transport.post.path)
        assertNull(scene.transport.post.request.fields["If-Screen"])
        assertEquals("patch-from=\"1\"", scene.transport.post.request.fields["Prefer"])
        scene.answer(state(2, "k1", "k2"))
        scene.tap(Tap.back())
        assertEquals("k2", scene.transport.post.request.fields["If-Screen"])
        assertTrue(scene.transport.exchanges.none { "If-Match" in it.request.fields })
        scene.transport.post.refuse(412, "revision-mismatch", mapOf("state" to state(5, "k1", "k2")))
        scene.loop.run()
        val condition = scene.transport.post.request.fields["If-Screen"]
        assertEquals("it is sent again where the same screen is in front", "k2", condition)
        val outcome = scene.tap(go(screen = "k3"))
        scene.answer(state(6, "k1"))
        assertEquals(listOf<Outcome>(Outcome.Outdated), outcome)
    }

    @Test
    fun `a gesture is not repeated where another screen is in front now`() {
        val scene = Scene().open(state(1, "k1", "k2"))
        val outcome = scene.tap(Tap.back())
        scene.transport.post.refuse(412, "revision-mismatch", mapOf("state" to state(5, "k1", "k3")))
        scene.loop.run()
        assertEquals(listOf<Outcome>(Outcome.Outdated), outcome)
        assertEquals(listOf("k1", "k3"), scene.display.state?.stack)
    }

    @Test
    fun `taps are sent one after another, in their order`() {
        val scene = Scene().open()
        val outcomes = (1..3).map { scene.tap(go("a$it")) }
        for (number in 1..3) {
            assertEquals("\"a$number\"", String(scene.transport.post.request.body!!))
            assertEquals(3 - number + 1, scene.display.waiting.size)
            scene.answer(state(1 + number))
        }
        for (outcome in outcomes) assertEquals(listOf<Outcome>(Outcome.Accepted), outcome)
    }

    @Test
    fun `a report waits for the effect of the tap before it, whose outcome has the messages of the screen`() {
        val scene = Scene().open()
        val first = scene.tap(go("wrong"))
        val second = scene.tap(go("right"))
        scene.answer(state(2, more = mapOf("status" to "busy", "busy" to mapOf("effect" to "check"))))
        assertEquals(emptyList<Outcome>(), first)
        assertTrue(scene.transport.open.none { it.request.method == "POST" })
        val message = mapOf("code" to "code.wrong", "level" to "error", "text" to "Wrong")
        val poll = scene.transport.open.single { it.request.fields["Prefer"]?.contains("wait=25") == true }
        val screen = screen("k1", more = mapOf("messages" to listOf(message)))
        poll.answer(state(3, more = mapOf("screens" to mapOf("k1" to screen))))
        scene.loop.run()
        assertEquals(listOf("Rejected [code.wrong]"), first.map { it.toString() })
        scene.answer(state(4))
        assertEquals(listOf<Outcome>(Outcome.Accepted), second)
    }

    @Test
    fun `a tap of a control counts, is ignored or replaces an earlier one, as it says`() {
        val scene = Scene().open()
        val sent = scene.tap(go("a"))
        val ignored = scene.tap(go("b").copy(repetition = Tap.Repetition.IS_IGNORED))
        val replaced = scene.tap(go("c").copy(repetition = Tap.Repetition.REPLACES))
        val last = scene.tap(go("d").copy(repetition = Tap.Repetition.REPLACES))
        scene.answer(state(2))
        assertEquals("\"d\"", String(scene.transport.post.request.body!!))
        scene.answer(state(3))
        val outcomes = listOf(sent, ignored, replaced, last).map { it.single() }
        assertEquals(listOf(Outcome.Accepted, Outcome.Ignored, Outcome.Replaced, Outcome.Accepted), outcomes)
    }

    @Test
    fun `a value that replaces another one during an effect is sent once`() {
        val scene = Scene().open(state(1, more = mapOf("status" to "busy")))
        scene.tap(go(1).copy(repetition = Tap.Repetition.REPLACES))
        scene.tap(go(2).copy(repetition = Tap.Repetition.REPLACES))
        scene.transport.open.single { it.request.fields["Prefer"]?.contains("wait") == true }.answer(state(2))
        scene.loop.run()
        assertEquals("2", String(scene.transport.post.request.body!!))
        scene.answer(state(3))
        assertTrue(scene.transport.open.none { it.request.method == "POST" })
    }

    @Test
    fun `a tap that depends on what the user has read is outdated when the screen looks different`() {
        val scene = Scene().open()
        val tap = go().copy(condition = Tap.Condition.SAME_CONTENT)
        val first = scene.tap(tap)
        assertEquals("k1;revision=1", scene.transport.post.request.fields["If-Screen"])
        val priced = mapOf("screens" to mapOf("k1" to screen("k1", more = mapOf("title" to "9 €"))))
        scene.transport.post.refuse(412, "revision-mismatch", mapOf("state" to state(2, more = priced)))
        scene.loop.run()
        assertEquals(listOf<Outcome>(Outcome.Outdated), first)
    }

    @Test
    fun `a tap that depends on what the user has read is sent again when the screen looks the same`() {
        val scene = Scene().open(state(1, "k1", "k2"))
        for (tap in listOf(go(screen = "k2"), Tap.back())) {
            val revision = scene.display.state!!.revision
            scene.tap(tap.copy(condition = Tap.Condition.SAME_CONTENT))
            assertEquals("k2;revision=$revision", scene.transport.post.request.fields["If-Screen"])
            val newer = state(revision.toInt() + 1, "k1", "k2")
            scene.transport.post.refuse(412, "revision-mismatch", mapOf("state" to newer))
            scene.loop.run()
            assertEquals("k2;revision=${revision + 1}", scene.transport.post.request.fields["If-Screen"])
            scene.answer(state(revision.toInt() + 2, "k1", "k2"))
        }
    }

    @Test
    fun `a tap on a screen that is gone is outdated, and one that the server refuses has its problem`() {
        val scene = Scene().open()
        val stale = scene.tap(go())
        scene.transport.post.refuse(409, "stale-screen", mapOf("state" to state(2, "k2")))
        scene.loop.run()
        assertEquals(listOf<Outcome>(Outcome.Outdated), stale)
        assertEquals(2L, scene.display.state?.revision)
        val link = scene.tap(Tap.link("usher://nowhere"))
        scene.transport.post.refuse(422, "unknown-link")
        scene.loop.run()
        assertEquals(ProblemKind.UNKNOWN_LINK, (link.single() as Outcome.Refused).problem.kind)
    }

    @Test
    fun `a gesture that discards what was entered needs the consent of the user`() {
        val question = mapOf("title" to "Discard?", "gestures" to listOf("back"))
        val gestures = mapOf("gestures" to mapOf("back" to "/v1/sessions/1/back", "confirm" to question))
        val scene = Scene().open(state(1, "k1", "k2", more = gestures))
        val outcome = scene.tap(Tap.back())
        assertEquals("Discard?", (outcome.single() as Outcome.Unconfirmed).question.title)
        assertFalse(scene.display.isPredicted)
        scene.tap(Tap.back().copy(isConfirmed = true))
        assertEquals(listOf("k1"), scene.display.state?.stack)
        assertTrue(scene.transport.post.path.endsWith("/back"))
    }

    @Test
    fun `a gesture is shown before the server has responded, and taken back if it is refused`() {
        val scene = Scene().open()
        scene.tap(go())
        scene.answer(state(2, "k1", "k2"))
        scene.tap(Tap.back())
        assertTrue(scene.display.isPredicted)
        assertEquals(listOf("k1"), scene.display.state?.stack)
        assertEquals("its screen can be tapped", "go", scene.display.state?.front?.outputs?.single()?.name)
        scene.transport.post.refuse(422, "rejected")
        scene.loop.run()
        assertFalse(scene.display.isPredicted)
        assertEquals(listOf("k1", "k2"), scene.display.state?.stack)
    }

    @Test
    fun `a new token is stored before anything else happens, and the old one is used until then`() {
        val storage = MemoryStorage()
        val scene = Scene(storage).open()
        scene.tap(go("password").copy(isSecret = true))
        scene.transport.post.lose()
        scene.loop.advance(400)
        assertEquals("Bearer token-1", scene.transport.post.request.fields["Authorization"])
        scene.answer(state(2) + ("token" to "token-2"))
        assertTrue(storage.text.contains("token-2"))
        scene.tap(go())
        assertEquals("Bearer token-2", scene.transport.post.request.fields["Authorization"])
    }
}
