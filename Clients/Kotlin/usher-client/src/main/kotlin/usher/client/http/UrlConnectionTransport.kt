package usher.client.http

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.Proxy
import java.net.URL
import java.util.concurrent.Executor
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

/** The time to connect, in milliseconds. */
private const val CONNECT_TIMEOUT = 15_000

/** The longest silence of a connection, in milliseconds. It is longer than any time that a session waits. */
private const val READ_TIMEOUT = 60_000

/**
 * The transport over `HttpURLConnection`, on Android and on the JVM.
 *
 * Each request has a thread of the executor while it is on its way, the event stream as long as it is open. A request
 * that is given up frees its thread when its connection brings something or ends, at the latest after a minute.
 *
 * `HttpURLConnection` may send a request again by itself if a connection that was used before is closed. That repeats
 * nothing at the server, because the idempotency key is the same.
 */
class UrlConnectionTransport(
    private val executor: Executor = defaultExecutor,
    private val proxy: Proxy? = null
) : Transport {
    override fun send(request: HttpRequest, receiver: Receiver): Cancellable {
        val exchange = Exchange()
        executor.execute { exchange.perform(request, receiver) }
        return exchange
    }

    private inner class Exchange : Cancellable {
        @Volatile
        private var isCancelled = false

        override fun cancel() {
            isCancelled = true
        }

        fun perform(request: HttpRequest, receiver: Receiver) {
            if (isCancelled) return
            var connection: HttpURLConnection? = null
            try {
                connection = open(request)
                val status = connection.responseCode
                if (status < 100) throw IOException("The response is not one of HTTP.")
                if (isCancelled) return connection.disconnect()
                receiver.onHead(HttpHead(status, connection.fields()))
                val content = if (status >= 400) connection.errorStream else connection.inputStream
                content?.use { forward(it, receiver) }
                if (isCancelled) connection.disconnect() else receiver.onEnd()
            } catch (failure: IOException) {
                connection?.disconnect()
                if (!isCancelled) receiver.onFailure(failure.toString())
            } catch (failure: RuntimeException) {
                // Such as a SecurityException of Android for an app that may not use the network.
                connection?.disconnect()
                if (!isCancelled) receiver.onFailure(failure.toString())
            }
        }

        private fun forward(content: InputStream, receiver: Receiver) {
            val buffer = ByteArray(16 * 1024)
            while (!isCancelled) {
                val count = content.read(buffer)
                if (count < 0) return
                if (count > 0 && !isCancelled) receiver.onContent(buffer.copyOf(count))
            }
        }
    }

    private fun open(request: HttpRequest): HttpURLConnection {
        val url = URL(request.url)
        val connection = (if (proxy != null) url.openConnection(proxy) else url.openConnection()) as HttpURLConnection
        connection.requestMethod = request.method
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        connection.connectTimeout = CONNECT_TIMEOUT
        connection.readTimeout = READ_TIMEOUT
        for ((name, value) in request.fields) connection.setRequestProperty(name, value)
        if (request.method == "POST") {
            connection.doOutput = true
            connection.outputStream.use { it.write(request.body ?: ByteArray(0)) }
        }
        return connection
    }

    private fun HttpURLConnection.fields(): Map<String, String> {
        val fields = HashMap<String, String>()
        for ((name, values) in headerFields) if (name != null) fields[name] = values.joinToString(", ")
        return fields
    }

    private companion object {
        private val threads = AtomicInteger()

        val defaultExecutor: Executor = Executors.newCachedThreadPool { action ->
            Thread(action, "usher-request-${threads.incrementAndGet()}").apply { isDaemon = true }
        }
    }
}
