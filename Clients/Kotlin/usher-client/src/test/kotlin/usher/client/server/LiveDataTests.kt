package usher.client.server

import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.thread
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.Outcome
import usher.client.Tap
import usher.client.http.Cancellable
import usher.client.http.HttpHead
import usher.client.http.HttpRequest
import usher.client.http.Receiver
import usher.client.http.Transport
import usher.client.http.UrlConnectionTransport
import usher.client.json.child
import usher.client.json.long

/** Taps beside a session that changes all the time. */
class LiveDataTests {
    @Test
    fun `taps are neither lost nor doubled beside another device, also where the network has faults`() {
        val (outcomes, counted) = tap(Tap.Condition.SAME_SCREEN)
        assertEquals(List(TAPS) { Outcome.Accepted }, outcomes)
        assertEquals((0 until TAPS).map { "a$it" }, counted)
    }

    @Test
    fun `control - taps are lost if they depend on a revision, so only a tap that says so does`() {
        val (outcomes, counted) = tap(Tap.Condition.SAME_CONTENT)
        assertTrue(Outcome.Outdated in outcomes)
        assertTrue(counted.size < TAPS)
    }

    /** Taps sixty times on a screen on which another device taps all the time, and counts what the server got. */
    private fun tap(condition: Tap.Condition): Pair<List<Outcome>, List<Any?>> =
        Program.server("--session-history", "1000").use { server ->
            val transport = LosingTransport()
            val one = session(server.address, "kanji", transport = transport)
            one.open().wait()
            val other = session(server.address, "kanji")
            other.join(one.handOff().wait().code).wait()
            val list = one.front
            // The history has the latest transitions only, so the other device waits until it was read.
            val allowance = Semaphore(40)
            val isOver = AtomicBoolean()
            val disturbing = thread {
                var number = 0
                while (!isOver.get()) {
                    if (!allowance.tryAcquire(100, TimeUnit.MILLISECONDS)) continue
                    number += 1
                    other.perform(Tap.report("search", "b$number", list))
                }
            }
            val outcomes = ArrayList<Outcome>()
            val counted = ArrayList<Any?>()
            var last = 0L
            for (number in 0 until TAPS) {
                if (number % 3 == 0) transport.losses = "r"
                if (number % 7 == 0) transport.losses = "qd"
                outcomes += one.perform(Tap.report("search", "a$number", list).copy(condition = condition))
                val entries = one.history(last)
                allowance.drainPermits()
                allowance.release(40)
                assertEquals(last + 1, entries.firstOrNull()?.long("revision") ?: last + 1)
                last = entries.lastOrNull()?.long("revision") ?: last
                val payloads = entries.map { it.child("event")?.get("payload") }
                counted.addAll(payloads.filter { it is String && it.startsWith("a") })
            }
            isOver.set(true)
            disturbing.join()
            one.close().wait()
            other.close().wait()
            Pair(outcomes, counted)
        }

    private companion object {
        const val TAPS = 60
    }
}

/** A transport that loses the next POSTs: a request (`q`), a response (`r`), or neither but sends it twice (`d`). */
private class LosingTransport : Transport {
    private val transport = UrlConnectionTransport()

    @Volatile
    var losses = ""

    override fun send(request: HttpRequest, receiver: Receiver): Cancellable {
        if (request.method != "POST" || losses == "") return transport.send(request, receiver)
        val loss = losses[0]
        losses = losses.drop(1)
        return when (loss) {
            'q' -> Given.also { receiver.onFailure("The request was lost.") }
            'r' -> transport.send(request, Losing(receiver))
            else -> {
                transport.send(request, Losing(null))
                transport.send(request, receiver)
            }
        }
    }

    private object Given : Cancellable {
        override fun cancel() {}
    }

    /** Loses the response, and tells so, unless there is no receiver. */
    private class Losing(private val receiver: Receiver?) : Receiver {
        override fun onHead(head: HttpHead) {}

        override fun onContent(part: ByteArray) {}

        override fun onEnd() {
            receiver?.onFailure("The response was lost.")
        }

        override fun onFailure(message: String) = onEnd()
    }
}
