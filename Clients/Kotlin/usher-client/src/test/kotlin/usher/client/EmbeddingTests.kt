package usher.client

import java.io.File
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.asObject

/** A session inside another app. */
class EmbeddingTests {
    @Test
    fun `a start passes the input, the token of the user and whether the user can go back to the app`() {
        val input = mapOf("iban" to "DE75512108001245126199")
        val members = start(SessionLaunch("usher://transfer", input, "token", isEmbedded = true))
        val expected = mapOf(
            "app" to "app", "link" to "usher://transfer", "input" to input, "identity" to "token", "embedded" to true
        )
        assertEquals(expected, members - "client")
        assertEquals(mapOf("app" to "app"), start(SessionLaunch()) - "client")
    }

    @Test
    fun `a start that the server does not accept leaves the session at hand`() {
        val scene = Scene().open()
        val start = scene.session.start(SessionLaunch(identity = "token"))
        scene.loop.run()
        scene.transport.post.refuse(401, "identity-rejected")
        scene.loop.run()
        val failure = start.handle { _, error -> error }.get() as SessionError.OfServer
        assertEquals(ProblemKind.IDENTITY_REJECTED, failure.problem.kind)
        assertEquals(Phase.Open, scene.display.phase)
        scene.tap(go())
        assertEquals("Bearer token-1", scene.transport.post.request.fields["Authorization"])
    }

    @Test
    fun `going back from the first screen leaves the session, which has a result then`() {
        val scene = Scene().open(embedded(1, "k1"))
        assertNull(scene.display.state?.result)
        val outcome = scene.tap(Tap.back())
        assertFalse("nothing is known of what comes then", scene.display.isPredicted)
        assertEquals("/v1/sessions/1/back", scene.transport.post.path)
        assertEquals("k1", scene.transport.post.request.fields["If-Screen"])
        val result = mapOf("outcome" to "left")
        scene.answer(state(2, more = mapOf("status" to "ended", "focus" to null, "result" to result)))
        assertEquals(listOf<Outcome>(Outcome.Accepted), outcome)
        assertEquals(Phase.Ended, scene.display.phase)
        assertEquals(result, scene.display.state?.result)
    }

    @Test
    fun `going back to a certain screen, or in a session that is not embedded, does not leave it`() {
        val scene = Scene().open(embedded(1, "k1"))
        assertEquals(listOf<Outcome>(Outcome.Outdated), scene.tap(Tap.back(to = "k9")))
        assertEquals(listOf<Outcome>(Outcome.Outdated), Scene().open().tap(Tap.back()))
    }

    @Test
    fun `a second tap on back leaves nothing if its user saw no way out of the session`() {
        val scene = Scene().open(state(1, "k1", "k2"))
        scene.tap(Tap.back())
        val second = scene.tap(Tap.back())
        scene.answer(embedded(2, "k1"))
        assertEquals(listOf<Outcome>(Outcome.Outdated), second)
        assertEquals(Phase.Open, scene.display.phase)
    }

    @Test
    fun `the user is asked before leaving if the question names it`() {
        val question = mapOf("title" to "Discard?", "gestures" to listOf("leave"))
        val scene = Scene().open(embedded(1, "k1", "confirm" to question))
        val outcome = scene.tap(Tap.back())
        assertEquals("Discard?", (outcome.single() as Outcome.Unconfirmed).question.title)
        scene.tap(Tap.back().copy(isConfirmed = true))
        assertTrue(scene.transport.post.path.endsWith("/back"))
    }

    @Test
    fun `the example of the page has the result when the session has ended`() {
        val source = File("Clients/Kotlin/usher-client/src/test/kotlin/usher/client/EmbeddingExample.kt").readText()
        val page = File("Clients/Kotlin/README.md").readText()
        assertTrue(page.contains("```kotlin\n${source.substring(source.indexOf("fun "))}```\n"))
        val scene = Scene()
        val result = transfer("DE75512108001245126199", scene.session, "token")
        scene.loop.run()
        scene.transport.post.answer(embedded(1, "k1") + ("token" to "token-1"), status = 201)
        scene.loop.run()
        scene.tap(go())
        assertFalse(result.isDone)
        scene.answer(state(2, more = mapOf("status" to "ended", "focus" to null, "result" to "booked")))
        assertEquals("booked", result.getNow(null))
    }

    /** Starts a session and returns the members of the request. */
    private fun start(launch: SessionLaunch): JsonObject {
        val scene = Scene()
        scene.session.start(launch)
        scene.loop.run()
        return Json.parse(String(scene.transport.post.request.body!!)).asObject()!!
    }

    /** A state whose first screen leads back to the app. */
    private fun embedded(revision: Int, screen: String, vararg gestures: Pair<String, Any?>): JsonObject =
        state(revision, screen, more = mapOf("gestures" to mapOf("leave" to "/v1/sessions/1/back") + gestures))
}
