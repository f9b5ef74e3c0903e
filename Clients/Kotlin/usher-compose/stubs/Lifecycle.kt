package androidx.lifecycle

import android.app.Application
import androidx.compose.runtime.stub

interface ViewModelStoreOwner

abstract class ViewModel {
    protected open fun onCleared(): Unit = stub()
}

open class AndroidViewModel(application: Application) : ViewModel()

class ViewModelProvider(owner: ViewModelStoreOwner) {
    operator fun <T : ViewModel> get(modelClass: Class<T>): T = stub()
}
