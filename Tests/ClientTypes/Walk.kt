import java.io.File

/** Reads the screens of a file, each a line with its name and one with its props, and compares them after they are written again. */
fun walk(path: String, again: (String, Map<String, Any?>) -> Any?) {
    val lines = File(path).readLines()
    for (index in lines.indices step 2) {
        @Suppress("UNCHECKED_CAST")
        val props = JSON(lines[index + 1]).value() as Map<String, Any?>
        val written = plain(again(lines[index], props))
        check(written == plain(props)) { "${lines[index]}: $written instead of $props" }
    }
    println("$path: ${lines.size / 2} screens are the same")
}

/** A value with all numbers as doubles. */
private fun plain(value: Any?): Any? = when (value) {
    is Number -> value.toDouble()
    is Map<*, *> -> value.mapValues { plain(it.value) }
    is List<*> -> value.map { plain(it) }
    else -> value
}

/** A parser of JSON that is known to be valid. */
private class JSON(private val text: String) {
    private var index = 0

    fun value(): Any? {
        skipSpace()
        return when (text[index]) {
            '{' -> members()
            '[' -> elements()
            '"' -> string()
            't' -> literal("true", true)
            'f' -> literal("false", false)
            'n' -> literal("null", null)
            else -> number()
        }
    }

    private fun members(): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        list('}') {
            skipSpace()
            val name = string()
            skipSpace()
            index += 1
            members[name] = value()
        }
        return members
    }

    private fun elements(): List<Any?> {
        val elements = ArrayList<Any?>()
        list(']') { elements.add(value()) }
        return elements
    }

    private fun list(end: Char, part: () -> Unit) {
        index += 1
        skipSpace()
        while (text[index] != end) {
            part()
            skipSpace()
            if (text[index] == ',') index += 1
            skipSpace()
        }
        index += 1
    }

    private fun string(): String {
        val result = StringBuilder()
        index += 1
        while (text[index] != '"') {
            if (text[index] == '\\') {
                index += 1
                when (text[index]) {
                    'b' -> result.append('\b')
                    'f' -> result.append('\u000C')
                    'n' -> result.append('\n')
                    'r' -> result.append('\r')
                    't' -> result.append('\t')
                    'u' -> {
                        result.append(text.substring(index + 1, index + 5).toInt(16).toChar())
                        index += 4
                    }
                    else -> result.append(text[index])
                }
            } else {
                result.append(text[index])
            }
            index += 1
        }
        index += 1
        return result.toString()
    }

    private fun number(): Double {
        val start = index
        while (index < text.length && text[index] in "+-.0123456789Ee") index += 1
        return text.substring(start, index).toDouble()
    }

    private fun literal(name: String, value: Any?): Any? {
        index += name.length
        return value
    }

    private fun skipSpace() {
        while (index < text.length && text[index].isWhitespace()) index += 1
    }
}
