"""The shop application, used in a browser like by its users.

    Scripts/browser-test.sh test_shop_walk
"""

import re
import unittest
import urllib.request

from browser import wait_until
from walk import BACK, Walk


class ShopTest(Walk):
    app = "shop"


class Catalog(ShopTest):
    def streams(self):
        """Returns the number of streams that the server has open."""
        with urllib.request.urlopen(f"{self.server.address}/metrics") as response:
            return int(re.search(r"^usher_streams (\d+)", response.read().decode(), re.MULTILINE)[1])

    def test_it_comes_late_and_what_was_asked_for_meanwhile_is_done(self):
        browser = self.browser
        self.start("usher://shop/catalog/product/ridge")
        browser.shows("Product")
        browser.press("Add to cart")
        browser.says("We'll add it to your cart as soon as the catalog loads.")
        browser.screenshot("shop-product-waiting")
        browser.shows("Ridge shell")
        wait_until(lambda: browser.has("button", "Cart, 1"), "one in the cart", browser.describe)
        browser.screenshot("shop-product")
        browser.press(re.compile("^Rust"))
        browser.press("Add to cart")
        wait_until(lambda: browser.has("button", "Cart, 2"), "two in the cart", browser.describe)

    def test_what_happens_on_the_server_comes_by_the_stream(self):
        browser = self.browser
        self.start("usher://shop/catalog/product/ridge")
        browser.shows("Ridge shell")
        wait_until(lambda: self.streams() == 1, "one stream", self.streams)
        browser.driver.get("about:blank")
        wait_until(lambda: self.streams() == 0, "its end", self.streams)

    def test_eight_windows_of_one_origin_stay_alive(self):
        browser = self.browser
        self.start()
        browser.says("Autumn above the tree line")
        driver = browser.driver
        windows = [driver.current_window_handle]
        address = driver.current_url
        try:
            for _ in range(7):
                driver.switch_to.new_window("window")
                driver.get(address)
                browser.says("Autumn above the tree line")
                windows.append(driver.current_window_handle)
            for window in windows:
                driver.switch_to.window(window)
                browser.press(re.compile("^Shoes"))
                browser.shows("Shoes")
            wait_until(lambda: self.streams() == 1, "one stream for all windows", self.streams)
        finally:
            for window in windows[1:]:
                driver.switch_to.window(window)
                driver.close()
            driver.switch_to.window(windows[0])

    def test_an_alert_lies_over_the_home_page_and_leaves_it_as_it_was(self):
        browser = self.browser
        self.start()
        browser.says("Autumn above the tree line")
        browser.screenshot("shop-home")
        browser.press("Buy now")
        browser.says("to your cart, where you can check out")
        browser.screenshot("shop-buy-now")
        browser.press("Cancel")
        browser.shows("Outfitters")
        browser.press(re.compile("^Shoes"))
        browser.shows("Shoes")
        browser.screenshot("shop-category")


class Sections(ShopTest):
    def test_the_cart_takes_the_stack_over_and_gives_it_back(self):
        browser = self.browser
        self.start()
        browser.says("Autumn above the tree line")
        browser.press(re.compile("^Cart"))
        browser.shows("Cart")
        browser.screenshot("shop-cart-empty")
        browser.press("Start shopping")
        browser.shows("Outfitters")
        browser.press(re.compile("^Summit hat"))
        browser.shows("Summit hat")
        browser.press("Add to cart")
        browser.press("Cart, 1")
        browser.shows("Cart")
        browser.screenshot("shop-cart")
        browser.press("Close")
        browser.shows("Summit hat")
        browser.press("Cart, 1")
        browser.press("Remove")
        browser.says("Remove item?")
        browser.screenshot("shop-removal")
        browser.press("Keep")
        browser.shows("Cart")
        browser.press("Remove")
        browser.says("Remove item?")
        browser.press("Remove")
        browser.says("Your cart is empty")

    def test_something_is_bought_after_a_login_over_the_cart(self):
        browser = self.browser
        self.start("usher://shop/catalog/product/cairn")
        browser.shows("Cairn boots")
        browser.press("Add to cart")
        browser.press("Cart, 1")
        browser.press("Check out")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "wrong")
        browser.press("Log in")
        browser.says("Incorrect username or password.")
        browser.screenshot("shop-login-rejected")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Shipping")
        # A button that is pressed at the moment when this appears asks the user to look again.
        browser.says("The products that you chose before logging in are in your cart.")
        browser.screenshot("shop-shipping")
        browser.type("Name", "Ada")
        browser.type("Address", "Linienstraße 12, Berlin")
        browser.press("Continue to payment")
        browser.shows("Payment")
        browser.screenshot("shop-payment")
        browser.press("Place order")
        browser.shows("Thank you")
        browser.screenshot("shop-confirmation")
        browser.press("Done")
        browser.shows("Cart")
        browser.press("Close")
        browser.shows("Cairn boots")
        browser.press(BACK)
        browser.shows("Outfitters")
        browser.press("Account")
        browser.shows("Account")
        browser.screenshot("shop-account")
        browser.press(re.compile("^Orders"))
        browser.shows("Orders")
        browser.screenshot("shop-orders")


if __name__ == "__main__":
    unittest.main()
