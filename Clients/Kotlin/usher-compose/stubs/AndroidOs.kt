package android.os

import androidx.compose.runtime.stub

open class Bundle

class Looper private constructor() {
    companion object {
        @JvmStatic
        fun getMainLooper(): Looper = stub()
    }
}

open class Handler(looper: Looper) {
    fun post(r: Runnable): Boolean = stub()

    fun postDelayed(r: Runnable, delayMillis: Long): Boolean = stub()

    fun removeCallbacks(r: Runnable): Unit = stub()
}
