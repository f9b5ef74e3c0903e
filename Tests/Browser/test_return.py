"""A browser that comes back: after its tab was closed, by its back button, and to a session that has expired.

    Scripts/browser-test.sh test_return
"""

import json
import re
import unittest

from browser import Browser, Server, wait_until
from elements_server import ElementsServer
from test_elements import state
from walk import BACK, Walk

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
        self.close_tab()
        browser.open(f"{self.server.address}/items?new")
        browser.shows("Log in")
        self.assertNotEqual(browser.session, before)
        self.go_to_sign_up()
        browser.reload()
        browser.shows("Sign up")

    def test_another_application_and_a_link_start_sessions_of_their_own(self):
        browser = self.browser
        address = self.close_tab()
        browser.open(f"{self.server.address}/?app=kanji")
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
        browser.shows("Sign up")
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

    def test_a_log_out_offers_no_other_session_to_new_tabs(self):
        browser = self.browser
        driver = browser.driver
        first = driver.current_window_handle
        address = driver.current_url
        self.log_in_to_items()
        left = browser.session
        driver.switch_to.new_window("tab")
        second = driver.current_window_handle
        browser.open(address)
        browser.shows("Log in")
        self.log_in_to_items()
        browser.press("Settings")
        browser.press("Log out")
        browser.shows("Log in")
        own = browser.session
        # The tab of the other session is used once more, and closed.
        driver.switch_to.window(first)
        browser.press("Create item")
        browser.shows("New item")
        driver.close()
        driver.switch_to.window(second)
        driver.switch_to.new_window("tab")
        browser.open(address)
        browser.shows("Log in")
        self.assertNotIn(browser.session, (left, own), "no tab shows a session of the user who has logged out")

    def log_in_to_items(self):
        browser = self.browser
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Welcome")
        browser.press("Got it")
        browser.shows("Items")


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

    def test_there_is_an_entry_for_each_place_however_often_the_user_goes_to_and_fro(self):
        browser = self.browser
        before = self.entries()
        for go_back in (browser.back, lambda: browser.press(BACK), browser.back):
            browser.press("Sign up")
            browser.shows("Sign up")
            browser.press(TERMS)
            browser.shows("Terms")
            self.assertLessEqual(self.entries(), before + 4)
            go_back()
            browser.shows("Sign up")
            go_back()
            browser.shows("Log in")
        self.assertLessEqual(self.entries(), before + 4)

    def test_forward_goes_to_the_place_again(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.back()
        browser.shows("Log in")
        browser.forward()
        browser.shows("Sign up")
        browser.back()
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
                # As soon as the browser is at the entry before, so some milliseconds after the first.
                "const [done] = arguments; let presses = 1;"
                "addEventListener('popstate', function press({ state }) {"
                "  if (state?.usher !== 'place') return;"
                "  if (presses === 2) { removeEventListener('popstate', press); return done(); }"
                "  presses = 2; history.back();"
                "});"
                "history.back();")
            browser.shows("Log in")
            self.assertEqual(browser.driver.execute_script("return history.state.usher"), "place")
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
            wait_until(lambda: browser.driver.execute_script("return history.state.usher") == "place", "an entry of a place")
            self.assertIn(server.address, browser.driver.current_url)
        self.assertEqual(browser.complaints(), [])


class Expiry(unittest.TestCase):
    IDLE = 5  # seconds

    @classmethod
    def setUpClass(cls):
        cls.server = Server("--session-idle", str(cls.IDLE))
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.browser = Browser()
        self.addCleanup(self.browser.quit)

    def start(self, query):
        self.browser.start(f"{self.server.address}/?{query}")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def expires(self):
        wait_until(lambda: "Your session has expired" in self.browser.text(), "the end, without a press", self.browser.describe, 30)

    def go_on(self, title):
        """Continues the expired session, whose screen with a title comes back."""
        self.browser.says("You can go on where you stopped.")
        self.browser.press("Continue")
        self.browser.shows(title)

    def go_to_profile(self):
        browser = self.browser
        self.start("app=profile")
        browser.shows("Edit user")
        browser.press(re.compile("^In several cities"))
        browser.shows("Edit profile")

    def value(self, label):
        return self.browser.find("textbox", label).get_attribute("value")

    def test_an_idle_page_says_that_its_session_has_expired_and_goes_on_with_what_can_be_kept(self):
        browser = self.browser
        self.start("app=items")
        browser.shows("Log in")
        browser.press("Sign up")
        browser.shows("Sign up")
        old = browser.session
        self.expires()
        browser.screenshot("expired")
        self.go_on("Log in")
        browser.says("Steps that need a password or a code start again.")
        self.assertNotEqual(browser.session, old)
        self.assertEqual(browser.driver.execute_script(LISTED), [browser.session.split("/")[-1]])
        browser.press("Sign up")
        browser.shows("Sign up")

    def test_a_session_that_was_never_used_starts_again(self):
        self.start("app=items")
        self.browser.shows("Log in")
        self.expires()
        self.browser.says("Open screens and text that you hadn’t sent are gone.")
        self.assertEqual(self.browser.driver.execute_script(LISTED), [])
        self.browser.press("Start again")
        self.browser.shows("Log in")

    def test_a_cart_is_there_after_the_expiry(self):
        browser = self.browser
        self.start("link=usher://market/product/coffee")
        browser.shows("Espresso beans")
        browser.press("Add to cart")
        browser.press(re.compile("^Cart.*1"))
        browser.press("Berlin")
        browser.shows("Cart")
        browser.says("Espresso beans")
        self.expires()
        self.go_on("Cart")
        browser.says("Espresso beans")

    def test_typed_text_is_there_after_the_expiry_and_a_reload(self):
        self.go_to_profile()
        self.browser.type("Name", "Pasha")
        self.expires()
        self.browser.reload()
        self.expires()
        self.go_on("Edit profile")
        self.assertEqual(self.value("Name"), "Pasha")
        self.browser.reload()
        self.browser.shows("Edit profile")
        self.assertEqual(self.value("Name"), "Pasha")

    def test_what_a_user_has_typed_is_gone_with_the_login(self):
        browser = self.browser
        self.start("app=items")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.press("Got it")
        browser.press("Create item")
        browser.shows("New item")
        browser.type("Title", "Canary lamp")
        self.expires()
        self.go_on("Log in")
        self.assertNotIn("Canary", browser.driver.execute_script("return JSON.stringify([{...localStorage}, {...sessionStorage}])"))

    def test_a_closed_tab_whose_session_has_expired_goes_on_when_it_is_opened_again(self):
        browser = self.browser
        self.go_to_profile()
        driver, session = browser.driver, browser.session
        address, tab = driver.current_url, driver.current_window_handle
        driver.switch_to.new_window("tab")
        other = driver.current_window_handle
        driver.switch_to.window(tab)
        driver.close()
        driver.switch_to.window(other)
        browser.open(f"{self.server.address}/favicon.svg")
        wait_until(lambda: browser.fetch("GET", session)[0] == 410, "the expiry", timeout=30)
        for _ in range(2):
            browser.open(address)
            self.expires()
        self.go_on("Edit profile")
        self.assertNotEqual(browser.session, session)
        browser.reload()
        browser.shows("Edit profile")


if __name__ == "__main__":
    unittest.main()
