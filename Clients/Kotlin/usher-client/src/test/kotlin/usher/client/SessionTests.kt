package usher.client

import java.util.concurrent.Executor
import java.util.concurrent.ExecutionException
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Assert.fail
import org.junit.Test

class SessionTests {
    @Test
    fun `a start is repeated with one key until it has a response, and follows by a stream then`() {
        val scene = Scene()
        scene.session.open()
        scene.loop.run()
        val first = scene.transport.post
        assertEquals("/v1/sessions", first.path)
        first.lose()
        scene.loop.advance(400)
        assertEquals(first.key, scene.transport.post.key)
        scene.transport.post.answer(state(1) + ("token" to "t"), status = 201)
        scene.loop.run()
        assertEquals(Phase.Open, scene.display.phase)
        assertEquals("1", scene.transport.stream.request.fields["Last-Event-ID"])
    }

    @Test
    fun `an application that the server does not have is an error of the start`() {
        val scene = Scene()
        val opening = scene.session.open()
        scene.loop.run()
        scene.transport.post.refuse(404, "unknown-app")
        scene.loop.run()
        try {
            opening.get()
            fail("The start was accepted.")
        } catch (failure: ExecutionException) {
            assertEquals(ProblemKind.UNKNOWN_APPLICATION, (failure.cause as SessionError.OfServer).problem.kind)
        }
    }

    @Test
    fun `a stream brings patches and states, and an earlier state is dropped`() {
        val scene = Scene().open()
        val stream = scene.transport.stream
        stream.begin()
        stream.event("patch", mapOf("from" to 1, "patch" to listOf(replace("/revision", 2), replace("/focus", null))))
        scene.loop.run()
        assertEquals(2L, scene.display.state?.revision)
        assertNull(scene.display.state?.focus)
        stream.event("state", state(9))
        stream.event("state", state(4))
        scene.loop.run()
        assertEquals(9L, scene.display.state?.revision)
    }

    @Test
    fun `a patch for another revision is not applied, and the whole state is read`() {
        val scene = Scene().open()
        scene.transport.stream.begin()
        scene.transport.stream.event("patch", mapOf("from" to 5, "patch" to listOf(replace("/revision", 6))))
        scene.loop.run()
        assertEquals(1L, scene.display.state?.revision)
        scene.transport.open.single { it.path == "/v1/sessions/1" }.answer(state(6))
        scene.loop.run()
        assertEquals(6L, scene.display.state?.revision)
        assertEquals("6", scene.transport.stream.request.fields["Last-Event-ID"])
    }

    @Test
    fun `a stream that is lost is opened again from the last event on`() {
        val scene = Scene().open()
        scene.transport.stream.begin()
        scene.transport.stream.event("state", state(3))
        scene.loop.run()
        scene.transport.stream.lose()
        scene.loop.advance(400)
        assertEquals("3", scene.transport.stream.request.fields["Last-Event-ID"])
        scene.loop.advance(20_000 + 1_000)
        assertEquals("a silent one is lost, too", 4, scene.transport.exchanges.size)
    }

    @Test
    fun `where a proxy holds streams back the session is polled, and a stream is tried again later`() {
        val scene = Scene().open()
        for (pause in listOf(400L, 1_000)) {
            scene.transport.stream.begin()
            scene.loop.advance(40_000 + pause)
        }
        val poll = scene.transport.open.single()
        assertEquals("patch-from=\"1\", wait=25", poll.request.fields["Prefer"])
        poll.answer(state(2))
        scene.loop.run()
        assertEquals(2L, scene.display.state?.revision)
        repeat(25) {
            scene.loop.advance(25_000)
            scene.transport.open.filter { !it.path.endsWith("/events") }.forEach { it.answer("", status = 304) }
            scene.loop.run()
        }
        assertTrue(scene.transport.stream.path.endsWith("/events"))
    }

    @Test
    fun `a stream goes on with the new token, and waits where newer streams have taken its place`() {
        val scene = Scene().open()
        scene.transport.stream.begin()
        scene.transport.stream.event("end", mapOf("reason" to "credentialRenewed"))
        scene.loop.run()
        scene.transport.stream.begin()
        scene.transport.stream.event("end", mapOf("reason" to "replaced"))
        scene.loop.advance(29_999)
        assertEquals(emptyList<Any>(), scene.transport.open)
        scene.loop.advance(1)
        assertEquals(1, scene.transport.open.size)
    }

    @Test
    fun `a response that says so in a status alone does not lose the session`() {
        val scene = Scene().open()
        scene.transport.stream.answer("", status = 401)
        scene.loop.advance(400)
        assertEquals(Phase.Open, scene.display.phase)
        scene.transport.stream.refuse(401, "unauthorized")
        scene.loop.run()
        assertTrue(scene.display.phase is Phase.Gone)
    }

    @Test
    fun `a session that has lost its access stores nothing, and its taps are gone`() {
        val storage = MemoryStorage()
        val scene = Scene(storage).open()
        val outcome = scene.tap(go())
        val waiting = scene.tap(go())
        scene.transport.post.refuse(401, "unauthorized")
        scene.loop.run()
        assertTrue(scene.display.phase is Phase.Gone)
        assertEquals("the last state stays", 1L, scene.display.state?.revision)
        assertEquals("", storage.text)
        assertEquals(listOf<Outcome>(Outcome.Gone, Outcome.Gone), outcome + waiting)
        assertEquals(listOf<Outcome>(Outcome.Gone), scene.tap(go()))
    }

    @Test
    fun `an expired session goes on in another one, with its drafts`() {
        val scene = Scene().open()
        val form = FormId(scene.display.state!!.front!!, "go")
        scene.session.keepDraft(mapOf("note" to "half"), form)
        scene.tap(go())
        val body = mapOf("app" to "app", "resume" to "1")
        val resume = mapOf("method" to "POST", "href" to "/v1/sessions", "body" to body)
        scene.transport.post.refuse(410, "session-expired", mapOf("resume" to resume))
        scene.loop.run()
        assertTrue((scene.display.phase as Phase.Expired).problem.resumption!!.continuesSession)
        scene.session.resume()
        scene.loop.run()
        assertEquals("Bearer token-1", scene.transport.post.request.fields["Authorization"])
        val next = state(1) + mapOf("id" to "2", "token" to "other")
        scene.transport.post.answer(next, status = 201)
        scene.loop.run()
        assertEquals(Phase.Open, scene.display.phase)
        assertEquals(mapOf("note" to "half"), scene.session.draft(FormId(scene.display.state!!.front!!, "go")))
    }

    @Test
    fun `a session that has ended is not followed, and takes no taps`() {
        val scene = Scene().open()
        scene.transport.stream.begin()
        scene.transport.stream.event("state", state(2, more = mapOf("status" to "ended")))
        scene.transport.stream.event("end", mapOf("reason" to "ended"))
        scene.loop.run()
        assertEquals(Phase.Ended, scene.display.phase)
        assertEquals(listOf<Outcome>(Outcome.Outdated), scene.tap(go()))
        scene.loop.advance(100_000)
        assertEquals(emptyList<Any>(), scene.transport.open)
    }

    @Test
    fun `taps wait for the network, and those that say so are refused at once`() {
        val scene = Scene().open()
        val first = scene.tap(go("a"))
        val impatient = scene.tap(go("b").copy(offline = Tap.Offline.IS_REFUSED))
        scene.transport.post.lose()
        scene.loop.run()
        assertEquals(listOf<Outcome>(Outcome.Offline), impatient)
        assertEquals(listOf<Outcome>(Outcome.Offline), scene.tap(go("c").copy(offline = Tap.Offline.IS_REFUSED)))
        val second = scene.tap(go("d"))
        for (pause in listOf(400L, 1_000, 2_000, 4_000, 8_000)) {
            scene.loop.advance(pause)
            scene.transport.post.lose()
            scene.loop.run()
        }
        assertEquals(Connection.UNREACHABLE, scene.display.connection)
        assertEquals(2, scene.display.waiting.size)
        scene.session.retry()
        scene.loop.run()
        scene.answer(state(2))
        assertEquals(Connection.ONLINE, scene.display.connection)
        scene.answer(state(3))
        assertEquals(listOf<Outcome>(Outcome.Accepted, Outcome.Accepted), first + second)
    }

    @Test
    fun `taps wait for the next start of the app with their keys, except secrets`() {
        val storage = MemoryStorage()
        val scene = Scene(storage).open(state(1, "k1", "k2"))
        scene.tap(go("a", "k2"))
        scene.tap(Tap.back())
        scene.tap(go("secret", "k1").copy(isSecret = true))
        val key = scene.transport.post.key
        scene.transport.post.lose()
        scene.session.close()
        scene.loop.run()
        assertEquals(Phase.Closed, scene.display.phase)
        assertFalse(storage.text.contains("secret"))

        val next = Scene(storage)
        next.session.open()
        next.loop.run()
        assertEquals("the last state is shown at once, with its gesture", listOf("k1"), next.display.state?.stack)
        assertEquals(key, next.transport.post.key)
        next.answer(state(2, "k1", "k2"))
        assertEquals("k2", next.transport.post.request.fields["If-Screen"])
        next.answer(state(3, "k1"))
        assertEquals(emptyList<Tap>(), next.display.waiting)
        assertFalse(next.display.isPredicted)
    }

    @Test
    fun `a tap that may have reached the server has the same condition at the next start of the app`() {
        val storage = MemoryStorage()
        val scene = Scene(storage).open(state(7, "k1", "k2"))
        scene.tap(go(screen = "k2").copy(condition = Tap.Condition.SAME_CONTENT))
        scene.transport.post.lose()
        scene.session.close()
        scene.loop.run()

        val next = Scene(storage)
        next.session.open()
        next.loop.run()
        next.transport.stream.begin()
        next.transport.stream.event("state", state(9, "k1", "k2"))
        next.loop.run()
        assertEquals("k2;revision=7", next.transport.post.request.fields["If-Screen"])
    }

    @Test
    fun `an open session that is opened again sends a link, and starts no other one`() {
        val scene = Scene().open()
        scene.session.open(link = "app://place")
        scene.loop.run()
        assertEquals("/v1/sessions/1/links", scene.transport.post.path)
    }

    @Test
    fun `a listener is called with the newest display only, by its executor`() {
        val scene = Scene()
        val waiting = ArrayList<Runnable>()
        val seen = ArrayList<Long?>()
        val registration = scene.session.addListener(Executor { waiting.add(it) }) { seen.add(it.state?.revision) }
        scene.open()
        for (revision in 2..4) {
            scene.tap(go())
            scene.answer(state(revision))
        }
        assertEquals(1, waiting.size)
        waiting.removeAt(0).run()
        assertEquals(listOf<Long?>(4L), seen)
        registration.cancel()
        scene.tap(go())
        waiting.forEach { it.run() }
        assertEquals(listOf<Long?>(4L), seen)
    }

    @Test
    fun `the clock of the server is that of its responses`() {
        val scene = Scene().open()
        scene.tap(go())
        scene.transport.post.answer(state(2), fields = mapOf("Date" to "Sat, 06 Nov 2094 08:49:37 GMT"))
        scene.loop.run()
        assertEquals("2094-11-06T08:49:37Z", scene.session.serverTime.toString())
    }

    @Test
    fun `rows are read page by page, again after a failure, and anew for another version`() {
        val scene = Scene().open()
        val displays = ArrayList<RowsDisplay>()
        val rows = RowsModel(scene.session, Executor { it.run() }) { displays.add(it) }
        rows.show(RowSource("k1", "items", "1"))
        rows.show(RowSource("k1", "items", "1"))
        scene.loop.run()
        page(scene, "?limit=50").answer(mapOf("rows" to listOf(mapOf("key" to "a")), "next" to "/next"))
        scene.loop.run()
        rows.more()
        rows.more()
        scene.loop.run()
        page(scene, "/next").lose()
        scene.loop.run()
        assertTrue(rows.display.failure is SessionError.Lost)
        rows.more()
        scene.loop.run()
        page(scene, "/next").answer(mapOf("rows" to listOf(mapOf("key" to "b"))))
        scene.loop.run()
        assertEquals(listOf("a", "b"), rows.display.rows.map { it["key"] })
        assertFalse(rows.display.hasMore)
        rows.show(RowSource("k1", "items", "2"))
        scene.loop.run()
        assertEquals("the rows stay until there are new ones", 2, rows.display.rows.size)
        page(scene, "?limit=50").answer(mapOf("rows" to listOf(mapOf("key" to "c"))))
        scene.loop.run()
        assertEquals(listOf("c"), rows.display.rows.map { it["key"] })
        assertEquals(displays.last(), rows.display)
    }

    private fun page(scene: Scene, end: String) = scene.transport.open.single { it.request.url.endsWith(end) }

    private fun replace(path: String, value: Any?) = mapOf("op" to "replace", "path" to path, "value" to value)
}
