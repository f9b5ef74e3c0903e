"""The base class of the walks through an application: a server, a phone-sized browser, and a clean console."""

import re
import unittest
from urllib.parse import urlencode

from browser import Browser, Server

BACK = re.compile("^Back")


class Walk(unittest.TestCase):
    #: The application's name; None for the default one.
    app = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.appearance()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "nothing in the console: no exception, no breach of the policy")

    def start(self, link=None):
        """Opens the application as a new visitor, at a link if one is given."""
        asked = {"app": self.app or "", **({"link": link} if link else {})}
        self.browser.start(f"{self.server.address}/?{urlencode(asked)}")
