"""The keys that scroll a page: they work at once, as on any page, and change nothing else.

    Scripts/browser-test.sh test_keyboard
"""

import re
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

import axe
from browser import DESKTOP, PHONE, wait_until
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

    def test_the_scroll_position_survives_a_reload(self):
        self.browser.appearance((390, 500))
        self.start()
        self.browser.says(HOME)
        self.scrolls_by(Keys.END)
        wait_until(lambda: self.browser.driver.execute_script("const before = globalThis.lastTop; globalThis.lastTop = arguments[0]; return before === arguments[0]", self.top()), "an end")
        before = self.top()
        self.browser.reload()
        self.browser.says(HOME)
        wait_until(lambda: self.top() == before, f"the position {before}", lambda: str(self.top()))
        self.browser.keys(Keys.HOME)
        wait_until(lambda: self.top() == 0, "the top")

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


class Results(Walk):
    app = "market"

    def said(self):
        return self.browser.driver.execute_script("return document.getElementById('announcer').textContent")

    def test_a_control_that_takes_the_place_of_another_gets_its_focus_and_what_happened_is_said(self):
        browser = self.browser
        for size in (PHONE, DESKTOP):
            with self.subTest(size=size):
                self.start("usher://market/product/coffee")
                browser.appearance(size)
                browser.shows("Espresso beans")
                browser.tab_to("Add to cart")
                browser.keys(Keys.ENTER)
                wait_until(lambda: browser.focused.accessible_name == "Increase: In your cart", "the focus on the stepper", lambda: browser.focused.accessible_name)
                wait_until(lambda: "In your cart: 1" in self.said(), "the number", self.said)
                browser.keys(Keys.ENTER)
                value = lambda: browser.driver.execute_script("return document.querySelector('.stepper__value').textContent")
                wait_until(lambda: value() == "2", "two", value)
                self.assertEqual(browser.focused.accessible_name, "Increase: In your cart")
                ActionChains(browser.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
                self.assertEqual(browser.focused.accessible_name, "Decrease: In your cart")
                for _ in range(2):
                    browser.keys(Keys.ENTER)
                wait_until(lambda: browser.focused.accessible_name == "Add to cart", "the focus on the button", lambda: browser.focused.accessible_name)

    def test_each_tab_can_be_reached_with_tab(self):
        browser = self.browser
        self.start()
        browser.press("Skip")
        browser.shows("Delivery city")
        browser.press("Berlin")
        browser.shows("Today")
        for name in ("Catalog", "Cart", "Favorites", "Profile"):
            browser.tab_to(name)
        browser.keys(Keys.ENTER)
        browser.shows("Profile")


if __name__ == "__main__":
    unittest.main()
