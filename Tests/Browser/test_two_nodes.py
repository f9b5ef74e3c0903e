"""A browser on one session of two servers behind a proxy, each of which is killed while the user goes on pressing.

    Scripts/browser-test.sh test_two_nodes
"""

import re
import time
import unittest

from browser import Browser, wait_until
from nodes import Nodes

ADD = "Add to cart"
# The client tries again after pauses of up to eight seconds, and the proxy needs two to notice a server's end.
RECOVERY = 40  # seconds; reached only by a failing test


class TwoNodes(unittest.TestCase):
    """Each press adds one to the cart, so the cart shows whether a press was lost or done twice."""

    def setUp(self):
        self.nodes = Nodes()
        self.addCleanup(self.nodes.stop)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        self.presses = 0

    def press(self):
        # The page ignores a press of a button that still works on the one before it, as on a server that has been killed.
        wait_until(lambda: not self.browser.find("button", ADD).get_attribute("aria-busy"), "the end of a press", self.browser.describe, RECOVERY)
        self.browser.press(ADD)
        self.presses += 1

    def shows_all_presses(self):
        name = f"Cart, {self.presses}"
        wait_until(lambda: self.browser.has("button", name), f"the button {name!r}", self.browser.describe, RECOVERY)

    def test_every_press_counts_once_while_each_server_is_killed(self):
        browser = self.browser
        browser.start(f"{self.nodes.address}/?app=shop")
        browser.says("Autumn above the tree line")
        browser.press(re.compile("^Summit hat"))
        browser.shows("Summit hat")
        browser.driver.execute_script("window.isTheFirstPage = true")
        session = browser.session
        for number in (0, 1, 0):
            self.press()
            self.shows_all_presses()
            self.press()
            began = time.monotonic()
            self.nodes.kill(number)
            for _ in range(3):
                self.press()
            self.shows_all_presses()
            print(f"server {number} killed: the page showed all presses after {time.monotonic() - began:.1f} s", flush=True)
            # The page shows what happens from now on, too: its stream goes on at the other server.
            wait_until(lambda: "Reconnecting" not in browser.text(), "a connection", browser.describe, RECOVERY)
            self.nodes.replace(number)
        self.assertLess(self.presses, 20, "the cart is not full")
        browser.press(f"Cart, {self.presses}")
        browser.shows("Cart")
        browser.says(f"Quantity: {self.presses}")
        self.assertEqual(browser.session, session)
        self.assertTrue(browser.driver.execute_script("return window.isTheFirstPage"), "the page was not loaded again")
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
