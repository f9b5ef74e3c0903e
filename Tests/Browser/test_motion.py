"""The feel of the client: what is animated and how smoothly, what is dragged, and what touch offers besides.

    Scripts/browser-test.sh test_motion
"""

import collections
import os
import unittest

from browser import Browser, wait_until
from elements_server import ElementsServer
from test_elements import ElementsTest, state

TRACES = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]
#: Properties that the compositor animates without a new layout of the page, and those that are quick to draw.
CHEAP = {"transform", "scale", "opacity", "visibility", "rotate", "background-color", "box-shadow"}
#: The part of the frames of an animation that may be late. Headless Chromium draws with the processor, which other work may need.
LATE = 0.5

# Records the properties of all transitions and the time between frames, until they have ended.
RECORD = """
    const done = arguments[0];
    const properties = new Set();
    const gaps = [];
    let last = null, hasMoved = false;
    document.addEventListener("transitionrun", ({propertyName}) => properties.add(propertyName));
    document.addEventListener("transitionend", ({propertyName}) => (hasMoved ||= propertyName === "transform"));
    const started = performance.now();
    const look = (time) => {
      const isMoving = properties.has("transform");
      if (isMoving && last !== null) gaps.push(time - last);
      last = isMoving ? time : null;
      hasMoved || time - started > 25_000 ? done({properties: [...properties], gaps}) : requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    document.querySelector("button.row").click();
    """
# A swipe or a pull by touch, as a browser reports it.
TOUCH = """
    const [target, ways] = arguments;
    const {left, top, width} = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + 20];
    const touch = (dx, dy) => new Touch({identifier: 1, target, clientX: x + dx, clientY: y + dy});
    const send = (type, touches) => target.dispatchEvent(new TouchEvent(type, {touches, bubbles: true, cancelable: true}));
    send("touchstart", [touch(0, 0)]);
    for (const [dx, dy] of ways) send("touchmove", [touch(dx, dy)]);
    send("touchend", []);
    """


def stack(*keys):
    """Returns a state with a stack of screens, each with rows that lead on."""
    base = state([{"kind": "list", "sections": [{"key": "all", "rows": [
        {"title": f"Row {index}", "key": str(index), "accessory": "disclosure", "report": {"output": "choose", "payload": index}}
        for index in range(12)]}]}])
    screen = base["screens"].pop("k2")
    for index, key in enumerate(keys):
        outputs = screen["outputs"] if index == len(keys) - 1 else []
        base["screens"][key] = {**screen, "title": f"Screen {index}", "outputs": outputs}
    base.update(stack=list(keys), focus=keys[-1], gestures={"back": "/v1/sessions/s1/back"} if len(keys) > 1 else {})
    base["navigation"].update(index=len(keys) - 1, routes=[{"key": key, "name": "all"} for key in keys])
    return base


class Frames(unittest.TestCase):
    def test_a_push_animates_only_what_is_cheap_and_few_frames_are_late(self):
        browser = Browser(reduced_motion=False, traces=TRACES)
        self.addCleanup(browser.quit)
        server = ElementsServer(stack("k2"))
        self.addCleanup(server.stop)
        browser.start(server.address)
        browser.shows("Screen 0")
        wait_until(lambda: server.streams == 1, "the stream")
        server.state.update(stack("k2", "k3"), revision=server.state["revision"])
        recorded = browser.driver.execute_async_script(RECORD)
        browser.shows("Screen 1")
        self.assertLessEqual(set(recorded["properties"]), CHEAP)
        self.assertIn("transform", recorded["properties"])
        late = sum(gap > 1000 / 60 * 1.5 for gap in recorded["gaps"]) / max(len(recorded["gaps"]), 1)
        traced = collections.Counter(event.get("name") for event in browser.trace_events())
        print(f"\n{len(recorded['gaps'])} frames, {late:.0%} late; traced: {traced['DrawFrame']} drawn, {traced['DroppedFrame']} dropped")
        if self.is_idle():
            self.assertLessEqual(late, LATE)

    @staticmethod
    def is_idle():
        """Returns whether the machine has a processor for the browser, as one that builds meanwhile does not."""
        return os.getloadavg()[0] < os.cpu_count()

    def test_the_name_of_the_back_button_is_that_of_the_screen_below_also_on_covered_screens(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        server = ElementsServer(stack("k2", "k3", "k4"))
        self.addCleanup(server.stop)
        browser.start(server.address)
        browser.shows("Screen 2")
        labels = browser.driver.execute_script("return [...document.querySelectorAll('.bar__back')].map((each) => each.ariaLabel)")
        self.assertEqual(labels, ["Back: Screen 0", "Back: Screen 1"])

    def test_a_covered_screen_keeps_its_look(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        server = ElementsServer(stack("k2"))
        self.addCleanup(server.stop)
        browser.start(server.address)
        browser.shows("Screen 0")
        look = "return getComputedStyle(document.querySelector('[data-screen=k2] .row')).opacity"
        self.assertEqual(browser.driver.execute_script(look), "1")
        wait_until(lambda: server.streams == 1, "the stream")
        server.state.update(stack("k2", "k3"), revision=server.state["revision"])
        browser.press("Row 0")
        browser.shows("Screen 1")
        self.assertEqual(browser.driver.execute_script(look), "1")
        self.assertFalse(browser.driver.execute_script("return document.querySelector('[data-screen=k2] .row').disabled"))


class Touch(ElementsTest):
    VIEW = [{"kind": "list", "sections": [{"key": "all", "rows": [
        {"title": "A boot", "key": "a", "report": {"output": "choose", "payload": 1},
         "control": {"kind": "button", "output": "press", "label": "Remove", "role": "destructive"}}]}]}]

    def touch(self, selector, *ways):
        self.browser.driver.execute_script(TOUCH, self.browser.driver.find_element("css selector", selector), ways)

    def open(self):
        self.serve(self.VIEW)
        wait_until(lambda: self.server.streams == 1, "the stream")
        if self.browser.engine.name == "firefox":
            self.skipTest("Firefox has touch events on devices with a touch screen only")
        self.browser.appearance(touch=True)

    def test_a_row_is_swiped_to_press_its_button_which_stays_visible(self):
        self.open()
        self.assertTrue(self.browser.has("button", "Remove"))
        self.touch(".row-with-control", [-20, 0], [-60, 2])
        self.assertEqual(self.server.posts, [], "not far enough")
        self.touch(".row-with-control", [-20, 0], [-120, 2])
        wait_until(lambda: self.server.posts, "a post")
        self.assertEqual(self.server.posts[0]["output"], "press")

    def test_a_swipe_along_the_screen_presses_nothing(self):
        self.open()
        self.touch(".row-with-control", [-3, 40], [-120, 60])
        self.touch(".row-with-control", [40, 0], [120, 0])
        self.assertEqual(self.server.posts, [])

    def test_the_top_of_a_screen_is_pulled_to_read_it_again(self):
        self.open()
        self.server.state["screens"]["k2"]["title"] = "Read again"
        self.server.state["revision"] += 1
        self.touch(".scroll", [0, 40], [0, 90])
        self.assertEqual(self.browser.title, "Everything", "not far enough")
        self.touch(".scroll", [0, 40], [0, 180])
        self.browser.shows("Read again")


if __name__ == "__main__":
    unittest.main()
