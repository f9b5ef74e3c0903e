package usher.client

import usher.client.json.JsonObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.list
import usher.client.json.text

/**
 * A screen of the state.
 *
 * A client with a view of its own for the screen reads [props]. Any other draws the elements of [view].
 */
data class Screen(
    /** The name of this instance, which is never used again in its session. */
    val key: String,
    /** The name of the screen's type. */
    val name: String,
    /** All members, including members that this version of the library does not know. */
    val document: JsonObject
) {
    /** The title in the bar. */
    val title: String? get() = document.text("title")

    /** The name of the look, for a screen that has several. */
    val variant: String? get() = document.text("variant")

    /** The inputs of the screen, for views that are made for it. */
    val props: JsonObject? get() = document.child("props")

    /** The content in semantic elements, or null if the client has said that it draws none. */
    val view: List<JsonObject>? = if (document["view"] is List<*>) document.children("view") else null

    /** The messages to the user, which stay until the screen reports again. */
    val messages: List<Message> = document.children("messages").map { Message.read(it) }

    /** The reports that are possible now. */
    val outputs: List<Output> = document.children("outputs").map { Output.read(it) }

    /** The names of the bars that are hidden while the screen is in front: `navigationBar`, `tabBar`. */
    val hides: Set<String> get() = document.list("hides").filterIsInstance<String>().toSet()

    /** The output of a name if it can be reported now. */
    fun output(name: String): Output? = outputs.firstOrNull { it.name == name }

    internal companion object {
        fun read(key: String, document: JsonObject): Screen =
            Screen(key, document.text("name") ?: throw MalformedState("name"), document)
    }
}

/** A report that a screen can make now. */
data class Output(
    /** The name of the output. */
    val name: String,
    /** The path to which the payload is posted. */
    val href: String,
    /** The JSON Schema (2020-12) of the payload, or null for an output without one. */
    val schema: JsonObject?
) {
    internal companion object {
        fun read(document: JsonObject): Output = Output(
            name = document.text("name") ?: throw MalformedState("name"),
            href = document.text("href") ?: throw MalformedState("href"),
            schema = document.child("schema")
        )
    }
}

/** A message to the user. */
data class Message(
    /** The stable name of the message, such as `code.wrong`. */
    val code: String,
    /** The weight of the message. */
    val level: Level,
    /** The JSON Pointer to the member of the payload that it is about, such as `/code`. */
    val pointer: String?,
    /** The values in the text. */
    val params: JsonObject?,
    /** The text, ready to show. */
    val text: String
) {
    /** The weights of a message. */
    enum class Level {
        /** The user has done something that does not work. */
        ERROR,

        /** The user should look at something. */
        WARNING,

        /** A fact, such as that a code was sent. */
        INFO,

        /** A success, such as a saved change. */
        SUCCESS,

        /** A level of a later version. */
        OTHER
    }

    /** Whether the message asks something of the user, and does not only inform. */
    val asksOfUser: Boolean get() = level == Level.ERROR || level == Level.WARNING

    internal companion object {
        fun read(document: JsonObject): Message {
            val code = document.text("code") ?: throw MalformedState("code")
            return Message(
                code = code,
                level = when (document.text("level")) {
                    "error" -> Level.ERROR
                    "warning" -> Level.WARNING
                    "success" -> Level.SUCCESS
                    "info", null -> Level.INFO
                    else -> Level.OTHER
                },
                pointer = document.text("pointer"),
                params = document.child("params"),
                text = document.text("text") ?: code
            )
        }
    }
}
