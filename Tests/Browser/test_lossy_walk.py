"""Taps in all applications through a network with faults end in the states to which they lead without faults.

    Scripts/browser-test.sh test_lossy_walk

    USHER_LOSSY_TAPS  the taps in each application (default: 100)
    USHER_LOSSY_SEED  which taps and which faults (default: 1)
"""

import json
import os
import re
import time
import unittest
from pathlib import Path

from browser import Browser, Server
from lossy_proxy import FaultyProxy

APPS = ["items", "kanji", "market", "profile", "shop"]
# Applications that save the cart in the background: their number of revisions depends on the pace of the taps, and so does
# whether a tap is refused that follows another one at once.
SAVING = {"market", "shop"}
TAPS = int(os.environ.get("USHER_LOSSY_TAPS", "100"))
SEED = int(os.environ.get("USHER_LOSSY_SEED", "1"))
WALK = (Path(__file__).parent / "lossy_walk.js").read_text()


class LossyWalk(unittest.TestCase):
    maxDiff = 3000

    def setUp(self):
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        self.browser.driver.set_script_timeout(60 + TAPS * 2)

    def walk(self, faulty, script=None):
        """Walks through all applications of a new server; returns the walks by application, and the proxy's counts."""
        server = Server("--public", "Public")
        self.addCleanup(server.stop)
        proxy = FaultyProxy(server.address, seed=SEED)
        self.addCleanup(proxy.stop)
        # A page without scripts of its own.
        self.browser.start(f"{proxy.address}/favicon.svg")
        proxy.faulty = faulty
        began = time.monotonic()
        walks = self.browser.driver.execute_async_script(
            WALK, {"apps": APPS, "unhurried": list(SAVING), "seed": SEED, "count": TAPS, "script": script})
        if "error" in walks:
            self.fail(walks["error"])
        print(f"{'with' if faulty else 'without'} faults: {TAPS} taps in each of {len(APPS)} applications in "
              f"{time.monotonic() - began:.1f} s; {dict(proxy.counts)}", flush=True)
        return walks

    def test_a_request_whose_response_was_cut_off_is_sent_again(self):
        """A browser gives what has arrived of compressed content, without an error."""
        server = Server("--public", "Public")
        self.addCleanup(server.stop)
        self.browser.start(f"{server.address}/favicon.svg")
        calls, state = self.browser.driver.execute_async_script("""
            const [done] = arguments;
            const bodies = ['{"revision":17,"sta', '{"revision":17}'];
            let calls = 0;
            window.fetch = async () => new Response(bodies[calls++], { headers: { "Content-Type": "application/json" } });
            Promise.all([import("/client/transport.js"), import("/client/platform.js")])
              .then(([{ Transport }, { clock }]) =>
                new Transport({ fetch, clock }, { pace: 0.01 }).send({ method: "POST", href: "/", headers: {} }))
              .then((response) => response.json()).then((state) => done([calls, state]), (error) => done([0, String(error)]));
            """)
        self.assertEqual((calls, state), (2, {"revision": 17}))

    def test_the_same_taps_end_in_the_same_states(self):
        clean = self.walk(faulty=False)
        script = {app: walk["taps"] for app, walk in clean.items()}
        faulty = self.walk(faulty=True, script=script)
        for app in APPS:
            with self.subTest(app):
                self.assertFalse(faulty[app]["isLost"], "the session was lost")
                for expected, actual in zip(clean[app]["taps"], faulty[app]["taps"]):
                    self.assertEqual(actual, expected, "the first tap with another outcome")
                expected, actual = lasting(clean[app]["server"]), lasting(faulty[app]["server"])
                if app in SAVING:
                    del expected["revision"], actual["revision"]
                self.assertEqual(actual, expected)
                self.assertEqual(faulty[app]["client"], faulty[app]["server"], "the patches have led to the server's state")
        self.assertEqual(self.browser.complaints(), [])


def lasting(state):
    """Returns a state without its identifiers and times, which are others in each run, and with keys numbered by position.

    The variant of a screen, and so its look, depends on the id of the session.
    """
    screens = {key: {name: value for name, value in screen.items() if not ("variant" in screen and name in ("variant", "view", "props"))}
               for key, screen in state["screens"].items()}
    text = json.dumps({**state, "screens": screens}, ensure_ascii=False)
    positions = json.dumps([state["navigation"], state["modals"], state["stack"]])
    keys = {key: f"key {number}" for number, key in enumerate(dict.fromkeys(re.findall(r"\bk\d+\b", positions)))}
    text = re.sub(r"\bk\d+\b", lambda found: keys.get(found[0], found[0]), text)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "id", text)
    return json.loads(re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "time", text))


if __name__ == "__main__":
    unittest.main()
