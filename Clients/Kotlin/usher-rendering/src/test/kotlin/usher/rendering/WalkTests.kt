package usher.rendering

import java.io.Closeable
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import usher.client.ThreadLoop
import usher.client.server.Program
import usher.client.server.session

/** A user of the models beside the real program: what they type, press and see. */
class WalkTests {
    private class User(server: String, app: String) : Closeable {
        private val loop = ThreadLoop("user")
        val model = AppModel(session(server, app), loop, server)

        init {
            act { model.open() }
            until { model.frame is Frame.App }
        }

        fun <Value> act(action: () -> Value): Value {
            val result = CompletableFuture<Value>()
            loop.execute {
                try {
                    result.complete(action())
                } catch (failure: Throwable) {
                    result.completeExceptionally(failure)
                }
            }
            return result.get(30, TimeUnit.SECONDS)
        }

        /** Waits until the models fulfill a condition. */
        fun until(condition: () -> Boolean) {
            val found = CompletableFuture<Unit>()
            val check = { if (condition()) found.complete(Unit) }
            val registration = act { model.addListener { check() }.also { check() } }
            try {
                found.get(30, TimeUnit.SECONDS)
            } finally {
                act { registration.cancel() }
            }
        }

        val screen: ScreenModel get() = model.screenModel(model.display.state!!.focus!!)!!

        val name: String get() = screen.screen.name

        inline fun <reified Part : Element> placed(which: (Part) -> Boolean = { true }): Placed<Part> =
            screen.all.first { (it.element as? Part)?.let(which) == true }.let { Placed(it.origin, it.element as Part) }

        fun form(): FormModel = model.form(screen.key, placed())

        fun type(field: String, text: String) = act {
            form().let { form -> form.set(form.fields.single { it.name == field }, text) }
        }

        fun press(label: String) = act {
            val button = placed<Element.Button> { it.label == label }
            model.press(screen.key, button.origin, button.element)
        }

        override fun close() {
            act { model.close() }
            loop.close()
        }
    }

    @Test
    fun `a user logs in after a mistake, adds an item in a sheet, and is asked before the text is discarded`() =
        Program.server().use { server ->
            User(server.address, "items").use { user ->
                user.until { user.name == "login" }
                user.type("login", "demo")
                user.type("password", "wrong-password")
                user.act { user.form().submit() }
                user.until { user.screen.screen.messages.isNotEmpty() && !user.form().isPending }
                user.act {
                    val (login, password) = user.form().fields
                    assertEquals("demo", user.form().text(login))
                    assertEquals("", user.form().text(password))
                }
                user.type("password", "demo-password")
                user.act { user.form().submit() }
                user.until { user.name == "onboarding" }
                user.press("Got it")
                user.until { user.name == "itemsList" && user.model.isAvailable(user.screen.key, "createItem") }
                user.press("Create item")
                user.until { user.name == "itemCreate" }
                user.act { assertEquals(1, (user.model.frame as Frame.App).modals.size) }
                user.type("title", "Lamp")
                user.act { user.model.leave() }
                user.until { (user.model.frame as Frame.App).question != null }
                user.act { (user.model.frame as Frame.App).question!!.discard() }
                user.until { user.name == "itemsList" && !user.model.display.isPredicted }
            }
        }

    @Test
    fun `a search finds what the user has typed last`() = Program.server().use { server ->
        User(server.address, "kanji").use { user ->
            user.act {
                val search = user.placed<Element.Search>()
                val value = user.model.value(user.screen.key, search.origin)
                for (text in listOf("t", "tw", "two")) value.search(search.element, text)
                assertEquals("two", value.shown(""))
            }
            user.until { user.placed<Element.Search>().element.value == "two" }
            user.act {
                val cards = user.placed<Element.Grid>().element.cards
                assertTrue("$cards", cards.isNotEmpty() && cards.size < 20)
            }
        }
    }
}
