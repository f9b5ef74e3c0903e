package usher.client.json

/** The deepest nesting, so that a hostile text can't exhaust the stack. */
private const val DEPTH = 128

/** Reads one document. */
internal class JsonParser(private val text: String) {
    private var index = 0
    private var depth = 0

    fun document(): Any? {
        val value = value()
        skipSpace()
        if (index < text.length) fail()
        return value
    }

    private fun value(): Any? {
        skipSpace()
        return when (peek()) {
            '{' -> nested { members() }
            '[' -> nested { elements() }
            '"' -> string()
            't' -> literal("true", true)
            'f' -> literal("false", false)
            'n' -> literal("null", null)
            else -> number()
        }
    }

    private fun <Value> nested(read: () -> Value): Value {
        depth += 1
        if (depth > DEPTH) fail()
        index += 1
        val value = read()
        depth -= 1
        return value
    }

    private fun members(): JsonObject {
        val members = LinkedHashMap<String, Any?>()
        if (ends('}')) return members
        while (true) {
            skipSpace()
            if (peek() != '"') fail()
            val name = string()
            skipSpace()
            expect(':')
            members[name] = value()
            if (ends('}')) return members
            expect(',')
        }
    }

    private fun elements(): List<Any?> {
        val elements = ArrayList<Any?>()
        if (ends(']')) return elements
        while (true) {
            elements.add(value())
            if (ends(']')) return elements
            expect(',')
        }
    }

    private fun ends(end: Char): Boolean {
        skipSpace()
        if (peek() != end) return false
        index += 1
        return true
    }

    private fun string(): String {
        index += 1
        val start = index
        while (peek() != '"' && text[index] != '\\') skipCharacter()
        if (text[index] == '"') return text.substring(start, index++)
        val result = StringBuilder(text.substring(start, index))
        while (peek() != '"') {
            if (text[index] == '\\') result.append(escaped()) else result.append(text[index].also { skipCharacter() })
        }
        index += 1
        return result.toString()
    }

    private fun skipCharacter() {
        if (text[index] < ' ') fail()
        index += 1
    }

    private fun escaped(): Char {
        index += 1
        val character = peek()
        index += 1
        return when (character) {
            '"', '\\', '/' -> character
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> hexadecimal()
            else -> fail()
        }
    }

    private fun hexadecimal(): Char {
        if (index + 4 > text.length) fail()
        val digits = text.substring(index, index + 4)
        if (!digits.all { it in '0'..'9' || it in 'a'..'f' || it in 'A'..'F' }) fail()
        index += 4
        return digits.toInt(16).toChar()
    }

    private fun number(): Any {
        val start = index
        while (index < text.length && text[index] in "+-.0123456789Ee") index += 1
        val number = text.substring(start, index)
        if (!NUMBER.matches(number)) fail()
        return number.toLongOrNull() ?: number.toDouble()
    }

    private fun literal(name: String, value: Any?): Any? {
        if (!text.startsWith(name, index)) fail()
        index += name.length
        return value
    }

    private fun expect(character: Char) {
        if (peek() != character) fail()
        index += 1
    }

    private fun peek(): Char = if (index < text.length) text[index] else fail()

    private fun skipSpace() {
        while (index < text.length && text[index] in " \t\r\n") index += 1
    }

    private fun fail(): Nothing = throw MalformedJson("The text is no JSON at character $index.")

    private companion object {
        val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
    }
}
