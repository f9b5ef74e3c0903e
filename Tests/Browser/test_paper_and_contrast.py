"""The page on paper, in forced colors, and under the keys that scroll.

    Scripts/browser-test.sh test_paper_and_contrast
"""

import base64
import io
import re
import unittest

from PIL import Image
from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE, wait_until
from elements_server import MODULES
from test_elements import VIEW, ElementsTest
from walk import Walk

#: The least contrast of the label of a control (WCAG 2.2, 1.4.3), less what the smoothing of thin letters takes.
LEAST = 3
#: The rules in effect again as they were when one unknown selector had a browser drop the whole list.
FAULT = "@media (forced-colors: active) { .button--primary, .switch { forced-color-adjust: auto !important; } }"


def luminance(pixel):
    linear = [each / 3294.6 if each <= 10 else ((each / 255 + 0.055) / 1.055) ** 2.4 for each in pixel[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def split(prelude):
    """Returns the selectors of a list; commas in parentheses divide none."""
    selectors, depth = [""], 0
    for letter in prelude:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            selectors.append("")
        else:
            selectors[-1] += letter
    return [each.strip() for each in selectors if each.strip()]


class ForcedColors(ElementsTest):
    public = MODULES

    LABELS = ".button__label, .option, .bar__title, .field__label, .badge"

    def unreadable(self):
        """Returns the texts of which no pixel differs enough from what is behind them."""
        driver = self.browser.driver
        found = []
        for element in driver.find_elements("css selector", self.LABELS):
            if not element.is_displayed() or driver.execute_script("return Boolean(arguments[0].closest(':disabled, [aria-disabled=true], .option__color'))", element):
                continue
            text = element.get_property("textContent").strip()
            driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
            picture = Image.open(io.BytesIO(element.screenshot_as_png)).convert("RGB")
            # The middle of the line: a browser draws a ground behind the letters alone where it forces the colors of a text.
            picture = picture.crop((0, picture.height * 2 // 5, picture.width, picture.height * 3 // 5))
            bright = [luminance(pixel) for _, pixel in picture.getcolors(1 << 24)]
            if (max(bright) + 0.05) / (min(bright) + 0.05) < LEAST:
                found.append(text)
        return found

    def test_each_label_can_be_read_in_forced_colors(self):
        self.serve()
        for dark in (False, True):
            self.browser.appearance(dark=dark, forced_colors=True)
            self.browser.screenshot(f"forced-colors-{'dark' if dark else 'light'}")
            self.assertEqual(self.unreadable(), [], "dark" if dark else "light")

    def test_a_label_that_cannot_be_read_is_found(self):
        self.serve()
        self.browser.appearance(forced_colors=True)
        self.browser.driver.execute_script("const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets = [sheet]", FAULT)
        self.assertIn("Primary", self.unreadable())

    def test_no_rule_is_dropped_for_one_selector_that_a_browser_does_not_know(self):
        self.serve()
        lists = 0
        for file in sorted(MODULES.glob("**/*.css")):
            text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
            for prelude in re.findall(r"([^{};]+)\{", text):
                selectors = split(prelude)
                if len(selectors) < 2 or prelude.strip().startswith("@"):
                    continue
                lists += 1
                for selector in selectors:
                    self.assertNotRegex(selector, r"::?-(moz|webkit|ms)-", f"{file.name}: in a list")
                    if "from" != selector != "to":
                        self.assertTrue(self.browser.driver.execute_script("return CSS.supports(`selector(${arguments[0]})`)", selector), f"{file.name}: {selector}")
        self.assertGreater(lists, 50)


class Paper(ElementsTest):
    public = MODULES

    def pages(self):
        pdf = base64.b64decode(self.browser._cdp("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", pdf))

    def test_a_long_screen_is_printed_whole(self):
        rows = [{"title": f"Row {number}"} for number in range(200)]
        self.serve(view=[{"kind": "list", "sections": [{"rows": rows}]}])
        for size in (PHONE, DESKTOP):
            with self.subTest(size):
                self.browser.appearance(size)
                count = self.pages()
                self.assertGreater(count, 5)
                self.assertLess(count, 20)

    def test_what_can_only_be_used_on_a_screen_is_not_printed(self):
        self.serve()
        self.browser._cdp("Emulation.setEmulatedMedia", media="print")
        self.addCleanup(self.browser._cdp, "Emulation.setEmulatedMedia", media="")
        shown = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('.bar__side, .tab-bar, .notices, .search, .map__buttons, .scrim')].filter((each) => each.checkVisibility()).length")
        self.assertEqual(shown, 0)
        inner = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('#app *')].filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY)"
            " && each.scrollHeight > each.clientHeight + 1).map((each) => each.className)")
        self.assertEqual(inner, [], "nothing scrolls on paper")
        self.assertTrue(self.browser.find("heading", "Everything").is_displayed())


class ScrollKeys(Walk):
    app = "kanji"

    def test_the_keys_scroll_a_screen_as_soon_as_it_is_there(self):
        for key in (Keys.PAGE_DOWN, Keys.SPACE, Keys.END, Keys.DOWN):
            for again in (False, True):
                with self.subTest(key=ascii(key), again=again):
                    self.browser.reload() if again else self.start()
                    wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.scroll')?.scrollHeight > 900"), "the list")
                    self.browser.keys(key)
                    wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.scroll').scrollTop > 0"), "a scrolled list")

    def test_tab_begins_at_the_first_control(self):
        self.start()
        wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.scroll')?.scrollHeight > 900"), "the list")
        self.browser.keys(Keys.TAB)
        first = self.browser.driver.execute_script("return document.querySelector('.screen a[href], .screen button') === document.activeElement")
        self.assertTrue(first)

    def test_a_long_list_is_printed_whole(self):
        self.start()
        wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.scroll')?.scrollHeight > 900"), "the list")
        pdf = base64.b64decode(self.browser._cdp("Page.printToPDF")["data"])
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", pdf)), 2)


if __name__ == "__main__":
    unittest.main()
