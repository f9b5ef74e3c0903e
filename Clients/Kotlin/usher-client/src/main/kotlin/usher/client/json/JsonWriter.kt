package usher.client.json

/** Appends a value as JSON. */
internal fun StringBuilder.appendJson(value: Any?) {
    when (value) {
        null -> append("null")
        is String -> appendText(value)
        is Boolean -> append(value.toString())
        is Double -> append(if (value.isNaN() || value.isInfinite()) "null" else number(value))
        is Float -> appendJson(value.toDouble())
        is Number -> append(value.toString())
        is Map<*, *> -> appendParts('{', '}', value.entries) { (name, member) ->
            appendText(name.toString())
            append(':')
            appendJson(member)
        }
        is Iterable<*> -> appendParts('[', ']', value) { appendJson(it) }
        else -> throw IllegalArgumentException("A ${value::class.java.name} can't be written as JSON.")
    }
}

/** A number without a fraction is written without a point, as the server writes it. */
private fun number(value: Double): String =
    if (value == Math.rint(value) && Math.abs(value) < 9.0e15) value.toLong().toString() else value.toString()

private fun <Part> StringBuilder.appendParts(
    start: Char,
    end: Char,
    parts: Iterable<Part>,
    appendPart: (Part) -> Unit
) {
    append(start)
    for ((index, part) in parts.withIndex()) {
        if (index > 0) append(',')
        appendPart(part)
    }
    append(end)
}

private fun StringBuilder.appendText(text: String) {
    append('"')
    for (character in text) {
        when {
            character == '"' || character == '\\' -> append('\\').append(character)
            character == '\n' -> append("\\n")
            character < ' ' -> append(String.format("\\u%04x", character - '\u0000'))
            else -> append(character)
        }
    }
    append('"')
}
