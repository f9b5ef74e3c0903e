// A renderer of the state API for Jetpack Compose, to read: see README.md.

package example.usher

import androidx.activity.compose.BackHandler
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.material3.*
import androidx.compose.runtime.*
import androidx.compose.ui.Modifier
import androidx.compose.ui.text.input.PasswordVisualTransformation
import androidx.compose.ui.text.input.VisualTransformation
import androidx.compose.ui.unit.dp
import androidx.compose.ui.window.Dialog
import kotlinx.coroutines.*
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.*
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.util.UUID

fun JsonObject.items(name: String) = (this[name] as? JsonArray).orEmpty().map { it.jsonObject }
fun JsonObject.text(name: String) = (this[name] as? JsonPrimitive)?.contentOrNull
fun JsonObject.child(name: String) = this[name] as? JsonObject

/** A session: its newest state, and the requests that report what the user does. */
class Session(private val base: String, private val scope: CoroutineScope) {
    var state by mutableStateOf<JsonObject?>(null)
        private set
    private var token: String? = null

    /** Launches a request. A lost connection, or a page of a proxy that is no JSON, must not end the app. */
    private fun perform(request: suspend () -> Unit) = scope.launch {
        try { request() } catch (lost: IOException) {} catch (other: SerializationException) {}
    }

    fun start(app: String) = perform {
        send("POST", "/v1/sessions", buildJsonObject { put("app", app) })
        while (state?.text("status") != "ended") wait()
    }

    fun report(output: String, payload: JsonElement?) = perform {
        outputs(state?.text("focus")).firstOrNull { it.text("name") == output }?.text("href")?.let { send("POST", it, payload) }
    }

    fun gesture(name: String) = perform {
        state?.child("gestures")?.text(name)?.let { send("POST", it, buildJsonObject {}) }
    }

    fun select(tab: String) = perform { send("POST", "/v1/sessions/${state?.text("id")}/tabs/$tab", null) }

    fun screen(key: String?) = state?.child("screens")?.child(key ?: "")
    fun outputs(key: String?) = screen(key)?.items("outputs").orEmpty()

    /** Waits for the next revision. A client with a library for server-sent events would follow the stream instead. */
    private suspend fun wait() {
        val current = state ?: return
        runCatching { send("GET", "/v1/sessions/${current.text("id")}", null) }.onFailure { delay(2_000) }
    }

    private suspend fun send(method: String, path: String, body: JsonElement?) = withContext(Dispatchers.IO) {
        val connection = URL(base + path).openConnection() as HttpURLConnection
        connection.requestMethod = method
        token?.let { connection.setRequestProperty("Authorization", "Bearer $it") }
        val tag = state?.let { "\"${it.text("revision")}\"" }
        if (method == "GET") {
            connection.setRequestProperty("If-None-Match", tag)
            connection.setRequestProperty("Prefer", "wait=25")
        } else {
            connection.setRequestProperty("Idempotency-Key", UUID.randomUUID().toString())
            connection.setRequestProperty("Content-Type", "application/json")
            connection.setRequestProperty("Prefer", "messages, wait=20")
            tag?.let { connection.setRequestProperty("If-Match", it) }
            connection.doOutput = true
            connection.outputStream.use { stream -> body?.let { stream.write(it.toString().encodeToByteArray()) } }
        }
        if (connection.responseCode == 304) return@withContext
        val stream = if (connection.responseCode < 400) connection.inputStream else connection.errorStream
        val content = Json.parseToJsonElement(stream.reader().readText()).jsonObject
        // A problem such as 409 or 412 has the state to draw.
        val next = if ("screens" in content) content else content.child("state") ?: return@withContext
        withContext(Dispatchers.Main) { adopt(next) }
    }

    /** The higher revision is the newer state, because a slow response may come after a later response to a wait. */
    private fun adopt(next: JsonObject) {
        token = next.text("token") ?: token
        val current = state
        val isOlder = current?.text("id") == next.text("id") && next.text("revision")!!.toLong() < current?.text("revision")!!.toLong()
        if (!isOlder) state = next
    }
}

/** The whole app: the navigation, and the modals over it. */
@Composable
fun StateScreen(session: Session) {
    val state = session.state ?: return CircularProgressIndicator()
    if (state.text("status") == "ended") return Text("Session ended")
    val gestures = state.child("gestures")
    BackHandler(enabled = gestures?.text("back") != null || gestures?.text("dismiss") != null) {
        session.gesture(if (gestures?.text("back") != null) "back" else "dismiss")
    }
    state.child("navigation")?.let { Container(session, it) }
    state.items("modals").forEach { modal ->
        key(modal.text("key")) {
            Dialog(onDismissRequest = { session.gesture("dismiss") }) { Surface { modal.child("state")?.let { Container(session, it) } } }
        }
    }
}

/** Tabs, or the top of a stack. */
@Composable
fun Container(session: Session, container: JsonObject) {
    val routes = container.items("routes")
    val index = container.text("index")!!.toInt()
    if (container.text("type") == "stack") return routes.lastOrNull()?.text("key").let { if (it != null) Screen(session, it) }
    Scaffold(bottomBar = {
        NavigationBar {
            routes.forEachIndexed { position, route ->
                NavigationBarItem(
                    selected = position == index,
                    onClick = { session.select(route.text("key")!!) },
                    icon = { route.text("badge")?.let { Badge { Text(it) } } },
                    label = { Text(route.text("title") ?: "") })
            }
        }
    }) { padding -> Column(Modifier.padding(padding)) { routes[index].child("state")?.let { Container(session, it) } } }
}

/** A screen with its messages and its elements. */
@Composable
fun Screen(session: Session, key: String) {
    val screen = session.screen(key) ?: return
    LazyColumn(Modifier.padding(16.dp), verticalArrangement = Arrangement.spacedBy(8.dp)) {
        item { Text(screen.text("title") ?: "", style = MaterialTheme.typography.titleLarge) }
        screen.items("messages").forEach { item { Text(it.text("text") ?: "", color = MaterialTheme.colorScheme.error) } }
        screen.items("view").forEach { item { Element(session, key, it) } }
    }
}

/** One element, by its kind. An unknown one is drawn by its fallback. */
@Composable
fun Element(session: Session, key: String, element: JsonObject) {
    val allowed = { thing: JsonObject -> session.outputs(key).any { it.text("name") == thing.text("output") } }
    val send = { thing: JsonObject, payload: JsonElement? -> session.report(thing.text("output")!!, payload ?: thing["payload"]) }
    // The value of a control: alone, or as a member of its payload.
    val enter = { value: JsonElement ->
        val member = element.text("member")
        send(element, if (member == null) value else JsonObject(element.child("payload")!! + (member to value)))
    }
    val button = @Composable { thing: JsonObject ->
        Button(onClick = { send(thing, null) }, enabled = allowed(thing)) { Text(thing.text("label") ?: "") }
    }
    val line = @Composable { row: JsonObject ->
        val report = row.child("report")
        val choose = Modifier.clickable(enabled = report != null && allowed(report)) { send(report!!, null) }
        ListItem(
            headlineContent = { Text(row.text("title") ?: "") },
            supportingContent = { row.text("subtitle")?.let { Text(it) } },
            leadingContent = { row.child("image")?.text("characters")?.let { Text(it) } },
            trailingContent = { row.text("badge")?.let { Text(it) } },
            modifier = choose)
    }
    when (element.text("kind")) {
        "heading" -> Text(element.text("text") ?: "", style = MaterialTheme.typography.titleMedium)
        "text" -> Text(element.text("text") ?: "")
        "image" -> Text(element.text("characters") ?: element.text("alt") ?: "", style = MaterialTheme.typography.displayLarge)
        "button" -> button(element)
        "toggle" -> Row {
            Switch(element.text("value") == "true", { enter(JsonPrimitive(it)) }, enabled = allowed(element))
            Text(element.text("label") ?: "")
        }
        "stepper" -> Row {
            val value = element.text("value")!!.toInt()
            val step = element.text("step")!!.toInt()
            TextButton({ enter(JsonPrimitive(value - step)) }, enabled = allowed(element) && value - step >= element.text("min")!!.toInt()) { Text("−") }
            Text("${element.text("label")}: $value")
            TextButton({ enter(JsonPrimitive(value + step)) }, enabled = allowed(element) && value + step <= element.text("max")!!.toInt()) { Text("+") }
        }
        "search" -> {
            var text by remember(element.text("value")) { mutableStateOf(element.text("value") ?: "") }
            OutlinedTextField(text, { text = it; enter(JsonPrimitive(it)) }, placeholder = { Text(element.text("placeholder") ?: "") })
        }
        "list" -> Column {
            element.items("sections").forEach { section ->
                section.text("header")?.let { Text(it, style = MaterialTheme.typography.labelLarge) }
                section.items("rows").forEach { row ->
                    key(row.text("key")) {
                        line(row)
                        row.child("control")?.let { Element(session, key, it) }
                    }
                }
            }
            element.child("more")?.let { button(it) }
            element.child("empty")?.let { Element(session, key, JsonObject(it + ("kind" to JsonPrimitive("empty")))) }
        }
        "map" -> Column { element.items("markers").forEach { key(it.text("key")) { line(it) } } }
        "form" -> Form(element, allowed(element), session.outputs(key).firstOrNull { it.text("name") == element.text("output") }) { send(element, it) }
        "confirm" -> Column {
            Text(element.text("title") ?: "")
            element.text("text")?.let { Text(it) }
            element.items("actions").forEach { button(it) }
        }
        "progress" -> element.text("value")?.toFloat().let { if (it == null) LinearProgressIndicator() else LinearProgressIndicator({ it }) }
        "empty" -> Column {
            Text(element.text("title") ?: "")
            element.text("text")?.let { Text(it) }
            element.child("action")?.let { button(it) }
        }
        else -> element.child("fallback")?.let { Element(session, key, it) }
    }
}

/** The fields of a form. Secrets are emptied when they were sent. */
@Composable
fun Form(element: JsonObject, isAllowed: Boolean, output: JsonObject?, submit: (JsonElement) -> Unit) {
    val values = remember { mutableStateMapOf<String, String>() }
    val fields = element.items("fields")
    Column {
        fields.forEach { field ->
            val name = field.text("name")!!
            val value = values[name] ?: field.text("value") ?: ""
            when (field.text("input")) {
                "toggle" -> Row { Switch(value == "true", { values[name] = "$it" }); Text(field.text("label") ?: "") }
                "choice" -> field.items("choices").forEach { choice ->
                    Row { RadioButton(choice.text("value") == value, { values[name] = choice.text("value")!! }); Text(choice.text("label") ?: "") }
                }
                else -> OutlinedTextField(
                    value, { values[name] = it }, label = { Text(field.text("label") ?: "") },
                    visualTransformation = if (field.text("secret") == "true") PasswordVisualTransformation() else VisualTransformation.None)
            }
        }
        Button(enabled = isAllowed, onClick = {
            val schema = output?.child("schema")
            val members = fields.mapNotNull { field ->
                val name = field.text("name")!!
                val text = values[name] ?: field.text("value") ?: ""
                if (text == "") null else name to typed(text, schema?.child("properties")?.child(name) ?: schema)
            }.toMap()
            submit(if (schema?.text("type") == "object") JsonObject(members) else members.values.firstOrNull() ?: JsonNull)
            fields.filter { it.text("secret") == "true" }.forEach { values.remove(it.text("name")) }
        }) { Text(element.text("submit") ?: "") }
    }
}

/** The value in the type of the schema. It is unchanged if it can't be converted, so that the server can reject it. */
private fun typed(text: String, schema: JsonObject?): JsonElement = when (schema?.text("type")) {
    "integer" -> text.toLongOrNull()?.let { JsonPrimitive(it) } ?: JsonPrimitive(text)
    "number" -> text.toDoubleOrNull()?.let { JsonPrimitive(it) } ?: JsonPrimitive(text)
    "boolean" -> JsonPrimitive(text == "true")
    else -> JsonPrimitive(text)
}
