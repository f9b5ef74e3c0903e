package usher.client.http

import java.util.Locale

/** A request of HTTP. */
class HttpRequest(
    /** The method: `GET`, `POST` or `DELETE`. */
    val method: String,
    /** The whole address. */
    val url: String,
    /** The fields of the header. */
    val fields: Map<String, String> = emptyMap(),
    /** The content, or null for none. */
    val body: ByteArray? = null
) {
    /** The same request with one more field, or with another value of it. */
    fun with(name: String, value: String): HttpRequest = HttpRequest(method, url, fields + (name to value), body)

    /** The path of the address without its query. */
    val path: String get() = url.substringAfter("://").substringBefore('?').let { "/" + it.substringAfter('/', "") }
}

/** The status and the fields of a response. */
class HttpHead(
    /** The status code. */
    val status: Int,
    fields: Map<String, String>
) {
    /** The values of the fields by their names in lower case. */
    val fields: Map<String, String> = fields.mapKeys { (name, _) -> lowercase(name) }

    /** The value of a field by its name in any case. */
    fun field(name: String): String? = fields[lowercase(name)]
}

@Suppress("PLATFORM_CLASS_MAPPED_TO_KOTLIN")
private fun lowercase(text: String): String = (text as java.lang.String).toLowerCase(Locale.ROOT)
