"""The kit `@usher/web`, in pages that have more than an application.

    Scripts/browser-test.sh test_web_kit
"""

import re
import unittest

from browser import wait_until
from embedding import ForeignPage
from selenium.webdriver.common.keys import Keys

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fjord magazine</title><link rel="stylesheet" href="/page.css"><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script></head>
<body><h1>Fjord magazine</h1><p>An article.</p><input id="note"><div id="one"></div><div id="two"></div><p class="long">The end.</p></body></html>"""

# A page that is careless with its styles.
STYLE = """
* { box-sizing: content-box; letter-spacing: 0.2em; }
body { color: rgb(200, 0, 0); font: italic 30px/2 serif; text-transform: uppercase; text-align: right; }
h1, p { margin: 40px; } button, .button, .row { display: none !important; border: 9px solid red !important; }
usher-view, div { padding: 0; } #one, #two { width: 390px; height: 700px; } .long { height: 3000px; }
"""
SCRIPT = """
import { mount } from "/web/index.js";
globalThis.server = new URLSearchParams(location.search).get("server");
globalThis.mount = mount;
globalThis.show = (id, options) => (globalThis[id === "one" ? "first" : "second"] = mount(document.getElementById(id), { server, ...options }));
"""
FILES = {"/page.html": PAGE, "/page.css": STYLE, "/page.js": SCRIPT}

# What a page has that a view could take.
TAKEN = """
    const style = (selector) => { const {color, font, margin} = getComputedStyle(document.querySelector(selector)); return [color, font, margin]; };
    return {
      address: location.href, title: document.title, entries: history.length, state: history.state, body: document.body.className,
      language: document.documentElement.lang, direction: document.documentElement.dir, page: document.documentElement.getAttribute("style"),
      scroll: scrollY, focus: document.activeElement.id, h1: style("h1"), p: style("p"), input: style("#note"), sheets: document.styleSheets.length,
    };
    """


class WebKit(unittest.TestCase):
    def open(self, *options):
        page = ForeignPage(self, FILES, *options)
        page.open()
        wait_until(lambda: page.script("return typeof show === 'function'"), "the kit", lambda: str(page.browser.complaints()))
        return page

    def test_a_page_keeps_all_that_is_its_own(self):
        page = self.open()
        page.find("#note").send_keys("text")
        before = page.script(TAKEN)
        page.script("show('one', {app: 'kanji'})")
        page.press(re.compile("弟"))
        page.find("h1", "Kanji details")
        self.assertEqual(page.script("return document.activeElement.localName"), "usher-view", "the user has gone there")
        page.find("#note").send_keys("ed")
        # The driver scrolls to what it presses.
        page.script(f"scrollTo(0, {before['scroll']})")
        page.wait("return first.session.back()")
        page.find(".search")
        self.assertEqual(page.script(TAKEN), before)
        self.assertEqual(page.script("return note.value"), "texted")
        self.assertEqual(page.browser.complaints(), [])

    def test_the_look_of_neither_changes_the_other(self):
        page = self.open()
        page.script("show('one', {app: 'items'})")
        button = page.find("button", "Log in")
        look = page.script("""
            const {display, borderTopWidth, textTransform, fontStyle, letterSpacing, boxSizing, textAlign} = getComputedStyle(arguments[0]);
            return [display, borderTopWidth, textTransform, fontStyle, letterSpacing, boxSizing, textAlign];""", button)
        self.assertEqual(look, ["flex", "0px", "none", "normal", "normal", "border-box", "center"])
        frame = page.script("const {width, height} = arguments[0].getBoundingClientRect(); return [width, height]", page.find(".frame"))
        self.assertEqual(frame, [390, 700], "the view fills its element")

    def test_several_views_stand_side_by_side(self):
        page = self.open()
        page.script("show('one', {app: 'kanji'}); show('two', {app: 'items', name: 'second'})")
        one, two = (page.find(f"#{each} > usher-view") for each in ("one", "two"))
        page.find("button", "Log in", two)
        page.press(re.compile("弟"), one)
        page.find("h1", "Kanji details", one)
        page.find("input[name=login]", within=two).send_keys("ann")
        page.script("arguments[0].dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))", page.find(".scroll", within=two))
        page.find("h1", "Kanji details", one)
        ids = page.script("return [first.session.id, second.session.id]")
        self.assertEqual(len(set(ids)), 2)
        self.assertIn("Log in", page.text(two))
        # Each continues its own session after a reload.
        page.open()
        wait_until(lambda: page.script("return typeof show === 'function'"), "the kit")
        page.script("show('one', {app: 'kanji'}); show('two', {app: 'items', name: 'second'})")
        page.find("button", "Log in", page.find("#two > usher-view"))
        page.find("h1", "Kanji details", page.find("#one > usher-view"))
        self.assertEqual(page.script("return [first.session.id, second.session.id]"), ids)
        self.assertEqual(page.browser.complaints(), [])

    def test_nothing_is_left_when_it_is_unmounted(self):
        page = self.open()
        left = """return {
            nodes: document.querySelectorAll("*").length, listeners: [...left.listeners].map(({type}) => type), timers: left.timers.size,
            requests: [...left.requests].map(({input}) => String(input)), page: document.documentElement.getAttribute("style")}"""
        before = page.script(left)
        for launch in ("show('one', {app: 'items'})", "show('one', {app: 'kanji'})"):
            page.script(launch)
            page.find(".screen")
            wait_until(lambda: page.script("return [...left.requests].some(({input}) => String(input).endsWith('/events'))"), "a stream")
            page.script("first.unmount(); first.unmount()")
            self.assertEqual(page.script(left), before)
        # Also before the style or the first state is there.
        page.script("show('one', {app: 'kanji'}).unmount()")
        wait_until(lambda: page.script(left) == before, "the end of all requests", lambda: str(page.script(left)))
        self.assertEqual(page.browser.complaints(), [])

    def test_a_session_of_the_page_is_shown_and_stays_open(self):
        page = self.open()
        page.wait("""
            const {Session} = await import("/client/index.js");
            globalThis.mine = new Session({server, app: "kanji"});
            await mine.open();
            show("one", {session: mine});""")
        page.press(re.compile("弟"))
        page.find("h1", "Kanji details")
        page.script("first.unmount()")
        self.assertEqual(page.script("return mine.display.phase"), "open")
        page.script("show('two', {session: mine})")
        page.find("h1", "Kanji details")
        page.script("second.unmount(); mine.close()")

    def test_the_words_of_a_page_come_before_those_of_the_kit(self):
        page = self.open()
        page.script("show('one', {app: 'kanji', words: {en: {search: 'Look up', back: 'Return'}}})")
        page.press(re.compile("弟"))
        page.find("button", re.compile("^Return"))

    def test_the_focus_goes_where_the_user_is(self):
        page = self.open()
        page.script("show('one', {app: 'kanji'})")
        page.press(re.compile("弟"))
        page.find("h1", "Kanji details")
        focused = "return first && document.activeElement.shadowRoot?.activeElement?.className"
        wait_until(lambda: page.script(focused) == "bar__title", "the focus on the title", lambda: str(page.script(focused)))
        page.browser.keys(Keys.TAB)
        self.assertEqual(page.script(focused), "row", "the first one below the title")

    def test_an_element_of_html_shows_an_application(self):
        page = ForeignPage(self, {
            "/page.html": PAGE.replace('<div id="one"></div>', '<usher-app id="one" app="kanji"></usher-app>'),
            "/page.css": "#one { width: 390px; height: 700px; }",
            "/page.js": """
                import "/web/usher-app.js";
                globalThis.events = [];
                for (const type of ["usher-screen", "usher-ended"]) addEventListener(type, ({detail}) => events.push([type, detail.name ?? detail]));
                one.setAttribute("server", new URLSearchParams(location.search).get("server"));
                one.options = {words: {en: {back: "Return"}}};""",
        })
        page.open()
        page.press(re.compile("弟"))
        page.find("h1", "Kanji details")
        page.find("button", re.compile("^Return"))
        self.assertEqual(page.script("return events"), [["usher-screen", "kanjiList"], ["usher-screen", "kanjiDetail"]])
        self.assertEqual(page.script("globalThis.app = one; app.remove(); return [app.mounted, left.timers.size]"), [None, 0])
        page.script("two.append(app)")
        page.find("h1", "Kanji details")
        page.script("one.setAttribute('app', 'items')")
        page.find("button", "Log in")
        self.assertEqual(page.script("return one.querySelectorAll('usher-view').length"), 1)
        self.assertEqual(page.browser.complaints(), [])

    def test_a_view_of_which_a_renderer_fails_says_so_and_leaves_the_others_alone(self):
        page = self.open()
        page.script("""
            globalThis.failures = [];
            addEventListener("error", (event) => event.preventDefault());
            show("one", {app: "kanji", screens: {kanjiDetail: () => { throw new Error("broken"); }}});
            first.on("failed", ({failure}) => failures.push(failure.message));
            show("two", {app: "items"});""")
        one, two = (page.find(f"#{each} > usher-view") for each in ("one", "two"))
        page.press(re.compile("弟"), one)
        page.find("h1", "This page has a mistake", one)
        self.assertEqual(page.script("return failures"), ["broken"])
        page.find("button", "Log in", two)
        page.script("first.unmount()")
        self.assertEqual(page.script("return one.childNodes.length"), 0)

    def test_an_element_of_the_kit_and_one_of_the_application_are_drawn_by_it(self):
        page = self.open()
        page.wait("""
            const {h} = await import("/web/index.js");
            const grid = ({cards}, context) => h("ol", {class: "mine"}, cards.map(({key, title, report}) => h("li", {key}, h("button", {
              type: "button", on: {click: () => context.at(key).report(report.output, report.payload)}}, title))));
            globalThis.launches = [];
            const fetch = (url, options) => (options.body && launches.push(JSON.parse(options.body)), globalThis.fetch(url, options));
            show("one", {app: "kanji", fetch, elements: {grid, rating: () => null}, screens: {kanjiDetail: ({name}) => h("p", {class: "own"}, name)}});""")
        page.press("younger brother", selector=".mine button")
        self.assertEqual(page.find(".own").text, "kanjiDetail")
        client = page.script("return launches[0].client")
        self.assertLessEqual({"grid", "list", "pinned", "rating"}, set(client["elements"]))
        self.assertEqual(client["screens"], {"kanjiDetail": 1})


if __name__ == "__main__":
    unittest.main()
