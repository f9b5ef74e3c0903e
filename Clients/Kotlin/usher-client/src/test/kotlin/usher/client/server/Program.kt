package usher.client.server

import java.io.BufferedReader
import java.io.Closeable
import java.io.File
import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import usher.client.ClientDescription
import usher.client.Display
import usher.client.MemoryStorage
import usher.client.NavigationState
import usher.client.Outcome
import usher.client.SecureStorage
import usher.client.Session
import usher.client.Tap
import usher.client.Timing
import usher.client.ask
import usher.client.http.Transport
import usher.client.http.UrlConnectionTransport
import usher.client.json.JsonObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.long
import usher.client.json.text

/** A program that a test starts, and that prints its address. */
class Program private constructor(words: List<String>, errorsAreOutput: Boolean) : Closeable {
    private val process: Process
    val address: String

    init {
        val builder = ProcessBuilder(words).redirectErrorStream(errorsAreOutput)
        // The server rejects variables that name no setting, and these tests have such variables.
        builder.environment().keys.removeAll { it.startsWith("USHER_") }
        if (!errorsAreOutput) builder.redirectError(ProcessBuilder.Redirect.INHERIT)
        process = builder.start()
        val output = process.inputStream.bufferedReader()
        address = address(output)
        // A program stops as soon as its pipe is full, so its output is read all the time.
        thread(isDaemon = true) {
            try {
                while (output.readLine() != null) continue
            } catch (ended: IOException) {
                // The program was stopped.
            }
        }
    }

    private fun address(output: BufferedReader): String {
        val lines = StringBuilder()
        while (true) {
            val line = output.readLine() ?: throw IllegalStateException("The program has ended: $lines")
            ADDRESS.find(line)?.let { return it.value }
            lines.append(line).append('\n')
        }
    }

    override fun close() {
        process.destroy()
        if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
    }

    companion object {
        private val ADDRESS = Regex("http://(127\\.0\\.0\\.1|localhost):[0-9]+")

        /** The server under test, which `USHER_COMMAND` starts in the folder of the repository. */
        fun server(vararg options: String): Program {
            val command = System.getenv("USHER_COMMAND") ?: ".build/release/usher serve --dev --store memory --port 0"
            return Program(command.split(" ") + options, errorsAreOutput = true)
        }

        /** A proxy in front of a server that drops, delays and doubles messages. */
        fun faultyProxy(server: String, seed: Long): Program {
            check(File(PROXY).exists()) { "The tests run in the folder of the repository." }
            return Program(listOf("python3", PROXY, server, "$seed"), errorsAreOutput = false)
        }

        private const val PROXY = "Clients/Swift/Tests/faulty_proxy.py"
    }
}

/** The pauses of a test. */
val quick = Timing(pauses = listOf(10, 20, 40, 80, 160), longPause = 200, storing = 50)

/** A session that a test opens. */
fun session(
    server: String,
    app: String?,
    storage: SecureStorage = MemoryStorage(),
    transport: Transport = UrlConnectionTransport(),
    client: ClientDescription = ClientDescription(locale = "en", timeZone = "UTC")
) = Session(server, app, client, storage, transport, timing = quick)

/** The result, for which the test waits. */
fun <Value> CompletableFuture<Value>.wait(): Value = get(30, TimeUnit.SECONDS)

fun Session.perform(tap: Tap): Outcome = submit(tap).wait()

/** Waits for the first display that fulfills a condition. */
fun Session.display(condition: (Display) -> Boolean): Display {
    val found = CompletableFuture<Display>()
    val registration = addListener(java.util.concurrent.Executor { it.run() }) { if (condition(it)) found.complete(it) }
    try {
        return found.wait()
    } finally {
        registration.cancel()
    }
}

/** The screen in front. */
val Session.front: String get() = display.state!!.focus!!

/** The names of the screens in front. */
val Session.names: List<String>
    get() = display.state.let { state -> state!!.stack.map { state.screens.getValue(it).name } }

/** A document of the session by the rest of its path. */
fun Session.read(path: String): JsonObject =
    future<JsonObject> { done -> ask(done, { calls.read(it + path) }) { it } }.wait()

/** The state as the server has it. */
fun Session.atServer(): NavigationState = NavigationState(read(""))

/** The transitions of the session after a revision, the oldest first. */
fun Session.history(after: Long = 0): List<JsonObject> {
    val entries = ArrayList<JsonObject>()
    var query = "limit=100"
    while (true) {
        val page = read("/history?$query").children("entries")
        entries += page
        val last = page.lastOrNull()?.long("revision") ?: break
        if (last <= after + 1) break
        query = "limit=100&before=$last"
    }
    return entries.reversed().filter { it.long("revision")!! > after }
}

/** The payloads with which an output was reported, in their order. */
fun Session.reported(output: String): List<Any?> =
    history().mapNotNull { it.child("event") }.filter { it.text("name") == output }.map { it["payload"] }

/** Logs in to the items, and opens their tabs. */
fun Session.logIn() {
    val login = Tap.report("submit", mapOf("login" to "demo", "password" to "demo-password"), front)
    check(perform(login.copy(isSecret = true)) == Outcome.Accepted)
    check(perform(Tap.report("finish", screen = front)) == Outcome.Accepted)
    check(names == listOf("itemsList"))
}
