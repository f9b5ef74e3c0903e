package usher.client.json

/**
 * The members of an object of JSON.
 *
 * JSON has plain values here: `Map` with names in their order, `List`, `String`, `Boolean`, `Long` for whole numbers,
 * `Double` for others, and `null`. The types that `usher types` writes in Kotlin read the same values.
 */
typealias JsonObject = Map<String, Any?>

/** Reads and writes JSON (RFC 8259). */
object Json {
    /**
     * Reads a text.
     *
     * @throws MalformedJson if it is no JSON.
     */
    fun parse(text: String): Any? = JsonParser(text).document()

    /** Writes a value without white space. Numbers may be of any type, and NaN is `null`. */
    fun write(value: Any?): String = StringBuilder().apply { appendJson(value) }.toString()
}

/** A text is no JSON. */
class MalformedJson(message: String) : Exception(message)

/** The member of a name, if it is a string. */
fun JsonObject.text(name: String): String? = this[name] as? String

/** The member of a name, if it is a whole number. */
fun JsonObject.long(name: String): Long? = (this[name] as? Number)?.wholeNumber()

/** The member of a name, if it is a whole number in the range of `Int`. */
fun JsonObject.int(name: String): Int? = long(name)?.takeIf { it in Int.MIN_VALUE..Int.MAX_VALUE }?.toInt()

/** The member of a name, if it is a number. */
fun JsonObject.number(name: String): Double? = (this[name] as? Number)?.toDouble()

/** The member of a name, if it is `true` or `false`. */
fun JsonObject.bool(name: String): Boolean? = this[name] as? Boolean

/** The member of a name, if it is an object. */
fun JsonObject.child(name: String): JsonObject? = this[name].asObject()

/** The elements of the member of a name, or none if it is no array. */
fun JsonObject.list(name: String): List<Any?> = this[name] as? List<*> ?: emptyList<Any?>()

/** The objects in the array of a name. */
fun JsonObject.children(name: String): List<JsonObject> = list(name).mapNotNull { it.asObject() }

/** The value, if it is an object. */
@Suppress("UNCHECKED_CAST")
fun Any?.asObject(): JsonObject? = this as? Map<String, Any?>

private fun Number.wholeNumber(): Long? = when (this) {
    is Long, is Int, is Short, is Byte -> toLong()
    else -> toDouble().takeIf { it == Math.rint(it) && Math.abs(it) < 9.0e15 }?.toLong()
}
