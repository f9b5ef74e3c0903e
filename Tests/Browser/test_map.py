"""The `map` element: its land, labels and clusters, and how a user moves and zooms it.

Scripts/browser-test.sh test_map
"""

import json
import re
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE, Browser, wait_until
from elements_server import ElementsServer
from test_elements import state

TABLET = (820, 1180)
# Rotterdam and The Hague are 20 km apart.
CITIES = {
    "Berlin": (52.52, 13.4),
    "Hamburg": (53.55, 10.0),
    "Vienna": (48.21, 16.37),
    "Paris": (48.85, 2.35),
    "London": (51.5, -0.12),
    "Rotterdam": (51.92, 4.48),
    "The Hague": (52.07, 4.3),
    "Munich": (48.14, 11.58),
    "Zurich": (47.38, 8.54),
    "Prague": (50.08, 14.43),
}
WORLD = {"Moscow": (55.76, 37.62), "New York": (40.71, -74.01), "Tokyo": (35.68, 139.65), "Sydney": (-33.87, 151.21)}


def view(cities, selected=None):
    """Returns the view of a screen with a map of the cities."""
    return [
        {
            "kind": "map",
            "markers": [
                {
                    "key": name,
                    "title": name,
                    "latitude": latitude,
                    "longitude": longitude,
                    "selected": name == selected,
                    "report": {"output": "choose", "payload": index},
                }
                for index, (name, (latitude, longitude)) in enumerate(cities.items())
            ],
        }
    ]


class MapTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.quit)

    def serve(self, cities=CITIES, size=PHONE, dark=False, selected=None):
        self.server = ElementsServer(json.loads(json.dumps(state(view(cities, selected)))))
        self.addCleanup(self.server.stop)
        self.browser.appearance(size, dark)
        self.browser.start(self.server.address)
        self.browser.shows("Everything")
        wait_until(self.land, "the land", self.browser.describe)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "nothing in the console: no exception, no breach of the policy")

    def script(self, text, *arguments):
        return self.browser.driver.execute_script(text, *arguments)

    @property
    def plot(self):
        return self.browser.driver.find_element("css selector", ".map__plot")

    def land(self):
        return self.script("return document.querySelector('.map__land')?.getAttribute('transform')")

    def scale(self):
        return float(re.search(r"scale\((.*)\)", self.land()).group(1))

    def position(self, name):
        return self.script(
            "const pin = [...document.querySelectorAll('.map__pin')].find((e) => e.ariaLabel === arguments[0]);"
            "return pin ? [pin.style.left, pin.style.top].map((each) => Math.round(parseFloat(each) * 10) / 10) : null",
            name,
        )

    def clusters(self):
        return self.script("return [...document.querySelectorAll('.map__cluster')].map((e) => e.ariaLabel)")

    def labels(self):
        """Returns the boxes of the visible labels by their text."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll('.map__name')].filter((e) => getComputedStyle(e).visibility"
            " === 'visible').map((e) => [e.textContent, e.getBoundingClientRect().toJSON()]))"
        )

    def waits(self, condition, what):
        wait_until(condition, what, self.browser.describe)


class Drawing(MapTest):
    def test_the_plot_with_its_land_is_loaded_only_when_a_map_is_drawn(self):
        loaded = "return performance.getEntriesByType('resource').some((e) => /[/]map-plot-[0-9A-Z]+[.]js$/.test(e.name))"
        server = ElementsServer(state([{"kind": "text", "text": "No map"}]))
        self.addCleanup(server.stop)
        self.browser.start(server.address)
        self.browser.says("No map")
        self.assertFalse(self.script(loaded))
        self.serve()
        self.assertTrue(self.script(loaded))

    def test_a_place_on_land_is_drawn_on_the_land_and_one_at_sea_is_not(self):
        self.serve(
            {"Madrid": (40.4, -3.7), "Prague": (50.08, 14.43), "The Atlantic": (45.0, -15.0), "The Baltic": (58.0, 19.8)}
        )
        inside = self.script(
            "const land = document.querySelector('.map__land'), svg = land.ownerSVGElement;"
            "return Object.fromEntries([...document.querySelectorAll('.map__pin')].map((pin) => {"
            "const point = new DOMPoint(parseFloat(pin.style.left), parseFloat(pin.style.top));"
            "return [pin.ariaLabel, land.isPointInFill(point.matrixTransform(land.transform.baseVal.consolidate().matrix.inverse()))]; }))"
        )
        self.assertEqual(inside, {"Madrid": True, "Prague": True, "The Atlantic": False, "The Baltic": False})

    def test_labels_cover_neither_each_other_nor_the_border(self):
        for size in (PHONE, TABLET, DESKTOP):
            for dark in (False, True):
                self.serve(size=size, dark=dark, selected="Berlin")
                self.waits(lambda: len(self.labels()) >= 4, "labels")
                labels = list(self.labels().items())
                plot = self.script("return arguments[0].getBoundingClientRect().toJSON()", self.plot)
                for index, (name, box) in enumerate(labels):
                    self.assertGreaterEqual(box["left"], plot["left"] - 1, name)
                    self.assertLessEqual(box["right"], plot["right"] + 1, name)
                    for other, area in labels[index + 1 :]:
                        apart = (
                            box["right"] <= area["left"] + 1
                            or area["right"] <= box["left"] + 1
                            or box["bottom"] <= area["top"] + 1
                            or area["bottom"] <= box["top"] + 1
                        )
                        self.assertTrue(apart, f"{name} and {other}")
                self.browser.screenshot(f"map-{size[0]}-{'dark' if dark else 'light'}")

    def test_every_marker_is_in_the_list_also_where_pins_are_joined(self):
        self.serve()
        self.assertEqual(self.clusters(), ["Rotterdam, The Hague"])
        rows = self.script("return [...document.querySelectorAll('.map .row__title')].map((e) => e.textContent)")
        self.assertEqual(rows, list(CITIES))
        self.browser.press(re.compile("^The Hague"))
        self.waits(lambda: self.server.posts, "a post")
        self.assertEqual(self.server.posts[0]["payload"], list(CITIES).index("The Hague"))

    def test_no_button_covers_a_marker_of_the_whole_world(self):
        self.serve(WORLD)
        self.browser.screenshot("map-world")
        for name in WORLD:
            x, y = self.position(name)
            hit = self.script(
                "const {left, top} = arguments[0].getBoundingClientRect();"
                "return document.elementFromPoint(left + arguments[1], top + arguments[2] - 15)?.closest('button')?.ariaLabel",
                self.plot,
                x,
                y,
            )
            self.assertEqual(hit, name)


class Moving(MapTest):
    def setUp(self):
        self.serve()

    def test_keys_move_zoom_and_show_all_places_again(self):
        before, home = self.position("Paris"), self.scale()
        self.script("arguments[0].focus()", self.plot)
        self.browser.keys(Keys.ARROW_RIGHT)
        self.waits(lambda: abs(self.position("Paris")[0] - before[0] + 60) < 0.2, "a move to the east")
        self.browser.keys("+")
        self.waits(lambda: abs(self.scale() - 2 * home) < 0.001, "twice the scale")
        self.browser.keys("-", "-")
        self.waits(lambda: abs(self.scale() - home / 2) < 0.001, "half the scale")
        self.browser.keys("0")
        self.waits(lambda: self.position("Paris") == before, "the first view")

    def test_buttons_zoom_and_a_cluster_opens_into_its_pins(self):
        home = self.scale()
        self.browser.press("Zoom in")
        self.waits(lambda: abs(self.scale() - 2 * home) < 0.001, "twice the scale")
        self.browser.press("Zoom out")
        self.waits(lambda: abs(self.scale() - home) < 0.001, "the first scale")
        self.browser.press("Rotterdam, The Hague")
        self.waits(lambda: self.position("Rotterdam") and self.position("The Hague"), "two pins")
        self.assertIsNone(self.land(), "the outlines are too coarse for 20 km")
        self.browser.screenshot("map-close")
        self.browser.press("Show all places")
        self.waits(self.land, "the land")
        self.assertEqual(self.clusters(), ["Rotterdam, The Hague"])

    def test_the_wheel_scrolls_the_page_until_the_map_has_the_focus(self):
        home = self.scale()
        wheel = "return arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -240, bubbles: true, cancelable: true, clientX: 100, clientY: 200}))"
        self.assertTrue(self.script(wheel, self.plot), "not prevented")
        self.assertEqual(self.scale(), home)
        self.script("arguments[0].focus()", self.plot)
        self.assertFalse(self.script(wheel, self.plot), "prevented")
        self.waits(lambda: abs(self.scale() - 2 * home) < 0.001, "twice the scale")

    def test_a_drag_moves_the_map_and_presses_no_pin(self):
        before = self.position("Paris")
        pin = self.script("return [...document.querySelectorAll('.map__pin')].find((e) => e.ariaLabel === 'Paris')")
        ActionChains(self.browser.driver).move_to_element(pin).click_and_hold().move_by_offset(20, 10).move_by_offset(
            20, 10
        ).release().perform()
        self.waits(lambda: abs(self.position("Paris")[0] - before[0] - 40) < 0.2, "the moved pin")
        self.assertEqual(self.server.posts, [])
        self.script("arguments[0].click()", pin)
        self.waits(lambda: self.server.posts, "a post")

    def test_two_fingers_zoom_around_their_middle(self):
        home = self.scale()
        box = self.script("return arguments[0].getBoundingClientRect().toJSON()", self.plot)
        x, y = box["left"] + 150, box["top"] + 150

        def touch(kind, *points):
            self.browser._cdp(
                "Input.dispatchTouchEvent",
                type=kind,
                touchPoints=[{"x": x + dx, "y": y, "id": index} for index, dx in enumerate(points)],
            )

        touch("touchStart", -20, 20)
        for way in (30, 40):
            touch("touchMove", -way, way)
        touch("touchEnd")
        self.waits(lambda: abs(self.scale() - 2 * home) < 0.01 * home, "twice the scale")
        self.assertEqual(self.server.posts, [])

    def test_a_moved_map_stays_where_it_is_when_the_state_changes(self):
        self.browser.press("Zoom in")
        moved = self.land()
        self.browser.press(re.compile("^Vienna"))
        self.waits(lambda: self.server.posts, "a post")
        self.assertEqual(self.land(), moved)


if __name__ == "__main__":
    unittest.main()
