"""A session on two browsers: the hand-off by a link, both acting, and the end of one's access.

    Scripts/browser-test.sh test_devices
"""

import re
import unittest
from urllib.parse import urljoin

from browser import Browser, wait_until
from walk import Walk

USE_ELSEWHERE = "Use on another device"


class Devices(Walk):
    app = "items"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.other = Browser()
        cls.addClassCleanup(cls.other.quit)

    def setUp(self):
        super().setUp()
        self.other.appearance()
        self.start()
        self.browser.shows("Log in")

    def tearDown(self):
        super().tearDown()
        self.assertEqual(self.other.complaints(), [])

    def link(self):
        """Opens the dialog, and returns the address of its link."""
        self.browser.press(USE_ELSEWHERE)
        self.browser.find("dialog", USE_ELSEWHERE)
        link = wait_until(
            lambda: self.browser.driver.execute_script("return document.querySelector('.devices__link')?.href"), "the link"
        )
        self.assertTrue(self.browser.has("img", "QR code of the link"))
        return urljoin(self.server.address, link)

    def open_elsewhere(self, link):
        self.other.start(link)
        # The address has the code no longer, because it is a secret until it was used.
        self.other.find("button", "Go on with that session")
        self.assertNotIn("handoff", self.other.driver.current_url)

    def test_a_link_continues_the_session_in_another_browser_and_both_show_the_same(self):
        link = self.link()
        self.browser.screenshot("devices")
        self.open_elsewhere(link)
        self.other.screenshot("devices-invitation")
        self.other.press("Go on with that session")
        self.other.shows("Log in")
        self.assertEqual(self.other.session, self.browser.session)
        # The dialog shows the device that has joined.
        self.browser.find("button", re.compile("^Remove"))
        self.browser.press("Close")
        self.other.press("Sign up")
        self.browser.shows("Sign up")
        self.browser.press(re.compile("^Back"))
        self.other.shows("Log in")

    def test_a_link_works_once(self):
        link = self.link()
        self.open_elsewhere(link)
        self.other.press("Go on with that session")
        self.other.shows("Log in")
        self.open_elsewhere(link)
        self.other.press("Go on with that session")
        self.other.says("That link was used before or has expired")
        self.assertNotEqual(self.other.session, self.browser.session)

    def test_a_user_who_did_not_ask_for_the_link_starts_without_it(self):
        self.open_elsewhere(self.link())
        self.other.press("Start without it")
        self.other.shows(re.compile("."))
        self.assertNotEqual(self.other.session, self.browser.session)

    def test_a_removed_device_leaves_the_session(self):
        self.open_elsewhere(self.link())
        self.other.press("Go on with that session")
        self.other.shows("Log in")
        before = self.browser.session
        self.browser.press(re.compile("^Remove"))
        wait_until(lambda: not self.browser.has("button", re.compile("^Remove")), "the list without the device")
        self.other.says("Your previous session is no longer available")
        self.assertNotEqual(self.other.session, before)

    def test_escape_closes_the_dialog_and_changes_nothing_else(self):
        self.link()
        self.browser.keys("\ue00c")
        wait_until(lambda: not self.browser.has("dialog", USE_ELSEWHERE), "the closed dialog")
        self.browser.shows("Log in")


if __name__ == "__main__":
    unittest.main()
