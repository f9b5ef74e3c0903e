"""A browser that comes back: after its tab was closed, by its back button, and to a session that has expired.

    Scripts/browser-test.sh test_return
"""

import json
import re
import unittest

from browser import Browser, Server, wait_until
from elements_server import ElementsServer
from test_elements import state
from walk import Walk

LISTED = "return (JSON.parse(localStorage.getItem('usher.sessions')) ?? []).map((each) => each.id)"
TERMS = re.compile("^Terms of service")


class Return(Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        self.start()
        self.browser.shows("Log in")

    def go_to_sign_up(self):
        self.browser.press("Sign up")
        self.browser.shows("Sign up")

    def close_tab(self):
        """Closes the tab, while a tab on another page keeps the browser open."""
        driver = self.browser.driver
        address, tab = driver.current_url, driver.current_window_handle
        driver.switch_to.new_window("tab")
        other = driver.current_window_handle
        driver.switch_to.window(tab)
        driver.close()
        driver.switch_to.window(other)
        return address

    def listed(self):
        return self.browser.driver.execute_script(LISTED)

    def test_a_closed_tab_that_is_opened_again_continues_its_session(self):
        browser = self.browser
        self.go_to_sign_up()
        before = browser.session
        browser.open(self.close_tab())
        browser.shows("Sign up")
        self.assertEqual(browser.session, before)
        browser.press(TERMS)
        browser.shows("Terms")

    def test_typed_text_goes_with_the_tab(self):
        browser = self.browser
        browser.type("Username", "Canary")
        browser.open(self.close_tab())
        browser.shows("Log in")
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "")

    def test_new_in_the_address_starts_over_once(self):
        browser = self.browser
        self.go_to_sign_up()
        before = browser.session
        browser.open(f"{self.close_tab()}&new")
        browser.shows("Log in")
        self.assertNotEqual(browser.session, before)
        self.go_to_sign_up()
        browser.reload()
        browser.shows("Sign up")

    def test_another_application_and_a_link_start_sessions_of_their_own(self):
        browser = self.browser
        address = self.close_tab()
        browser.open(address.replace("app=items", "app=kanji"))
        browser.shows("Kanji list")
        browser.open(f"{self.server.address}/?link=usher://items/signUp")
        browser.shows("Sign up")
        self.assertEqual(len(self.listed()), 3)

    def test_two_open_tabs_keep_their_own_sessions(self):
        browser = self.browser
        driver = browser.driver
        self.go_to_sign_up()
        address, first = driver.current_url, driver.current_window_handle
        session = browser.session
        driver.switch_to.new_window("tab")
        browser.open(address)
        browser.shows("Log in")
        self.assertNotEqual(browser.session, session)
        driver.close()
        driver.switch_to.window(first)
        browser.press(TERMS)
        browser.shows("Terms")

    def test_a_session_that_is_gone_leaves_the_list(self):
        browser = self.browser
        gone = browser.session
        address = self.close_tab()
        browser.driver.get(f"{self.server.address}/favicon.svg")
        self.assertEqual(browser.fetch("DELETE", gone)[0], 204)
        self.assertEqual(self.listed(), [gone.split("/")[-1]])
        browser.open(address)
        browser.shows("Log in")
        self.assertEqual(self.listed(), [browser.session.split("/")[-1]])
        self.assertNotEqual(browser.session, gone)
        self.assertNotIn("no longer available", browser.text())


class Back(Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        self.browser.open("about:blank")
        self.start()
        self.browser.shows("Log in")

    def entries(self):
        return self.browser.driver.execute_script("return history.length")

    def revision(self):
        return self.browser.fetch("GET", self.browser.session)[1]["revision"]

    def test_there_is_one_entry_more_for_any_number_of_screens(self):
        browser = self.browser
        before = self.entries()
        for _ in range(3):
            browser.press("Sign up")
            browser.shows("Sign up")
            browser.press(TERMS)
            browser.shows("Terms")
            self.assertEqual(self.entries(), before + 1)
            browser.back()
            browser.shows("Sign up")
            browser.back()
            browser.shows("Log in")
        self.assertEqual(self.entries(), before + 1)

    def test_forward_undoes_nothing(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.back()
        browser.shows("Log in")
        before = self.revision()
        browser.driver.forward()
        self.assertEqual(browser.driver.execute_script("return history.state.usher"), "sentinel")
        self.assertEqual(self.revision(), before)
        browser.shows("Log in")

    def test_a_reload_draws_the_same_and_leaves_the_way_back(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.press(TERMS)
        browser.shows("Terms")
        drawn = browser.text()
        entries = self.entries()
        browser.reload()
        browser.shows("Terms")
        wait_until(lambda: browser.text() == drawn, "the same text", browser.describe)
        browser.back()
        browser.shows("Sign up")
        browser.reload()
        browser.back()
        browser.shows("Log in")
        self.assertEqual(self.entries(), entries)

    def test_two_quick_backs_are_two_steps(self):
        browser = self.browser
        for _ in range(5):
            browser.press("Sign up")
            browser.shows("Sign up")
            browser.press(TERMS)
            browser.shows("Terms")
            browser.driver.execute_async_script(
                # As soon as the browser is at the sentinel again, so some milliseconds after the first.
                "const [done] = arguments; let presses = 1;"
                "addEventListener('popstate', function press({ state }) {"
                "  if (state?.usher !== 'sentinel') return;"
                "  if (presses === 2) { removeEventListener('popstate', press); return done(); }"
                "  presses = 2; history.back();"
                "});"
                "history.back();")
            browser.shows("Log in")
            self.assertEqual(browser.driver.execute_script("return history.state.usher"), "sentinel")
            self.assertNotIn("That didn’t work", browser.text())


class RefusedBack(unittest.TestCase):
    def test_a_back_that_the_server_refuses_keeps_the_page(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        stays = json.loads(json.dumps(state()))
        stays["gestures"] = {"back": "/v1/sessions/s1/back"}
        server = ElementsServer(stays)
        self.addCleanup(server.stop)
        browser.start(server.address)
        browser.shows("Everything")
        for problem in ({"status": 409, "title": "Stale", "state": stays}, {"status": 422, "title": "Not now"}):
            server.reject_next = problem
            browser.back()
            wait_until(lambda: server.reject_next is None, "the request")
            browser.shows("Everything")
            browser.says("A heading")
            wait_until(lambda: browser.driver.execute_script("return history.state.usher") == "sentinel", "the sentinel")
            self.assertIn(server.address, browser.driver.current_url)
        self.assertEqual(browser.complaints(), [])


class Expiry(unittest.TestCase):
    IDLE = 3  # seconds

    def test_an_idle_page_says_that_its_session_has_expired_and_starts_it_again(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        server = Server("--session-idle", str(self.IDLE))
        self.addCleanup(server.stop)
        browser.start(f"{server.address}/?app=items")
        browser.shows("Log in")
        browser.press("Sign up")
        browser.shows("Sign up")
        old = browser.session
        wait_until(lambda: "Your session has expired" in browser.text(), "the end, without a press", browser.describe, 30)
        browser.says("Data in your account is kept.")
        browser.screenshot("expired")
        self.assertEqual(browser.driver.execute_script(LISTED), [])
        browser.press("Start again")
        browser.shows("Log in")
        self.assertNotEqual(browser.session, old)
        browser.press("Sign up")
        browser.shows("Sign up")
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
