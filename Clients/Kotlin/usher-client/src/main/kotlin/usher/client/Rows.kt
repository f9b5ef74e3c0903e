package usher.client

import java.util.concurrent.Executor
import usher.client.json.JsonObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.text

/** A list with rows beside the state: the `source` of a `list` element. */
data class RowSource(
    /** The key of the screen with the list. */
    val screen: String,
    /** The name of the source. */
    val name: String,
    /** The version of the rows. They are read again when it changes. */
    val version: String
) {
    companion object {
        /** The source of a `list` element of a screen, or null if its rows are in the state. */
        fun of(list: JsonObject, screen: Screen): RowSource? {
            val source = list.child("source") ?: return null
            return RowSource(screen.key, source.text("name") ?: return null, source.text("version") ?: return null)
        }
    }
}

/** A page of rows. */
data class RowPage(
    /** The rows, in the same form as rows in the state. */
    val rows: List<JsonObject>,
    /** The path of the next page, or null if these are the last rows. */
    val next: String?
)

internal fun Session.readRows(source: RowSource, limit: Int, done: (Try<RowPage>) -> Unit) =
    readRows(done) { "$it/screens/${Calls.escaped(source.screen)}/rows/${Calls.escaped(source.name)}?limit=$limit" }

internal fun Session.readRows(next: String, done: (Try<RowPage>) -> Unit) = readRows(done) { next }

private fun Session.readRows(done: (Try<RowPage>) -> Unit, path: (String) -> String) =
    ask(done, { calls.read(path(it)) }) { content ->
        if (content["rows"] is List<*>) RowPage(content.children("rows"), content.text("next")) else null
    }

/** The rows of a list with a source, as they have arrived. */
data class RowsDisplay(
    /** The rows. Those of an earlier version stay until the first rows of a new version come. */
    val rows: List<JsonObject> = emptyList(),
    /** Whether there are further rows. */
    val hasMore: Boolean = true,
    /** Whether a page is on its way. */
    val isLoading: Boolean = false,
    /** The reason why the last page did not come. */
    val failure: SessionError? = null
)

/**
 * The rows of a list with a source, page by page.
 *
 * Its functions may be called from any thread. The listener is called by the executor.
 *
 * ```kotlin
 * val rows = RowsModel(session, mainExecutor) { display -> draw(display) }
 * rows.show(source)
 * rows.more()
 * ```
 */
class RowsModel(
    private val session: Session,
    private val executor: Executor,
    private val listener: (RowsDisplay) -> Unit
) {
    private var source: RowSource? = null
    private var next: String? = null
    private var shown = RowsDisplay()

    /** The rows at this moment. */
    @Volatile
    var display = RowsDisplay()
        private set

    /** Reads the first page of a source, unless its rows of this version are there. */
    fun show(source: RowSource) = session.loop.execute {
        if (source != this.source || shown.failure != null && !shown.isLoading) begin(source)
    }

    /** Reads the next page, or again a page that has failed. */
    fun more() = session.loop.execute {
        val source = source
        val next = next
        if (source == null || !shown.hasMore || shown.isLoading) return@execute
        if (next == null) return@execute begin(source)
        publish(shown.copy(isLoading = true, failure = null))
        session.readRows(next) { take(it, source, shown.rows) }
    }

    private fun begin(source: RowSource) {
        val isSameList = source.screen == this.source?.screen && source.name == this.source?.name
        this.source = source
        next = null
        val rows = if (isSameList) shown.rows else emptyList()
        publish(RowsDisplay(rows, hasMore = true, isLoading = true))
        session.readRows(source, 50) { take(it, source, emptyList()) }
    }

    private fun take(result: Try<RowPage>, asked: RowSource, before: List<JsonObject>) {
        // Another version may have been asked for meanwhile.
        if (asked != source) return
        when (result) {
            is Try.Failure -> publish(shown.copy(isLoading = false, failure = result.error))
            is Try.Success -> {
                next = result.value.next
                publish(RowsDisplay(before + result.value.rows, hasMore = next != null))
            }
        }
    }

    private fun publish(new: RowsDisplay) {
        shown = new
        display = new
        executor.execute { listener(new) }
    }
}
