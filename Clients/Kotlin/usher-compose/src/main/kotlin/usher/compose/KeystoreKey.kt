package usher.compose

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import java.security.KeyStore
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey

private const val PROVIDER = "AndroidKeyStore"

/**
 * The key of a name in the Android Keystore, for [usher.client.EncryptedFileStorage]. It is made at the first call, and
 * never leaves the device.
 */
fun keystoreKey(name: String): SecretKey {
    val store = KeyStore.getInstance(PROVIDER).apply { load(null) }
    (store.getKey(name, null) as SecretKey?)?.let { return it }
    val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
    val specification = KeyGenParameterSpec.Builder(name, purposes)
        .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
        .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
        .setKeySize(256)
        .build()
    val generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, PROVIDER)
    generator.init(specification)
    return generator.generateKey()
}
