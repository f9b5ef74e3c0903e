package usher.client

import java.io.File
import javax.crypto.AEADBadTagException
import javax.crypto.KeyGenerator
import org.junit.Assert.assertArrayEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Rule
import org.junit.Test
import org.junit.rules.TemporaryFolder

class StorageTests {
    @get:Rule
    val temporary = TemporaryFolder()

    private val key = KeyGenerator.getInstance("AES").apply { init(256) }.generateKey()

    @Test
    fun `a file has what was stored last, and does not show it`() {
        val folder = File(temporary.root, "session")
        val storage = EncryptedFileStorage(folder, key)
        assertNull(storage.data("credential"))
        storage.store("first".toByteArray(), "credential")
        storage.store("the token".toByteArray(), "credential")
        assertArrayEquals("the token".toByteArray(), EncryptedFileStorage(folder, key).data("credential"))
        assertFalse(String(File(folder, "credential").readBytes(), Charsets.ISO_8859_1).contains("token"))
        storage.store(null, "credential")
        assertNull(storage.data("credential"))
        storage.store(null, "credential")
    }

    @Test
    fun `a file that was changed, or is another one, is an error`() {
        val storage = EncryptedFileStorage(temporary.root, key)
        storage.store("the token".toByteArray(), "credential")
        File(temporary.root, "credential").copyTo(File(temporary.root, "state"))
        assertFails<AEADBadTagException> { storage.data("state") }
    }
}
