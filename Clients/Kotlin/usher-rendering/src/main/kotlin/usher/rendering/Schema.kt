package usher.rendering

import usher.client.json.Json
import usher.client.json.JsonObject
import usher.client.json.MalformedJson
import usher.client.json.child
import usher.client.json.int
import usher.client.json.list
import usher.client.json.number
import usher.client.json.text

/**
 * Reads JSON Schema 2020-12, as far as controls need it.
 *
 * The server validates each payload, so these checks only save a round trip.
 */
internal object Schema {
    /** The type of a schema's values. Of a list such as `["string", "null"]` it is the first that is not null. */
    fun type(schema: JsonObject?): String? {
        if (schema == null) return null
        schema.text("type")?.let { return it }
        schema.list("type").firstOrNull { it != "null" }?.let { return it as? String }
        if ("properties" in schema) return "object"
        return when (schema["const"] ?: schema.list("enum").firstOrNull()) {
            null -> null
            is String -> "string"
            is Boolean -> "boolean"
            is Number -> "number"
            else -> "object"
        }
    }

    /** The schema of a field: that of its member, or the whole one if it is not of an object. */
    fun of(field: String, schema: JsonObject?): JsonObject? =
        if (type(schema) == "object") schema?.child("properties")?.child(field) else schema

    /** Whether a schema requires a member, or null if it does not specify this. */
    fun requires(schema: JsonObject?, name: String): Boolean? =
        if (type(schema) == "object") name in schema!!.list("required") else null

    /**
     * The payload of a control that has one value: the value, or an object with it as the only member if the output
     * requires an object.
     *
     * @param member the name of the member, with the other members in `rest`, or null if the schema determines it.
     */
    fun payload(value: Any?, member: String?, default: String, schema: JsonObject?, rest: Any?): Any? {
        if (member != null) return (rest as? Map<*, *>).orEmpty() + (member to value)
        if (type(schema) != "object") return value
        val names = schema?.child("properties").orEmpty().keys
        return mapOf((names.singleOrNull() ?: default) to value)
    }

    /**
     * The payload of a form: an object by the names of the fields, or the value of the single field if the output does
     * not take an object. Empty fields are left out, unless the schema requires a string there.
     */
    fun formPayload(entries: List<Pair<String, Any?>>, schema: JsonObject?): Any? {
        if (entries.isEmpty()) return if (type(schema) == "object") emptyMap<String, Any?>() else null
        if (schema != null && type(schema) != "object") return typed(entries[0].second, schema)
        val payload = LinkedHashMap<String, Any?>()
        for ((name, value) in entries) {
            val member = schema?.child("properties")?.child(name)
            val isText = member == null || type(member) == "string"
            if (value == "" && !(isText && requires(schema, name) == true)) continue
            payload[name] = typed(value, member)
        }
        return payload
    }

    /**
     * The value of an input in the type of the schema. It is unchanged if it can't be converted, so that the server
     * rejects it.
     */
    private fun typed(value: Any?, schema: JsonObject?): Any? = when (type(schema)) {
        "integer", "number" -> {
            val text = value.toString().trim().replace(',', '.')
            text.toLongOrNull() ?: text.toDoubleOrNull() ?: value
        }
        "boolean" -> value == true || value == "true"
        "object", "array" -> try {
            Json.parse(value.toString())
        } catch (malformed: MalformedJson) {
            value
        }
        null -> value
        else -> value?.toString()
    }

    /** The number of digits that a schema requires exactly, as `^[0-9]{6}$` does. */
    fun digits(schema: JsonObject?): Int? =
        DIGITS.find(schema?.text("pattern").orEmpty())?.let { it.groupValues[1].toInt() }

    /** The greatest length of a text, in Unicode scalars. */
    fun maxLength(schema: JsonObject?): Int? = schema?.int("maxLength")

    /** Whether a text that is not empty certainly has no canonical form that fits. */
    fun excludes(text: String, input: Input, schema: JsonObject?): Boolean = when (type(schema)) {
        "integer", "number" -> {
            val number = text.trim().replace(',', '.').toDoubleOrNull()
            val min = schema?.number("minimum")
            val max = schema?.number("maximum")
            number == null || min != null && number < min || max != null && number > max
        }
        // The server makes a text canonical before it looks at its length and pattern, so only what is far off is
        // certain here.
        "string" -> input == Input.EMAIL && '@' !in text
        else -> false
    }

    private val DIGITS = Regex("^\\^(?:\\[0-9]|\\\\d)\\{(\\d+)\\}\\$$")
}

/** A code as people paste it, without what separates its digits, and with the digits of any script as ASCII digits. */
internal fun normalizedCode(text: String): String = buildString {
    var index = 0
    while (index < text.length) {
        val point = text.codePointAt(index)
        index += Character.charCount(point)
        val digit = Character.digit(point, 10)
        when {
            Character.getType(point) == Character.DECIMAL_DIGIT_NUMBER.toInt() && digit >= 0 -> append(digit)
            Character.isLetter(point) -> appendCodePoint(point)
        }
    }
}
