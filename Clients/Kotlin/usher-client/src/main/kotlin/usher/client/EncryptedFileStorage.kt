package usher.client

import java.io.File
import java.io.IOException
import javax.crypto.Cipher
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec

/**
 * A storage in files of a folder, each encrypted with AES-GCM and the name as associated data.
 *
 * On Android the key comes from the Android Keystore, so it never leaves the device, and the folder is one that backups
 * leave out (`Context.noBackupFilesDir`):
 *
 * ```kotlin
 * EncryptedFileStorage(File(context.noBackupFilesDir, "session"), keystoreKey("session"))
 * ```
 */
class EncryptedFileStorage(private val folder: File, private val key: SecretKey) : SecureStorage {
    override fun data(name: String): ByteArray? {
        val file = File(folder, name)
        if (!file.exists()) return null
        val content = file.readBytes()
        if (content.size < IV_SIZE) throw IOException("The file $name is too short.")
        val cipher = cipher(name) { it.init(Cipher.DECRYPT_MODE, key, GCMParameterSpec(TAG_BITS, content, 0, IV_SIZE)) }
        return cipher.doFinal(content, IV_SIZE, content.size - IV_SIZE)
    }

    override fun store(data: ByteArray?, name: String) {
        val file = File(folder, name)
        if (data == null) {
            if (file.exists() && !file.delete()) throw IOException("The file $name can't be removed.")
            return
        }
        folder.mkdirs()
        val cipher = cipher(name) { it.init(Cipher.ENCRYPT_MODE, key) }
        val next = File(folder, "$name.new")
        next.outputStream().use { output ->
            output.write(cipher.iv)
            output.write(cipher.doFinal(data))
            // A file that replaces the old one before its content is on the disk could be empty after a loss of power.
            output.fd.sync()
        }
        if (!next.renameTo(file)) throw IOException("The file $name can't be replaced.")
    }

    private fun cipher(name: String, prepare: (Cipher) -> Unit): Cipher {
        val cipher = Cipher.getInstance("AES/GCM/NoPadding")
        prepare(cipher)
        cipher.updateAAD(name.toByteArray(Charsets.UTF_8))
        return cipher
    }

    private companion object {
        const val IV_SIZE = 12
        const val TAG_BITS = 128
    }
}
