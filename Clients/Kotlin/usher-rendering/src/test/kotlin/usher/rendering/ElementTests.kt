package usher.rendering

import java.time.Instant
import java.time.ZoneId
import java.util.Locale
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.json.Json
import usher.client.json.asObject

class ElementTests {
    private fun element(text: String) = Element.read(Json.parse(text).asObject()!!)

    @Test
    fun `each kind of the contract is an element of its own`() {
        val read = drawnKinds.map { element("{\"kind\":\"$it\"}")::class }
        // Segments, chips and swatches are options.
        assertEquals(drawnKinds.size - 2, read.toSet().size)
        assertFalse(Element.Unknown::class in read)
    }

    @Test
    fun `an element of an unknown kind is drawn as its fallback, at any depth`() {
        val fallback = """{"kind":"newer","fallback":{"kind":"new","fallback":{"kind":"text","text":"a\n\nb"}}}"""
        assertEquals(listOf("a", "b"), (element(fallback) as Element.Text).paragraphs)
        assertEquals(Element.Unknown("new"), element("""{"kind":"new"}"""))
        val control = """{"kind":"new","fallback":{"kind":"button","label":"B","output":"b"}}"""
        val row = """{"key":"a","title":"A","control":$control}"""
        val list = element("""{"kind":"list","sections":[{"key":"s","rows":[$row]}]}""") as Element.Rows
        assertEquals("b", (list.sections[0].rows[0].control as Element.Button).output)
    }

    @Test
    fun `a screen without a view has its properties and a control for each output`() {
        val schema = """{"type":"object","required":["postCode"],"properties":{"postCode":{"type":"string"},
            "isGift":{"type":"boolean"},"size":{"enum":["S","M"]},
            "secret":{"type":"string","format":"password","writeOnly":true}}}"""
        val scene = AppScene().open(view(1, "null", schema, mapOf("props" to mapOf("name" to "Ann"))).let { document ->
            val screens = document["screens"].asObject()!!
            document + ("screens" to mapOf("k1" to screens["k1"].asObject()!! - "view"))
        })
        val elements = scene.screen().elements.map { it.element }
        assertEquals(Element.Properties(mapOf("name" to "Ann")), elements[0])
        val fields = (elements[1] as Element.Form).fields
        assertEquals(listOf(Input.TEXT, Input.TOGGLE, Input.CHOICE, Input.PASSWORD), fields.map { it.input })
        assertEquals("Post code", fields[0].label)
    }

    @Test
    fun `prices have the digits of their currency, in the language of the session`() {
        val english = Formats(null, Locale.US)
        assertEquals("$12.50", english.money(Price(1250, "USD")))
        assertEquals("¥1,250", english.money(Price(1250, "JPY")).replace("JPY", "¥"))
        assertEquals("1.250", english.money(Price(1250, "KWD")).filter { it.isDigit() || it == '.' })
        assertEquals("1250 XYZW", english.money(Price(1250, "XYZW")))
        assertEquals("12,50 €", Formats("de", Locale.US).money(Price(1250, "EUR")).replace('\u00A0', ' '))
        assertEquals("the region of the user", Locale("de", "CH"), Formats("de", Locale("de", "CH")).locale)
    }

    @Test
    fun `times are in the time zone of the session, and a countdown is in that of the server`() {
        val formats = Formats("de", Locale.US, ZoneId.of("Asia/Tokyo"))
        assertTrue(formats.dateAndTime("2026-11-21T20:30:00Z").contains("22.11.2026"))
        assertEquals("05:30", formats.timeOfDay("2026-11-21T20:30:00Z"))
        assertEquals("not a time", formats.dateAndTime("not a time"))
        val now = Instant.parse("2026-11-21T20:30:00Z")
        assertEquals("0:42", formats.timeUntil("2026-11-21T20:30:41.5Z", now))
        assertEquals("1:01:00", formats.timeUntil("2026-11-21T21:31:00Z", now))
        assertNull(formats.timeUntil("2026-11-21T20:30:00Z", now))
        assertEquals("25.11.26", formats.timeUntil("2026-11-24T20:30:00Z", now))
    }

    @Test
    fun `a picture has the address of the server, and none of another scheme`() {
        val server = "https://shop.example/"
        assertEquals("https://shop.example/pictures/a.svg", Pictures.address("/pictures/a.svg", server))
        assertEquals("https://shop.example/a.png", Pictures.address("./a.png", server))
        assertEquals("https://cdn.example/a.png", Pictures.address("https://cdn.example/a.png", server))
        val others = listOf("//cdn.example/a.png", "http://cdn.example/a.png", "file:///etc/passwd", "data:text", null)
        for (url in others) assertNull(Pictures.address(url, server))
    }

    @Test
    fun `each symbol of the contract has an icon, and another one a neutral shape`() {
        val contract = ("bag bell book calendar card cart checkmark clock close doc envelope filter gear heart house " +
            "info list lock map minus pencil person phone photo pin plus search share star tag trash " +
            "warning").split(" ")
        assertEquals(emptyList<String>(), contract.filter { Symbols.icon(it) == "Category" })
        assertEquals("Home", Symbols.icon("home"))
        assertEquals("Category", Symbols.icon("spaceship"))
    }

    @Test
    fun `a field has its keyboard, and a username and a secret are no prose`() {
        fun typing(members: String): Typing {
            val form = element("""{"kind":"form","output":"o","fields":[{"name":"a",$members}]}""") as Element.Form
            return Typing.of(form.fields[0])
        }
        assertEquals(Keyboard.EMAIL, typing(""""input":"email"""").keyboard)
        val code = typing(""""input":"oneTimeCode"""")
        assertEquals(Typing(Keyboard.DIGITS, false, false, false, "one-time-code"), code)
        val password = typing(""""input":"password","autocomplete":"new-password"""")
        assertEquals(Typing(Keyboard.PASSWORD, true, false, false, "new-password"), password)
        assertFalse(typing(""""input":"text","autocomplete":"username"""").isProse)
        assertTrue(typing(""""input":"multiline"""").isMultiline)
        assertTrue(typing(""""input":"text","secret":true""").isHidden)
    }

    @Test
    fun `a stack moves as its keys say`() {
        val list = listOf<Pair<String, String?>>("k1" to null)
        val detail = list + ("k2" to null)
        assertEquals(Motion.NONE, Motions.between(null, list))
        assertEquals(Motion.PUSH, Motions.between(list, detail))
        assertEquals(Motion.POP, Motions.between(detail, list))
        assertEquals(Motion.FADE, Motions.between(list, listOf("k9" to null)))
        assertEquals(Motion.FADE, Motions.between(list, list + ("k3" to "crossDissolve")))
        assertEquals(Motion.NONE, Motions.between(list + ("k3" to "none"), list))
        assertEquals(Motion.NONE, Motions.between(detail, detail))
    }
}
