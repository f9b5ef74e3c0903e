"""The page without a server: the service worker shows it, and a new release replaces its files.

    Scripts/browser-test.sh test_offline
"""

import re
import shutil
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import Browser, Server, wait_until
from server import ROOT

OFFLINE = "You’re offline"
CONTROLLED = "return Boolean(navigator.serviceWorker.controller)"
STORED = """
    const done = arguments[0];
    (async () => {
      const names = await caches.keys();
      const opened = await Promise.all(names.map((name) => caches.open(name)));
      const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
      return {names, files: requests.map(({url}) => new URL(url).pathname).sort()};
    })().then(done, (error) => done(String(error)));
    """


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Offline(unittest.TestCase):
    def setUp(self):
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="usher-offline-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        self.server = None
        self.addCleanup(self.stop)

    def serve(self, public, *options):
        self.server = Server("--port", str(self.port), "--public", str(public), *options)

    def stop(self):
        if self.server:
            self.server.stop()
        self.server = None

    def bundle(self, name, addition=""):
        """Bundles the client, with an addition to its style."""
        source, target = Path(self.folder, f"{name}-source"), Path(self.folder, name)
        shutil.copytree(ROOT / "Public", source)
        with open(source / "style" / "page.css", "a", encoding="utf-8") as file:
            file.write(addition)
        subprocess.run([ROOT / "Scripts" / "bundle.sh", source, target], check=True)
        return target

    def open(self):
        self.browser.start(f"{self.server.address}/?app=items")
        self.browser.shows("Log in")

    def stored(self):
        return self.browser.driver.execute_async_script(STORED)

    def wait_until_stored(self, public):
        """Waits until the worker's files are those of a bundle, and returns their paths."""
        kinds = ("early-*.js", "main-*.js", "main-*.css", "wide-*.css", "forced-colors-*.css", "shop-*.css", "door-*.js", "door-*.css")
        names = [file.name for kind in kinds for file in Path(public).glob(kind)]
        self.assertEqual(len(names), len(kinds))
        expected = sorted(f"/{name}" for name in ["", "index.html", "manifest.webmanifest", "icons/icon-192.png", *names])

        def is_stored():
            stored = self.stored()
            # The files of an earlier worker are removed later than those of its successor are there.
            return self.browser.driver.execute_script(CONTROLLED) and stored["files"] == expected and len(stored["names"]) == 1

        wait_until(is_stored, f"the files {expected}", lambda: f"{self.stored()}")
        return expected

    def test_without_the_server_the_page_says_that_it_is_offline_and_goes_on_later(self):
        browser = self.browser
        public = self.bundle("one")
        self.serve(public)
        self.open()
        self.wait_until_stored(public)
        browser.press("Sign up")
        browser.shows("Sign up")
        self.stop()
        browser.reload()
        browser.says(OFFLINE)
        browser.find("button", "Try again")
        self.assertNotIn("Connection lost", browser.text())
        browser.screenshot("offline")
        self.serve(public)
        # Without a reload. The store was in memory, so the session is gone, and another one starts at the place of the address.
        browser.shows("Sign up")
        self.assertEqual(browser.complaints(), [])

    def test_a_tap_without_a_network_is_carried_out_after_a_reload(self):
        browser = self.browser
        public = self.bundle("one")
        store = ("--store", f"sqlite:{self.folder}/sessions.db", "--data", self.folder)
        self.serve(public, *store)
        browser.start(f"{self.server.address}/?app=market&link=usher://market/product/coffee")
        browser.shows("Espresso beans")
        self.wait_until_stored(public)
        session = browser.session
        self.stop()
        browser.press("Add to cart")
        wait_until(lambda: browser.driver.execute_script("return sessionStorage.getItem('usher.taps')"), "the tap in the storage")
        browser.reload()
        browser.says(OFFLINE)
        self.serve(public, *store)
        browser.shows("Espresso beans")
        browser.find("button", re.compile("^Increase: In your cart"))
        self.assertEqual(browser.session, session)
        self.assertIsNone(browser.driver.execute_script("return sessionStorage.getItem('usher.taps')"))
        self.assertEqual(browser.complaints(), [])

    def test_the_worker_stores_nothing_of_a_session(self):
        public = self.bundle("one")
        self.serve(public)
        self.open()
        files = self.wait_until_stored(public)
        # Everything goes through the worker now.
        self.browser.reload()
        self.browser.shows("Log in")
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.assertEqual(self.stored()["files"], files)
        self.assertFalse([file for file in files if file.startswith("/v1")])

    def test_a_new_release_replaces_the_files_of_the_old_one(self):
        browser = self.browser
        old, new = self.bundle("old"), self.bundle("new", "\n:root { --release: 2; }\n")
        self.serve(old)
        self.open()
        before = self.wait_until_stored(old)
        self.stop()
        self.serve(new)
        browser.reload()
        browser.shows("Log in")
        release = "return getComputedStyle(document.documentElement).getPropertyValue('--release').trim()"
        self.assertEqual(browser.driver.execute_script(release), "2", "the first reload shows the new release")
        after = self.wait_until_stored(new)
        self.assertNotEqual(before, after)
        self.stop()
        browser.reload()
        browser.says(OFFLINE)
        self.assertEqual(browser.driver.execute_script(release), "2", "the page without a server is that of the new release")

    def test_plain_modules_have_no_worker(self):
        """A control: without a worker there is nothing to show."""
        self.serve("Public")
        self.open()
        self.stop()
        self.browser.reload()
        wait_until(lambda: not self.browser.driver.find_elements("id", "app"), "the browser's own page", self.browser.describe)
        self.assertNotIn(OFFLINE, self.browser.driver.page_source)


if __name__ == "__main__":
    unittest.main()
