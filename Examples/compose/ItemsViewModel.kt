package example.items

import android.app.Application
import android.net.ConnectivityManager
import android.net.Network
import androidx.lifecycle.AndroidViewModel
import java.io.File
import usher.client.ClientDescription
import usher.client.EncryptedFileStorage
import usher.client.Session
import usher.client.ThreadLoop
import usher.compose.MainLoop
import usher.compose.keystoreKey
import usher.rendering.AppModel
import usher.rendering.drawnKinds

/** The server. The emulator has the computer that it runs on at this address. */
private const val SERVER = "http://10.0.2.2:8080"

/** Keeps the session through changes of the configuration. */
class ItemsViewModel(application: Application) : AndroidViewModel(application) {
    val model = AppModel(
        session = Session(
            server = SERVER,
            app = "items",
            // It draws all kinds of elements, and some screens with views of its own.
            client = ClientDescription(
                platform = "android", version = "1.0", screens = itemViews.versions, elements = drawnKinds,
                fallbacks = false
            ),
            storage = EncryptedFileStorage(File(application.getNoBackupFilesDir(), "session"), keystoreKey("session")),
            loop = ThreadLoop()
        ),
        loop = MainLoop(),
        server = SERVER
    )

    private val connectivity = application.getSystemService(ConnectivityManager::class.java)

    /** Sends what waits as soon as there is a network, and not at the end of a pause. */
    private val callback = object : ConnectivityManager.NetworkCallback() {
        override fun onAvailable(network: Network) = model.session.retry()
    }

    init {
        connectivity.registerDefaultNetworkCallback(callback)
    }

    override fun onCleared() {
        connectivity.unregisterNetworkCallback(callback)
    }
}
