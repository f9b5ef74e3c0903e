"""What the user has typed and not sent: kept for them, and for no other user.

    Scripts/browser-test.sh test_drafts
"""

import json
import re
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser, wait_until
from elements_server import ElementsServer
from test_elements import state
from walk import BACK, Walk

STORED = "return JSON.stringify([{...localStorage}, {...sessionStorage}])"


class ItemsDrafts(Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        self.start()
        self.browser.shows("Log in")

    def value(self, label):
        return self.browser.find("textbox", label).get_attribute("value")

    def reach_sign_up(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        # The fields are open once the terms are accepted.
        browser.press(re.compile("^Terms of service"))
        browser.shows("Terms")
        browser.press("I accept the terms", role="switch")
        wait_until(lambda: browser.find("switch", "I accept the terms").is_selected(), "accepted terms")
        browser.press(BACK)
        browser.shows("Sign up")

    def reach_creation(self):
        browser = self.browser
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Welcome")
        browser.press("Got it")
        browser.shows("Items")
        browser.press("Create item")
        browser.shows("New item")

    def test_typed_text_is_there_after_a_reload_and_a_password_is_not(self):
        browser = self.browser
        self.reach_sign_up()
        browser.type("Username", "ada")
        browser.type("Password", "correct horse")
        self.assertNotIn("correct horse", browser.driver.execute_script(STORED))
        browser.reload()
        browser.shows("Sign up")
        self.assertEqual((self.value("Username"), self.value("Password")), ("ada", ""))

    def test_typed_text_is_there_after_the_way_back_and_in_again(self):
        browser = self.browser
        self.reach_sign_up()
        browser.type("Username", "ada")
        browser.back()
        browser.shows("Log in")
        self.assertEqual(self.value("Username"), "", "another form")
        browser.press("Sign up")
        browser.shows("Sign up")
        self.assertEqual(self.value("Username"), "ada")

    def test_typed_text_is_there_after_other_screens_and_a_reload_in_between(self):
        browser = self.browser
        self.reach_creation()
        browser.type("Title", "Lamp")
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        browser.reload()
        browser.shows("Note")
        browser.press(BACK)
        browser.press("Discard")
        browser.shows("New item")
        self.assertEqual(self.value("Title"), "Lamp")

    def test_text_that_was_sent_is_no_draft_any_more(self):
        browser = self.browser
        self.reach_creation()
        browser.type("Title", "Canary lamp")
        self.assertIn("Canary lamp", browser.driver.execute_script(STORED))
        browser.press("Create item")
        browser.shows("Canary lamp")
        self.assertNotIn("Canary lamp", browser.driver.execute_script(STORED))
        browser.press(BACK)
        browser.press("Create item")
        browser.shows("New item")
        self.assertEqual(self.value("Title"), "")

    def test_text_in_a_sheet_is_there_after_whatever_else_has_closed_it(self):
        browser = self.browser
        self.reach_creation()

        def link():
            browser.open(f"{self.server.address}/items/settings")
            browser.shows("Settings")
            browser.press("Items")

        def other_device():
            _, state = browser.fetch("GET", browser.session)
            status, _ = browser.fetch("POST", state["gestures"]["dismiss"], {})
            self.assertEqual(status, 200)

        for close in (link, other_device):
            with self.subTest(close.__name__):
                browser.type("Title", "Half a title")
                close()
                browser.shows("Items")
                browser.press("Create item")
                browser.shows("New item")
                self.assertEqual(self.value("Title"), "Half a title")

    def test_escape_asks_before_it_discards_typed_text(self):
        browser = self.browser
        self.reach_creation()
        browser.type("Title", "Lamp")
        for answer in (lambda: browser.press("Keep editing"), lambda: browser.keys(Keys.ESCAPE)):
            browser.keys(Keys.ESCAPE)
            browser.find("alertdialog", "Discard this item?")
            self.assertEqual(browser.all("textbox"), [], "only the question can be used")
            browser.screenshot("discard")
            answer()
            wait_until(lambda: not browser.has("alertdialog", "Discard this item?"), "no question", browser.describe)
            self.assertEqual(self.value("Title"), "Lamp")
        browser.keys(Keys.ESCAPE)
        browser.press("Discard")
        browser.shows("Items")
        self.assertNotIn("Lamp", browser.driver.execute_script(STORED))
        browser.press("Create item")
        browser.shows("New item")
        self.assertEqual(self.value("Title"), "")

    def test_the_browsers_back_asks_before_it_discards_a_sheet_with_typed_text(self):
        browser = self.browser
        self.reach_creation()
        browser.type("Title", "Lamp")
        browser.back()
        browser.press("Keep editing")
        self.assertEqual(self.value("Title"), "Lamp")
        browser.back()
        browser.press("Discard")
        browser.shows("Items")

    def test_a_sign_out_by_a_second_client_leaves_nothing(self):
        browser = self.browser
        self.reach_creation()
        browser.type("Title", "Canary lamp")
        path = browser.session
        browser.fetch("POST", f"{path}/dismiss", {})
        browser.shows("Items")
        tabs = browser.fetch("GET", path)[1]["navigation"]
        while tabs["type"] != "tabs":
            tabs = tabs["routes"][tabs["index"]]["state"]
        current = browser.fetch("POST", f"{path}/tabs/{tabs['routes'][1]['key']}", {})[1]
        logout = next(each for each in current["screens"][current["focus"]]["outputs"] if each["name"] == "logOut")
        self.assertEqual(browser.fetch("POST", logout["href"])[0], 200)
        browser.shows("Log in")
        self.assertNotIn("Canary", browser.driver.execute_script(STORED))


class OtherUser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.server = ElementsServer(json.loads(json.dumps(state())))
        self.addCleanup(self.server.stop)
        self.browser.appearance()
        self.browser.start(self.server.address)
        self.browser.shows("Everything")
        wait_until(lambda: self.server.streams == 1, "a stream")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def value(self, label):
        return self.browser.find("textbox", label).get_attribute("value")

    def renew(self):
        """Ends the stream as after a renewal of the credential, and waits for the next stream."""
        before = self.server.streams
        self.server.events.put("credentialRenewed")
        wait_until(lambda: self.server.streams > before, "another stream")

    def test_a_user_who_signs_out_leaves_no_text_on_a_screen_that_stays(self):
        self.browser.type("Name", "Canary")
        self.browser.find("textbox", "About").send_keys("Private")
        self.assertIn("Canary", self.browser.driver.execute_script(STORED))
        self.renew()
        wait_until(lambda: self.value("Name") == "", "an empty field", self.browser.describe)
        self.assertEqual(self.value("About"), "")
        self.assertNotIn("Canary", self.browser.driver.execute_script(STORED))

    def test_a_response_that_renews_the_credential_leaves_no_text_of_the_user_who_has_logged_out(self):
        self.browser.type("Name", "Canary")
        self.server.renew_next = True
        self.browser.press("Primary")
        wait_until(lambda: self.value("Name") == "", "an empty field", self.browser.describe)
        self.assertNotIn("Canary", self.browser.driver.execute_script(STORED))

    def test_a_response_that_renews_the_credential_for_a_secret_leaves_what_the_same_user_has_typed(self):
        self.browser.type("Name", "Ada")
        self.server.renew_next = True
        self.browser.type("Code", "012345")
        wait_until(lambda: not self.server.renew_next, "the code")
        self.browser.press("Primary")
        wait_until(lambda: len(self.server.posts) == 2, "another report, after the renewal was handled")
        self.assertEqual(self.value("Name"), "Ada")

    def test_a_renewal_by_a_secret_of_this_page_leaves_what_the_same_user_has_typed(self):
        self.browser.type("Name", "Ada")
        self.browser.type("Code", "012345")
        wait_until(lambda: self.server.posts, "the code")
        self.renew()
        self.assertEqual(self.value("Name"), "Ada")
        self.assertIn("Ada", self.browser.driver.execute_script(STORED))

    def test_every_kind_of_field_is_kept_over_a_reload_except_secrets(self):
        browser = self.browser
        browser.type("Name", "Ada")
        browser.type("Age", "36")
        browser.type("Pin", "1234")
        browser.find("textbox", "About").send_keys("Two\nlines")
        browser.find("combobox", "City").send_keys("Paris")
        browser.press("Newsletter", role="switch")
        browser.reload()
        browser.shows("Everything")
        self.assertEqual([self.value(each) for each in ("Name", "Age", "Pin", "About")], ["Ada", "36", "", "Two\nlines"])
        self.assertEqual(browser.find("combobox", "City").get_attribute("value"), "p")
        self.assertFalse(browser.find("switch", "Newsletter").is_selected())
        browser.start(self.server.address)
        browser.shows("Everything")
        self.assertEqual(self.value("Name"), "", "another session")


if __name__ == "__main__":
    unittest.main()
