"""Two browsers on one session, whose server is killed and started again with the same data while they act in turn.

    Scripts/browser-test.sh test_two_browsers
"""

import random
import re
import socket
import tempfile
import time
import unittest

from browser import Browser, Server, wait_until
from lossy_proxy import LossyProxy

ADD = "Add to cart"
# The client tries again after pauses of up to eight seconds, and the browser closes its own connections late.
RECOVERY = 40  # seconds; reached only by a failing test


class TwoBrowsers(unittest.TestCase):
    """Each press adds one to the cart, so the cart shows whether a press was lost or done twice."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.options = ["--port", str(free_port()), "--data", folder.name, "--store", f"sqlite:{folder.name}/usher.db"]
        self.server = Server(*self.options)
        self.addCleanup(lambda: self.server.stop())
        self.browsers = [Browser(), Browser()]
        for browser in self.browsers:
            self.addCleanup(browser.quit)
        self.presses = 0

    def join(self, addresses):
        """Starts a session in the first browser, hands it over to the second one, and opens a product."""
        first, second = self.browsers
        first.start(f"{addresses[0]}/?app=shop")
        first.says("Autumn above the tree line")
        first.press("Use on another device")
        link = wait_until(
            lambda: first.driver.execute_script("return document.querySelector('.devices__link')?.hash"), "the link")
        second.start(f"{addresses[1]}/{link}")
        second.press("Go on with that session")
        second.says("Autumn above the tree line")
        self.assertEqual(first.session, second.session)
        first.press("Close")
        second.press(re.compile("^Summit hat"))
        first.shows("Summit hat")
        for browser in self.browsers:
            browser.driver.execute_script("window.isTheFirstPage = true")

    def press(self, browser):
        browser.press(ADD)
        self.presses += 1

    def shows_all_presses(self, browser):
        name = f"Cart, {self.presses}"
        wait_until(lambda: browser.has("button", name), f"the button {name!r}", browser.describe, RECOVERY)

    def both_show_all_presses(self):
        for browser in self.browsers:
            self.shows_all_presses(browser)

    def restart(self):
        self.server.kill()
        self.server = Server(*self.options)

    def test_every_press_counts_once_when_the_server_is_killed_between_and_during_presses(self):
        self.join([self.server.address] * 2)
        self.act_in_turn([
            self.kill_between_presses, self.kill_before_a_request_is_read, self.kill_during_a_request,
            self.press_without_a_server, self.kill_during_a_request])

    def test_a_press_counts_once_when_its_response_is_lost_and_the_server_is_killed(self):
        self.proxies = {browser: LossyProxy(self.server.address) for browser in self.browsers}
        for proxy in self.proxies.values():
            self.addCleanup(proxy.stop)
        self.join([proxy.address for proxy in self.proxies.values()])
        self.act_in_turn([self.lose_a_response] * 4)
        self.assertEqual([proxy.lost for proxy in self.proxies.values()], [2, 2], "lost responses")

    def test_a_browser_that_gets_no_streams_polls_and_shows_what_the_other_one_does(self):
        self.browsers[1].lose_streams()
        self.join([self.server.address] * 2)
        first, second = self.browsers
        for _ in range(3):
            self.press(first)
            self.both_show_all_presses()
            self.press(second)
            self.both_show_all_presses()
        lost, polls = second.driver.execute_script("return [lostStreams, longPolls]")
        self.assertGreaterEqual(lost, 2, "streams were tried")
        self.assertGreaterEqual(polls, 3, "each press of the other browser ends a poll")
        self.assertEqual(first.driver.execute_script("return typeof lostStreams"), "undefined", "the other one has its stream")

    def test_two_presses_on_one_state_both_count_after_a_kill(self):
        self.join([self.server.address] * 2)
        self.act_in_turn([self.kill_during_presses_of_both, self.kill_during_presses_of_both])

    def act_in_turn(self, interruptions):
        """Each browser presses once before each interruption, and the next one interrupts the other browser."""
        acting, other = self.browsers
        for interruption in interruptions:
            self.press(acting)
            self.both_show_all_presses()
            self.press(other)
            self.both_show_all_presses()
            began = time.monotonic()
            interruption(acting, other)
            self.both_show_all_presses()
            print(f"{interruption.__name__}: both browsers showed all presses after {time.monotonic() - began:.1f} s", flush=True)
            acting, other = other, acting
        self.assertLess(self.presses, 20, "the cart is not full")
        self.both_show_the_same()

    def kill_between_presses(self, acting, other):
        self.restart()
        self.press(other)

    def kill_before_a_request_is_read(self, acting, other):
        self.server.suspend()
        self.press(acting)
        self.restart()

    def kill_during_a_request(self, acting, other):
        self.press(acting)
        self.restart()

    def lose_a_response(self, acting, other):
        proxy = self.proxies[acting]
        proxy.lose_next_answer(then_leave=True)
        self.press(acting)
        # The press is committed, and the browser can't ask again before the server is another one.
        self.shows_all_presses(other)
        self.restart()
        proxy.come_back()

    def press_without_a_server(self, acting, other):
        self.server.kill()
        self.press(acting)
        self.server = Server(*self.options)

    def kill_during_presses_of_both(self, acting, other):
        """Both presses count: the screen looks different when the second one arrives, but the button means the same."""
        self.server.suspend()
        self.press(acting)
        self.press(other)
        self.restart()

    def both_show_the_same(self):
        first, second = self.browsers
        for browser in self.browsers:
            wait_until(lambda: "Reconnecting" not in browser.text(), "a connection", browser.describe, RECOVERY)
        wait_until(lambda: first.text() == second.text(), "the same text", lambda: first.describe() + "\n" + second.describe())
        self.assertEqual(first.session, second.session)
        first.press(f"Cart, {self.presses}")
        for browser in self.browsers:
            browser.shows("Cart")
            browser.says(f"Quantity: {self.presses}")
        self.assertEqual(first.text(), second.text())
        for browser in self.browsers:
            self.assertTrue(browser.driver.execute_script("return window.isTheFirstPage"), "the page was not loaded again")
            self.assertEqual(browser.complaints(), [])


def free_port():
    """Returns a port below those that Linux gives to outgoing connections, so that none takes it while the server is away."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise RuntimeError("there is no free port from 20,000 to 32,000")


if __name__ == "__main__":
    unittest.main()
