package usher.rendering

import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.MemoryStorage
import usher.client.Scene
import usher.client.json.Json
import usher.client.text

class FormTests {
    private val login = """[{"kind":"form","output":"go","submit":"Log in","fields":[
        {"name":"login","label":"Login","input":"text"},
        {"name":"password","label":"Password","input":"password","secret":true}]}]"""
    private val loginSchema = """{"type":"object","properties":{"login":{"type":"string"},
        "password":{"type":"string","writeOnly":true}},"required":["login","password"]}"""
    private val wrong = mapOf("messages" to Json.parse("""[
        {"code":"a.b","level":"error","pointer":"/password","text":"Wrong"},
        {"code":"c.d","level":"info","text":"Try again"}]"""))

    private fun AppScene.form() = model.form("k1", placed())

    private fun AppScene.set(name: String, value: Any) = form().let { form ->
        form.set(form.fields.single { it.name == name }, value)
    }

    private fun AppScene.text(name: String) = form().let { form -> form.text(form.fields.single { it.name == name }) }

    private fun AppScene.messages(name: String) = form().let { form ->
        form.messages(form.fields.single { it.name == name }).map { it.text }
    }

    @Test
    fun `a form that lacks something sends nothing, and says so at the field`() {
        val scene = AppScene().open(view(1, login, loginSchema))
        scene.set("login", "ann")
        scene.form().submit()
        scene.loop.run()
        assertFalse(scene.isSending)
        assertEquals(listOf("This field is required."), scene.messages("password"))
        scene.set("password", "secret")
        scene.form().submit()
        scene.loop.run()
        assertEquals("""{"login":"ann","password":"secret"}""", scene.payload)
        assertTrue(scene.form().isPending)
        assertEquals(emptyList<String>(), scene.messages("password"))
    }

    @Test
    fun `a secret is emptied after each response and stored nowhere, and other values stay until they are accepted`() {
        val storage = MemoryStorage()
        val scene = AppScene(Scene(storage)).open(view(1, login, loginSchema))
        scene.set("login", "ann")
        scene.set("password", "hunter2")
        scene.loop.advance(2_000)
        assertTrue(storage.text.contains("ann"))
        scene.form().submit()
        scene.loop.advance(2_000)
        assertFalse(storage.text.contains("hunter2"))
        scene.answer(view(2, login, loginSchema, wrong))
        assertEquals("", scene.text("password"))
        assertEquals("ann", scene.text("login"))
        assertEquals(listOf("Wrong"), scene.messages("password"))
        assertEquals(listOf("Try again"), scene.screen().banner.map { it.text })
        assertEquals(LiveRegion.ASSERTIVE, scene.form().messages(scene.form().fields[1])[0].liveRegion)
        scene.set("password", "right")
        scene.form().submit()
        scene.loop.run()
        scene.answer(view(3, login, loginSchema))
        assertEquals("", scene.text("login"))
    }

    @Test
    fun `the reasons of the server are at their fields, by their pointers`() {
        val scene = AppScene().open(view(1, login, loginSchema))
        scene.set("login", "ann")
        scene.set("password", "x")
        scene.form().submit()
        scene.loop.run()
        val errors = """[{"pointer":"/login","code":"minLength","detail":"Too short"},
            {"pointer":"/other","detail":"Odd"}]"""
        scene.scene.transport.post.refuse(422, "invalid-payload", mapOf("errors" to Json.parse(errors)))
        scene.loop.run()
        assertEquals(listOf("Too short"), scene.messages("login"))
        assertEquals(listOf("Odd"), scene.form().generalMessages.map { it.text })
        assertEquals(null, scene.model.notice)
    }

    @Test
    fun `values have the types of the schema, and empty ones are left out unless a text is required`() {
        val view = """[{"kind":"form","output":"go","fields":[{"name":"count","label":"","input":"number"},
            {"name":"note","label":"","input":"text"},{"name":"gift","label":"","input":"toggle","value":true},
            {"name":"size","label":"","input":"choice","choices":[{"value":1,"label":"S"},{"value":2,"label":"M"}]},
            {"name":"day","label":"","input":"date"},{"name":"price","label":"","input":"number"}]}]"""
        val schema = """{"type":"object","required":["note"],"properties":{"count":{"type":["integer","null"]},
            "note":{"type":"string"},"gift":{"type":"boolean"},"size":{"type":"integer"},"day":{"type":"string"},
            "price":{"type":"string"}}}"""
        val scene = AppScene().open(view(1, view, schema))
        scene.set("count", "3")
        scene.set("note", "x")
        scene.set("size", "2")
        scene.set("price", "12.50")
        scene.form().submit()
        scene.loop.run()
        assertEquals("""{"count":3,"note":"x","gift":true,"size":2,"price":"12.50"}""", scene.payload)
    }

    @Test
    fun `a form without an object reports its only value, and its code is sent by the last digit as people paste it`() {
        val code = """[{"kind":"form","output":"go","fields":[{"name":"code","label":"Code","input":"oneTimeCode"}]}]"""
        val scene = AppScene().open(view(1, code, """{"type":"string","pattern":"^[0-9]{6}$"}"""))
        scene.set("code", "12345")
        scene.loop.run()
        assertFalse(scene.isSending)
        scene.set("code", "123 ٤56")
        scene.loop.run()
        assertEquals("\"123456\"", scene.payload)
        val errors = Json.parse("""[{"pointer":"","detail":"No"}]""")
        scene.scene.transport.post.refuse(422, "invalid-payload", mapOf("errors" to errors))
        scene.loop.run()
        assertEquals(listOf("No"), scene.messages("code"))
        assertEquals("", scene.text("code"))
    }

    @Test
    fun `what was typed survives a newer state, except where the server has stored another value`() {
        fun form(title: String, note: String) = """[{"kind":"form","output":"go","fields":[
            {"name":"title","label":"","input":"text","value":"$title"},
            {"name":"note","label":"","input":"text","value":"$note"}]}]"""
        val scene = AppScene().open(view(1, form("A", "B")))
        scene.set("title", "typed")
        scene.set("note", "typed, too")
        scene.scene.transport.stream.begin()
        scene.scene.transport.stream.event("state", view(2, form("A", "new")))
        scene.loop.run()
        assertEquals("typed", scene.text("title"))
        assertEquals("new", scene.text("note"))
    }

    @Test
    fun `little room in a field is counted in Unicode scalars`() {
        val view = """[{"kind":"form","output":"go","fields":[{"name":"note","label":"","input":"text"}]}]"""
        val schema = """{"type":"object","properties":{"note":{"type":"string","maxLength":10}}}"""
        val scene = AppScene().open(view(1, view, schema))
        val field = scene.form().fields[0]
        scene.set("note", "😀😀😀")
        assertEquals(null, scene.form().charactersLeft(field))
        scene.set("note", "😀".repeat(9))
        assertEquals(1, scene.form().charactersLeft(field))
        scene.set("note", "😀".repeat(12))
        assertEquals(-2, scene.form().charactersLeft(field))
    }

    @Test
    fun `a sheet with typed text is closed after a question only`() {
        val form = """[{"kind":"form","output":"go","fields":[{"name":"note","label":"","input":"text"}]}]"""
        val modal = """[{"key":"k9","presentation":"sheet","dismissible":true,
            "state":{"type":"stack","key":"k9","index":0,"routes":[{"key":"k1","name":"new"}]}}]"""
        val gestures = mapOf("dismiss" to "/v1/sessions/1/dismiss")
        val document = view(1, form) + mapOf("modals" to Json.parse(modal), "gestures" to gestures)
        val scene = AppScene().open(document)
        scene.set("note", "half")
        scene.model.dismiss()
        scene.loop.run()
        assertFalse(scene.isSending)
        val question = (scene.model.frame as Frame.App).question!!
        assertEquals("Discard your text?", question.title)
        scene.model.leave()
        assertEquals("the back button closes the question", null, (scene.model.frame as Frame.App).question)
        scene.model.dismiss()
        (scene.model.frame as Frame.App).question!!.discard()
        scene.loop.run()
        assertTrue(scene.scene.transport.post.path.endsWith("/dismiss"))
    }
}
