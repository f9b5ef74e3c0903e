package android.content

import androidx.compose.runtime.stub

abstract class Context {
    fun getNoBackupFilesDir(): java.io.File = stub()

    fun <T> getSystemService(serviceClass: Class<T>): T = stub()
}

open class Intent {
    fun getDataString(): String? = stub()
}
