"""The gallery of all elements in all states, which a server for development has at `/gallery/`.

    Scripts/browser-test.sh test_gallery
"""

import re
import tempfile
import unittest

import axe
from browser import DESKTOP, Browser, Server, wait_until
from server import ROOT

#: Whether each specimen shows a screen, or the alert above it, and no view has failed.
SHOWN = """
    const views = [...document.querySelectorAll("usher-view")];
    return views.length > 0 && views.every(({shadowRoot}) => shadowRoot.querySelector(".screen") && !shadowRoot.querySelector(".empty--page")) && views.length
    """
BUSY = "return [...document.querySelectorAll('usher-view')].filter(({shadowRoot}) => shadowRoot.querySelector('[aria-busy=true], .spinner')).length"


class Gallery(unittest.TestCase):
    def open(self, is_for_development=True, has_policy=True, dark=False):
        server = Server(is_for_development=is_for_development)
        self.addCleanup(server.stop)
        self.browser = Browser(size=DESKTOP, dark=dark)
        self.addCleanup(self.browser.quit)
        if not has_policy:
            self.browser.ignore_policy()
        self.browser.open(f"{server.address}/gallery/")

    def choose(self, label, value):
        select = self.browser.find("combobox", label)
        self.browser.driver.execute_script(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", select, value)

    def kinds(self):
        self.browser.find("navigation", "Elements")
        return [each.text for each in self.browser.driver.find_elements("css selector", ".kinds a")]

    def show(self, kind):
        self.browser.driver.execute_script("location.hash = arguments[0]", kind)
        wait_until(lambda: self.browser.driver.execute_script("return document.querySelector('.kinds [aria-current]').textContent") == kind, kind)
        wait_until(lambda: self.browser.driver.execute_script(SHOWN), f"the specimens of {kind}", self.browser.complaints)

    def test_axe_finds_nothing_in_views_of_another_page(self):
        for dark in (False, True):
            self.open(has_policy=False, dark=dark)
            for kind in self.kinds():
                with self.subTest(kind=kind, dark=dark):
                    self.show(kind)
                    self.assertEqual(axe.findings(self.browser), [])

    def test_every_kind_is_there_and_drawn(self):
        self.open()
        kinds = self.kinds()
        drawn = re.search(r"^const kinds = \{(.*?)\};", (ROOT / "Public/web/render/element.js").read_text(), re.MULTILINE | re.DOTALL)[1]
        self.assertEqual(set(kinds), {"pinned", *re.findall(r"\w+", drawn)}, "the kinds that the kit draws")
        for kind in kinds:
            self.show(kind)
            self.browser.screenshot(f"gallery-{kind}")
        self.assertEqual(self.browser.complaints(), [])

    def test_files_arrive_and_are_sent_with_the_form(self):
        self.open()
        self.kinds()
        self.show("form")
        root = """[...document.querySelectorAll('usher-view')].map(({shadowRoot}) => shadowRoot)
            .find((each) => each.querySelector('[type=file]'))"""
        run = lambda script, *arguments: self.browser.driver.execute_script(script.replace("ROOT", root), *arguments)
        wait_until(lambda: run("return ROOT?.querySelectorAll('[type=file]').length") == 2, "the fields for files")
        photo, papers = run("return [...ROOT.querySelectorAll('[type=file]')]")
        self.assertEqual(photo.get_attribute("accept"), "image/*")
        self.assertFalse(photo.get_property("multiple"))
        self.assertTrue(papers.get_property("multiple"))
        send = lambda: run("ROOT.querySelector('[type=submit]').click()")
        send()
        wait_until(lambda: "This field is required." in run("return ROOT.querySelector('form').textContent"), "the missing photo")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(bytes(700_000))
            file.flush()
            photo.send_keys(file.name)
            papers.send_keys(file.name)
            texts = lambda: run("return [...ROOT.querySelectorAll('.files__file')].map((each) => each.textContent)")
            wait_until(lambda: [text.count("Ready") for text in texts()] == [1, 1], "the files that have arrived", texts)
            missing = lambda: "This field is required." in run("return ROOT.querySelector('form').textContent")
            wait_until(lambda: not missing(), "the end of the message that was about the missing photo")
            # One photo is enough, and there is room for two more papers.
            self.assertEqual([photo.is_enabled(), papers.is_enabled()], [False, True])
            run("ROOT.querySelectorAll('.files__file button')[0].click()")
            wait_until(lambda: len(texts()) == 1 and photo.is_enabled(), "the removed photo")
            photo.send_keys(file.name)
            wait_until(lambda: len(texts()) == 2 and all("Ready" in text for text in texts()), "another photo", texts)
        self.browser.screenshot("gallery-files")
        send()
        wait_until(lambda: run("return ROOT.querySelector('[type=submit]').getAttribute('aria-busy')") == "true", "the form that is sent")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_pressed_control_is_at_work(self):
        self.open()
        self.kinds()
        wait_until(lambda: self.browser.driver.execute_script(BUSY) == 1, "the button at work")

    def test_its_choices_and_a_theme_are_for_all_specimens(self):
        self.open()
        self.kinds()
        wait_until(lambda: self.browser.driver.execute_script(SHOWN), "the specimens")
        first = "const first = document.querySelector('usher-view').shadowRoot.querySelector('.button--primary'); return first && getComputedStyle(first)"
        self.choose("Colors", "dark")
        wait_until(lambda: self.browser.driver.execute_script(f"{first}?.backgroundColor") == "rgb(95, 208, 180)", "dark colors")
        self.choose("Direction", "rtl")
        wait_until(lambda: self.browser.driver.execute_script(f"{first}?.direction") == "rtl", "the other direction")
        self.browser.driver.find_element("css selector", "summary").click()
        area = self.browser.find("textbox", "theme.json")
        area.clear()
        area.send_keys('{"colors": {"dark": {"accent": "#333333"}}}')
        self.browser.press("Use this theme")
        wait_until(lambda: "In the dark colors, accent (#333333) on ground" in self.browser.driver.find_element("css selector", "[role=alert]").text, "the refusal")
        area.clear()
        area.send_keys('{"colors": {"dark": {"accent": "#f2a6d8"}}}')
        self.browser.press("Use this theme")
        wait_until(lambda: self.browser.driver.execute_script(f"{first}?.backgroundColor") == "rgb(242, 166, 216)", "the theme")

    def test_a_server_for_users_has_none(self):
        self.open(is_for_development=False)
        wait_until(lambda: "usher serve --dev" in self.browser.driver.find_element("id", "gallery").text, "the reason")
        self.assertEqual(self.browser.driver.find_elements("css selector", "usher-view"), [])


if __name__ == "__main__":
    unittest.main()
