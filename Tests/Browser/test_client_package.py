"""The package `@usher/client` in a page of another origin, which has nothing else of the web client.

    Scripts/browser-test.sh test_client_package
"""

import unittest
from functools import partial
from http.server import SimpleHTTPRequestHandler

from browser import Browser, Server
from loopback_server import LoopbackServer
from server import ROOT

# Starts a session with a token, and lets another session join it, both in one page.
USE = """
    const [server, done] = arguments;
    const names = ({ screens, stack }) => stack.map((key) => screens[key].name).join(" ");
    const until = (session, holds) => new Promise((resolve) => {
      const stop = session.subscribe(() => holds(session.display) && (stop(), resolve()));
    });
    (async () => {
      const { Session } = await import("/index.js");
      const one = new Session({ server, app: "kanji" });
      const other = new Session({ server, storage: { getItem: () => null, setItem() {}, removeItem() {} } });
      await one.open();
      const stored = JSON.parse(sessionStorage.getItem("usher.session"));
      await other.join((await one.handOff()).code);
      const followed = until(one, ({ state }) => state.stack.length === 2);
      const outcome = await other.report(other.display.state.focus, "kanjiSelected", "弟");
      await followed;
      const shown = names(one.display.state);
      const back = one.back();
      const predicted = names(one.display.state);
      await back;
      one.close();
      const again = new Session({ server, app: "kanji" });
      await again.open();
      const reopened = again.id === stored.id;
      other.close();
      await again.end();
      done({ outcome: outcome.kind, shown, predicted, reopened, cookies: document.cookie, left: sessionStorage.length });
    })().catch((failure) => done({ failure: `${failure.type} ${failure.stack}` }));
    """


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class ClientPackage(unittest.TestCase):
    def test_a_page_of_another_origin_uses_it_with_a_token(self):
        pages = LoopbackServer(partial(Handler, directory=ROOT / "Public" / "client"))
        self.addCleanup(pages.stop)
        server = Server("--cors-origin", pages.address)
        self.addCleanup(server.stop)
        browser = Browser()
        self.addCleanup(browser.quit)
        browser.open(f"{pages.address}/package.json")
        result = browser.driver.execute_async_script(USE, server.address)
        self.assertEqual(result, {
            "outcome": "accepted", "shown": "kanjiList kanjiDetail", "predicted": "kanjiList", "reopened": True, "cookies": "", "left": 0,
        })
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
