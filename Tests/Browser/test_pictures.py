"""The pictures of the shipped applications, as the browser loads and draws them.

Scripts/browser-test.sh test_pictures
"""

import re
import unittest

from browser import DESKTOP, PHONE, wait_until
from test_market_walk import MarketTest
from test_shop_walk import ShopTest

TABLET = (820, 1180)
# The paths of the pictures of the screen in front; null while one of them is not drawn.
DRAWN = """
    const all = [...document.querySelectorAll('img')].filter((each) => !each.closest('[inert]') && each.checkVisibility());
    for (const each of all) each.loading = 'eager';
    return all.every((each) => each.complete && each.naturalWidth > 0) ? all.map((each) => new URL(each.src).pathname) : null;
"""


class Pictures:
    def drawn(self):
        """Waits until all pictures are drawn, and returns their paths."""
        return wait_until(lambda: self.browser.driver.execute_script(DRAWN), "all pictures", self.missing)

    def missing(self):
        return str(
            self.browser.driver.execute_script(
                "return [...document.querySelectorAll('img')].filter((e) => !e.naturalWidth).map((e) => e.src)"
            )
        )

    def screenshots(self, name):
        for kind, size in (("phone", PHONE), ("tablet", TABLET), ("desktop", DESKTOP)):
            for dark in (False, True):
                self.browser.appearance(size, dark)
                self.drawn()
                self.browser.screenshot(f"pictures-{name}-{kind}-{'dark' if dark else 'light'}")
        self.browser.appearance()


class Market(Pictures, MarketTest):
    def test_stories_the_feed_and_a_product_have_drawings(self):
        browser = self.browser
        self.start()
        browser.says("Fresh from the field")
        self.assertEqual(self.drawn(), ["/pictures/market/fresh.svg"])
        self.screenshots("story")
        browser.press("Skip")
        browser.press("Berlin")
        browser.shows("Today")
        self.assertIn("/pictures/market/picnic.svg", self.drawn())
        self.screenshots("today")
        browser.press(re.compile("^Braeburn apples"))
        browser.shows("Braeburn apples")
        picture = browser.find("img", "A red apple with a leaf")
        self.assertIn("/pictures/market/apples.svg", self.drawn())
        box = picture.rect
        self.assertAlmostEqual(box["width"] / box["height"], 4 / 3, delta=0.05)
        self.screenshots("grocery")
        browser.press("Add to cart")
        self.tab("Cart")
        browser.shows("Cart")
        self.assertEqual(self.drawn(), ["/pictures/market/apples.svg"])

    def test_an_empty_cart_and_the_favorites_have_drawings(self):
        self.enter()
        self.tab("Cart")
        self.browser.says("Your cart is empty")
        self.assertEqual(self.drawn(), ["/pictures/placeholders/cart.svg"])
        self.screenshots("empty-cart")
        self.tab("Favorites")
        self.browser.says("Save your favorites")
        self.assertEqual(self.drawn(), ["/pictures/placeholders/heart.svg"])


class Shop(Pictures, ShopTest):
    def test_another_color_changes_the_picture(self):
        browser = self.browser
        self.start("usher://shop/catalog/product/ridge")
        browser.find("img", "A shell jacket with a hood, Anthracite")
        browser.press(re.compile("^Rust"))
        browser.find("img", "A shell jacket with a hood, Rust")
        self.assertEqual(self.drawn(), ["/pictures/shop/ridge-c11.svg"])
        swatches = browser.driver.execute_script(
            "return [...document.querySelectorAll('.option__color')].filter((each) => !each.closest('[inert]'))"
            ".map((each) => getComputedStyle(each).backgroundColor)"
        )
        self.assertEqual(swatches, ["rgb(65, 70, 66)", "rgb(200, 92, 54)", "rgb(36, 84, 107)"])
        self.screenshots("shop-product")
        browser.press("Add to cart")
        browser.press("Cart, 1")
        browser.shows("Cart")
        self.assertEqual(self.drawn(), ["/pictures/shop/ridge-c11.svg"])

    def test_the_season_and_each_category_have_drawings(self):
        browser = self.browser
        self.start()
        browser.says("Autumn above the tree line")
        self.assertIn("/pictures/shop/accessories.svg", self.drawn())
        self.screenshots("shop-home")
        browser.press(re.compile("^Hats and gloves"))
        browser.shows("Hats and gloves")
        self.assertIn("/pictures/shop/scarf-c18.svg", self.drawn())


if __name__ == "__main__":
    unittest.main()
