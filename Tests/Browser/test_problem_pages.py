"""The pages that a browser gets for an address without a page of its own.

    Scripts/browser-test.sh test_problem_pages
"""

import unittest

import axe
from browser import DESKTOP, PHONE, wait_until
from walk import Walk

STYLED = "return getComputedStyle(document.body).display"


class ProblemPages(Walk):
    def test_an_unknown_address_is_a_page_with_a_way_home(self):
        browser = self.browser
        browser.ignore_policy()
        for name, size, dark in (("phone", PHONE, False), ("desktop", DESKTOP, True)):
            browser.appearance(size, dark)
            browser.open(f"{self.server.address}/nothing")
            self.assertEqual(browser.driver.title, "There is no page here")
            self.assertEqual(axe.findings(browser), [])
            browser.screenshot(f"not-found-{name}")
        browser.driver.find_element("link text", "Go to the start page").click()
        self.assertEqual(browser.path, "/")
        self.assertIn("Usher", browser.driver.title)

    def test_its_policy_allows_its_style(self):
        self.browser.open(f"{self.server.address}/nothing/at/all?x=1")
        self.assertEqual(self.browser.driver.execute_script(STYLED), "grid")

    def test_an_address_that_can_not_be_read_is_a_page(self):
        self.browser.open(f"{self.server.address}/market/%00")
        self.assertEqual(self.browser.driver.title, "This address can’t be read")

    def test_a_form_that_another_page_sends_to_a_page_gets_a_page(self):
        self.browser.open(f"{self.server.address}/nothing")
        self.browser.open(
            "data:text/html,<form method=post action=" + self.server.address + "/market><button>Send</button></form>")
        self.browser.driver.find_element("tag name", "button").click()
        wait_until(lambda: self.browser.driver.title == "This page can’t be opened like this", "the page", lambda: self.browser.driver.title)


if __name__ == "__main__":
    unittest.main()
