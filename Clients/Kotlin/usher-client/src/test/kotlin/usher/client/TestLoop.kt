package usher.client

import java.util.ArrayDeque
import usher.client.http.Cancellable

/** A loop that runs actions on the thread of the test, and whose time the test advances. */
class TestLoop : EventLoop {
    private class Timer(val time: Long, val action: () -> Unit)

    private val actions = ArrayDeque<() -> Unit>()
    private var timers: List<Timer> = emptyList()
    private var time = 0L

    override var wallTime = 1_800_000_000_000L
        private set

    override fun execute(action: () -> Unit) {
        actions.add(action)
    }

    override fun schedule(delay: Long, action: () -> Unit): Cancellable {
        val timer = Timer(time + delay, action)
        timers = timers + timer
        return object : Cancellable {
            override fun cancel() {
                timers = timers - timer
            }
        }
    }

    /** Runs everything that can be run without waiting. */
    fun run() {
        while (actions.isNotEmpty()) actions.removeFirst()()
    }

    /** Lets a time pass, in milliseconds. */
    fun advance(duration: Long) {
        run()
        val end = time + duration
        while (true) {
            val timer = timers.filter { it.time <= end }.sortedBy { it.time }.firstOrNull() ?: break
            timers = timers - timer
            pass(timer.time)
            timer.action()
            run()
        }
        pass(end)
    }

    private fun pass(until: Long) {
        wallTime += until - time
        time = until
    }
}
