package usher.rendering

import java.time.ZoneId
import java.util.Locale
import usher.client.Scene
import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.asObject
import usher.client.screen
import usher.client.state

/** An application whose server is the test. */
class AppScene(val scene: Scene = Scene()) {
    val loop = scene.loop
    val model = AppModel(scene.session, loop, "https://example.test", Locale.US, ZoneId.of("UTC"))

    /** Opens the application with a state. */
    fun open(document: JsonObject): AppScene {
        model.open()
        loop.run()
        scene.transport.post.answer(document + ("token" to "token-1"), status = 201)
        loop.run()
        return this
    }

    /** Answers the tap on its way. */
    fun answer(document: JsonObject) = scene.answer(document)

    /** The payload of the tap on its way, as JSON. */
    val payload: String get() = String(scene.transport.post.request.body!!)

    val isSending: Boolean get() = scene.transport.open.any { it.request.method == "POST" }

    fun screen(key: String = "k1"): ScreenModel = model.screenModel(key)!!

    inline fun <reified Part : Element> placed(key: String = "k1"): Placed<Part> =
        screen(key).all.first { it.element is Part }.let { Placed(it.origin, it.element as Part) }
}

/** A state with one screen in front of others, which has a view and reports `go` with a schema. */
fun view(
    revision: Int,
    view: String,
    schema: String? = null,
    more: JsonObject = emptyMap(),
    below: List<String> = emptyList()
): JsonObject {
    val href = "/v1/sessions/1/screens/k1/outputs/go"
    val output = mapOf("name" to "go", "href" to href, "schema" to schema?.let { Json.parse(it) })
    val outputs = listOf(output.filterValues { it != null })
    val screen = screen("k1") + mapOf("view" to Json.parse(view), "outputs" to outputs) + more
    val document = state(revision, *(below + "k1").toTypedArray())
    return document + ("screens" to document["screens"].asObject()!! + ("k1" to screen))
}
