package usher.client

import java.io.Closeable
import java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit
import usher.client.http.Cancellable

/**
 * One thread on which a session does everything, with a clock.
 *
 * A test gives a session a loop of its own that runs actions when the test says so and whose time the test advances.
 */
interface EventLoop {
    /** The time of the device, in milliseconds since 1970. */
    val wallTime: Long

    /** Runs an action after all that were given before. */
    fun execute(action: () -> Unit)

    /** Runs an action after a time in milliseconds. */
    fun schedule(delay: Long, action: () -> Unit): Cancellable
}

/** A loop with a daemon thread of its own, which ends with [close]. */
class ThreadLoop(name: String = "usher-session") : EventLoop, Closeable {
    private val executor = ScheduledThreadPoolExecutor(1) { action -> Thread(action, name).apply { isDaemon = true } }

    init {
        executor.removeOnCancelPolicy = true
        // A response may come after the end.
        executor.rejectedExecutionHandler = ThreadPoolExecutor.DiscardPolicy()
    }

    /** Ends the thread, after everything that was given to it. Anything that is given to it later is dropped. */
    override fun close() = executor.shutdown()

    override val wallTime: Long get() = System.currentTimeMillis()

    override fun execute(action: () -> Unit) = executor.execute { run(action) }

    override fun schedule(delay: Long, action: () -> Unit): Cancellable {
        val future = executor.schedule({ run(action) }, delay, TimeUnit.MILLISECONDS)
        return object : Cancellable {
            override fun cancel() {
                future.cancel(false)
            }
        }
    }

    /**
     * An error of a listener ends as an uncaught one, as on any other thread, instead of being dropped by the executor.
     */
    private fun run(action: () -> Unit) {
        try {
            action()
        } catch (failure: Throwable) {
            val thread = Thread.currentThread()
            thread.uncaughtExceptionHandler.uncaughtException(thread, failure)
        }
    }
}
