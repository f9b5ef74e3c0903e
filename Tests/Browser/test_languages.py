"""The web client in the language of its user, and mirrored for languages that run from right to left.

    Scripts/browser-test.sh test_languages
"""

import json
import re
import unittest

from browser import Browser, Server, wait_until


# The names and the horizontal edges of the parts that have a size of their own.
BOXES = """
    return [...document.querySelectorAll(".brand, .tab, .tab-bar__search, .bar__button, .card, .hero__picture, .stepper__button, .row__aside, .thumbnail, .column .button")]
      .filter((each) => !each.closest("[inert]") && each.checkVisibility({visibilityProperty: true}))
      .map((each) => [each.textContent.slice(0, 30) || each.className, each.getBoundingClientRect().left, each.getBoundingClientRect().right]);
    """


class Languages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--public", "Public")
        cls.addClassCleanup(cls.server.stop)

    def browser(self, language, time_zone="Europe/Berlin", script=None):
        """Returns a browser whose user has a language, and in which a script runs before those of the page."""
        browser = Browser()
        self.addCleanup(browser.quit)
        agent = browser.driver.execute_script("return navigator.userAgent")
        browser._cdp("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        browser._cdp("Emulation.setTimezoneOverride", timezoneId=time_zone)
        if script:
            browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=script)
        return browser

    def start(self, browser, app=None):
        browser.start(f"{self.server.address}/?app={app or ''}")

    def attribute(self, browser, name):
        return browser.driver.execute_script("return document.documentElement.getAttribute(arguments[0])", name)

    def enter(self, browser, skip, city):
        """Goes through the services at launch to the catalog."""
        browser.press(skip)
        browser.press(city)

    def test_a_german_user_reads_german_with_prices_in_the_german_way(self):
        browser = self.browser("de-DE")
        self.start(browser)
        browser.shows("Storys")
        self.assertEqual(self.attribute(browser, "lang"), "de")
        self.enter(browser, "Überspringen", "München")
        browser.shows("Heute")
        browser.screenshot("german-today")
        browser.press(re.compile("^Sortiment"))
        browser.type("Lebensmittel suchen", "vollmilch")
        browser.press(re.compile("^Vollmilch"))
        browser.shows("Vollmilch")
        browser.says("1,29\u00a0€")
        self.assertTrue(browser.has("button", re.compile("^Zurück: Sortiment")))
        browser.press("In den Warenkorb")
        browser.find("button", "Mehr: In deinem Warenkorb")
        browser.screenshot("german-product")
        browser.press(re.compile("^Warenkorb"))
        browser.says("Kostenlose Lieferung ab einem Bestellwert von 40,00\u00a0€.")
        browser.screenshot("german-cart")
        self.assertEqual(browser.complaints(), [])

    def test_a_japanese_user_reads_japanese(self):
        browser = self.browser("ja-JP", "Asia/Tokyo")
        self.start(browser)
        browser.shows("ストーリー")
        self.assertEqual(self.attribute(browser, "lang"), "ja")
        self.enter(browser, "スキップ", "ベルリン")
        browser.shows("今日")
        browser.screenshot("japanese-today")
        browser.press(re.compile("^カート"))
        browser.says("カートは空です")
        browser.screenshot("japanese-cart")

    def test_a_user_of_another_language_reads_english_with_english_prices(self):
        browser = self.browser("fr-FR")
        self.start(browser)
        browser.shows("Stories")
        self.assertEqual(self.attribute(browser, "lang"), "en")
        self.enter(browser, "Skip", "Berlin")
        browser.says("€2.49")

    def test_an_application_without_translations_is_in_english_with_prices_of_the_user(self):
        browser = self.browser("de-DE")
        self.start(browser, "shop")
        browser.says("119,00\u00a0€")
        self.assertEqual(self.attribute(browser, "lang"), "en")

    def test_the_client_tells_its_locale_and_its_time_zone(self):
        browser = self.browser("de-AT", "Europe/Vienna", """
            const send = globalThis.fetch;
            globalThis.starts = [];
            globalThis.fetch = (input, options) => {
              if (String(input?.url ?? input).endsWith("/v1/sessions")) globalThis.starts.push(options?.body ?? "");
              return send(input, options);
            };
            """)
        self.start(browser)
        browser.shows("Storys")
        client = json.loads(browser.driver.execute_script("return starts[0]"))["client"]
        self.assertEqual((client["locale"], client["timeZone"]), ("de-AT", "Europe/Vienna"))

    def test_a_layout_is_mirrored_if_the_language_runs_from_right_to_left(self):
        browser = self.browser("en-US", script="""
            const read = Response.prototype.json;
            Response.prototype.json = async function () {
              const content = await read.call(this);
              return content?.screens ? { ...content, language: "ar", direction: "rtl" } : content;
            };
            """)
        browser.lose_streams()
        self.start(browser)
        browser.shows("Stories")
        self.enter(browser, "Skip", "Berlin")
        browser.shows("Today")
        self.assertEqual((self.attribute(browser, "lang"), self.attribute(browser, "dir")), ("ar", "rtl"))
        title = "const [one, two] = [document.querySelector('.bar__title'), document.querySelector('.bar__side--trailing')];" \
                "return one.getBoundingClientRect().left > two.getBoundingClientRect().left"
        wait_until(lambda: browser.driver.execute_script(title), "a title at the right", browser.describe)
        browser.screenshot("mirrored-today")
        browser.press(re.compile("^A slow breakfast"))
        back = browser.find("button", re.compile("^Back"))
        middle = browser.driver.execute_script("return innerWidth / 2")
        self.assertGreater(back.rect["x"], middle)
        browser.screenshot("mirrored-promotion")
        browser.driver.execute_script(
            "[...document.querySelectorAll('.tile__body')].find((each) => each.checkVisibility() && !each.closest('[inert]')).click()")
        row = browser.find("button", "About this product")
        self.assertEqual(self.order(browser, row, ".row__mark", ".row__text"), [0, 1])
        arrow = "return getComputedStyle(arguments[0].querySelector('.row__mark .symbol')).transform"
        self.assertEqual(browser.driver.execute_script(arrow, row), "matrix(-1, 0, 0, 1, 0, 0)")
        self.assertEqual(browser.complaints(), [])

    def test_each_part_of_a_screen_is_at_its_place_in_the_mirror_at_every_size(self):
        places = {}
        for direction in ("ltr", "rtl"):
            browser = self.browser("en-US", script="""
                const read = Response.prototype.json;
                Response.prototype.json = async function () {
                  const content = await read.call(this);
                  return content?.screens ? { ...content, direction: "%s" } : content;
                };
                """ % direction)
            browser.lose_streams()
            self.start(browser)
            browser.shows("Stories")
            self.enter(browser, "Skip", "Berlin")
            for title, press in (("Today", None), ("Braeburn apples", "^Braeburn"), ("Cart", "^Cart")):
                if press:
                    browser.press(re.compile(press))
                browser.shows(title)
                if title.startswith("Braeburn"):
                    browser.press("Add to cart")
                    browser.find("button", "Increase: In your cart")
                for size in ((390, 844), (820, 1180), (1440, 900)):
                    browser.appearance(size)
                    browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))")
                    browser.screenshot(f"mirror-{title.split()[0]}-{size[0]}-{direction}")
                    places.setdefault((title, size[0]), []).append(browser.driver.execute_script(BOXES))
                browser.appearance()
        for (title, width), (one, other) in places.items():
            self.assertGreater(len(one), 8)
            self.assertEqual([name for name, *_ in one], [name for name, *_ in other])
            for (name, left, right), (_, start, end) in zip(one, other):
                self.assertLess(abs(left - (width - end)) + abs(right - (width - start)), 4, f"{name} on {title} at {width}")

    def test_each_language_has_every_word_of_the_client(self):
        browser = self.browser("en-US")
        self.start(browser)
        keys = browser.driver.execute_async_script("""
            const [done] = arguments;
            const files = ["english", "german", "japanese"];
            Promise.all(files.map((file) => import(`/web/words/${file}.js`)))
              .then((modules) => done(modules.map((module, index) => Object.keys(module[files[index]]))), (error) => done(String(error)));
            """)
        self.assertGreater(len(keys[0]), 50)
        self.assertEqual(keys[1:], [keys[0]] * 2)

    def order(self, browser, parent, *selectors):
        """Returns the positions of parts of an element in the order of their places from left to right."""
        places = browser.driver.execute_script(
            "const [parent, ...parts] = arguments; return parts.map((part) => parent.querySelector(part).getBoundingClientRect().left)",
            parent, *selectors)
        return sorted(range(len(places)), key=places.__getitem__)


if __name__ == "__main__":
    unittest.main()
