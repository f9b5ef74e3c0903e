package usher.client.http

import java.io.ByteArrayOutputStream

/** An event of a stream of server-sent events (WHATWG HTML, section 9.2). */
internal class ServerSentEvent(val name: String, val data: String)

/**
 * Reads events from the bytes of a stream as they come.
 *
 * Lines may end with a line feed, a carriage return or both, and may be cut anywhere between two parts.
 */
internal class ServerSentEventParser {
    private val line = ByteArrayOutputStream()
    private var name = ""
    private var data = ArrayList<String>()
    private var endsWithReturn = false

    /** The events that are complete with these bytes. */
    fun parse(bytes: ByteArray): List<ServerSentEvent> {
        val events = ArrayList<ServerSentEvent>()
        for (byte in bytes) {
            val isFeed = byte == FEED
            if (isFeed && endsWithReturn) {
                endsWithReturn = false
                continue
            }
            endsWithReturn = byte == RETURN
            if (isFeed || endsWithReturn) endLine()?.let { events.add(it) } else line.write(byte.toInt())
        }
        return events
    }

    private fun endLine(): ServerSentEvent? {
        val text = String(line.toByteArray(), Charsets.UTF_8)
        line.reset()
        if (text == "") return endEvent()
        val value = text.substringAfter(':', "").removePrefix(" ")
        when (text.substringBefore(':')) {
            "event" -> name = value
            "data" -> data.add(value)
        }
        return null
    }

    private fun endEvent(): ServerSentEvent? {
        val event = if (data.isEmpty()) null else ServerSentEvent(name, data.joinToString("\n"))
        name = ""
        data = ArrayList()
        return event
    }

    private companion object {
        const val FEED: Byte = 10
        const val RETURN: Byte = 13
    }
}
