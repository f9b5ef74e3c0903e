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

    def test_the_tabs_are_at_the_bottom_or_on_a_desktop_at_the_top(self):
        self.enter()
        self.browser.shows("Today")
        for name, _ in self.each_size():
            bar = self.box(".tab-bar")
            width, height = SIZES[name]
            self.assertEqual((bar["left"], bar["right"]), (0, width))
            if name == "desktop":
                self.assertEqual(bar["top"], 0)
                self.assertIn("Market", self.script("return document.querySelector('.tab-bar > .brand').textContent"))
            else:
                self.assertEqual(bar["bottom"], height)
                self.assertFalse(self.script("return Boolean(document.querySelector('.brand, .tab-bar__search'))"))

    def test_a_grid_has_more_columns_where_there_is_room(self):
        self.enter()
        self.tab("Catalog")
        self.browser.press("Fruit")
        self.browser.shows("Fruit")
        columns = {}
        for name, _ in self.each_size():
            columns[name] = self.script(
                "return getComputedStyle([...document.querySelectorAll('.grid')].at(-1)).gridTemplateColumns.split(' ').length")
        self.assertEqual(columns["phone"], 2)
        self.assertGreater(columns["tablet"], columns["phone"])
        self.assertGreater(columns["desktop"], columns["tablet"])

    def test_a_row_of_cards_has_no_hole_on_a_desktop(self):
        self.enter()
        self.browser.shows("Today")
        for name, _ in self.each_size("desktop"):
            rests = self.script(
                "return [...document.querySelectorAll('.grid')].filter(e => e.checkVisibility({visibilityProperty: true}))"
                ".map(e => e.children.length % getComputedStyle(e).gridTemplateColumns.split(' ').length)")
            self.assertEqual(rests, [0, 0])

    def test_each_screen_has_one_left_edge(self):
        browser = self.browser
        self.enter()
        browser.shows("Today")
        for name, _ in self.each_size("phone", "tablet"):
            for tab in ("Today", "Catalog", "Cart", "Favorites", "Profile"):
                self.tab(tab)
                browser.shows(tab)
                self.assertEqual(len({round(edge) for edge in self.edges()}), 1, f"{tab} on a {name}: {self.edges()}")

    def test_the_pinned_bar_is_over_the_cards_above_it(self):
        browser = self.browser
        self.enter()
        browser.press(re.compile("^Braeburn"))
        browser.shows(re.compile("^Braeburn"))
        browser.press("Add to cart")
        browser.find("button", re.compile("^Increase: In your cart"))
        self.tab("Cart")
        browser.shows("Cart")
        for name, _ in self.each_size("phone", "tablet"):
            card, pinned = self.box(".column .card"), self.box(".screen > .pinned .pinned__content")
            self.assertEqual((card["left"], card["right"]), (pinned["left"], pinned["right"]), name)

    def test_all_screens_of_a_desktop_have_the_same_left_edge(self):
        browser = self.browser
        self.enter()
        browser.shows("Today")
        edges = {}
        for name, _ in self.each_size("desktop"):
            for tab in ("Today", "Catalog", "Cart", "Favorites", "Profile"):
                self.tab(tab)
                browser.shows(tab)
                edges[tab] = self.edges()
            self.tab("Catalog")
            browser.shows("Catalog")
            browser.press("Fruit")
            browser.shows("Fruit")
            edges["Fruit"] = [self.box("[data-position=front] .column > *")["left"]]
            browser.press(re.compile("^Bananas"))
            browser.shows(re.compile("^Bananas"))
            edges["Bananas"] = [self.box("[data-position=front] .column > *")["left"], self.box("[data-position=front] .hero__picture")["left"]]
            self.assertEqual({round(edge) for each in edges.values() for edge in each}, {round(self.box(".brand")["left"])}, edges)
            browser.back()
            browser.back()
            browser.shows("Catalog")

    def edges(self):
        """Returns the left edges of the title, of each element and of the first card."""
        return self.script(
            "const front = [...document.querySelectorAll('.panel[data-selected] .page[data-position=front]')].at(-1);"
            "return [...front.querySelectorAll('.bar__title, .column > *, .grid__header, .section__header, .card')]"
            ".filter((each, index, all) => !each.matches('.card') || each === front.querySelector('.card'))"
            ".filter(each => !each.matches('.pinned')).map(each => each.getBoundingClientRect().left)")

    def test_the_main_action_is_in_view_without_scrolling_and_where_there_is_room_at_the_price(self):
        self.enter("usher://market/product/coffee")
        self.browser.shows("Espresso beans")
        for name, _ in self.each_size():
            button = self.browser.find("button", "Add to cart")
            box = self.script("const {top, bottom, left} = arguments[0].getBoundingClientRect(); return {top, bottom, left}", button)
            price = self.box(".hero__price")
            self.assertLessEqual(box["bottom"], SIZES[name][1])
            if name == "phone":
                self.assertGreater(box["top"], SIZES[name][1] / 2)
            else:
                self.assertEqual(box["left"], price["left"])
                self.assertLess(box["top"] - price["bottom"], 100)
            self.assertTrue(self.script(
                "const r = arguments[0].getBoundingClientRect();"
                "return arguments[0].contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2))", button))

    def test_all_tabs_are_in_view_with_text_of_twice_the_size_and_controls_grow(self):
        self.enter()
        self.browser.shows("Today")
        self.script("document.documentElement.style.fontSize = '200%'")
        for name, _ in self.each_size():
            for tab in ("Today", "Profile"):
                self.tab(tab)
                self.browser.shows(tab)
                width, height = SIZES[name]
                out = self.script(
                    "return [...document.querySelectorAll('.tab, .tab__title, .tab-bar__search, .brand')].filter(e => e.checkVisibility())"
                    ".filter(e => { const {left, right, top, bottom} = e.getBoundingClientRect();"
                    " return left < 0 || top < 0 || right > arguments[0] || bottom > arguments[1] || e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && e.matches('.tab__title'); })"
                    ".map(e => e.textContent)", width, height)
                self.assertEqual(out, [], f"cut off at {name}")
                self.browser.screenshot(f"large-text-{tab}-{name}")
        self.script("document.documentElement.style.fontSize = ''")

    def test_the_bars_of_a_phone_on_its_side_leave_more_than_half_of_its_height(self):
        self.enter("usher://market/product/coffee", (844, 390))
        self.browser.shows("Espresso beans")
        self.browser.find("button", "Add to cart")
        bars = self.script(
            "return [...document.querySelectorAll('.bar, .screen > .pinned, .tab-bar')].filter(e => !e.closest('[inert]') && e.checkVisibility({visibilityProperty: true}))"
            ".map(e => e.getBoundingClientRect().height)")
        self.browser.screenshot("landscape")
        self.assertLess(sum(bars), 390 / 2)

    def test_a_long_title_that_the_screen_shows_itself_leaves_no_hole_above_it(self):
        self.enter("usher://market/product/coffee")
        self.browser.shows("Espresso beans")
        before = self.box(".hero")["top"]
        self.script("for (const each of document.querySelectorAll('.bar[data-repeated] > .bar__title')) each.textContent = 'Espresso beans from the highlands '.repeat(4)")
        self.assertEqual(self.box(".hero")["top"], before)

    def test_the_search_is_in_the_bar_of_a_desktop_and_leads_to_its_field(self):
        browser = self.browser
        self.enter(size=DESKTOP)
        browser.shows("Today")
        browser.press("Search groceries")
        browser.shows("Catalog")
        wait_until(lambda: browser.focused.get_attribute("type") == "search", "the focus in the field")
        browser.press("Fruit")
        browser.shows("Fruit")
        browser.press("Search groceries")
        browser.shows("Catalog")
        wait_until(lambda: browser.focused.get_attribute("type") == "search", "the focus in the field")

    def test_a_form_stands_alone_and_on_a_desktop_what_it_is_about_is_beside_it(self):
        browser = self.browser
        self.enter(size=DESKTOP)
        browser.press(re.compile("^Braeburn"))
        browser.shows(re.compile("^Braeburn"))
        browser.press("Add to cart")
        wait_until(lambda: browser.has("button", re.compile("^Increase: In your cart")), "one in the cart", browser.describe)
        self.tab("Cart")
        browser.shows("Cart")
        total, action = self.box(".column > .pinned .pinned__price"), self.box(".column > .pinned .button")
        self.assertLess(action["top"] - total["bottom"], 40)
        self.assertGreater(total["left"], self.box(".column .list")["right"])
        browser.press("Check out")
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        browser.shows("Address")
        for name, _ in self.each_size():
            primaries = [each.text for each in browser.driver.find_elements("css selector", ".button--primary") if each.is_displayed()]
            self.assertEqual(primaries, ["Continue to payment"], "one main action")
            if name != "desktop":
                self.assertEqual(self.titles(), ["Address"])
                continue
            form, summary = self.box(".form"), self.box("[data-beside] .list")
            self.assertGreater(summary["left"], form["right"])
            self.assertIn("Braeburn", self.script("return document.querySelector('[data-beside]').textContent"))
            self.assertTrue(self.script("return document.querySelector('[data-beside]').inert"))
        browser.type("Street address", "Linienstraße 12")
        browser.press("Continue to payment")
        browser.shows("Payment")
        for name, _ in self.each_size():
            self.browser.screenshot(f"payment-{name}")
            self.assertEqual(self.script(
                "return [...document.querySelectorAll('.row__title')].filter(e => e.textContent === 'Total' && e.checkVisibility({visibilityProperty: true})).length"), 1, "one summary")
            form, prices = self.box(".form"), self.box(".page[data-position=front] .list")
            if name == "desktop":
                self.assertGreater(prices["left"], form["right"])
            else:
                self.assertGreater(form["top"], prices["bottom"])

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
    def enter_items(self):
        self.app = "items"
        browser = self.browser
        self.start()
        browser.appearance(DESKTOP)
        browser.shows("Log in")
        browser.type("Username", "demo")
        browser.type("Password", "demo-password")
        browser.press("Log in")
        wait_until(lambda: browser.title in ("Welcome", "Items"), "the start")
        if browser.title == "Welcome":
            browser.press("Got it")
        browser.shows("Items")

    def titles(self):
        return self.script(
            "return [...document.querySelectorAll('.bar__title')].filter(e => !e.closest('[inert]')"
            " && e.checkVisibility({visibilityProperty: true})).map(e => e.textContent)")

    def test_a_list_and_its_detail_are_beside_each_other_where_both_fit(self):
        browser = self.browser
        self.enter_items()
        edge = self.box(".column .card")["left"]
        browser.press(re.compile("^Item 3"))
        browser.shows("Item 3")
        for name, _ in self.each_size():
            wait_until(lambda: len(self.titles()) == (1 if name == "phone" else 2), f"the screens on a {name}", lambda: str(self.titles()))
            if name == "phone":
                continue
            beside, front = self.box("[data-beside]"), self.box("[data-split=list] > [data-position=front]")
            self.assertEqual(beside["right"], front["left"])
            self.assertEqual((beside["top"], beside["bottom"]), (front["top"], front["bottom"]))
            self.assertGreaterEqual(beside["width"], 300)
            self.assertGreater(front["width"], beside["width"])
            if name == "desktop":
                self.assertEqual(self.box("[data-beside] .card")["left"], edge, "the list stays where it was")

    def test_what_is_chosen_in_the_list_takes_the_place_of_the_detail(self):
        browser = self.browser
        self.enter_items()
        browser.press(re.compile("^Item 3"))
        browser.shows("Item 3")
        depth = len(browser.fetch("GET", browser.session)[1]["stack"])
        browser.press(re.compile("^Item 5"))
        wait_until(lambda: self.titles() == ["Items", "Item 5"], "another item", lambda: str(self.titles()))
        self.assertEqual(len(browser.fetch("GET", browser.session)[1]["stack"]), depth)
        browser.back()
        wait_until(lambda: self.titles() == ["Items"], "the list without an item", lambda: str(self.titles()))

    def test_applications_of_one_page_have_themes_of_their_own(self):
        colors = {}
        for self.app in ("market", "shop"):
            self.start()
            wait_until(lambda: self.script("return Boolean(document.querySelector('.screen'))"), "a screen")
            accent = lambda: self.script("return getComputedStyle(document.documentElement).getPropertyValue('--accent')")
            wait_until(lambda: accent() not in colors.values(), "another color", accent)
            colors[self.app] = accent()

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
