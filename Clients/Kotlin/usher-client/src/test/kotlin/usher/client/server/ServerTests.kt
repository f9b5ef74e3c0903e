package usher.client.server

import java.net.HttpURLConnection
import java.net.URL
import java.util.Collections
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executor
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNotEquals
import org.junit.Assert.assertNotNull
import org.junit.Assert.assertTrue
import org.junit.Assert.fail
import org.junit.Test
import usher.client.FormId
import usher.client.MemoryStorage
import usher.client.NavigationState
import usher.client.Outcome
import usher.client.Phase
import usher.client.ProblemKind
import usher.client.Session
import usher.client.SessionError
import usher.client.Tap
import usher.client.text

class ServerTests {
    private val open = ArrayList<AutoCloseable>()

    @After
    fun end() = open.reversed().forEach { it.close() }

    private fun server(vararg options: String): String = Program.server(*options).also { open.add(it) }.address

    private fun opened(server: String, app: String, storage: MemoryStorage = MemoryStorage()): Session {
        val session = session(server, app, storage)
        open.add(AutoCloseable { session.close().wait() })
        session.open().wait()
        return session
    }

    @Test
    fun `each gesture is predicted as the server responds, and both have the same state after a login`() {
        val session = opened(server(), "items")
        session.logIn()
        val tabs = session.display.state!!.navigation.routes.map { it.key }
        session.perform(Tap.tab(tabs[1]))
        session.perform(Tap.tab(tabs[0]))
        session.perform(Tap.report("itemSelected", 5, session.front))
        val taps = listOf(
            Tap.back() to listOf("itemsList"),
            Tap.tab(tabs[1]) to listOf("settings"),
            Tap.tab(tabs[0]) to listOf("itemsList")
        )
        for ((tap, names) in taps) {
            val predicted = Collections.synchronizedList(ArrayList<NavigationState?>())
            val registration = session.addListener(Executor { it.run() }) { display ->
                if (display.isPredicted) predicted.add(display.state)
            }
            assertEquals(Outcome.Accepted, session.perform(tap))
            registration.cancel()
            val confirmed = session.display { !it.isPredicted }.state!!
            assertEquals(names, session.names)
            assertEquals(confirmed.navigation, predicted.first()?.navigation)
            assertEquals(confirmed.screens, predicted.first()?.screens)
            assertEquals(confirmed.gestures, predicted.first()?.gestures)
        }
        assertEquals(session.atServer(), session.display.state)
    }

    @Test
    fun `a wrong password is rejected with the message of the screen, and the next tap waits for it`() {
        val session = opened(server(), "items")
        val login = session.front
        fun tap(password: String) = Tap.report("submit", mapOf("login" to "demo", "password" to password), login)
        val wrong = session.submit(tap("wrong-password"))
        val right = session.submit(tap("demo-password"))
        assertTrue(wrong.wait() is Outcome.Rejected)
        assertEquals(Outcome.Accepted, right.wait())
        assertEquals(listOf("onboarding"), session.names)
    }

    @Test
    fun `another device joins by a code that works once, is followed, listed and ended`() {
        val server = server()
        val one = opened(server, "kanji")
        val handOff = one.handOff().wait()
        assertNotNull(handOff.expiresAt)
        val storage = MemoryStorage()
        val other = session(server, null, storage)
        open.add(AutoCloseable { other.close().wait() })
        other.join(handOff.code).wait()
        try {
            other.join(handOff.code).wait()
            fail("The code works twice.")
        } catch (failure: ExecutionException) {
            assertEquals(ProblemKind.HANDOFF_UNUSABLE, (failure.cause as SessionError.OfServer).problem.kind)
        }
        other.perform(Tap.report("kanjiSelected", "弟", other.front))
        assertEquals(other.display.state, one.display { it.state?.stack?.size == 2 }.state)
        val devices = one.devices().wait()
        assertEquals(2, devices.size)
        one.endAccess(devices.single { !it.isCurrent }).wait()
        assertNotNull("the last state stays", other.display { it.phase is Phase.Gone }.state)
        assertEquals("", storage.text)
    }

    @Test
    fun `an agent joins by a code of its own, and can be ended`() {
        val server = server()
        val session = opened(server, "items")
        val invitation = session.inviteAgent().wait()
        val connection = URL("$server/v1/agents/${invitation.code}").openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        assertEquals(201, connection.responseCode)
        session.endAccess(session.devices().wait().single { it.isAgent }).wait()
        assertFalse(session.devices().wait().any { it.isAgent })
    }

    @Test
    fun `a session that has expired goes on with its screens and drafts`() {
        val session = opened(server("--session-idle", "4"), "kanji")
        session.perform(Tap.report("kanjiSelected", "弟", session.front))
        val old = session.display.state!!
        session.keepDraft(mapOf("text" to "half a sentence"), FormId(old.front!!, "note"))
        val display = session.display { it.phase != Phase.Open }
        assertTrue((display.phase as Phase.Expired).problem.resumption!!.continuesSession)
        session.resume().wait()
        val new = session.display.state!!
        assertNotEquals(old.id, new.id)
        assertEquals(listOf("kanjiList", "kanjiDetail"), session.names)
        assertEquals(mapOf("text" to "half a sentence"), session.draft(FormId(new.front!!, "note")))
    }

    @Test
    fun `a session is continued by the next start of the app, and forgotten by its end`() {
        val server = server()
        val storage = MemoryStorage()
        val before = opened(server, "kanji", storage)
        before.perform(Tap.report("kanjiSelected", "弟", before.front))
        val id = before.display.state!!.id
        before.close().wait()
        val next = opened(server, "kanji", storage)
        assertEquals(id, next.display.state?.id)
        assertEquals(Outcome.Accepted, next.perform(Tap.back()))
        next.end().wait()
        assertEquals("", storage.text)
        assertEquals(Phase.Closed, next.display.phase)
        next.open().wait()
        assertNotEquals(id, next.display.state?.id)
    }
}
