"""The question before a gesture that discards what the user has entered, as the state asks for it.

    Scripts/browser-test.sh test_discard
"""

import json
import re
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser, wait_until
from elements_server import ElementsServer
from test_elements import state
from walk import BACK, Walk


class Asking:
    """Steps of the tests, for a class with a `browser`."""

    def asks(self, title):
        self.browser.find("alertdialog", title)
        self.assertEqual(self.browser.all("textbox"), [], "only the question can be used")

    def keep(self, title, screen):
        """Keeps what the question is about, and checks that the page is as before."""
        browser = self.browser
        self.asks(title)
        before = self.revision()
        browser.press("Keep editing")
        wait_until(lambda: not browser.has("alertdialog", title), "no question", browser.describe)
        browser.shows(screen)
        self.assertEqual(self.revision(), before)
        wait_until(lambda: browser.driver.execute_script("return history.state.usher") == "place", "an entry of a place")

    def revision(self):
        return self.browser.fetch("GET", self.browser.session)[1]["revision"]


class Items(Asking, Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        browser = self.browser
        self.start()
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Welcome")
        browser.press("Got it")
        browser.shows("Items")
        browser.press("Create item")
        browser.shows("New item")

    def test_every_way_to_dismiss_a_sheet_asks_about_what_the_server_has_stored(self):
        browser = self.browser
        browser.press(re.compile("^Category"))
        browser.shows("Category")
        browser.press("Furniture")
        browser.shows("New item")
        browser.says("Furniture")
        for dismiss in (lambda: browser.keys(Keys.ESCAPE), browser.back):
            dismiss()
            self.keep("Discard this item?", "New item")
            browser.says("Furniture")
        browser.keys(Keys.ESCAPE)
        self.asks("Discard this item?")
        browser.press("Discard")
        browser.shows("Items")

    def test_both_ways_back_ask_about_typed_text(self):
        browser = self.browser
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        browser.find("textbox", re.compile("Note")).send_keys("Brass")
        for go_back in (lambda: browser.press(BACK), browser.back):
            go_back()
            self.keep("Discard your changes?", "Note")
            self.assertEqual(browser.find("textbox", re.compile("Note")).get_attribute("value"), "Brass")
        browser.back()
        browser.press("Discard")
        browser.shows("New item")
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        self.assertEqual(browser.find("textbox", re.compile("Note")).get_attribute("value"), "", "it was discarded")

    def test_the_browsers_back_closes_the_question(self):
        browser = self.browser
        browser.press(re.compile("^Note"))
        browser.shows("Note")
        browser.back()
        self.asks("Discard your changes?")
        browser.back()
        wait_until(lambda: not browser.has("alertdialog", "Discard your changes?"), "no question", browser.describe)
        browser.shows("Note")


class Profile(Asking, Walk):
    app = "profile"

    def test_the_way_back_from_chosen_cities_asks(self):
        browser = self.browser
        self.start()
        browser.shows("Edit user")
        browser.press(re.compile("^In several cities"))
        browser.shows("Edit profile")
        browser.press(re.compile("^Cities"))
        browser.shows("Regions")
        browser.press("St Petersburg")
        browser.press("Done")
        browser.shows("Edit profile")
        browser.says("St Petersburg")
        for go_back in (lambda: browser.press(BACK), browser.back):
            go_back()
            self.keep("Discard your changes?", "Edit profile")
            browser.says("St Petersburg")
        browser.press(BACK)
        browser.screenshot("discard-profile")
        browser.press("Discard")
        browser.shows("Edit user")


class Order(unittest.TestCase):
    QUESTION = {"title": "Discard the order?", "text": "It isn't placed yet.", "gestures": ["back"]}

    def test_a_change_that_is_sent_before_the_way_back_can_lead_to_the_question(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        shown = json.loads(json.dumps(state()))
        shown["gestures"] = {"back": "/v1/sessions/s1/back"}
        server = ElementsServer(shown)
        self.addCleanup(server.stop)
        browser.start(server.address)
        browser.shows("Everything")
        server.state["gestures"]["confirm"] = self.QUESTION
        browser.driver.execute_script(
            "for (const name of ['Increase: Copies', 'Back']) document.querySelector(`[aria-label='${name}']`).click()")
        browser.find("alertdialog", "Discard the order?")
        self.assertEqual([post["output"] for post in server.posts], ["order"])
        browser.press("Discard")
        wait_until(lambda: len(server.posts) == 2, "the way back")
        self.assertEqual(server.posts[1]["output"], "back")
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
