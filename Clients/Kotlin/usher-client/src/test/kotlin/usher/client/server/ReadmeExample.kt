package usher.client.server

import usher.client.MemoryStorage
import usher.client.Session
import usher.client.Tap

fun firstTap(server: String): String? {
    val session = Session(server, app = "kanji", storage = MemoryStorage())
    session.open().get()
    session.display.state?.front?.let { list ->
        session.submit(Tap.report("kanjiSelected", "弟", screen = list.key)).get()
    }
    val title = session.display.state?.front?.title
    session.close().get()
    return title
}
