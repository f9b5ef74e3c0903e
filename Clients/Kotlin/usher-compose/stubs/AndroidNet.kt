package android.net

import androidx.compose.runtime.stub

class Network

class ConnectivityManager {
    open class NetworkCallback {
        open fun onAvailable(network: Network): Unit = stub()
    }

    fun registerDefaultNetworkCallback(networkCallback: NetworkCallback): Unit = stub()

    fun unregisterNetworkCallback(networkCallback: NetworkCallback): Unit = stub()
}
