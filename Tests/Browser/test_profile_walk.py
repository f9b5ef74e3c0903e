"""The profile application, used in a browser like by its users.

    Scripts/browser-test.sh test_profile_walk
"""

import re
import unittest

from browser import wait_until
from walk import BACK, Walk


class ProfileTest(Walk):
    app = "profile"

    def screen(self):
        """Returns the screen in focus, as a second client reads it."""
        state = self.browser.fetch("GET", self.browser.session)[1]
        return state["screens"][state["focus"]]

    def chosen(self):
        return [city["name"] for city in self.screen()["props"]["selected"]]


class Cities(ProfileTest):
    def test_they_have_two_looks_and_one_way(self):
        browser = self.browser
        seen = set()
        for _ in range(40):
            if len(seen) == 2:
                break
            self.start()
            browser.shows("Edit user")
            if not seen:
                browser.screenshot("profile-user")
            browser.press("Select city")
            browser.shows("Cities")
            look = self.screen()["variant"]
            if look not in seen:
                browser.screenshot(f"profile-cities-{look}")
            seen.add(look)
            browser.press(re.compile("^Tokyo"))
            browser.shows("Edit user")
            browser.says("Lives in Tokyo")
        self.assertEqual(seen, {"list", "map"})


class Services(ProfileTest):
    def test_several_cities_are_counted_by_region_and_kept_on_saving(self):
        browser = self.browser
        self.start("usher://profile/services/several")
        browser.shows("Edit profile")
        browser.press(re.compile("^Cities"))
        browser.shows("Regions")
        browser.press(re.compile("^Tatarstan"))
        browser.shows("Tatarstan")
        browser.press(re.compile("^Kazan"))
        browser.press(re.compile("^Almetyevsk"))
        wait_until(lambda: self.chosen()[-2:] == ["Kazan", "Almetyevsk"], "two cities", browser.describe)
        browser.screenshot("profile-several-cities")
        browser.press(BACK)
        browser.shows("Regions")
        wait_until(lambda: browser.has("button", re.compile("^Tatarstan.*2")), "a count", browser.describe)
        browser.screenshot("profile-regions")
        browser.press("Done")
        browser.shows("Edit profile")
        browser.says("Moscow, Kazan, Almetyevsk")
        browser.screenshot("profile-edit")
        browser.type("Name", "Pasha")
        browser.press("Save")
        browser.shows("Edit user")
        browser.says("Profile saved.")
        browser.screenshot("profile-saved")

    def test_a_federal_city_leads_back_to_the_first_screen(self):
        browser = self.browser
        self.start()
        browser.shows("Edit user")
        browser.press(re.compile("^In one city"))
        browser.shows("Edit profile")
        browser.press(re.compile("^City"))
        browser.shows("Regions")
        browser.press("St Petersburg")
        browser.shows("Edit profile")
        browser.says("St Petersburg")


if __name__ == "__main__":
    unittest.main()
