"""Ways back and tabs are drawn at once, although requests and responses take a second each.

    Scripts/browser-test.sh test_instant_navigation
"""

import re
import unittest

from browser import Browser, Server, wait_until
from lossy_proxy import SlowProxy
from walk import BACK

#: The time of a request and of a response, in seconds.
DELAY = 1
# Presses a button, or Escape, and returns what the next frame shows: the title of the screen in front, and whether the page says that
# it waits.
PRESS = """
    const [button, done] = arguments;
    const before = performance.now();
    if (button) button.click();
    else document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    requestAnimationFrame(() => done({
      title: document.title.split(" · ")[0],
      milliseconds: performance.now() - before,
      isPending: Boolean(document.querySelector("[aria-busy=true]")),
    }));
    """
# The screens that are drawn in front, without those that are leaving.
SCREENS = """
    return [...document.querySelectorAll(".page[data-position=front]:not([data-leaving]) > .screen")]
      .filter((each) => !each.closest("[inert]")).map((each) => each.dataset.screen)
    """


class InstantNavigation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.proxy = SlowProxy(self.server.address)
        self.addCleanup(self.proxy.stop)
        self.browser.appearance()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def enter_market(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/market")
        browser.shows("Stories")
        browser.press("Skip")
        browser.shows("Delivery city")
        browser.press("Berlin")
        browser.shows("Today")

    def slow(self):
        """Delays everything from now on, and waits until the page rests."""
        wait_until(lambda: not self.browser.driver.find_elements("css selector", "[data-active]"), "rest")
        self.proxy.delay = DELAY

    def press(self, name):
        """Presses a button, or Escape without a name, and returns what the next frame shows."""
        return self.browser.driver.execute_async_script(PRESS, name and self.browser.find("button", name))

    def shows_at_once(self, name, title):
        shown = self.press(name)
        self.assertEqual(shown["title"], title)
        self.assertLess(shown["milliseconds"], 1000 * DELAY)
        self.assertFalse(shown["isPending"], "nothing on the page says that it waits")

    def is_confirmed(self):
        """Waits until the page shows the state of the server, and returns it."""
        delay, self.proxy.delay = self.proxy.delay, 0
        wait_until(lambda: not self.browser.driver.find_elements("css selector", "[data-active]"), "the response", self.browser.describe)
        status, state = self.browser.fetch("GET", self.browser.session)
        self.assertEqual(status, 200)
        self.proxy.delay = delay
        wait_until(lambda: self.browser.driver.execute_script(SCREENS)[-1:] == [state["focus"]], "the screen of the server", self.browser.describe)
        return state

    def test_back_shows_the_screen_below_in_the_next_frame(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/kanji")
        browser.shows("Kanji list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        self.slow()
        self.shows_at_once(BACK, "Kanji list")
        self.assertNotEqual(browser.focused.tag_name, "body", "the focus is on the screen")
        state = self.is_confirmed()
        self.assertEqual([state["screens"][key]["name"] for key in state["stack"]], ["kanjiList"])
        browser.is_at("/kanji/")

    def test_the_browsers_own_back_button_shows_it_at_once_too(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/kanji")
        browser.shows("Kanji list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        self.slow()
        title = browser.driver.execute_async_script(
            "const [done] = arguments; addEventListener('popstate', () => requestAnimationFrame(() => done(document.title)), {once: true});"
            "history.back()")
        self.assertTrue(title.startswith("Kanji list"), title)
        self.is_confirmed()
        browser.is_at("/kanji/")

    def test_a_tap_on_a_screen_that_is_shown_at_once_is_sent_behind_the_way_back(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/kanji")
        browser.shows("Kanji list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        self.slow()
        self.shows_at_once(BACK, "Kanji list")
        browser.press(re.compile("^火"))
        browser.shows("Kanji details")
        browser.says("かじ · fire")
        state = self.is_confirmed()
        self.assertEqual([state["screens"][key]["name"] for key in state["stack"]], ["kanjiList", "kanjiDetail"])

    def test_two_ways_back_are_shown_one_after_the_other(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/kanji")
        browser.shows("Kanji list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        browser.press(re.compile("^水曜日"))
        browser.shows("水曜日")
        self.slow()
        self.shows_at_once(BACK, "Kanji details")
        self.shows_at_once(BACK, "Kanji list")
        wait_until(lambda: len(browser.fetch("GET", browser.session)[1]["stack"]) == 1, "both ways back")
        self.is_confirmed()

    def test_a_tab_that_was_visited_is_shown_in_the_next_frame_where_it_was_left(self):
        browser = self.browser
        self.enter_market()
        browser.press(re.compile("^Catalog"))
        browser.shows("Catalog")
        browser.press(re.compile("^Dairy"))
        browser.shows(re.compile("^Dairy"))
        browser.press(re.compile("^Today"))
        browser.shows("Today")
        self.slow()
        shown = self.press(re.compile("^Catalog"))
        self.assertRegex(shown["title"], "^Dairy")
        self.assertFalse(shown["isPending"])
        state = self.is_confirmed()
        self.assertEqual([state["screens"][key]["name"] for key in state["stack"]], ["categories", "category"])
        self.shows_at_once(re.compile("^Today"), "Today")
        self.is_confirmed()

    def test_a_sheet_is_closed_in_the_next_frame(self):
        browser = self.browser
        self.enter_market()
        browser.press(re.compile("^Profile"))
        browser.shows("Profile")
        browser.press(re.compile("^Log in"))
        browser.shows("Log in")
        self.slow()
        self.shows_at_once(None, "Profile")
        state = self.is_confirmed()
        self.assertEqual(state["modals"], [])

    def test_another_device_that_has_gone_on_takes_the_prediction_back(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/kanji")
        browser.shows("Kanji list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        path = browser.session
        state = browser.fetch("GET", path)[1]
        output = next(each for each in state["screens"][state["focus"]]["outputs"] if each["name"] == "wordSelected")
        word = next(row["report"]["payload"] for element in state["screens"][state["focus"]]["view"] if element["kind"] == "list"
                    for section in element["sections"] for row in section["rows"] if row.get("report"))
        self.slow()
        # The other device's tap arrives first, because the proxy holds the way back.
        self.shows_at_once(BACK, "Kanji list")
        self.proxy.delay = 0
        self.assertEqual(browser.fetch("POST", output["href"], word)[0], 200)
        browser.says("This changed in the meantime.")
        state = self.is_confirmed()
        self.assertEqual(len(state["stack"]), 3)

    def test_a_question_is_asked_before_anything_is_shown(self):
        browser = self.browser
        browser.start(f"{self.proxy.address}/profile")
        browser.shows("Edit user")
        browser.press(re.compile("^In several cities"))
        browser.shows("Edit profile")
        browser.press(re.compile("^Cities"))
        browser.shows("Regions")
        browser.press("St Petersburg")
        browser.press("Done")
        browser.shows("Edit profile")
        browser.says("St Petersburg")
        self.slow()
        self.assertEqual(self.press(BACK)["title"], "Edit profile")
        browser.find("alertdialog", "Discard your changes?")
        self.assertEqual(self.press("Discard")["title"], "Edit user", "the answer is shown at once")
        self.is_confirmed()
        browser.shows("Edit user")


if __name__ == "__main__":
    unittest.main()
