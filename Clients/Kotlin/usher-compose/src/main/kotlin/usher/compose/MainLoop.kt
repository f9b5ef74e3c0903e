package usher.compose

import android.os.Handler
import android.os.Looper
import usher.client.EventLoop
import usher.client.http.Cancellable

/** The main thread of an app, for [usher.rendering.AppModel]. */
class MainLoop : EventLoop {
    private val handler = Handler(Looper.getMainLooper())

    override val wallTime: Long get() = System.currentTimeMillis()

    override fun execute(action: () -> Unit) {
        handler.post(Runnable { action() })
    }

    override fun schedule(delay: Long, action: () -> Unit): Cancellable {
        val task = Runnable { action() }
        handler.postDelayed(task, delay)
        return object : Cancellable {
            override fun cancel() = handler.removeCallbacks(task)
        }
    }
}
