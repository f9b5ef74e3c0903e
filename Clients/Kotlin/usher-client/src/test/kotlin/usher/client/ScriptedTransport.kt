package usher.client

import usher.client.http.Cancellable
import usher.client.http.HttpHead
import usher.client.http.HttpRequest
import usher.client.http.Receiver
import usher.client.http.Transport
import usher.client.json.Json
import usher.client.json.JsonObject

/** A transport for which the test is the server. */
class ScriptedTransport : Transport {
    /** A request, until the test has answered it. */
    class Exchange(val request: HttpRequest, private val receiver: Receiver) : Cancellable {
        var isOver = false
            private set

        override fun cancel() {
            isOver = true
        }

        /** Sends a whole response. */
        fun answer(content: JsonObject?, status: Int = 200, fields: Map<String, String> = emptyMap()) =
            answer(content?.let { Json.write(it) } ?: "", status, fields = fields)

        fun answer(
            content: String,
            status: Int = 200,
            type: String = "application/json",
            fields: Map<String, String> = emptyMap()
        ) {
            isOver = true
            receiver.onHead(HttpHead(status, fields + ("Content-Type" to type)))
            receiver.onContent(content.toByteArray())
            receiver.onEnd()
        }

        /** Sends a problem. */
        fun refuse(status: Int, name: String, members: JsonObject = emptyMap()) = answer(
            Json.write(members + mapOf("type" to "/problems/$name", "title" to name)),
            status,
            type = "application/problem+json"
        )

        /** Begins the response of a stream. */
        fun begin() = receiver.onHead(HttpHead(200, mapOf("Content-Type" to "text/event-stream")))

        /** Sends an event of a stream. */
        fun event(name: String, content: JsonObject) =
            receiver.onContent("event: $name\ndata: ${Json.write(content)}\n\n".toByteArray())

        /** Loses the request or its response. */
        fun lose() {
            isOver = true
            receiver.onFailure("The network has lost it.")
        }

        val path: String get() = request.path

        val key: String? get() = request.fields["Idempotency-Key"]
    }

    val exchanges = ArrayList<Exchange>()

    /** The requests without a response. */
    val open: List<Exchange> get() = exchanges.filter { !it.isOver }

    /** The tap or the start that waits for its response. */
    val post: Exchange get() = open.single { it.request.method == "POST" }

    /** The stream. */
    val stream: Exchange get() = open.single { it.path.endsWith("/events") }

    override fun send(request: HttpRequest, receiver: Receiver): Cancellable =
        Exchange(request, receiver).also { exchanges.add(it) }
}

/** A session whose server is the test. */
class Scene(
    val storage: SecureStorage = MemoryStorage(),
    timing: Timing = Timing(jitter = 1.0..1.0),
    val loop: TestLoop = TestLoop()
) {
    val transport = ScriptedTransport()
    val session = Session("https://example.test/", "app", ClientDescription(), storage, transport, loop, timing)

    val display: Display get() = session.display

    /** Starts a session with a state. */
    fun open(document: JsonObject = state(1)): Scene {
        session.open()
        loop.run()
        transport.post.answer(document + ("token" to "token-1"), status = 201)
        loop.run()
        return this
    }

    /** Makes a tap, whose outcome is the first of the list once it is known. */
    fun tap(tap: Tap): List<Outcome> {
        val outcomes = ArrayList<Outcome>()
        session.submit(tap).thenAccept { outcomes.add(it) }
        loop.run()
        return outcomes
    }

    /** Answers the tap on its way. */
    fun answer(document: JsonObject) {
        transport.post.answer(document)
        loop.run()
    }
}

/** A state with a stack of screens, each of which reports `go`. */
fun state(revision: Int, vararg screens: String = arrayOf("k1"), more: JsonObject = emptyMap()): JsonObject {
    val base = "/v1/sessions/1"
    val front = screens.last()
    return mapOf(
        "id" to "1", "app" to "app", "revision" to revision.toLong(), "status" to "active",
        "stack" to screens.toList(), "focus" to front,
        "navigation" to stack("k0", screens.toList()),
        "modals" to emptyList<Any?>(),
        "screens" to screens.associate { it to screen(it, isFront = it == front) },
        "gestures" to if (screens.size > 1) mapOf("back" to "$base/back") else emptyMap()
    ) + more
}

/** A stack as a container. */
fun stack(key: String, screens: List<String>): JsonObject = mapOf(
    "type" to "stack", "key" to key, "index" to (screens.size - 1).toLong(),
    "routes" to screens.map { mapOf("key" to it, "name" to "name of $it") }
)

/** A screen, which reports `go` if it is in front. */
fun screen(key: String, isFront: Boolean = true, more: JsonObject = emptyMap()): JsonObject {
    val go = mapOf("name" to "go", "href" to "/v1/sessions/1/screens/$key/outputs/go")
    return mapOf("name" to "name of $key", "outputs" to if (isFront) listOf(go) else emptyList()) + more
}

/** The reports of a screen of [state]. */
fun go(payload: Any? = null, screen: String = "k1") = Tap.report("go", payload, screen)

val MemoryStorage.text: String
    get() = listOf("credential", "state", "taps", "drafts").mapNotNull { data(it) }.joinToString("\n") { String(it) }
