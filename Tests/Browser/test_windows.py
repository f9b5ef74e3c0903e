"""Eight windows of one browser on one server, each with a session of its own that another client uses, too.

    Scripts/browser-test.sh test_windows
"""

import json
import re
import time
import unittest
import urllib.request

from browser import TIMEOUT, Browser, Server, wait_until

WINDOWS = 8
HOME = "Autumn above the tree line"
# A window that the user comes to takes the stream of events from the one before.
PROMPTLY = 2  # seconds


class Windows(unittest.TestCase):
    """Browsers open six connections to a server at most, so the windows can't have a stream each."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        driver = self.browser.driver
        address = f"{self.server.address}/?app=shop"
        self.browser.start(address)
        self.browser.says(HOME)
        for _ in range(WINDOWS - 1):
            driver.switch_to.new_window("window")
            self.browser.open(address)
            self.browser.says(HOME)
        self.windows = driver.window_handles
        self.others = [self.join(window) for window in self.windows]
        self.assertEqual(len({other.path for other in self.others}), WINDOWS, "each window has a session of its own")

    def join(self, window):
        """Returns another client of a window's session."""
        self.browser.driver.switch_to.window(window)
        status, handoff = self.browser.fetch("POST", self.browser.session + "/handoffs")
        self.assertEqual(status, 201, handoff)
        return OtherClient(self.server.address, handoff["code"])

    def come_back_to(self, window):
        self.browser.driver.switch_to.window(window)
        # Gives the page the focus, as a user does; the driver alone does not.
        self.browser._cdp("Page.bringToFront")

    def shows_promptly(self, title, cause):
        began = time.monotonic()
        wait_until(lambda: self.browser.title == title, f"{title!r} {cause}", self.browser.describe)
        seconds = time.monotonic() - began
        self.assertLess(seconds, PROMPTLY, f"{title!r} {cause}")
        return seconds

    def test_each_one_shows_the_answer_to_a_press_and_what_another_client_does(self):
        browser = self.browser
        longest = {"a press": 0, "another client": 0}
        for window, other in zip(self.windows, self.others):
            self.come_back_to(window)
            browser.press(re.compile("^Shoes"))
            longest["a press"] = max(longest["a press"], self.shows_promptly("Shoes", "after a press"))
            other.go_back()
            longest["another client"] = max(longest["another client"], self.shows_promptly("Outfitters", "of another client"))
            other.report("showCategory", "packs")
            longest["another client"] = max(longest["another client"], self.shows_promptly("Packs", "of another client"))
        print(", ".join(f"the longest time after {cause}: {seconds:.2f} s" for cause, seconds in longest.items()), flush=True)
        self.assertEqual(browser.complaints(), [])

    def test_a_window_that_the_user_comes_back_to_shows_what_happened_meanwhile(self):
        browser = self.browser
        for other in self.others:
            other.report("showCategory", "shoes")
        for window, other in zip(self.windows, self.others):
            self.come_back_to(window)
            self.shows_promptly("Shoes", "on coming back")
            browser.back()
            self.shows_promptly("Outfitters", "after going back")
            self.assertEqual(other.title(), "Outfitters")
        self.assertEqual(browser.complaints(), [])


class OtherClient:
    """A client without a browser that has joined a session."""

    def __init__(self, address, code):
        self._address = address
        state = self._call("POST", f"/v1/handoffs/{code}", {"client": {"platform": "test"}})
        self.path = f"/v1/sessions/{state['id']}"
        self._token = state["token"]

    def go_back(self):
        self._call("POST", f"{self.path}/back")

    def report(self, output, payload):
        focus = self._call("GET", self.path)["focus"]
        self._call("POST", f"{self.path}/screens/{focus}/outputs/{output}", payload)

    def title(self):
        state = self._call("GET", self.path)
        return state["screens"][state["focus"]]["title"]

    _token = None

    def _call(self, method, path, body=None):
        request = urllib.request.Request(self._address + path, method=method)
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return json.load(response)


if __name__ == "__main__":
    unittest.main()
