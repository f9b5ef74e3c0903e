"""A booking of the example Examples/NightTrain, with files that are uploaded.

Scripts/checks/night-train.sh runs it with the program of the example:

    USHER_COMMAND=".build-stranger/debug/night-train serve --store memory --port 0 --public Public" Scripts/browser-test.sh test_night_train
"""

import os
import re
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

from browser import Browser, Server, wait_until


def png(width, height):
    """Returns the bytes of a black picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    lines = (b"\0" + bytes(width)) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


@unittest.skipUnless("night-train" in os.environ.get("USHER_COMMAND", ""), "USHER_COMMAND starts another program.")
class NightTrainTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--bank-time", "0", "--printing-time", "1")
        cls.addClassCleanup(cls.server.stop)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.quit)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def setUp(self):
        self.book(self.browser, "GB-London")
        self.browser.shows("Passport of Ada")
        self.browser.type("Number", "P123456")

    def book(self, browser, to):
        """Chooses a train from Vienna, and enters a traveler."""
        browser.start(f"{self.server.address}/trains/search/AT-Vienna/{to}/2026-12-24")
        browser.press(re.compile("^NJ 466"))
        browser.press("Book")
        browser.shows("Traveler 1 of 1")
        browser.type("Name", "Ada")
        browser.press("Continue")

    def choose(self, name, content):
        """Chooses a file, which the client sends at once."""
        path = self.folder / name
        path.write_bytes(content)
        self.browser.find("textbox", "Photo of the passport").send_keys(str(path))

    def test_picture(self):
        self.choose("passport.png", png(640, 480))
        self.browser.says("Ready")
        self.browser.press("Send")
        self.browser.shows("Your passport")
        self.browser.says("We have a PNG of 640 × 480 pixels.")
        self.browser.press("That is it")
        self.browser.press("Continue")
        self.browser.press("2")
        self.browser.shows("Review")
        self.browser.press("Pay")
        self.browser.type("E-mail", "ada@example.org")
        self.browser.type("Password", "night-train")
        self.browser.press("Log in")
        self.browser.shows("Payment")
        self.browser.type("Card number", "4111111111111111")
        self.browser.press("Pay now")
        self.browser.says("Have a good night!")
        self.browser.press("Done")
        self.browser.press(re.compile("^Vienna – London"))
        # The ticket is a picture of a route of the program's own, which knows the session and its user.
        ticket = self.browser.find("img", re.compile("^Ticket"))
        wait_until(lambda: self.browser.driver.execute_script("return arguments[0].naturalWidth", ticket), "the picture of the ticket")
        self.assertEqual(self.browser.complaints(), [])

    def test_two_users(self):
        other = Browser()
        self.addCleanup(other.quit)
        for browser in (self.browser, other):
            # There is no passport within a country.
            self.book(browser, "AT-Salzburg")
            browser.shows("Extras")
            browser.press("Continue")
            browser.shows("Compartment")
        for browser in (self.browser, other):
            browser.says("choosing now.")
        # Other tests may have taken some.
        taken = other.text().count("Taken")
        self.browser.press("5")
        self.browser.shows("Review")
        wait_until(lambda: other.text().count("Taken") == taken + 1, "a compartment that is taken", other.describe)

    def test_small_picture(self):
        self.choose("stamp.png", png(20, 20))
        self.browser.says("Ready")
        self.browser.press("Send")
        self.browser.says("It must be at least 300 pixels wide.")
        self.browser.shows("Passport of Ada")

    def test_other_content(self):
        self.choose("letter.png", b"Dear Sir or Madam")
        self.browser.says("This file is not a picture.")

    def test_other_type(self):
        self.choose("letter.txt", b"Dear Sir or Madam")
        self.browser.says("The field takes image/png, image/jpeg only.")
        self.browser.press("Send")
        self.browser.shows("Passport of Ada")

    def test_large_file(self):
        self.choose("large.png", png(400, 400) + bytes(200_000))
        self.browser.says("large")
        self.browser.press("Send")
        self.browser.shows("Passport of Ada")


if __name__ == "__main__":
    unittest.main()
