"""The kanji application, used in a browser like by its users.

    Scripts/browser-test.sh test_kanji_walk
"""

import re
import unittest
from urllib.parse import quote

from selenium.webdriver.common.keys import Keys

from browser import wait_until
from walk import BACK, Walk

SEARCH = "Character, meaning, or word"


class KanjiTest(Walk):
    app = "kanji"

    def setUp(self):
        super().setUp()
        self.start()
        self.browser.shows("Kanji list")

    def rows(self):
        """Returns the accessible names of the rows that can be pressed."""
        return [row.accessible_name for row in self.browser.all("button", re.compile("^[\u4e00-\u9fff]"))]


class Reading(KanjiTest):
    def test_it_leads_from_the_list_to_a_kanji_and_the_kanji_of_a_word_and_back(self):
        browser = self.browser
        browser.screenshot("kanji-list")
        browser.press(re.compile("^水"))
        browser.shows("Kanji details")
        browser.says("すいどう · water supply")
        browser.screenshot("kanji-detail")
        browser.press(re.compile("^水曜日"))
        browser.shows("水曜日")
        for meaning in ("water", "day of the week", "day, sun"):
            browser.says(meaning)
        self.assertEqual(self.rows(), [], "the kanji of a word lead no further")
        browser.screenshot("kanji-word")
        browser.press(BACK)
        browser.shows("Kanji details")
        browser.press(BACK)
        browser.shows("Kanji list")
        self.assertEqual(browser.all("button", BACK), [])

    def test_a_tap_brings_what_has_changed_and_not_the_list_again(self):
        browser = self.browser
        for _ in range(3):
            browser.press(re.compile("^水"))
            browser.shows("Kanji details")
            browser.press(BACK)
            browser.shows("Kanji list")
        sizes = browser.driver.execute_script(
            "return performance.getEntriesByType('resource').filter(e => e.initiatorType === 'fetch')"
            ".map(e => e.decodedBodySize)")
        # The first response has the whole list; then the client asks for patches.
        self.assertGreater(max(sizes), 20_000)
        self.assertLess(max(sizes[-4:]), 2_500, sizes)

    def test_it_can_be_read_in_the_dark(self):
        browser = self.browser
        browser.appearance(dark=True)
        browser.screenshot("kanji-list-dark")
        browser.press(re.compile("^山"))
        browser.shows("Kanji details")
        browser.screenshot("kanji-detail-dark")


class Search(KanjiTest):
    def test_it_narrows_the_list_while_one_types_and_is_kept_over_a_look_at_a_kanji(self):
        browser = self.browser
        browser.type(SEARCH, "sky")
        wait_until(lambda: len(self.rows()) == 2, "two kanji", browser.describe)
        browser.screenshot("kanji-search")
        browser.press(re.compile("^空"))
        browser.shows("Kanji details")
        browser.press(BACK)
        browser.shows("Kanji list")
        self.assertEqual(len(self.rows()), 2)
        self.assertEqual(browser.find("textbox", SEARCH).get_attribute("value"), "sky")

    def test_it_says_when_nothing_was_found_and_leads_back_to_all(self):
        browser = self.browser
        browser.type(SEARCH, "xyzzy")
        browser.keys(Keys.ENTER)
        browser.says("No results")
        browser.screenshot("kanji-nothing-found")
        browser.press("Show all kanji")
        wait_until(lambda: len(self.rows()) > 100, "all kanji", browser.describe)
        self.assertEqual(browser.find("textbox", SEARCH).get_attribute("value"), "")


class Link(KanjiTest):
    def test_it_starts_a_kanji_on_its_own_with_a_way_to_all(self):
        browser = self.browser
        self.start("usher://kanji/" + quote("水"))
        browser.shows("Kanji details")
        self.assertEqual(browser.all("button", BACK), [])
        browser.screenshot("kanji-link")
        browser.press(re.compile("^水道"))
        browser.shows("水道")
        browser.press(BACK)
        browser.shows("Kanji details")
        browser.press("All kanji")
        browser.shows("Kanji list")


if __name__ == "__main__":
    unittest.main()
