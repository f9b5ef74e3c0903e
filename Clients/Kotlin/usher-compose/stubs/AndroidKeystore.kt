package android.security.keystore

import androidx.compose.runtime.stub
import java.security.spec.AlgorithmParameterSpec

object KeyProperties {
    const val PURPOSE_ENCRYPT = 1
    const val PURPOSE_DECRYPT = 2
    const val BLOCK_MODE_GCM = "GCM"
    const val ENCRYPTION_PADDING_NONE = "NoPadding"
    const val KEY_ALGORITHM_AES = "AES"
}

class KeyGenParameterSpec private constructor() : AlgorithmParameterSpec {
    class Builder(keystoreAlias: String, purposes: Int) {
        fun setBlockModes(vararg blockModes: String): Builder = stub()

        fun setEncryptionPaddings(vararg paddings: String): Builder = stub()

        fun setKeySize(keySize: Int): Builder = stub()

        fun build(): KeyGenParameterSpec = stub()
    }
}
