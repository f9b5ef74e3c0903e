package usher.rendering

import java.net.URL
import org.junit.Assert.assertEquals
import org.junit.Test
import usher.client.json.Json
import usher.client.json.asObject
import usher.client.json.child
import usher.client.json.children
import usher.client.json.text
import usher.client.server.Program

class ContractTests {
    @Test
    fun `each kind of element that the server describes is drawn`() = Program.server().use { server ->
        val description = Json.parse(URL("${server.address}/openapi.json").readText()).asObject()!!
        val schemas = description.child("components")!!.child("schemas")!!
        // A kind that does not exist yet has no constant.
        val kinds = schemas.child("Element")!!.children("oneOf").mapNotNull { part ->
            val name = part.text("\$ref")!!.substringAfterLast('/')
            schemas.child(name)!!.child("properties")!!.child("kind")!!.text("const")
        }
        assertEquals(kinds.sorted(), drawnKinds.sorted())
    }
}
