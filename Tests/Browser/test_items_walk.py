"""The items application, used in a browser like by its users.

    Scripts/browser-test.sh test_items_walk
"""

import itertools
import re
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser, Server, wait_until
from lossy_proxy import LossyProxy

BACK = re.compile("^Back")
TERMS = re.compile("^Terms of service")
PASSWORD = "correct horse"
RESEND_AFTER = 30  # seconds

numbers = itertools.count(1)


class ItemsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        # New for each test: a login can't be created twice, and a phone gets only a few codes an hour.
        number = next(numbers)
        self.login = f"ada{number}"
        self.phone = f"+49170555{number:04}"
        self.browser.appearance()
        self.browser.start(f"{self.server.address}/?app=items")
        self.browser.shows("Log in")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    # Steps

    def sign_in(self, login="demo", password="demo-password"):
        self.browser.type("Username", login)
        self.browser.type("Password", password)
        self.assertTrue(self.browser.has("checkbox", "Show password"))
        self.browser.press("Log in")

    def reach_items(self):
        self.sign_in()
        self.browser.shows("Welcome")
        self.browser.press("Got it")
        self.browser.shows("Items")

    def accept_terms(self):
        self.browser.press(TERMS)
        self.browser.shows("Terms")
        self.browser.press("I accept the terms", role="switch")
        wait_until(lambda: self.browser.find("switch", "I accept the terms").is_selected(), "accepted terms")
        self.browser.press(BACK)
        self.browser.shows("Sign up")

    def create_account(self):
        """Goes from the login to the first screen of the phone verification."""
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.accept_terms()
        self.browser.type("Username", self.login)
        self.browser.type("Password", PASSWORD)
        self.browser.press("Sign up")
        self.browser.shows("Your phone")

    def ask_for_code(self):
        self.browser.press("Add a number")
        self.browser.shows("Add a number")
        self.browser.type("Phone number", self.phone)
        self.browser.keys(Keys.ENTER)
        self.browser.shows("Enter the code")

    def codes(self):
        """Returns the codes sent to this test's phone, the latest last."""
        return [message["code"] for message in self.server.get(f"/dev/inbox?to={self.phone.replace('+', '%2B')}")["messages"]]

    def wrong_code(self):
        return "000000" if self.codes()[-1] != "000000" else "111111"

    def open_creation(self):
        self.browser.press("Create item")
        self.browser.shows("New item")


class SignUp(ItemsTest):
    def test_it_leads_through_terms_and_phone_and_tutorial_to_the_items(self):
        browser = self.browser
        browser.screenshot("login")
        browser.press("Sign up")
        browser.shows("Sign up")
        self.assertFalse(browser.find("button", "Sign up").is_enabled(), "not before the terms are accepted")
        self.accept_terms()
        browser.says("Terms of service accepted")
        browser.type("Username", self.login)
        browser.type("Password", PASSWORD)
        browser.screenshot("sign-up")

        browser.press("Sign up")
        browser.shows("Your phone")
        browser.says("No phone numbers yet")
        browser.screenshot("phone-list")
        self.ask_for_code()
        browser.screenshot("code")
        browser.type("Code", self.codes()[-1])
        browser.shows("Welcome")
        browser.screenshot("onboarding")
        self.assertEqual(browser.all("button", BACK), [], "there is no way back into a finished flow")

        browser.press("Got it")
        browser.shows("Items")
        browser.screenshot("items")
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.says(self.login)
        browser.says(f"+49 ••• •• {self.phone[-2:]}")
        browser.screenshot("settings")

    def test_terms_can_be_taken_back(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        self.accept_terms()
        self.assertTrue(browser.find("button", "Sign up").is_enabled())
        browser.press(TERMS)
        browser.shows("Terms")
        browser.press("I accept the terms", role="switch")
        wait_until(lambda: not browser.find("switch", "I accept the terms").is_selected(), "terms not accepted")
        browser.press(BACK)
        browser.shows("Sign up")
        self.assertFalse(browser.find("button", "Sign up").is_enabled())

    def test_what_is_wrong_with_login_or_password_is_said_at_its_field(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        self.accept_terms()
        browser.type("Username", "demo")
        browser.type("Password", "short")
        browser.press("Sign up")
        browser.says("Use at least 8 characters.")
        wait_until(lambda: browser.focused.accessible_name == "Password", "the focus at the password")
        self.assertEqual(browser.focused.get_attribute("aria-invalid"), "true")
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "demo")
        browser.type("Password", PASSWORD)
        browser.press("Sign up")
        browser.shows("Your phone")
        self.ask_for_code()
        browser.type("Code", self.codes()[-1])
        browser.says("This username is already taken.")
        self.assertEqual(browser.find("textbox", "Username").get_attribute("aria-invalid"), "true")

    def test_a_wrong_password_is_said_and_the_login_stays(self):
        browser = self.browser
        self.sign_in(password="wrong")
        browser.says("Incorrect username or password.")
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "demo")
        self.assertEqual(browser.find("textbox", "Password").get_attribute("value"), "")
        wait_until(lambda: browser.focused.accessible_name == "Password", "the focus at the password")
        browser.screenshot("wrong-password")


class Phone(ItemsTest):
    def test_a_number_that_is_none_is_said_at_its_field(self):
        browser = self.browser
        self.create_account()
        browser.press("Add a number")
        browser.shows("Add a number")
        browser.type("Phone number", "12")
        browser.press("Send code")
        browser.says("Enter the number with its country code")
        field = browser.find("textbox", "Phone number")
        self.assertEqual((field.get_attribute("value"), field.get_attribute("aria-invalid")), ("12", "true"))

    def test_a_wrong_code_is_said_at_its_field_until_the_attempts_are_used_up(self):
        browser = self.browser
        self.create_account()
        self.ask_for_code()
        for left in ("4 attempts", "3 attempts", "2 attempts", "1 attempt"):
            browser.type("Code", self.wrong_code())
            browser.says(f"Incorrect code. {left} left.")
            field = browser.find("textbox", "Code")
            self.assertEqual(field.get_attribute("value"), "", "a rejected secret is cleared")
            self.assertEqual(field.get_attribute("aria-invalid"), "true")
            self.assertEqual(browser.focused, field)
            browser.screenshot("wrong-code")
        browser.type("Code", self.wrong_code())
        browser.says("This code is no longer valid.")
        self.assertEqual(browser.all("textbox", "Code"), [])
        browser.screenshot("code-used-up")

    def test_a_code_that_can_be_none_is_not_even_sent(self):
        browser = self.browser
        self.create_account()
        self.ask_for_code()
        browser.type("Code", "12")
        browser.press("Confirm")
        browser.says("Check the format and try again.")
        browser.type("Code", self.codes()[-1])
        browser.shows("Welcome")

    def test_another_code_can_be_asked_for_once_the_countdown_is_over(self):
        browser = self.browser
        self.create_account()
        self.ask_for_code()
        countdown = browser.find("button", re.compile("^Resend code · 0:"))
        self.assertFalse(countdown.is_enabled())
        before = countdown.text
        wait_until(lambda: browser.find("button", re.compile("^Resend code")).text < before, "fewer seconds")
        browser.press("Resend code", timeout=RESEND_AFTER + 5)
        browser.says("We sent you the same code again.")
        self.assertEqual(len(self.codes()), 2)
        self.assertFalse(browser.find("button", re.compile("^Resend code · 0:")).is_enabled())
        browser.type("Code", self.codes()[-1])
        browser.shows("Welcome")

    def test_the_same_flow_changes_the_phone_in_the_settings(self):
        browser = self.browser
        self.reach_items()
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.press("Change phone number")
        browser.shows("Your phone")
        self.ask_for_code()
        browser.type("Code", self.codes()[-1])
        browser.shows("Settings")
        browser.says("Phone number saved.")
        browser.says(f"+49 ••• •• {self.phone[-2:]}")


class Items(ItemsTest):
    def test_a_detail_hides_the_tabs_and_each_tab_keeps_its_stack(self):
        browser = self.browser
        self.reach_items()
        browser.press(re.compile("^Item 3"))
        browser.shows("Item 3")
        self.assertEqual(browser.all("navigation"), [])
        browser.screenshot("detail")
        browser.press(BACK)
        browser.shows("Items")
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.press("Items")
        browser.shows("Items")

    def test_a_new_item_takes_its_category_and_its_note_from_screens_of_their_own(self):
        browser = self.browser
        self.reach_items()
        self.open_creation()
        self.assertEqual(len(browser.all("dialog")), 1)
        browser.type("Title", "Lamp")
        browser.press(re.compile("^Category"))
        browser.shows("Category")
        browser.screenshot("category")
        browser.press("Furniture")
        browser.shows("New item")
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        browser.type("Note", "Brass, from the flea market.")
        browser.screenshot("note")
        browser.press("Done")
        browser.shows("New item")
        browser.says("Furniture")
        browser.says("Brass, from the flea market.")
        self.assertEqual(browser.find("textbox", "Title").get_attribute("value"), "Lamp", "typed before the detours")
        browser.screenshot("create")

        browser.press("Create item")
        browser.shows("Lamp")
        self.assertEqual(browser.all("dialog"), [])
        browser.says("Furniture")
        browser.says("Brass, from the flea market.")
        browser.screenshot("created")
        browser.press(BACK)
        browser.shows("Items")
        browser.press(re.compile("^Lamp"))
        browser.shows("Lamp")

    def test_hiding_the_creation_forgets_what_was_gathered(self):
        browser = self.browser
        self.reach_items()
        self.open_creation()
        browser.press(re.compile("^Category"))
        browser.shows("Category")
        browser.press("Book")
        browser.shows("New item")
        browser.type("Title", "Dune")
        browser.press("Cancel")
        browser.shows("Items")
        self.open_creation()
        self.assertNotIn("Book", browser.text())
        self.assertEqual(browser.find("textbox", "Title").get_attribute("value"), "")

    def test_a_sheet_goes_by_escape_and_by_its_scrim(self):
        browser = self.browser
        self.reach_items()
        self.open_creation()
        browser.keys(Keys.ESCAPE)
        browser.press("Discard")
        browser.shows("Items")
        self.open_creation()
        browser.driver.execute_script("document.elementFromPoint(195, 8).click()")
        browser.press("Discard")
        browser.shows("Items")


class Back(ItemsTest):
    def test_the_browsers_back_button_goes_back_in_the_app(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.press(TERMS)
        browser.shows("Terms")
        browser.back()
        browser.shows("Sign up")
        browser.back()
        browser.shows("Log in")

    def test_it_dismisses_a_sheet_once_its_own_stack_is_at_its_root(self):
        browser = self.browser
        self.reach_items()
        self.open_creation()
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        browser.back()
        browser.press("Discard")
        browser.shows("New item")
        browser.back()
        browser.press("Discard")
        browser.shows("Items")

    def test_it_leaves_where_the_app_has_no_way_back(self):
        browser = self.browser
        browser.open("about:blank")
        browser.open(f"{self.server.address}/?app=items")
        browser.shows("Log in")
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.press(BACK)
        browser.shows("Log in")
        browser.back()
        wait_until(lambda: browser.driver.current_url == "about:blank", "the page before")

    def test_what_was_typed_is_there_after_back(self):
        browser = self.browser
        browser.type("Username", "ada")
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.press(BACK)
        browser.shows("Log in")
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "ada")


class Sessions(ItemsTest):
    def test_a_reload_keeps_the_session(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        before = browser.session
        browser.reload()
        browser.shows("Sign up")
        self.assertEqual(browser.session, before)
        browser.back()
        browser.shows("Log in")

    def test_a_duplicated_tab_gets_a_session_of_its_own(self):
        browser = self.browser
        browser.press("Sign up")
        browser.shows("Sign up")
        original, session = browser.driver.current_window_handle, browser.session
        browser.driver.execute_script("window.open(location.href)")
        copy = next(handle for handle in browser.driver.window_handles if handle != original)
        try:
            browser.driver.switch_to.window(copy)
            browser.shows("Sign up")
            self.assertNotEqual(browser.session, session)
        finally:
            browser.driver.close()
            browser.driver.switch_to.window(original)
        browser.press(TERMS)
        browser.shows("Terms")

    def test_what_a_second_client_does_is_followed_at_once(self):
        browser = self.browser
        self.reach_items()
        status, state = browser.fetch("GET", browser.session)
        self.assertEqual(status, 200)
        create = next(each for each in state["screens"][state["focus"]]["outputs"] if each["name"] == "createItem")
        self.assertEqual(browser.fetch("POST", create["href"])[0], 200)
        browser.shows("New item")
        browser.press("Cancel")
        browser.shows("Items")

    def test_a_session_that_was_ended_elsewhere_is_followed_by_a_fresh_one(self):
        browser = self.browser
        self.reach_items()
        self.assertEqual(browser.fetch("DELETE", browser.session)[0], 204)
        browser.shows("Log in")
        browser.says("we started a new one")

    def test_logging_out_leads_to_the_login_and_not_back(self):
        browser = self.browser
        self.reach_items()
        browser.press(re.compile("^Settings"))
        browser.shows("Settings")
        browser.press("Log out")
        browser.shows("Log in")
        self.assertEqual(browser.all("button", BACK), [])
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "")
        browser.reload()
        browser.shows("Log in")
        self.sign_in()
        browser.shows("Items")

    def test_the_browsers_back_after_a_log_out_shows_nothing_of_the_user(self):
        browser = self.browser
        self.reach_items()
        browser.press("Create item")
        browser.shows("New item")
        browser.type("Title", "Canary lamp")
        browser.press("Create item")
        browser.shows("Canary lamp")
        browser.press(BACK)
        browser.shows("Items")
        browser.press(re.compile("^Settings"))
        browser.press("Log out")
        browser.shows("Log in")
        entries = browser.driver.execute_script("return history.length")
        for move in [browser.back] * entries + [browser.forward] * entries:
            move()
            self.assertNotIn("Canary", browser.driver.page_source)
            self.assertNotIn("Settings", browser.text())

    def test_a_page_that_the_browser_keeps_in_memory_shows_nothing_of_the_user(self):
        browser = self.browser
        self.reach_items()
        browser.driver.execute_script("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        self.assertEqual(browser.driver.execute_script("return document.getElementById('app').children.length"), 0)
        browser.driver.execute_script("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        browser.shows("Items")

    def test_the_items_of_an_account_are_there_again_in_another_session(self):
        browser = self.browser
        self.reach_items()
        browser.press("Create item")
        browser.shows("New item")
        browser.type("Title", "Canary bicycle")
        browser.press("Create item")
        browser.shows("Canary bicycle")
        browser.start(f"{self.server.address}/?app=items")
        browser.shows("Log in")
        self.assertNotIn("Canary", browser.text())
        self.reach_items()
        wait_until(lambda: "Canary bicycle" in browser.text(), "the saved item")

    def test_a_link_waits_until_the_user_may_go_there(self):
        browser = self.browser
        browser.start(f"{self.server.address}/?link=usher://items/item/5")
        browser.shows("Log in")
        self.sign_in()
        browser.shows("Welcome")
        browser.press("Got it")
        browser.shows("Item 5")
        browser.press(BACK)
        browser.shows("Items")

    def test_no_address_and_no_storage_holds_a_credential(self):
        self.reach_items()
        self.assertNotIn("token", self.browser.driver.current_url)
        stored = self.browser.driver.execute_script("return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        for secret in ("token", "usher-", "demo-password"):
            self.assertNotIn(secret, stored)


class Keyboard(ItemsTest):
    def test_the_keyboard_alone_is_enough(self):
        browser = self.browser
        browser.tab_to("Username")
        browser.keys("demo", Keys.TAB, "demo-password", Keys.ENTER)
        browser.shows("Welcome")
        wait_until(lambda: browser.focused.accessible_name == "Welcome", "the focus at the title of a new screen")
        browser.tab_to("Got it")
        browser.keys(Keys.ENTER)
        browser.shows("Items")

        browser.tab_to(re.compile("^Item 2"))
        browser.keys(Keys.ENTER)
        browser.shows("Item 2")
        browser.tab_to(BACK)
        browser.keys(Keys.SPACE)
        browser.shows("Items")
        wait_until(lambda: browser.focused.accessible_name.startswith("Item 2"), "the focus where it was")

        browser.tab_to("Create item")
        browser.keys(Keys.ENTER)
        browser.shows("New item")
        browser.tab_to(re.compile("^Category"))
        browser.keys(Keys.ENTER)
        browser.shows("Category")
        browser.tab_to("Kitchen")
        browser.keys(Keys.ENTER)
        browser.shows("New item")
        browser.tab_to("Title")
        browser.keys("Kettle", Keys.ENTER)
        browser.shows("Kettle")
        browser.tab_to(BACK)
        browser.keys(Keys.ENTER)
        browser.shows("Items")

        browser.tab_to("Items")
        browser.keys(Keys.ARROW_RIGHT)
        self.assertRegex(browser.focused.accessible_name, "^Settings")
        browser.keys(Keys.ENTER)
        browser.shows("Settings")
        self.assertEqual(browser.focused.get_attribute("aria-current"), "page")


class Network(ItemsTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.browser.offline, False)

    def start_behind_proxy(self):
        """Opens the application through a proxy, and returns the proxy."""
        proxy = LossyProxy(self.server.address)
        self.addCleanup(proxy.stop)
        self.browser.start(f"{proxy.address}/?app=items")
        self.browser.shows("Log in")
        return proxy

    def test_a_request_made_offline_arrives_when_the_network_is_back(self):
        browser = self.browser
        browser.offline()
        self.sign_in()
        browser.says("Connection lost. Reconnecting…")
        browser.screenshot("reconnecting")
        browser.offline(False)
        browser.shows("Welcome")
        wait_until(lambda: "Reconnecting" not in browser.text(), "an end of the notice", browser.describe)

    def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(self):
        browser = self.browser
        proxy = self.start_behind_proxy()
        self.reach_items()
        self.open_creation()
        browser.type("Title", "Only once")
        proxy.lose_next_answer()
        browser.press("Create item")
        browser.shows("Only once")
        self.assertEqual(proxy.lost, 1)
        browser.press(BACK)
        browser.shows("Items")
        self.assertEqual(browser.text().count("Only once"), 1)

    def test_a_press_arrives_when_the_server_was_away_for_longer_than_all_first_attempts(self):
        browser = self.browser
        proxy = self.start_behind_proxy()
        self.reach_items()
        self.open_creation()
        browser.type("Title", "After the pause")
        proxy.leave()
        browser.press("Create item")
        wait_until(lambda: "Can’t reach the server" in browser.text(), "the last of the first attempts", browser.describe, 40)
        proxy.come_back()
        wait_until(lambda: "After the pause" in browser.text(), "the item, without a reload", browser.describe, 20)
        browser.press(BACK)
        browser.shows("Items")
        self.assertEqual(browser.text().count("After the pause"), 1)

    def test_a_code_is_sent_once_though_its_answer_was_lost(self):
        browser = self.browser
        proxy = self.start_behind_proxy()
        self.create_account()
        browser.press("Add a number")
        browser.shows("Add a number")
        browser.type("Phone number", self.phone)
        proxy.lose_next_answer()
        browser.press("Send code")
        browser.shows("Enter the code")
        self.assertEqual((proxy.lost, len(self.codes())), (1, 1))


if __name__ == "__main__":
    unittest.main()
