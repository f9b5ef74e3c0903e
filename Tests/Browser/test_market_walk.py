"""The market application, used in a browser like by its users.

    Scripts/browser-test.sh test_market_walk
"""

import re
import unittest

from browser import wait_until
from walk import Walk


def addressed(link):
    """Returns the path of the page for a link."""
    return link.removeprefix("usher:/")


class MarketTest(Walk):
    def enter(self, link=None):
        """Goes through the services at launch to the tabs, and then to the target of a link."""
        # Market is the default application, so the address does not name it.
        self.start()
        self.browser.shows("Stories")
        self.browser.press("Skip")
        self.browser.shows("Delivery city")
        self.browser.press("Berlin")
        self.browser.shows("Today")
        if link:
            self.browser.open(f"{self.server.address}{addressed(link)}")

    def tab(self, name):
        self.browser.press(re.compile(f"^{name}"), role="button")

    def log_in(self):
        self.browser.shows("Log in")
        self.browser.type("Username", "demo")
        self.browser.type("Password", "demo-password")
        self.browser.press("Log in")


class Launch(MarketTest):
    def test_the_stories_are_told_a_page_at_a_time_and_end_at_the_tabs(self):
        browser = self.browser
        self.start()
        browser.shows("Stories")
        browser.says("Fresh from the field")
        browser.screenshot("market-stories")
        browser.press("Next")
        browser.says("One-hour delivery")
        browser.press("Back")
        browser.says("Fresh from the field")
        browser.press("Skip")
        browser.shows("Delivery city")
        browser.screenshot("market-city")
        browser.press("Berlin")
        browser.shows("Today")
        browser.says("Goes well together")
        browser.screenshot("market-today")


class Shopping(MarketTest):
    def test_it_is_searched_put_into_the_cart_and_ordered_once(self):
        browser = self.browser
        self.enter()
        self.tab("Catalog")
        browser.shows("Catalog")
        browser.screenshot("market-catalog")
        browser.type("Search groceries", "milk")
        browser.press(re.compile("^Whole milk"))
        browser.shows("Whole milk")
        browser.screenshot("market-product")
        browser.press("Add to cart")
        browser.press(re.compile("^Increase: In your cart"))
        wait_until(lambda: browser.find("button", re.compile(r"^Cart.*2")), "a badge", browser.describe)
        browser.screenshot("market-product-in-cart")
        self.tab("Cart")
        browser.shows("Cart")
        browser.says("€5.48")
        browser.screenshot("market-cart")
        browser.press("Check out")
        browser.screenshot("market-login")
        self.log_in()
        browser.shows("Address")
        browser.screenshot("market-address")
        browser.type("Street address", "Linienstraße 12")
        browser.press("Continue to payment")
        browser.shows("Payment")
        browser.screenshot("market-payment")
        browser.press("Place order")
        browser.shows("Thank you")
        browser.screenshot("market-confirmation")
        browser.press("Done")
        browser.shows("Cart")
        browser.says("Your cart is empty")
        browser.screenshot("market-cart-empty")
        self.tab("Profile")
        browser.shows("Profile")
        browser.screenshot("market-profile")
        browser.press(re.compile("^Orders"))
        browser.shows("Orders")
        browser.screenshot("market-orders")
        browser.press(re.compile("^Order 1"))
        browser.says("2 × Whole milk")
        browser.screenshot("market-order")


class Haste(MarketTest):
    """Check out is pressed before the number of pieces has been sent."""

    def setUp(self):
        super().setUp()
        self.enter("usher://market/product/coffee")
        self.browser.shows("Espresso beans")
        self.browser.press("Add to cart")
        wait_until(lambda: self.browser.find("button", re.compile(r"^Increase: In your cart")), "one in the cart")
        self.tab("Cart")
        self.browser.shows("Cart")
        self.addCleanup(self.browser.slow, 0)

    def press_all(self, *names):
        """Presses buttons one after the other, 50 milliseconds apart."""
        self.browser.driver.execute_async_script(
            "const [buttons, done] = arguments;"
            "const press = () => { buttons.shift().click(); buttons.length ? setTimeout(press, 50) : done() }; press()",
            [self.browser.find("button", name) for name in names])

    def check_out(self):
        browser = self.browser
        self.log_in()
        browser.shows("Address")
        browser.type("Street address", "Linienstraße 12")
        browser.press("Continue to payment")
        browser.shows("Payment")
        browser.press("Place order")
        browser.shows("Thank you")
        browser.press("Done")
        browser.shows("Cart")
        self.tab("Profile")
        browser.press(re.compile("^Orders"))
        browser.shows("Orders")
        browser.press(re.compile("^Order 1"))

    def test_three_quick_presses_and_check_out_order_four(self):
        more = re.compile("^Increase: Espresso beans")
        self.press_all(more, more, more, "Check out")
        self.check_out()
        self.browser.says("4 × Espresso beans")

    def test_presses_during_the_request_of_the_first_are_ordered_too(self):
        more = re.compile("^Increase: Espresso beans")
        self.browser.slow(1.5)
        self.browser.press(more)
        wait_until(lambda: self.browser.driver.find_elements("css selector", "[data-active]"), "the request")
        self.press_all(more, more, "Check out")
        self.browser.shows("Log in")
        self.browser.slow(0)
        self.check_out()
        self.browser.says("4 × Espresso beans")


class Favorites(MarketTest):
    def test_they_ask_for_a_login_that_can_be_closed(self):
        browser = self.browser
        self.enter()
        self.tab("Favorites")
        browser.shows("Favorites")
        browser.screenshot("market-favorites-guest")
        browser.press("Log in")
        browser.shows("Log in")
        browser.press("Close")
        browser.shows("Favorites")
        browser.press("Log in")
        self.log_in()
        browser.shows("Favorites")
        browser.says("No favorites yet")
        browser.screenshot("market-favorites-empty")
        self.tab("Today")
        browser.press(re.compile("^Braeburn apples"))
        browser.shows("Braeburn apples")
        browser.press("Favorite")
        wait_until(lambda: browser.find("button", "Favorite").get_attribute("aria-pressed") == "true", "a kept product")
        browser.screenshot("market-product-kept")
        self.tab("Favorites")
        browser.says("Braeburn apples")
        browser.screenshot("market-favorites")


class Modals(MarketTest):
    def test_one_lies_over_the_other_and_each_can_be_left(self):
        browser = self.browser
        self.enter("usher://market/product/coffee")
        browser.shows("Espresso beans")
        browser.press("Delivery")
        browser.shows("Delivery")
        browser.screenshot("market-delivery")
        browser.press(re.compile("^City"))
        browser.shows("Delivery city")
        browser.screenshot("market-city-over-delivery")
        browser.press("Vienna")
        browser.shows("Delivery")
        browser.says("Vienna")
        browser.press("Close")
        browser.shows("Espresso beans")

    def test_it_can_be_read_in_the_dark(self):
        browser = self.browser
        browser.appearance(dark=True)
        self.enter()
        browser.shows("Today")
        browser.screenshot("market-today-dark")


if __name__ == "__main__":
    unittest.main()
