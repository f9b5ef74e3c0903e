package usher.client.http

/**
 * Sends requests once each and passes on what comes back.
 *
 * It knows nothing of sessions and repeats nothing, because only the session knows which request may be sent again. It
 * follows no redirect and keeps no cookies, because a session has a token for one server. [UrlConnectionTransport] is
 * the one for Android and the JVM. Give a session one of your own to use another HTTP library, to pin certificates, or
 * to test without a network.
 */
interface Transport {
    /**
     * Sends a request.
     *
     * It returns at once. The receiver is called from any thread, by one thread at a time: with the head, then with any
     * number of parts of the content, then with the end or a failure. After `cancel()` nothing needs to be passed on.
     */
    fun send(request: HttpRequest, receiver: Receiver): Cancellable
}

/** Gets a response as it comes. */
interface Receiver {
    /** The status and the fields have come. */
    fun onHead(head: HttpHead)

    /** A part of the content has come. */
    fun onContent(part: ByteArray)

    /** The response is complete. */
    fun onEnd()

    /** No response came, or only a part of one. The server may have acted all the same. */
    fun onFailure(message: String)
}

/** Something that can be given up. */
interface Cancellable {
    /** Gives it up. A second call does nothing. */
    fun cancel()
}
