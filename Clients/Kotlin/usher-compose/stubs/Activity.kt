package androidx.activity

import android.content.Context
import android.content.Intent
import android.os.Bundle
import androidx.compose.runtime.stub
import androidx.lifecycle.ViewModelStoreOwner

open class ComponentActivity : Context(), ViewModelStoreOwner {
    fun getIntent(): Intent = stub()

    protected open fun onCreate(savedInstanceState: Bundle?): Unit = stub()

    protected open fun onNewIntent(intent: Intent): Unit = stub()

    protected open fun onStop(): Unit = stub()
}
