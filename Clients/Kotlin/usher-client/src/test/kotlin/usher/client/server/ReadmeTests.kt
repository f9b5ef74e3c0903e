package usher.client.server

import java.io.File
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test

class ReadmeTests {
    @Test
    fun `the first example of the page works as it stands there`() {
        val source = File("Clients/Kotlin/usher-client/src/test/kotlin/usher/client/server/ReadmeExample.kt").readText()
        val page = File("Clients/Kotlin/README.md").readText()
        val example = source.substringAfter("package usher.client.server\n\n")
        assertTrue(page.contains("```kotlin\n$example```\n"))
        Program.server().use { assertEquals("Kanji details", firstTap(it.address)) }
    }
}
