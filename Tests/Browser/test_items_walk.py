"""The items application, walked through in a browser as its user would.

    python3 -m pytest Tests/Browser        (or: python3 -m unittest discover Tests/Browser)
"""

import re
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser, Server, wait_until
from lossy_proxy import LossyProxy

BACK = re.compile("^Back")


class ItemsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.appearance()
        self.browser.start(f"{self.server.address}/?app=items")
        self.browser.shows("Login")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    # Steps

    def accept_terms(self):
        self.browser.press("Terms of the agreement")
        self.browser.shows("Terms")
        self.browser.press(re.compile("terms", re.I), role="switch")
        wait_until(lambda: self.browser.find("switch", re.compile("terms", re.I)).is_selected(), "accepted terms")
        self.browser.press(BACK)
        self.browser.shows("SignUp")

    def ask_for_code(self, phone):
        self.browser.press(re.compile("^Add"))
        self.browser.shows(re.compile("phone", re.I))
        self.browser.type(re.compile("phone", re.I), phone)
        self.browser.keys(Keys.ENTER)
        self.browser.shows("Enter the code")

    def code_sent(self):
        """The code in the latest message of the development inbox."""
        inbox = self.server.get("/dev/inbox")
        messages = inbox["messages"] if isinstance(inbox, dict) else inbox
        return re.search(r"\b\d{6}\b", str(messages[-1])).group()

    def sign_in(self):
        self.browser.type("Email", "ada@example.org")
        self.browser.type("Password", "correct horse")
        self.browser.press("Sign in")
        self.browser.shows("Tutorial Info")

    def reach_items(self):
        self.sign_in()
        self.browser.press("Got it!")
        self.browser.shows("Items")


class Walk(ItemsTest):
    def test_sign_up_leads_through_terms_and_phone_to_the_items(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("SignUp")
        self.assertFalse(browser.find("button", "Sign up").is_enabled(), "not before the terms are accepted")
        self.accept_terms()
        browser.says("Terms of the agreement accepted!")
        browser.screenshot("sign-up")

        browser.press("Sign up")
        self.ask_for_code("+491701234567")
        browser.type("Code", "000000" if self.code_sent() != "000000" else "111111")
        browser.press("Confirm")
        browser.says("Wrong code")
        field = browser.find("textbox", "Code")
        self.assertEqual(field.get_attribute("value"), "", "a refused secret is cleared")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        browser.screenshot("wrong-code")

        browser.type("Code", self.code_sent())
        browser.press("Confirm")
        browser.shows("Tutorial Info")
        self.assertEqual(browser.all("button", BACK), [], "there is no way back into a finished flow")
        browser.press("Got it!")
        browser.shows("Items")
        browser.screenshot("items")

    def test_a_wrong_password_is_said_and_the_name_stays(self):
        self.browser.type("Email", "ada@example.org")
        self.browser.type("Password", "wrong")
        self.browser.press("Sign in")
        wait_until(lambda: self.browser.all("alert"), "a message", self.browser.describe)
        self.assertEqual(self.browser.find("textbox", "Email").get_attribute("value"), "ada@example.org")
        self.assertEqual(self.browser.find("textbox", "Password").get_attribute("value"), "")

    def test_a_detail_hides_the_tabs_and_each_tab_keeps_its_stack(self):
        browser = self.browser
        self.reach_items()
        browser.press(re.compile("^Item № 3"))
        browser.shows("Item № 3")
        self.assertEqual(browser.all("navigation"), [])
        browser.screenshot("detail")
        browser.press(BACK)
        browser.shows("Items")
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.press("Items")
        browser.shows("Items")

    def test_creating_an_item_shows_it(self):
        browser = self.browser
        self.reach_items()
        browser.press("Create item")
        browser.shows("Create")
        self.assertEqual(len(browser.all("dialog")), 1)
        browser.screenshot("create")
        browser.press("Hide")
        browser.shows("Items")
        browser.press("Create item")
        browser.shows("Create")
        browser.type("Title", "Lamp")
        browser.press("Create item")
        browser.shows("Lamp")
        self.assertEqual(browser.all("dialog"), [])

    def test_a_sheet_goes_by_escape_and_by_its_scrim(self):
        browser = self.browser
        self.reach_items()
        browser.press("Create item")
        browser.shows("Create")
        browser.keys(Keys.ESCAPE)
        browser.shows("Items")
        browser.press("Create item")
        browser.shows("Create")
        browser.driver.execute_script("document.elementFromPoint(195, 8).click()")
        browser.shows("Items")


class Back(ItemsTest):
    def test_the_browsers_back_button_goes_back_in_the_app(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("SignUp")
        browser.press("Terms of the agreement")
        browser.shows("Terms")
        browser.back()
        browser.shows("SignUp")
        browser.back()
        browser.shows("Login")

    def test_it_dismisses_a_sheet(self):
        self.reach_items()
        self.browser.press("Create item")
        self.browser.shows("Create")
        self.browser.back()
        self.browser.shows("Items")

    def test_it_leaves_where_the_app_has_no_way_back(self):
        browser = self.browser
        browser.open("about:blank")
        browser.open(f"{self.server.address}/?app=items")
        browser.shows("Login")
        browser.press("Sign up")
        browser.shows("SignUp")
        browser.press(BACK)
        browser.shows("Login")
        browser.back()
        wait_until(lambda: browser.driver.current_url == "about:blank", "the page before")

    def test_what_was_typed_is_there_after_back(self):
        browser = self.browser
        browser.type("Email", "ada@example.org")
        browser.press("Sign up")
        browser.shows("SignUp")
        browser.press(BACK)
        browser.shows("Login")
        self.assertEqual(browser.find("textbox", "Email").get_attribute("value"), "ada@example.org")


class Sessions(ItemsTest):
    def test_a_reload_keeps_the_session(self):
        self.browser.press("Sign up")
        self.browser.shows("SignUp")
        self.browser.reload()
        self.browser.shows("SignUp")
        self.browser.back()
        self.browser.shows("Login")

    def test_a_duplicated_tab_gets_a_session_of_its_own(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("SignUp")
        original = browser.driver.current_window_handle
        browser.driver.execute_script("window.open(location.href)")
        copy = next(handle for handle in browser.driver.window_handles if handle != original)
        try:
            browser.driver.switch_to.window(copy)
            browser.shows("Login")
        finally:
            browser.driver.close()
            browser.driver.switch_to.window(original)
        browser.press("Terms of the agreement")
        browser.shows("Terms")

    def test_a_second_client_that_acts_in_between_wins_and_the_page_follows(self):
        browser = self.browser
        self.reach_items()
        status, state = browser.fetch("GET", browser.session)
        self.assertEqual(status, 200)
        create = next(each for each in state["screens"][state["focus"]]["outputs"] if "reate" in each["name"])
        self.assertEqual(browser.fetch("POST", create["href"])[0], 200)
        browser.press(re.compile("^Item № 3"))
        browser.says("This changed in the meantime.")
        browser.shows("Create")

    def test_no_address_and_no_storage_holds_a_token(self):
        self.reach_items()
        self.assertNotIn("token", self.browser.driver.current_url)
        stored = self.browser.driver.execute_script("return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        self.assertNotIn("token", stored)


class Keyboard(ItemsTest):
    def test_the_keyboard_alone_is_enough(self):
        browser = self.browser
        browser.tab_to("Email")
        browser.keys("ada@example.org", Keys.TAB, "correct horse", Keys.ENTER)
        browser.shows("Tutorial Info")
        self.assertEqual(browser.focused.accessible_name, "Tutorial Info", "the focus is at the title of a new screen")
        browser.tab_to("Got it!")
        browser.keys(Keys.ENTER)
        browser.shows("Items")

        browser.tab_to(re.compile("^Item № 2"))
        browser.keys(Keys.ENTER)
        browser.shows("Item № 2")
        browser.tab_to(BACK)
        browser.keys(Keys.SPACE)
        browser.shows("Items")
        wait_until(lambda: browser.focused.accessible_name.startswith("Item № 2"), "the focus where it was")

        browser.tab_to(re.compile("^Items"))
        browser.keys(Keys.ARROW_RIGHT)
        self.assertRegex(browser.focused.accessible_name, "^Settings")
        browser.keys(Keys.ENTER)
        browser.shows("Settings")
        self.assertEqual(browser.focused.get_attribute("aria-current"), "page")


class Network(ItemsTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.browser.offline, False)

    def test_a_request_made_offline_arrives_when_the_network_is_back(self):
        browser = self.browser
        browser.type("Email", "ada@example.org")
        browser.type("Password", "correct horse")
        browser.offline()
        browser.press("Sign in")
        browser.says("Connection lost. Reconnecting…")
        browser.screenshot("reconnecting")
        browser.offline(False)
        browser.shows("Tutorial Info")
        wait_until(lambda: "Reconnecting" not in browser.text(), "an end of the notice", browser.describe)

    def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(self):
        browser = self.browser
        proxy = LossyProxy(self.server.address)
        self.addCleanup(proxy.stop)
        browser.start(f"{proxy.address}/?app=items")
        browser.shows("Login")
        self.reach_items()
        browser.press("Create item")
        browser.shows("Create")
        browser.type("Title", "Only once")
        proxy.lose_next_answer()
        browser.press("Create item")
        browser.shows("Only once")
        self.assertEqual(proxy.lost, 1)
        browser.press(BACK)
        browser.shows("Items")
        self.assertEqual(browser.text().count("Only once"), 1)


if __name__ == "__main__":
    unittest.main()
