"""The applications on a phone, a tablet and a desktop: what is where, and that all of it fits.

    Scripts/browser-test.sh test_sizes
"""

import re
import unittest

from browser import PHONE, wait_until
from walk import Walk

TABLET = (834, 1112)
DESKTOP = (1440, 900)
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
# The widest text, in pixels.
READABLE = 660


class SizesTest(Walk):
    def script(self, text, *arguments):
        return self.browser.driver.execute_script(text, *arguments)

    def box(self, selector):
        """Returns the box of the first visible element of a selector."""
        return self.script(
            "const e = [...document.querySelectorAll(arguments[0])].find(e => e.checkVisibility({visibilityProperty: true}));"
            "const {left, top, right, bottom, width, height} = e.getBoundingClientRect(); return {left, top, right, bottom, width, height}",
            selector)

    def each_size(self, *sizes):
        """Sets each size, or those of some names, in both themes."""
        for name in sizes or SIZES:
            for dark in (False, True):
                self.browser.appearance(SIZES[name], dark)
                # The page draws again when two screens begin or cease to fit.
                self.browser.driver.execute_async_script(
                    "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")
                yield name, dark

    def check_fit(self, screen):
        """Checks the screen in front at each size, in both themes."""
        for name, dark in self.each_size():
            width, height = SIZES[name]
            self.assertEqual(self.script(
                "return [document.documentElement, ...document.querySelectorAll('.scroll')]"
                ".filter(e => e.scrollWidth > e.clientWidth).map(e => e.className)"), [], f"sideways scrolling at {name}")
            frame = self.box(".frame")
            self.assertEqual((frame["width"], frame["height"]), (width, height), "the app fills the window")
            self.assertEqual(self.script(
                "return [...document.querySelectorAll('button, a, input, select')].filter(e => !e.closest('[inert]')"
                " && e.checkVisibility({visibilityProperty: true}) && e.type !== 'hidden')"
                ".map(e => [e.textContent || e.name, (e.closest('label') ?? e).getBoundingClientRect()])"
                ".filter(([, {width, height}]) => width < 24 || height < 24).map(([text]) => text)"), [], f"small targets at {name}")
            self.assertEqual(self.script(
                "return [...document.querySelectorAll('p.text')].map(e => e.getBoundingClientRect().width).filter(w => w > arguments[0])",
                READABLE), [], f"long lines at {name}")
            self.browser.screenshot(f"sizes-{screen}-{name}-{'dark' if dark else 'light'}")


class Market(SizesTest):
    def enter(self, link=None, size=PHONE):
        """Starts at a link, or after the questions of the launch."""
        self.start(link)
        self.browser.appearance(size)
        if link:
            return
        self.browser.shows("Stories")
        self.browser.press("Skip")
        self.browser.shows("Delivery city")
        self.browser.press("Berlin")

    def tab(self, name):
        self.browser.press(re.compile(f"^{name}"))

    def titles(self):
        """Returns the titles of the screens that can be seen and used."""
        return self.script(
            "return [...document.querySelectorAll('.bar__title')].filter(e => !e.closest('[inert]')"
            " && e.checkVisibility({visibilityProperty: true})).map(e => e.textContent)")

    def test_every_screen_fits_every_size(self):
        browser = self.browser
        self.start()
        browser.shows("Stories")
        self.check_fit("market-stories")
        browser.press("Skip")
        browser.shows("Delivery city")
        self.check_fit("market-city")
        browser.press("Berlin")
        browser.shows("Today")
        self.check_fit("market-today")
        browser.press(re.compile("^A slow breakfast"))
        browser.shows("A slow breakfast")
        self.check_fit("market-promotion")
        self.tab("Catalog")
        browser.shows("Catalog")
        self.check_fit("market-catalog")
        browser.press(re.compile("^Fruit"))
        browser.shows("Fruit")
        self.check_fit("market-category")
        browser.press(re.compile("^Bananas"))
        browser.shows(re.compile("^Bananas"))
        self.check_fit("market-product")
        browser.press("Add to cart")
        wait_until(lambda: browser.has("button", re.compile("^Increase: In your cart")), "one in the cart", browser.describe)
        self.check_fit("market-product-in-cart")
        self.tab("Cart")
        browser.shows("Cart")
        self.check_fit("market-cart")
        browser.press("Check out")
        browser.shows("Log in")
        self.check_fit("market-login")

    def test_a_list_and_its_detail_are_beside_each_other_where_both_fit(self):
        self.enter("usher://market/product/coffee")
        self.browser.shows("Espresso beans")
        for name, _ in self.each_size():
            wait_until(lambda: len(self.titles()) == (1 if name == "phone" else 2), f"the screens on a {name}", lambda: str(self.titles()))
            if name == "phone":
                continue
            beside, front = self.box("[data-beside]"), self.box("[data-split] > [data-position=front]")
            self.assertEqual(beside["right"], front["left"])
            self.assertEqual((beside["top"], beside["bottom"]), (front["top"], front["bottom"]))
            self.assertGreaterEqual(beside["width"], 300)
            self.assertGreater(front["width"], beside["width"])

    def test_what_is_chosen_in_the_list_takes_the_place_of_the_detail(self):
        browser = self.browser
        self.enter("usher://market/product/coffee", DESKTOP)
        browser.shows("Espresso beans")
        depth = len(browser.fetch("GET", browser.session)[1]["stack"])
        browser.press(re.compile("^Green tea"))
        wait_until(lambda: "Espresso beans" not in self.titles() and len(self.titles()) == 2, "another product", lambda: str(self.titles()))
        self.assertEqual(len(browser.fetch("GET", browser.session)[1]["stack"]), depth)
        browser.back()
        wait_until(lambda: self.titles() == ["Catalog", "Drinks"], "the list without a product", lambda: str(self.titles()))

    def test_a_choice_beside_a_detail_leaves_the_detail_and_is_made(self):
        browser = self.browser
        self.enter("usher://market/product/coffee", DESKTOP)
        browser.shows("Espresso beans")
        browser.press("Bakery")
        wait_until(lambda: self.titles() == ["Catalog", "Bakery"], "another category", lambda: str(self.titles()))

    def test_the_tabs_are_at_the_bottom_or_on_a_desktop_at_the_side(self):
        self.enter()
        self.browser.shows("Today")
        for name, _ in self.each_size():
            bar = self.box(".tab-bar")
            width, height = SIZES[name]
            if name == "desktop":
                self.assertEqual((bar["left"], bar["top"], bar["bottom"]), (0, 0, height))
            else:
                self.assertEqual((bar["left"], bar["right"], bar["bottom"]), (0, width, height))

    def test_a_grid_has_more_columns_where_there_is_room(self):
        self.enter()
        self.browser.shows("Today")
        columns = {}
        for name, _ in self.each_size():
            columns[name] = self.script(
                "return getComputedStyle([...document.querySelectorAll('.grid')].at(-1)).gridTemplateColumns.split(' ').length")
        self.assertEqual(columns["phone"], 2)
        self.assertGreater(columns["tablet"], columns["phone"])
        self.assertGreater(columns["desktop"], columns["tablet"])

    def test_the_main_action_is_in_view_without_scrolling(self):
        self.enter("usher://market/product/coffee")
        self.browser.shows("Espresso beans")
        for name, _ in self.each_size():
            button = self.browser.find("button", "Add to cart")
            box = self.script("const {top, bottom} = arguments[0].getBoundingClientRect(); return {top, bottom}", button)
            self.assertLessEqual(box["bottom"], SIZES[name][1])
            self.assertGreater(box["top"], SIZES[name][1] / 2)
            self.assertTrue(self.script(
                "const r = arguments[0].getBoundingClientRect();"
                "return arguments[0].contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2))", button))

    def test_a_sheet_is_as_high_as_what_is_in_it_and_in_the_middle(self):
        browser = self.browser
        self.enter()
        self.tab("Favorites")
        browser.shows("Favorites")
        browser.press("Log in")
        browser.shows("Log in")
        for name, _ in self.each_size("tablet", "desktop"):
            width, height = SIZES[name]
            sheet = self.box(".sheet")
            content = self.script(
                "const s = document.querySelector('.sheet .page[data-position=front] .scroll');"
                "return [...s.children].reduce((sum, e) => sum + e.getBoundingClientRect().height, 0)")
            self.assertLess(abs(sheet["height"] - content), 2, "no empty space below")
            self.assertLess(abs(sheet["left"] - (width - sheet["right"])), 2)
            self.assertLess(abs(sheet["top"] - (height - sheet["bottom"])), 2)


class Others(SizesTest):
    def test_the_shop_fits_every_size_and_a_color_changes_the_picture(self):
        self.app = "shop"
        browser = self.browser
        self.start("usher://shop/catalog/product/ridge")
        browser.shows("Ridge shell")
        self.check_fit("shop-product")
        picture = lambda: self.script("return [...document.querySelectorAll('.hero img')].at(-1).getAttribute('src')")
        before = picture()
        browser.press("Rust")
        wait_until(lambda: picture() != before, "another picture", picture)
        self.assertEqual(browser.find("button", "Rust").get_attribute("aria-checked"), "true")
        browser.press("Add to cart")
        browser.press("Cart, 1")
        browser.shows("Cart")
        self.check_fit("shop-cart")

    def test_the_shop_has_a_front_page_and_sorted_categories(self):
        self.app = "shop"
        browser = self.browser
        self.start()
        browser.says("Autumn above the tree line")
        self.check_fit("shop-home")
        browser.press(re.compile("^Shoes"))
        browser.shows("Shoes")
        browser.press("Lowest price")
        wait_until(lambda: browser.find("button", "Lowest price").get_attribute("aria-checked") == "true", "sorted", browser.describe)
        self.check_fit("shop-category")

    def test_kanji_fit_every_size(self):
        self.app = "kanji"
        browser = self.browser
        self.start()
        browser.shows("Kanji list")
        self.check_fit("kanji-list")
        browser.press(re.compile("water"))
        browser.shows("Kanji details")
        self.check_fit("kanji-detail")

    def test_items_and_a_profile_fit_every_size(self):
        browser = self.browser
        self.app = "items"
        self.start()
        browser.shows("Log in")
        self.check_fit("items-login")
        self.app = "profile"
        self.start()
        browser.shows("Edit user")
        self.check_fit("profile-user")
        browser.press("Select city")
        browser.shows("Cities")
        self.check_fit("profile-cities")


if __name__ == "__main__":
    unittest.main()
