package usher.client

/**
 * The times of a session, in milliseconds.
 *
 * The defaults are the same as in the web client.
 */
data class Timing(
    /** The pauses before the further tries of a request. The last one is followed by [longPause] without end. */
    val pauses: List<Long> = listOf(400, 1_000, 2_000, 4_000, 8_000),
    /** The pause between all further tries, from which on the server counts as unreachable. */
    val longPause: Long = 10_000,
    /** The longest pause that a server may ask for. A request with a longer one fails instead. */
    val longestAskedPause: Long = 30_000,
    /** The time in which a response must have come, beyond the time that the request lets the server wait. */
    val response: Long = 20_000,
    /**
     * The time without an event or a comment after which a stream is lost. The server sends a comment every 15 seconds.
     */
    val silence: Long = 40_000,
    /** The time for which the server may wait for a newer state, at most 30 seconds. */
    val longPoll: Long = 25_000,
    /** The time for which the session is polled when streams do not arrive, before the next stream is tried. */
    val polling: Long = 600_000,
    /** The pause after newer streams have taken the place of this one. */
    val replaced: Long = 30_000,
    /** The time in which changes are collected before they are stored. */
    val storing: Long = 1_000,
    /** The factor of each pause, at random, so that the clients of a server that comes back do not all come at once. */
    val jitter: ClosedFloatingPointRange<Double> = 0.75..1.25
) {
    /** Whether the server counts as unreachable by a further try. */
    internal fun isLong(attempt: Int): Boolean = attempt !in pauses.indices

    /** The pause before a further try. */
    internal fun pause(attempt: Int): Long {
        val factor = jitter.start + Math.random() * (jitter.endInclusive - jitter.start)
        return ((if (isLong(attempt)) longPause else pauses[attempt]) * factor).toLong()
    }
}
