package usher.client.server

import java.util.UUID
import java.util.concurrent.Callable
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.Future
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNotEquals
import org.junit.Test
import usher.client.NavigationState
import usher.client.http.Cancellable
import usher.client.http.HttpRequest
import usher.client.http.Receiver
import usher.client.http.Transport
import usher.client.http.UrlConnectionTransport
import usher.client.json.Json
import usher.client.json.asObject

/**
 * Taps at random through a network that drops, delays and doubles messages end where they end without faults.
 *
 * `USHER_LOSSY_TAPS` is the number of taps in all applications together, and `USHER_LOSSY_SEED` chooses the taps and
 * faults.
 */
class LossyWalkTests {
    @Test
    fun `a walk through a network with faults ends in the states to which the same taps lead without`() {
        assertEquals(apps.associateWith { taps / apps.size }, clean.mapValues { it.value.steps.size })
        assertEquals(emptyList<String>(), differences(walks(clean) { UrlConnectionTransport() }))
    }

    @Test
    fun `control - it ends elsewhere if each try of a tap has a key of its own`() {
        assertNotEquals(emptyList<String>(), differences(walks(clean) { ForgetfulTransport() }))
    }

    /** The differences of walks from those without faults, at most one for each application and each kind. */
    private fun differences(walks: Map<String, FinishedWalk?>): List<String> = clean.flatMap { (app, other) ->
        val walk = walks.getValue(app) ?: return@flatMap listOf("$app: it did not get to the end")
        val found = ArrayList<String>()
        val step = walk.steps.zip(other.steps).firstOrNull { it.first != it.second }
        when {
            step != null -> found += "$app: ${step.first} instead of ${step.second}"
            walk.steps.size != other.steps.size ->
                found += "$app: ${walk.steps.size} taps instead of ${other.steps.size}"
        }
        if (walk.client != walk.server) found += "$app: the patches have led to another state"
        val state = lasting(walk.server)
        if (state != lasting(other.server)) found += "$app: the state is $state instead of ${lasting(other.server)}"
        found
    }

    /** A state without its identifiers and times, which are others in each run, and with keys numbered by position. */
    private fun lasting(state: NavigationState): String {
        // The variant of a screen, and so its look, depends on the id of the session.
        val screens = state.screens.mapValues { (_, screen) ->
            if (screen.variant == null) screen.document else screen.document - "variant" - "view" - "props"
        }
        var document = state.document + ("screens" to screens)
        if (state.app in saving) document = document - "revision"
        val positions = Json.write(listOf(document["navigation"], document["modals"], document["stack"]))
        val seen = KEY.findAll(positions).map { it.value }.distinct().toList()
        return Json.write(sorted(document, seen))
            .replace(KEY) { "key ${seen.indexOf(it.value)}" }
            .replace(Regex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "id")
            .replace(Regex("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z"), "time")
    }

    /** The value with the members of objects in the order of their names, and of keys in that of their positions. */
    private fun sorted(value: Any?, keys: List<String>): Any? = when (value) {
        is Map<*, *> -> value.asObject()!!.mapValues { sorted(it.value, keys) }.toList()
            .sortedWith(compareBy({ keys.indexOf(it.first) }, { it.first })).toMap()
        is List<*> -> value.map { sorted(it, keys) }
        else -> value
    }

    companion object {
        private val KEY = Regex("\\bk\\d+\\b")
        private val taps = System.getenv("USHER_LOSSY_TAPS")?.toIntOrNull() ?: 400
        private val seed = System.getenv("USHER_LOSSY_SEED")?.toLongOrNull() ?: 1
        private val apps = listOf("items", "kanji", "market", "profile", "shop")

        /**
         * Applications that save the cart in the background, so that their number of revisions depends on the pace of
         * the taps.
         */
        private val saving = setOf("market", "shop")
        private val clean by lazy { walks(emptyMap(), null).mapValues { it.value!! } }

        /** Walks through all applications of a new server, through a network with faults if there is a transport. */
        private fun walks(
            script: Map<String, FinishedWalk>,
            transport: (() -> Transport)?
        ): Map<String, FinishedWalk?> =
            Program.server().use { server ->
                val proxy = transport?.let { Program.faultyProxy(server.address, seed) }
                val executor = Executors.newFixedThreadPool(apps.size)
                try {
                    val walks = apps.mapIndexed { number, app ->
                        val walk = Walk(
                            app, server.address, proxy?.address, transport?.invoke() ?: UrlConnectionTransport(),
                            count = taps / apps.size, isHurried = app !in saving, seed = seed * 1_000 + number
                        )
                        app to executor.submit(Callable { walk.performed(script[app]?.steps) })
                    }
                    walks.associate { (app, walk) -> app to walk.getOrNull() }
                } finally {
                    executor.shutdownNow()
                    proxy?.close()
                }
            }

        /** The walk, or null if it did not get on, as where a login was lost that no repetition can get back. */
        private fun Future<FinishedWalk?>.getOrNull(): FinishedWalk? = try {
            get()
        } catch (failure: ExecutionException) {
            System.err.println("A walk did not get to its end: ${failure.cause}")
            null
        }
    }
}

/** A transport for which each try is a request of its own, so that the server can't know a repetition. */
private class ForgetfulTransport : Transport {
    private val transport = UrlConnectionTransport()

    override fun send(request: HttpRequest, receiver: Receiver): Cancellable {
        if (request.method != "POST") return transport.send(request, receiver)
        return transport.send(request.with("Idempotency-Key", "\"${UUID.randomUUID()}\""), receiver)
    }
}
