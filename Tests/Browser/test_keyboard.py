"""The keys that scroll a page: they work at once, as on any page, and change nothing else.

    Scripts/browser-test.sh test_keyboard
"""

import re
import unittest

from selenium.webdriver.common.keys import Keys

import axe
from browser import DESKTOP, wait_until
from walk import Walk

TOP = "return [...document.querySelectorAll('.scroll')].filter((each) => !each.closest('[inert]')).at(-1).scrollTop"
HOME = "Autumn above the tree line"


class Keyboard(Walk):
    app = "shop"

    def top(self):
        return self.browser.driver.execute_script(TOP)

    def scrolls_by(self, key):
        # The last key may still be moving the page.
        to_top = TOP.replace(".scrollTop", ".scrollTo({top: 0, behavior: 'instant'})").removeprefix("return ")
        wait_until(lambda: self.top() == 0 or self.browser.driver.execute_script(to_top), "the top", self.top)
        self.browser.keys(key)
        wait_until(lambda: self.top() > 0, f"the page to scroll by {key!r}", lambda: self.browser.focused.get_attribute("outerHTML")[:80])

    def test_keys_scroll_after_a_load_and_after_a_reload(self):
        for size in ((390, 500), DESKTOP):
            with self.subTest(size=size):
                self.browser.appearance(size)
                self.start()
                self.browser.says(HOME)
                for _ in ("load", "reload"):
                    for key in (Keys.PAGE_DOWN, Keys.SPACE, Keys.END, Keys.ARROW_DOWN):
                        self.scrolls_by(key)
                    self.browser.reload()
                    self.browser.says(HOME)

    def test_keys_scroll_after_a_place_was_opened_and_left(self):
        self.browser.appearance((390, 400))
        self.start()
        self.browser.press(re.compile("^Shoes"))
        self.browser.shows("Shoes")
        self.scrolls_by(Keys.PAGE_DOWN)
        self.browser.press(re.compile("^Back"))
        self.browser.says(HOME)
        self.assertTrue(self.browser.focused.text.startswith("Shoes"), "the focus is back on what was pressed")
        self.scrolls_by(Keys.END)

    def test_the_first_tab_leads_to_the_first_control(self):
        self.start()
        self.browser.says(HOME)
        self.browser.keys(Keys.TAB)
        first = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('.scroll :is(button, a[href], input)')].find((each) => each.checkVisibility())")
        self.assertEqual(self.browser.focused, first)

    def test_axe_accepts_the_part_that_scrolls(self):
        self.browser.ignore_policy()
        self.start()
        self.browser.says(HOME)
        self.assertEqual(axe.findings(self.browser), [])


if __name__ == "__main__":
    unittest.main()
