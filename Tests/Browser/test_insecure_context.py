"""Windows of an origin without TLS, such as a server in the local network. Browsers have no Web Locks there.

    Scripts/browser-test.sh test_insecure_context
"""

import re
import unittest
import urllib.request

from browser import Browser, Server, wait_until

HOST = "usher.test"
HOME = "Autumn above the tree line"
WINDOWS = 8


class InsecureContext(unittest.TestCase):
    def setUp(self):
        self.server = Server("--host-name", HOST, "--host-name", "127.0.0.1")
        self.addCleanup(self.server.stop)
        self.browser = Browser(arguments=[f"--host-resolver-rules=MAP {HOST} 127.0.0.1"])
        self.addCleanup(self.browser.quit)
        self.address = self.server.address.replace("127.0.0.1", HOST).replace("localhost", HOST) + "/?app=shop"
        self.browser.start(self.address)
        self.browser.says(HOME)
        self.assertFalse(self.browser.driver.execute_script("return isSecureContext || 'locks' in navigator"))

    def tearDown(self):
        # Browsers say that they ignore this header field without TLS.
        complaints = [each for each in self.browser.complaints() if "Cross-Origin-Opener-Policy" not in each["message"]]
        self.assertEqual(complaints, [])

    def streams(self):
        """Returns the number of streams that the server has open."""
        with urllib.request.urlopen(f"{self.server.address}/metrics") as response:
            return int(re.search(r"^usher_streams (\d+)", response.read().decode(), re.MULTILINE)[1])

    def open_another(self, kind):
        self.browser.driver.switch_to.new_window(kind)
        self.browser.open(self.address)

    def test_a_closed_tab_that_is_opened_again_continues_its_session(self):
        browser, driver = self.browser, self.browser.driver
        browser.press(re.compile("^Shoes"))
        browser.shows("Shoes")
        session, tab = browser.session, driver.current_window_handle
        driver.switch_to.new_window("tab")
        other = driver.current_window_handle
        driver.switch_to.window(tab)
        driver.close()
        driver.switch_to.window(other)
        browser.open(self.address)
        browser.shows("Shoes")
        self.assertEqual(browser.session, session)

    def test_two_open_tabs_keep_their_own_sessions(self):
        session = self.browser.session
        self.open_another("tab")
        self.browser.says(HOME)
        self.assertNotEqual(self.browser.session, session)
        self.browser.reload()
        self.browser.says(HOME)
        self.assertNotEqual(self.browser.session, session)

    def test_eight_windows_stay_alive_with_one_stream(self):
        browser, driver = self.browser, self.browser.driver
        for _ in range(WINDOWS - 1):
            self.open_another("window")
            browser.says(HOME)
        for window in driver.window_handles:
            driver.switch_to.window(window)
            browser.press(re.compile("^Shoes"))
            browser.shows("Shoes")
        wait_until(lambda: self.streams() == 1, "one stream for all windows", self.streams)


if __name__ == "__main__":
    unittest.main()
