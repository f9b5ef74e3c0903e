package usher.client

import org.junit.Assert.assertEquals
import org.junit.Assert.assertSame
import org.junit.Assert.fail
import org.junit.Test
import usher.client.http.ServerSentEventParser
import usher.client.json.Json
import usher.client.json.JsonPatch
import usher.client.json.MalformedJson
import usher.client.json.UnfitPatch
import usher.client.json.asObject
import usher.client.json.child

class JsonTests {
    @Test
    fun `a text is read and written again as it was`() {
        val text = """{"a":[1,-2.5,1e3,true,false,null],"b":{"c":"é \" \\ \n 😀"},"d":{},"e":[]}"""
        val value = Json.parse(" $text\n")
        assertEquals(text.replace("1e3", "1000"), Json.write(value))
        assertEquals(listOf("a", "b", "d", "e"), value.asObject()!!.keys.toList())
        assertEquals("é😀/\u0001", Json.parse("\"\\u00e9\\ud83d\\ude00\\/\\u0001\""))
    }

    @Test
    fun `a text that is no JSON is malformed`() {
        val texts = listOf(
            "", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", "tru", "\"a", "\"\\x\"", "\"\n\"", "1 2",
            "{a:1}", "'a'", "+1", "[".repeat(200) + "]".repeat(200), "\"\\u00g0\""
        )
        for (text in texts) assertFails<MalformedJson> { Json.parse(text) }
    }

    @Test
    fun `a patch changes what it names and shares everything else`() {
        val document = Json.parse("""{"a":{"b":[1,2,3]},"c":{"x/y":1},"d":4}""").asObject()!!
        val operations = """[{"op":"add","path":"/a/b/1","value":9},{"op":"remove","path":"/a/b/0"},
            {"op":"add","path":"/a/b/-","value":null},{"op":"replace","path":"/d","value":5}]"""
        val patched = JsonPatch(Json.parse(operations)).applied(document)
        assertEquals("""{"a":{"b":[9,2,3,null]},"c":{"x/y":1},"d":5}""", Json.write(patched))
        assertSame(document["c"], patched["c"])
        assertEquals(4L, document["d"])
        val escaped = JsonPatch(Json.parse("""[{"op":"replace","path":"/c/x~1y","value":2}]""")).applied(document)
        assertEquals(mapOf("x/y" to 2L), escaped.child("c"))
    }

    @Test
    fun `a patch for another document is unfit`() {
        val document = Json.parse("""{"a":[1],"b":1}""").asObject()!!
        val operations = listOf(
            """{"op":"replace","path":"/x","value":1}""", """{"op":"remove","path":"/a/1"}""",
            """{"op":"add","path":"/a/3","value":1}""", """{"op":"add","path":"/b/c","value":1}""",
            """{"op":"move","from":"/a","path":"/c"}""", """{"op":"add","path":"/c"}""",
            """{"op":"replace","path":"","value":{}}"""
        )
        for (operation in operations) {
            assertFails<UnfitPatch> { JsonPatch(Json.parse("[$operation]")).applied(document) }
        }
        assertFails<UnfitPatch> { JsonPatch(Json.parse("{}")) }
    }

    @Test
    fun `events are read wherever the bytes of a stream are cut, with each end of a line`() {
        val text = ": hello\r\nevent: state\rdata: {\"a\":\ndata:\"ä\"}\n\nid: 4\ndata: x\r\n\r\n"
        val bytes = text.toByteArray()
        for (size in 1..bytes.size) {
            val parser = ServerSentEventParser()
            val events = (0 until bytes.size step size).flatMap {
                parser.parse(bytes.copyOfRange(it, Math.min(it + size, bytes.size)))
            }
            assertEquals(listOf("state" to "{\"a\":\n\"ä\"}", "" to "x"), events.map { it.name to it.data })
        }
    }
}

/** Fails unless the body throws an error of a type. */
inline fun <reified Failure : Throwable> assertFails(body: () -> Unit) {
    try {
        body()
    } catch (failure: Throwable) {
        if (failure is Failure) return
        throw failure
    }
    fail("Nothing was thrown instead of ${Failure::class.java.simpleName}.")
}
