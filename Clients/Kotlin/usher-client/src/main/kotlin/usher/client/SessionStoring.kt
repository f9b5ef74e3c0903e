package usher.client

import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.MalformedJson
import usher.client.json.asObject
import usher.client.json.bool
import usher.client.json.child
import usher.client.json.long
import usher.client.json.text

private const val CREDENTIAL = "credential"
private const val STATE = "state"
private const val TAPS = "taps"
private const val DRAFTS = "drafts"

/**
 * Reads the stored session, and returns whether there is one.
 *
 * @throws SessionError.Storage if the storage can't be read now, as on a locked device.
 */
internal fun Session.restore(): Boolean {
    val stored = read(CREDENTIAL).asObject() ?: return false
    val id = stored.text("id") ?: return false
    credential = Credential(id, stored.text("token") ?: return false)
    confirmed = readOrNull(STATE).asObject()?.let { stateOrNull(it) }?.takeIf { it.id == id }
    val taps = (readOrNull(TAPS) as? List<*>).orEmpty().mapNotNull { it.asObject()?.let { tap -> StoredTap.read(tap) } }
    queue.restore(taps.filter { it.session == id })
    synchronized(draftLock) { drafts = Drafts(readOrNull(DRAFTS)) }
    return true
}

/** Stores the credential at once, because the server knows no other one any more. */
internal fun Session.storeCredential(): SessionError.Storage? = try {
    write(credential?.let { mapOf("id" to it.id, "token" to it.token) }, CREDENTIAL)
    null
} catch (failure: Exception) {
    SessionError.Storage(failure.toString())
}

/** Stores the state, the taps that wait and the drafts soon, together with what changes until then. */
internal fun Session.storeSoon() {
    if (storing != null || credential == null) return
    storing = loop.schedule(timing.storing) { storeNow() }
}

/**
 * Stores the state, the taps that wait and the drafts.
 *
 * A storage that fails loses what could be read without a network, and nothing that the server has.
 */
internal fun Session.storeNow() {
    storing?.cancel()
    storing = null
    val state = confirmed ?: return
    if (state.id != credential?.id) return
    try {
        write(state.document, STATE)
        write(queue.taps.filter { !it.isAnswered && !it.tap.isSecret }.map { StoredTap.write(it) }, TAPS)
        write(synchronized(draftLock) { drafts.document }, DRAFTS)
    } catch (failure: Exception) {
        // The next change is stored again.
    }
}

/** Removes everything that is stored, and the credential. */
internal fun Session.forget() {
    storing?.cancel()
    storing = null
    credential = null
    offers = emptyMap()
    synchronized(draftLock) { drafts = Drafts() }
    for (name in listOf(CREDENTIAL, STATE, TAPS, DRAFTS)) {
        try {
            storage.store(null, name)
        } catch (failure: Exception) {
            // The credential in it is worth nothing any more.
        }
    }
}

private fun Session.read(name: String): Any? {
    val data = try {
        storage.data(name)
    } catch (failure: Exception) {
        throw SessionError.Storage(failure.toString())
    }
    return try {
        data?.let { Json.parse(String(it, Charsets.UTF_8)) }
    } catch (malformed: MalformedJson) {
        null
    }
}

private fun Session.readOrNull(name: String): Any? = try {
    read(name)
} catch (failure: SessionError.Storage) {
    null
}

private fun Session.write(value: Any?, name: String) =
    storage.store(value?.let { Json.write(it).toByteArray(Charsets.UTF_8) }, name)

/** A tap as it is stored. */
private object StoredTap {
    fun write(queued: QueuedTap): JsonObject {
        val tap = queued.tap
        val sent = queued.stage as? QueuedTap.Stage.Sent
        return mapOf(
            "key" to queued.key,
            "session" to queued.session,
            "focus" to queued.focus,
            "modal" to queued.modal,
            "look" to queued.look,
            "leaves" to queued.leaves,
            "path" to sent?.path,
            "ifScreen" to sent?.condition?.let { mapOf("screen" to it.screen, "revision" to it.revision) },
            "action" to write(tap.action),
            "condition" to tap.condition.name,
            "offline" to tap.offline.name,
            "repetition" to tap.repetition.name,
            "control" to tap.control,
            "isConfirmed" to tap.isConfirmed,
            "prediction" to queued.prediction?.let { write(it) }
        )
    }

    /** Reads a tap, or returns null if an earlier version of the library has stored it in another way. */
    fun read(document: JsonObject): QueuedTap? {
        val sent = document.text("path")?.let { path ->
            QueuedTap.Stage.Sent(path, document.child("ifScreen")?.let { condition(it) ?: return null })
        }
        return QueuedTap(
            key = document.text("key") ?: return null,
            session = document.text("session") ?: return null,
            focus = document.text("focus"),
            modal = document.text("modal"),
            look = document.child("look"),
            leaves = document.bool("leaves") ?: false,
            prediction = document.child("prediction")?.let { prediction(it) },
            stage = sent ?: QueuedTap.Stage.Waiting,
            tap = Tap(
                action = document.child("action")?.let { action(it) } ?: return null,
                condition = value<Tap.Condition>(document.text("condition")) ?: return null,
                offline = value<Tap.Offline>(document.text("offline")) ?: return null,
                repetition = value<Tap.Repetition>(document.text("repetition")) ?: return null,
                control = document.text("control"),
                isConfirmed = document.bool("isConfirmed") ?: false
            )
        )
    }

    private inline fun <reified Value : Enum<Value>> value(name: String?): Value? =
        enumValues<Value>().firstOrNull { it.name == name }

    private fun condition(document: JsonObject): ScreenCondition? =
        document.text("screen")?.let { ScreenCondition(it, document.long("revision")) }

    private fun write(action: Tap.Action): JsonObject = when (action) {
        is Tap.Action.Report ->
            mapOf("report" to action.output, "screen" to action.screen, "payload" to action.payload)
        is Tap.Action.Back -> mapOf("back" to action.to)
        Tap.Action.Dismiss -> mapOf("dismiss" to true)
        is Tap.Action.Tab -> mapOf("tab" to action.key)
        is Tap.Action.Link -> mapOf("link" to action.url)
    }

    private fun action(document: JsonObject): Tap.Action? = when {
        "report" in document -> Tap.Action.Report(
            document.text("report").orEmpty(), document.text("screen").orEmpty(), document["payload"]
        )
        "back" in document -> Tap.Action.Back(document.text("back"))
        "dismiss" in document -> Tap.Action.Dismiss
        "tab" in document -> Tap.Action.Tab(document.text("tab").orEmpty())
        "link" in document -> Tap.Action.Link(document.text("link").orEmpty())
        else -> null
    }

    private fun write(prediction: Prediction): JsonObject = when (prediction) {
        is Prediction.Back -> mapOf("back" to prediction.from, "to" to prediction.to)
        is Prediction.Dismiss -> mapOf("dismiss" to prediction.modal)
        is Prediction.Select ->
            mapOf("select" to prediction.tab, "from" to prediction.from, "focus" to prediction.focus)
    }

    private fun prediction(document: JsonObject): Prediction? {
        document.text("back")?.let { return Prediction.Back(it, document.text("to")) }
        document.text("dismiss")?.let { return Prediction.Dismiss(it) }
        return document.text("select")?.let {
            Prediction.Select(it, document.text("from").orEmpty(), document.text("focus"))
        }
    }
}
