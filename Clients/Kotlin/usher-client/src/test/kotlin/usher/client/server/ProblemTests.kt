package usher.client.server

import java.net.URL
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.Problem
import usher.client.ProblemKind
import usher.client.http.HttpHead
import usher.client.json.Json
import usher.client.json.asObject
import usher.client.json.children
import usher.client.json.text

class ProblemTests {
    private fun problem(status: Int, body: String) = Problem.read(HttpHead(status, emptyMap()), body.toByteArray())

    @Test
    fun `each type of problem that the server lists is known`() = Program.server().use { server ->
        val connection = URL("${server.address}/problems").openConnection()
        connection.setRequestProperty("Accept", "application/json")
        val list = Json.parse(connection.getInputStream().reader().readText()).asObject()!!
        val types = list.children("problems").map { it.text("type")!! }
        assertTrue(types.size > 40)
        val unknown = types.filter { problem(400, "{\"type\":\"$it\"}").kind == ProblemKind.UNKNOWN }
        assertEquals(emptyList<String>(), unknown)
    }

    @Test
    fun `a problem of an unknown type keeps its type and all members`() {
        val problem = problem(409, """{"type":"/problems/sold-out","title":"Sold out","left":0}""")
        assertEquals(ProblemKind.UNKNOWN, problem.kind)
        assertEquals("/problems/sold-out", problem.type)
        assertEquals(0L, problem.document["left"])
    }

    @Test
    fun `a problem of a proxy has a status alone`() {
        val problem = problem(502, "<html>")
        assertEquals("", problem.type)
        assertTrue(problem.isTransient)
    }
}
