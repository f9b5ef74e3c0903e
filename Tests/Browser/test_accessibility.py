"""WCAG 2.2 AA on the screens of all applications; Documentation/accessibility.md has a line for each criterion.

    Scripts/browser-test.sh test_accessibility
    USHER_EVERY_SCREEN=1 Scripts/browser-test.sh test_accessibility
"""

import json
import os
import time
import unittest

import axe
from browser import DESKTOP, PHONE, Browser, wait_until
from elements_server import ElementsServer
from selenium.webdriver.common.keys import Keys
from states import explored
from test_elements import MESSAGES, OUTPUTS, VIEW, ElementsTest, state

TABLET = (820, 1180)
#: In pixels. Axe judges the colors of what is in the window only, so that is as high as any screen.
HIGH = 6000
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
EVERY = bool(os.environ.get("USHER_EVERY_SCREEN"))
MODAL_ACTIONS = [{"label": "Keep", "role": "cancel", "output": "press"}]

# Words that stand on two lines, and texts that are cut off, on the screen in front.
TORN = """
    const torn = [];
    const layer = [...document.querySelectorAll(".frame, .sheet, .alert")].filter((each) => !each.closest("[inert]")).at(-1);
    // Whether something that does not scroll hides a part of a line of text.
    const isCut = (element, {left, right}) => {
      for (let each = element; each !== layer; each = each.parentElement) {
        const {overflowX} = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX)) return false;
        const area = each.getBoundingClientRect();
        if (overflowX !== "visible" && (left < area.left - 1 || right > area.right + 1)) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element.closest("[inert], .visually-hidden, option, .bar[data-hidden], .text--code, .map__plot") || !element.checkVisibility()) continue;
      for (const {0: word, index} of node.data.matchAll(/[\\p{L}\\p{M}\\p{N}'’]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({top}) => Math.round(top)));
        if (tops.size > 1) torn.push(`torn: ${word} in ${element.className}`);
      }
      const line = document.createRange();
      line.selectNodeContents(node);
      if (node.data.trim() && isCut(element, line.getBoundingClientRect())) torn.push(`cut off: ${node.data} in ${element.className}`);
    }
    for (const scroll of layer.querySelectorAll(".scroll")) {
      if (!scroll.closest("[inert]") && scroll.scrollWidth > scroll.clientWidth + 1) torn.push("scrolls sideways");
    }
    return torn;
    """
# Pictures and symbols that lie on the text of their own control.
COVERED = """
    const covered = [];
    const areaOf = (element) => element.getBoundingClientRect();
    for (const control of document.querySelectorAll(".tab, .button, .row, .bar__button, .message, .field-message, .empty")) {
      if (control.closest("[inert]") || !control.checkVisibility()) continue;
      const pictures = [...control.querySelectorAll("svg, img, .thumbnail")];
      const texts = [...control.querySelectorAll("span, p")].filter((each) => each.childElementCount === 0 && each.textContent.trim() && !each.matches(".thumbnail, .badge"));
      for (const picture of pictures) for (const text of texts) {
        const [one, other] = [areaOf(picture), areaOf(text)];
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (width > 1 && height > 1) covered.push(`${text.textContent} is under a picture in ${control.className}`);
      }
    }
    return covered;
    """
# The focusable elements of the layer in front, in the order of Tab, that come before one that they are below or beside.
DISORDER = """
    const layer = [...document.querySelectorAll(".frame, .sheet, .alert")].filter((each) => !each.closest("[inert]")).at(-1);
    const all = [...layer.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")]
      .filter((each) => !each.closest("[inert]") && each.checkVisibility() && each.tabIndex >= 0 && !each.disabled);
    // The bar of tabs stays at its edge of the window, whatever the screen has below it.
    const places = all.filter((each) => !each.closest(".tab-bar"))
      .map((each) => ({each, page: each.closest(".page"), card: each.closest(".tile, .section"), ...each.getBoundingClientRect().toJSON()}));
    const disorder = [];
    for (let index = 1; index < places.length; index += 1) {
      const [before, after] = [places[index - 1], places[index]];
      const nameOf = ({each}) => each.textContent.trim() || each.ariaLabel || each.name;
      // Two screens beside each other are two columns: all of the first one comes before all of the second one.
      if (before.page !== after.page) {
        const [first, second] = [before, after].map(({page}) => page.getBoundingClientRect());
        const isDone = !places.slice(index).some(({page}) => page === before.page);
        if (first.right > second.left + 1 || !isDone) disorder.push(`${nameOf(before)} comes before ${nameOf(after)}`);
        continue;
      }
      // The control of a card comes before the next card, and the rows of a section before the next section, whose top is beside that of this one.
      const [one, other] = [before, after].map((each) => (before.card !== after.card && each.card ? each.card.getBoundingClientRect() : each));
      const isBelow = other.top >= one.top - 4 || other.top + other.height / 2 > one.top;
      const isBeside = other.left >= one.left;
      if (!isBelow || (other.bottom <= one.top + one.height / 2 && !isBeside)) disorder.push(`${nameOf(before)} comes before ${nameOf(after)}`);
    }
    if (document.querySelector("[tabindex]:not([tabindex='0'], [tabindex='-1'])")) disorder.push("a positive tabindex");
    return disorder;
    """
# The titles of screens in a tab that is not selected, if they are drawn over those of the selected one.
STRAY = """
    return [...document.querySelectorAll(".panel:not([data-selected]) .bar__title")]
      .filter((each) => each.checkVisibility({visibilityProperty: true})).map(({textContent}) => textContent);
    """
CONTRAST = """
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgb = (color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((each) => each / 255);
    };
    const luminance = (color) => {
      const [red, green, blue] = rgb(color).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element) => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        const {backgroundColor} = getComputedStyle(each);
        if (!/, 0\\)$|transparent/.test(backgroundColor)) return backgroundColor;
      }
    };
    return [...document.querySelectorAll(arguments[0])].map((element) => {
      const [one, other] = [getComputedStyle(element).borderTopColor, ground(element)].map(luminance).sort((a, b) => b - a);
      return (one + 0.05) / (other + 0.05);
    });
    """


# Two frames, after which the client has drawn a new size, such as one screen instead of two beside each other.
DRAWN = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
# Style sheets for text that is larger, or has more space, than the page's own.
LARGE = "html { font-size: 200% !important; }"
SPACED = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"
# Adds a style sheet, in which long words are not divided, so that one which does not fit is found.
ADD_STYLE = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { hyphens: manual !important; }" + arguments[0]);
    document.adoptedStyleSheets = [sheet];
    """
REMOVE_STYLE = "document.adoptedStyleSheets = []"


class Screens(unittest.TestCase):
    """All checks of a screen are made while it is open, and each test is of one of them."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        started = time.monotonic()
        states = explored()
        print(f"\n{len(states)} screens, explored in {time.monotonic() - started:.0f} s")
        #: By check: the first screen of each finding.
        cls.found = {}
        browser = Browser()
        server = ElementsServer(states[0][1])
        try:
            browser.ignore_policy()
            for name, document in states:
                server.state = document
                browser.appearance()
                browser.start(server.address)
                wait_until(lambda: browser.driver.execute_script("return document.querySelector('.screen, .alert, .empty--page')"), name)
                for check, finding in cls.check(browser, document):
                    cls.found.setdefault(check, {}).setdefault(finding, name)
        finally:
            browser.quit()
            server.stop()

    @staticmethod
    def check(browser, document):
        """Yields the findings of a screen, each with its check."""
        run = browser.driver.execute_script

        def look_at(size, **theme):
            browser.appearance(size, **theme)
            browser.driver.execute_async_script(DRAWN)

        for size, pixels in SIZES.items():
            look_at(pixels)
            yield from (("order", f"{finding} ({size})") for finding in run(DISORDER))
            yield from (("stray", f"{finding} ({size})") for finding in run(STRAY))
            for theme in ({}, {"dark": True}, {"forced_colors": True}):
                # The short form looks at each size and at each theme, and not at each size in each theme.
                if EVERY or size == "phone" or not theme:
                    look_at((pixels[0], HIGH), **theme)
                    yield from (("axe", f"{finding} ({size} {theme})") for finding in axe.findings(browser))
        for check, style, size in (("large", LARGE, PHONE), ("spaced", SPACED, PHONE), ("narrow", "", (320, 640))):
            look_at(size)
            run(ADD_STYLE, style)
            yield from ((check, finding) for finding in run(TORN) + run(COVERED))
            run(REMOVE_STYLE)
        front = document["screens"].get(document["focus"])
        if front and browser.driver.title != " · ".join(dict.fromkeys([front["title"], document["appTitle"]])):
            yield "title", browser.driver.title

    def test_axe_finds_nothing_at_any_size_in_any_theme_and_with_forced_colors(self):
        self.assertEqual(self.found.get("axe", {}), {})

    def test_text_of_twice_the_size_breaks_no_word_and_lies_under_no_picture(self):
        self.assertEqual(self.found.get("large", {}), {})

    def test_text_with_more_space_is_whole(self):
        self.assertEqual(self.found.get("spaced", {}), {})

    def test_a_window_of_320_pixels_is_enough(self):
        self.assertEqual(self.found.get("narrow", {}), {})

    def test_the_order_of_tab_follows_the_eye(self):
        self.assertEqual(self.found.get("order", {}), {})

    def test_screens_of_other_tabs_are_not_seen(self):
        self.assertEqual(self.found.get("stray", {}), {})

    def test_the_title_of_the_document_has_the_screen_and_the_application(self):
        self.assertEqual(self.found.get("title", {}), {})


class Elements(ElementsTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.ignore_policy()

    def serve(self, *args, **kwargs):
        super().serve(*args, **kwargs)
        wait_until(lambda: self.server.streams == 1, "the stream")

    def open(self, document, size=PHONE):
        """Opens a state of any screens."""
        self.server = ElementsServer(json.loads(json.dumps(document)))
        self.addCleanup(self.server.stop)
        self.browser.appearance(size)
        self.browser.start(self.server.address)
        self.browser.shows(document["screens"][document["focus"]]["title"])

    def focus(self, role, name):
        self.browser.driver.execute_script("arguments[0].focus()", self.browser.find(role, name))

    def test_axe_finds_nothing_in_any_element_and_in_a_question(self):
        self.serve(messages=MESSAGES)
        for theme in ({}, {"dark": True}, {"forced_colors": True}):
            self.browser.appearance((PHONE[0], HIGH), **theme)
            self.assertEqual(axe.findings(self.browser), [], theme)
        self.serve([*VIEW, {"kind": "confirm", "title": "Delete it?", "actions": MODAL_ACTIONS}])
        self.assertEqual(axe.findings(self.browser), [])

    def test_axe_finds_a_breach(self):
        """A control: a picture without a name and a text without contrast."""
        self.serve()
        self.browser.appearance((PHONE[0], HIGH))
        self.browser.driver.execute_script(
            "const b = document.createElement('button'); b.style.color = '#777'; b.style.background = '#999'; b.textContent = 'gray';"
            "document.querySelector('.column').append(b, document.createElement('img'))")
        self.assertEqual({each.split(":")[0] for each in axe.findings(self.browser)}, {"color-contrast", "image-alt"})

    def test_the_edge_of_each_control_has_a_contrast_of_three_to_one(self):
        self.serve()
        for dark in (False, True):
            self.browser.appearance(dark=dark)
            ratios = self.browser.driver.execute_script(CONTRAST, ".switch, .search, .fields")
            self.assertGreater(len(ratios), 4)
            self.assertGreaterEqual(min(ratios), 3, f"dark: {dark}")

    def test_a_switch_is_seen_with_forced_colors_and_its_position_as_well(self):
        self.serve()
        self.browser.appearance(forced_colors=True)
        looks = set()
        for switch in self.browser.all("switch"):
            switch.location_once_scrolled_into_view
            looks.add(switch.is_selected())
            edge, track, knob, card = self.browser.driver.execute_script(
                """
                const [{borderTopColor, backgroundColor}, knob, card] =
                  [getComputedStyle(arguments[0]), getComputedStyle(arguments[0], "::before"), getComputedStyle(arguments[0].closest(".card"))];
                return [borderTopColor, backgroundColor, knob.backgroundColor, card.backgroundColor];
                """, switch)
            self.assertNotEqual(edge, card)
            self.assertNotEqual(track, knob)
        self.assertEqual(looks, {True, False})
        self.browser.screenshot("forced-colors")

    def test_headings_leave_out_no_rank_in_any_order_of_elements(self):
        step = {"key": "sent", "title": "Sent", "status": "done"}
        row = {"title": "A row", "key": "a"}
        headings = [{"kind": "heading", "text": f"Level {level}", "level": level} for level in (3, 1, 2, 3)]
        parts = [
            {"kind": "timeline", "label": "A timeline", "steps": [step]},
            {"kind": "list", "sections": [{"key": "all", "header": "A list", "rows": [row]}]},
            {"kind": "grid", "header": "A grid", "cards": [{"key": "a", "title": "A card"}]},
            {"kind": "hero", "title": "A hero"},
        ]
        for first in parts:
            self.serve([first, *headings, *parts, headings[-1], *reversed(parts), *headings])
            ranks = [int(each.tag_name[1]) for each in self.browser.all("heading")]
            self.assertEqual(ranks[0], 1)
            self.assertEqual([pair for pair in zip(ranks, ranks[1:]) if pair[1] > pair[0] + 1], [], ranks)

    def test_a_title_between_two_labels_is_whole_in_a_narrow_window_with_more_space_and_with_large_text(self):
        buttons = [{"kind": "button", "output": "press", "label": label, "placement": placement}
                   for label, placement in (("Abbrechen", "leading"), ("Speichern", "trailing"))]
        for title in ("Zahlungsart hinzufügen", "Zahlung"):
            self.open(state([*buttons, *VIEW], title=title))
            for size, style in (((320, 640), ""), ((320, 640), SPACED), (PHONE, SPACED), (PHONE, LARGE)):
                self.browser.appearance(size)
                self.browser.driver.execute_script(ADD_STYLE, style)
                found = [each for each in self.browser.driver.execute_script(TORN) if "bar__" in each or "sideways" in each]
                self.assertEqual(found, [], f"{title} in {size}")
                self.browser.driver.execute_script(REMOVE_STYLE)

    def test_tab_goes_through_a_list_and_then_through_the_screen_beside_it(self):
        one = [{"kind": "list", "sections": [{"key": "all", "rows": [{"key": index, "title": f"List {index}", "report": {"output": "press"}} for index in range(2)]}]}]
        two = [{"kind": "button", "output": "press", "label": f"Detail {index}"} for index in range(2)]
        view = state(two)
        view["stack"].insert(0, "k0")
        view["screens"]["k0"] = {**view["screens"]["k2"], "title": "A list", "view": one}
        view["navigation"].update(index=1, routes=[{"key": "k0", "name": "list"}, *view["navigation"]["routes"]])
        view["gestures"] = {"back": {"href": "/v1/sessions/s1/back"}}
        self.open(view, DESKTOP)
        reached = []
        while "Detail 1" not in reached and len(reached) < 12:
            self.browser.keys(Keys.TAB)
            reached.append(self.browser.focused.accessible_name)
        buttons = [each for each in reached if each[-1:] in ("0", "1")]
        self.assertEqual(buttons, ["List 0", "List 1", "Detail 0", "Detail 1"], reached)
        self.assertLess(reached.index("List 1"), reached.index("Back: A list"))

    def test_the_focus_goes_to_a_neighbor_of_a_row_that_has_gone(self):
        rows = [{"title": name, "key": name, "report": {"output": "choose", "payload": index}} for index, name in enumerate("ABC")]
        self.serve([{"kind": "list", "sections": [{"key": "all", "rows": rows}]}])
        self.focus("button", "B")
        self.server.state["screens"]["k2"]["view"] = [{"kind": "list", "sections": [{"key": "all", "rows": [rows[0], rows[2]]}]}]
        self.browser.keys(Keys.ENTER)
        wait_until(lambda: not self.browser.has("button", "B"), "the row to go", self.browser.describe)
        self.assertEqual(self.browser.focused.accessible_name, "C")

    def test_the_focus_stays_while_an_effect_runs_and_goes_to_the_title_if_nothing_is_left(self):
        self.serve([{"kind": "button", "output": "press", "label": "Go"}, {"kind": "button", "output": "choose", "payload": 1, "label": "Other"}])
        front = self.server.state["screens"]["k2"]
        outputs, front["outputs"] = front["outputs"], []
        self.server.busy_next.set()
        self.focus("button", "Other")
        self.browser.driver.execute_script("[...document.querySelectorAll('.button')][0].click()")
        wait_until(lambda: self.browser.driver.find_elements("css selector", "[data-active]"), "an effect")
        wait_until(lambda: self.browser.focused.get_attribute("aria-disabled") == "true", "a disabled button", self.browser.describe)
        self.assertEqual(self.browser.focused.accessible_name, "Other")
        front.update(view=[{"kind": "text", "text": "All is done"}], outputs=outputs)
        self.server.done.set()
        self.browser.says("All is done")
        wait_until(lambda: self.browser.focused.tag_name == "h1", "the focus on the title", lambda: self.browser.focused.tag_name)

    def test_the_number_of_results_is_announced(self):
        rows = [{"title": name, "key": name} for name in ("Lamp", "Lamb")]
        search = {"kind": "search", "output": "find", "placeholder": "Find something"}
        self.serve([search, {"kind": "list", "sections": [{"key": "all", "rows": rows}]}])
        self.server.state["screens"]["k2"]["view"] = [search, {"kind": "list", "sections": [{"key": "all", "rows": rows[:1]}]}]
        self.browser.type("Find something", "lamp")
        wait_until(lambda: "1 result" == self.browser.driver.find_element("id", "announcer").get_attribute("textContent"), "an announcement")

    def test_the_focus_is_never_under_a_bar(self):
        self.serve()
        seen = set()
        for _ in range(60):
            self.browser.keys(Keys.TAB)
            hidden = self.browser.driver.execute_script(
                """
                const e = document.activeElement;
                if (e === document.body || e.closest(".bar")) return null;
                const {left, top, width, height} = e.getBoundingClientRect();
                const bar = document.querySelector(".bar").getBoundingClientRect();
                return top + height <= bar.bottom ? e.outerHTML : null;
                """)
            self.assertIsNone(hidden)
            seen.add(self.browser.focused.id)
        self.assertGreater(len(seen), 20)

    def test_a_code_is_sent_with_its_last_digit_which_the_page_says_before(self):
        self.serve([{"kind": "form", "output": "code", "submit": "Confirm", "fields": [{"name": "code", "label": "Code", "input": "oneTimeCode"}]}])
        field = self.browser.find("textbox", "Code")
        self.assertEqual(self.browser.focused, field, "the only field has the focus")
        described = self.browser.driver.find_element("id", field.get_attribute("aria-describedby")).text
        self.assertEqual(described, "It is sent with the last digit.")
        field.send_keys("01234")
        self.assertEqual(self.server.posts, [])
        field.send_keys("5")
        wait_until(lambda: self.server.posts, "a post")
        self.assertEqual(self.server.posts[0]["payload"], "012345")

    def test_a_limited_text_says_how_much_is_left(self):
        about = {"type": "object", "properties": {"about": {"type": "string", "maxLength": 20}}}
        self.serve([{"kind": "form", "output": "save", "submit": "Save", "fields": [{"name": "about", "label": "About", "input": "multiline"}]}],
                   outputs={**OUTPUTS, "save": about})
        field = self.browser.find("textbox", "About")
        field.send_keys("A short text")
        self.assertNotIn("left", self.browser.text())
        field.send_keys(" that is")
        self.browser.says("0 characters left")
        field.send_keys(" long")
        self.browser.says("5 characters too many")
        self.assertEqual(field.get_attribute("value"), "A short text that is long")


class Pausing(ElementsTest):
    VIEW = [
        {"kind": "progress", "label": "1 of 2", "value": 0.5, "output": "switch", "paused": False},
        {"kind": "button", "output": "press", "label": "Next"},
    ]

    def payloads(self, count):
        wait_until(lambda: len(self.server.posts) >= count, f"{count} posts", lambda: str(self.server.posts))
        return [each["payload"] for each in self.server.posts]

    def follow(self, paused):
        """Lets the server accept the last report."""
        self.server.state["screens"]["k2"]["view"][0]["paused"] = paused

    def test_less_motion_pauses_at_once_and_the_button_goes_on(self):
        self.serve(self.VIEW)
        self.assertEqual(self.payloads(1), [True])

    def test_the_keyboard_pauses_while_it_is_on_the_screen(self):
        self.server = ElementsServer(json.loads(json.dumps(state(self.VIEW))))
        self.addCleanup(self.server.stop)
        self.browser.appearance(reduced_motion=False)
        self.browser.start(self.server.address)
        self.browser.shows("Everything")
        wait_until(lambda: self.server.streams == 1, "the stream")
        self.follow(True)
        self.browser.tab_to("Next")
        self.assertEqual(self.payloads(1), [True])
        wait_until(lambda: self.browser.has("button", "Play"), "the button to go on", self.browser.describe)
        self.follow(False)
        self.browser.driver.execute_script("document.activeElement.blur()")
        self.assertEqual(self.payloads(2), [True, False])
        self.follow(True)
        self.browser.press("Pause")
        wait_until(lambda: self.browser.has("button", "Play"), "the button to go on", self.browser.describe)



if __name__ == "__main__":
    unittest.main()
