package usher.client

import java.util.concurrent.ConcurrentHashMap

/**
 * Stores what a session needs for the next start of the app: its token, its last state, taps that wait, and drafts.
 *
 * Everything in it is for this user alone, and the token is as good as a password. The functions are called on the
 * thread of the session, never on the main thread of an app.
 *
 * The names are `credential`, `state`, `taps` and `drafts`. A state has some ten kilobytes, and a mebibyte at most.
 */
interface SecureStorage {
    /**
     * The data of a name, or null if there is none.
     *
     * @throws Exception if it can't be read now, as from a locked device. Nothing is lost then.
     */
    fun data(name: String): ByteArray?

    /**
     * Stores data under a name, or removes it.
     *
     * @throws Exception if it can't be stored.
     */
    fun store(data: ByteArray?, name: String)
}

/** A storage in memory, for tests and for sessions that end with the app. */
class MemoryStorage : SecureStorage {
    private val values = ConcurrentHashMap<String, ByteArray>()

    override fun data(name: String): ByteArray? = values[name]

    override fun store(data: ByteArray?, name: String) {
        if (data == null) values.remove(name) else values[name] = data
    }
}
