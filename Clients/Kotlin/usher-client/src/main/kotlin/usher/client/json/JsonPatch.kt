package usher.client.json

/** A patch does not lead from the document at hand to another one, so the whole document must be read. */
class UnfitPatch(message: String) : Exception(message)

/**
 * A JSON Patch (RFC 6902) with the operations that the server sends: `add`, `replace` and `remove`.
 *
 * @throws UnfitPatch if the value is no such patch.
 */
internal class JsonPatch(document: Any?) {
    private class Operation(val kind: String, val path: List<String>, val value: Any?)

    private val operations: List<Operation> =
        (document as? List<*> ?: throw UnfitPatch("A patch is an array.")).map { element ->
            val members = element.asObject() ?: throw UnfitPatch("An operation is an object.")
            val kind = members.text("op")
            val path = members.text("path")
            if (kind !in KINDS || path?.startsWith("/") != true || kind != "remove" && "value" !in members) {
                throw UnfitPatch("The operation is none that the contract names.")
            }
            Operation(kind!!, tokens(path), members["value"])
        }

    /**
     * The document after all operations.
     *
     * Parts that no operation touches are the same objects as in the document before.
     *
     * @throws UnfitPatch if the document has nothing at a path.
     */
    fun applied(document: JsonObject): JsonObject =
        operations.fold(document as Any?) { value, operation -> apply(operation, value, 0) }.asObject()
            ?: throw UnfitPatch("The document is no object any more.")

    private fun apply(operation: Operation, value: Any?, depth: Int): Any? = when (value) {
        is Map<*, *> -> applyToMembers(operation, value.asObject()!!, depth)
        is List<*> -> applyToElements(operation, value, depth)
        else -> throw noSuchPath(operation)
    }

    private fun applyToMembers(operation: Operation, members: JsonObject, depth: Int): JsonObject {
        val name = operation.path[depth]
        val isLast = depth == operation.path.lastIndex
        if (name !in members && !(isLast && operation.kind == "add")) throw noSuchPath(operation)
        val result = LinkedHashMap(members)
        when {
            !isLast -> result[name] = apply(operation, members[name], depth + 1)
            operation.kind == "remove" -> result.remove(name)
            else -> result[name] = operation.value
        }
        return result
    }

    private fun applyToElements(operation: Operation, elements: List<*>, depth: Int): List<*> {
        val token = operation.path[depth]
        val isAddition = depth == operation.path.lastIndex && operation.kind == "add"
        val index = if (token == "-" && isAddition) elements.size else token.toIntOrNull() ?: -1
        if (index !in elements.indices && !(isAddition && index == elements.size)) throw noSuchPath(operation)
        val result = ArrayList(elements)
        when {
            depth < operation.path.lastIndex -> result[index] = apply(operation, elements[index], depth + 1)
            operation.kind == "add" -> result.add(index, operation.value)
            operation.kind == "remove" -> result.removeAt(index)
            else -> result[index] = operation.value
        }
        return result
    }

    private fun noSuchPath(operation: Operation) = UnfitPatch("The document has nothing at ${operation.path}.")

    companion object {
        private val KINDS = setOf("add", "replace", "remove")

        /** The tokens of a JSON Pointer (RFC 6901), without escapes. */
        fun tokens(pointer: String): List<String> =
            pointer.removePrefix("/").split('/').map { it.replace("~1", "/").replace("~0", "~") }
    }
}
