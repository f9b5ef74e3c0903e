"""The addresses of places: the page's own address, its links, and the browser's back and forward buttons.

    Scripts/browser-test.sh test_addresses
"""

import re
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import wait_until
from walk import BACK, Walk

MILK = "/market/product/milk"


class Addresses(Walk):
    def go(self, path):
        """Opens the address of a place as a new visitor."""
        self.browser.start(self.server.address + path)

    def open(self, path):
        self.browser.open(self.server.address + path)

    def go_to_milk(self):
        """Goes from the catalog to a product."""
        browser = self.browser
        self.enter()
        browser.press("Catalog")
        browser.shows("Catalog")
        browser.press(re.compile("^Dairy"))
        browser.shows("Dairy and eggs")
        browser.press(re.compile("^Whole milk"))
        browser.shows("Whole milk")

    def enter(self):
        """Goes through the questions of the launch."""
        browser = self.browser
        self.go("/market")
        browser.shows("Stories")
        browser.press("Skip")
        browser.shows("Delivery city")
        browser.press("Berlin")
        browser.shows("Today")

    def row(self, name):
        return self.browser.find("link", re.compile(f"^{name}"))

    def revision(self):
        return self.browser.fetch("GET", self.browser.session)[1]["revision"]


class Places(Addresses):
    def test_the_address_follows_the_place(self):
        browser = self.browser
        self.enter()
        browser.is_at("/market/main")
        browser.press("Catalog")
        browser.is_at("/market/catalog")
        browser.press(re.compile("^Dairy"))
        browser.is_at("/market/category/dairy")
        browser.press(re.compile("^Whole milk"))
        browser.is_at(MILK)
        browser.press(re.compile("^About this product"))
        browser.shows("About")
        browser.is_at(MILK)
        browser.press(BACK)
        browser.press(BACK)
        browser.shows("Dairy and eggs")
        browser.is_at("/market/category/dairy")

    def test_an_address_opens_what_it_says_and_the_questions_of_the_launch_come_afterwards(self):
        browser = self.browser
        self.go(MILK)
        browser.shows("Whole milk")
        browser.is_at(MILK)
        browser.screenshot("address-milk")
        browser.press("Add to cart")
        browser.press(re.compile("^Cart"))
        browser.shows("Delivery city")
        browser.press("Berlin")
        browser.shows("Cart")
        browser.says("Whole milk")
        browser.is_at("/market/cart")

    def test_a_reload_continues_the_session_where_it_is(self):
        browser = self.browser
        self.go(MILK)
        browser.shows("Whole milk")
        browser.press(re.compile("^About this product"))
        browser.shows("About")
        session, revision = browser.session, self.revision()
        browser.reload()
        browser.shows("About")
        self.assertEqual((browser.session, self.revision()), (session, revision), "the address is not opened again")
        browser.back()
        browser.shows("Whole milk")

    def test_another_address_in_the_same_tab_goes_on_with_the_session(self):
        browser = self.browser
        self.go_to_milk()
        browser.press("Add to cart")
        browser.says("In your cart")
        session = browser.session
        self.open("/market/cart")
        browser.shows("Cart")
        browser.says("Whole milk")
        self.assertEqual(browser.session, session)
        self.open("/market")
        browser.shows("Cart")
        browser.is_at("/market/cart")

    def test_a_new_tab_starts_with_the_address_and_leaves_the_first_one_alone(self):
        browser = self.browser
        driver = browser.driver
        self.go_to_milk()
        first, session = driver.current_window_handle, browser.session
        driver.switch_to.new_window("tab")
        self.open("/market/category/bakery")
        browser.shows(re.compile("^Bakery"))
        self.assertNotEqual(browser.session, session)
        driver.close()
        driver.switch_to.window(first)
        browser.shows("Whole milk")

    def test_two_applications_in_one_browser_keep_their_sessions(self):
        browser = self.browser
        self.go("/kanji/水")
        browser.shows("Kanji details")
        kanji = browser.session
        self.open("/profile/services")
        browser.shows("Edit profile")
        browser.is_at("/profile/services")
        self.open("/kanji")
        browser.shows("Kanji details")
        browser.is_at("/kanji/水")
        self.assertEqual(browser.session, kanji)
        self.open("/kanji/")
        browser.shows("Kanji list")
        self.assertEqual(browser.session, kanji)

    def test_the_older_forms_of_an_address_still_work(self):
        browser = self.browser
        self.go("/?app=items")
        browser.shows("Log in")
        browser.is_at("/items/login")
        self.go("/?link=usher://items/signUp")
        browser.shows("Sign up")
        browser.is_at("/items/signUp")
        browser.reload()
        browser.shows("Sign up")
        self.go("/?app=")
        browser.shows("Stories")
        browser.is_at("/market/stories")


class BadAddresses(Addresses):
    def test_a_bad_address_says_so_in_the_application_that_was_asked_for(self):
        browser = self.browser
        for path, title in (("/kanji/nowhere/at/all", "Kanji list"), ("/items/item/none", "Log in"), ("/shop/unicorn", "Outfitters")):
            self.go(path)
            browser.shows(title)
            browser.says("We couldn’t open that link")
        browser.screenshot("address-bad")
        browser.is_at("/shop/catalog")

    def test_a_bad_address_leaves_an_open_session_where_it_is(self):
        browser = self.browser
        self.go("/kanji/水")
        browser.shows("Kanji details")
        session = browser.session
        self.open("/kanji/龍")
        browser.shows("Kanji details")
        browser.says("That didn’t work")
        self.assertEqual(browser.session, session)
        browser.is_at("/kanji/水")

    def test_the_name_of_no_application_is_not_found(self):
        self.assertEqual(self.browser.fetch("GET", "/nowhere/at/all")[0], 404)


class History(Addresses):
    def setUp(self):
        super().setUp()
        self.browser.open("about:blank")

    def test_back_and_forward_lead_through_the_places(self):
        browser = self.browser
        self.go_to_milk()
        for _ in range(2):
            browser.back()
            browser.shows("Dairy and eggs")
            browser.is_at("/market/category/dairy")
            browser.back()
            browser.shows("Catalog")
            browser.is_at("/market/catalog")
            browser.forward()
            browser.shows("Dairy and eggs")
            browser.forward()
            browser.shows("Whole milk")
            browser.is_at(MILK)

    def test_back_returns_to_another_tab_and_then_leaves_the_page(self):
        browser = self.browser
        self.enter()
        browser.press(re.compile("^Cart"))
        browser.shows("Cart")
        browser.press("Profile")
        browser.shows("Profile")
        browser.back()
        browser.shows("Cart")
        browser.is_at("/market/cart")
        browser.back()
        browser.shows("Today")
        browser.back()
        wait_until(lambda: self.server.address + "/market" not in browser.driver.current_url, "the page before", browser.describe)

    def test_back_from_a_screen_without_an_address_stays_at_the_place(self):
        browser = self.browser
        self.go_to_milk()
        browser.press(re.compile("^About this product"))
        browser.shows("About")
        browser.back()
        browser.shows("Whole milk")
        browser.is_at(MILK)
        browser.back()
        browser.shows("Dairy and eggs")
        browser.is_at("/market/category/dairy")
        browser.back()
        browser.shows("Catalog")
        browser.is_at("/market/catalog")

    def test_back_does_not_return_to_a_log_in_that_is_over(self):
        browser = self.browser
        self.go("/items")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Welcome")
        browser.press("Got it")
        browser.shows("Items")
        browser.is_at("/items/items")
        browser.press("Settings")
        browser.shows("Settings")
        browser.back()
        browser.shows("Items")
        browser.back()
        wait_until(lambda: "/items" not in browser.driver.current_url, "the page before", browser.describe)

    def test_forward_asks_before_it_discards_what_was_typed(self):
        browser = self.browser
        self.go("/items/login")
        browser.shows("Log in")
        browser.press("Sign up")
        browser.shows("Sign up")
        browser.back()
        browser.shows("Log in")
        browser.type("Username", "Canary")
        browser.forward()
        browser.find("alertdialog", "Discard your text?")
        browser.press("Keep editing")
        wait_until(lambda: not browser.has("alertdialog", "Discard your text?"), "no question", browser.describe)
        self.assertEqual(browser.find("textbox", "Username").get_attribute("value"), "Canary")
        browser.is_at("/items/login")

    def test_back_after_a_reload_leads_through_the_places(self):
        browser = self.browser
        self.go_to_milk()
        browser.reload()
        browser.shows("Whole milk")
        browser.back()
        browser.shows("Dairy and eggs")
        browser.reload()
        browser.shows("Dairy and eggs")
        browser.back()
        browser.shows("Catalog")


class Links(Addresses):
    def test_rows_that_lead_somewhere_are_links(self):
        browser = self.browser
        self.enter()
        browser.press("Catalog")
        browser.shows("Catalog")
        self.assertEqual(self.row("Dairy").get_attribute("href"), f"{self.server.address}/market/category/dairy")
        browser.screenshot("address-rows")

    def test_a_middle_click_opens_the_place_in_another_tab_and_reports_nothing(self):
        browser = self.browser
        driver = browser.driver
        self.enter()
        browser.press("Catalog")
        browser.shows("Catalog")
        revision, first = self.revision(), driver.current_window_handle
        ActionChains(driver).key_down(Keys.CONTROL).click(self.row("Dairy")).key_up(Keys.CONTROL).perform()
        wait_until(lambda: len(driver.window_handles) == 2, "another tab")
        browser.shows("Catalog")
        self.assertEqual(self.revision(), revision)
        driver.switch_to.window(next(each for each in driver.window_handles if each != first))
        browser.shows("Dairy and eggs")
        driver.close()
        driver.switch_to.window(first)

    def test_a_key_presses_a_row_that_is_a_link(self):
        browser = self.browser
        self.enter()
        browser.press("Catalog")
        browser.shows("Catalog")
        browser.tab_to(re.compile("^Dairy"))
        browser.keys(Keys.ENTER)
        browser.shows("Dairy and eggs")

    def test_a_row_without_an_address_is_a_button(self):
        browser = self.browser
        self.go(MILK)
        browser.shows("Whole milk")
        self.assertEqual(browser.find("button", re.compile("^About this product")).tag_name, "button")
        self.assertEqual(browser.all("link"), [])


if __name__ == "__main__":
    unittest.main()
