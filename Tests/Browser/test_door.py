"""The front door: what the server is, its applications, and the same walk by hand.

    Scripts/browser-test.sh test_door
"""

import json
import shutil
import subprocess
import tempfile
import unittest
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import axe
from browser import DESKTOP, PHONE, Browser, Server, wait_until
from loopback_server import LoopbackServer
from server import ROOT

CARDS = "return [...document.querySelectorAll('.card')].map((each) => [each.querySelector('strong').textContent, each.getAttribute('href')])"
PUBLIC = ROOT / "Public"
TABLET = (820, 1180)
#: Adds up how far the parts of the page move by themselves.
RECORD_SHIFTS = """
    globalThis.shifts = 0;
    new PerformanceObserver((list) => { for (const {value} of list.getEntries()) globalThis.shifts += value; }).observe({type: "layout-shift", buffered: true});
    """


class Door(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        self.browser.appearance()
        self.browser.start(self.server.address)
        self.cards = wait_until(lambda: self.browser.driver.execute_script(CARDS), "the applications", self.browser.describe)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def script(self, code, *arguments):
        return self.browser.driver.execute_script(code, *arguments)

    def test_it_shows_the_applications_of_the_server_with_pictures(self):
        apps = self.server.get("/v1/apps")["apps"]
        self.assertEqual([title for title, _ in self.cards], [app["title"] for app in apps])
        for size in (PHONE, DESKTOP):
            for dark in (False, True):
                self.browser.appearance(size, dark)
                self.browser.screenshot(f"door-{size[0]}-{'dark' if dark else 'light'}")
                width = self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                self.assertEqual(width, 0, f"nothing is wider than {size[0]}")
        broken = wait_until(
            lambda: self.script("return [...document.images].every((each) => each.complete) && "
                                "{all: [...document.images].filter((each) => !each.naturalWidth).map((each) => each.src)}"), "pictures")
        self.assertEqual(broken["all"], [])

    def test_axe_finds_nothing_at_any_size_in_any_theme_and_with_forced_colors(self):
        browser = Browser()
        self.addCleanup(browser.quit)
        browser.ignore_policy()
        browser.open(self.server.address)
        wait_until(lambda: browser.driver.execute_script(CARDS), "the applications")
        for size in (PHONE, TABLET, DESKTOP):
            for theme in ({}, {"dark": True}, {"forced_colors": True}):
                browser.appearance(size, **theme)
                self.assertEqual(axe.findings(browser), [], f"{size} {theme}")

    def test_no_card_is_alone_in_its_row(self):
        for size in (PHONE, TABLET, DESKTOP):
            self.browser.appearance(size)
            self.browser.screenshot(f"door-cards-{size[0]}")
            rows = self.script(
                "const rows = {}; for (const each of document.querySelectorAll('.card')) (rows[Math.round(each.getBoundingClientRect().top)] ??= []).push(each);"
                "return Object.values(rows).map((row) => Math.round(row.reduce((sum, each) => sum + each.getBoundingClientRect().width, 0)))")
            self.assertLess(max(rows) - min(rows), 60, f"{rows} at {size}")

    def test_the_page_does_not_jump_when_the_applications_arrive(self):
        for size in (PHONE, DESKTOP):
            browser = Browser(size)
            self.addCleanup(browser.quit)
            browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=RECORD_SHIFTS)
            browser.slow_mobile()
            browser.open(self.server.address)
            wait_until(lambda: browser.driver.execute_script(CARDS), "the applications", timeout=30)
            wait_until(lambda: browser.driver.execute_script("return [...document.images].every((each) => each.complete)"), "the pictures", timeout=30)
            self.assertLess(browser.driver.execute_script("return globalThis.shifts"), 0.05, f"{size}")

    def test_choosing_an_application_starts_it(self):
        for title, screen in (("Items", "Log in"), ("Shop", "Fjord")):
            with self.subTest(title):
                self.browser.start(self.server.address)
                wait_until(lambda: self.script(CARDS), "the applications")
                self.script("[...document.querySelectorAll('.card')].find((each) => each.querySelector('strong').textContent === arguments[0]).click()", title)
                wait_until(lambda: self.script("return Boolean(document.querySelector('.screen'))"), "its screen", self.browser.describe)
                if title == "Items":
                    self.browser.shows(screen)

    def test_the_door_fades_into_an_application_unless_the_user_wants_less_motion(self):
        self.browser._cdp("Page.addScriptToEvaluateOnNewDocument",
                          source="addEventListener('pagereveal', ({viewTransition}) => { window.fades = Boolean(viewTransition); })")
        for less in (False, True):
            self.browser.appearance(reduced_motion=less)
            # As on a first visit: nothing of the application's page is there yet.
            self.browser._cdp("Network.clearBrowserCache")
            self.browser._cdp("Storage.clearDataForOrigin", origin=self.server.address, storageTypes="all")
            self.browser.start(self.server.address)
            wait_until(lambda: self.script(CARDS), "the applications")
            self.script("document.querySelector('.card').click()")
            wait_until(lambda: self.script("return Boolean(document.querySelector('.screen'))"), "its screen", self.browser.describe)
            self.assertEqual(self.script("return window.fades"), not less)

    def test_back_leads_to_the_front_door(self):
        self.script("document.querySelector('.card').click()")
        wait_until(lambda: self.script("return Boolean(document.querySelector('.screen'))"), "its screen", self.browser.describe)
        self.browser.back()
        wait_until(lambda: self.script(CARDS), "the applications", self.browser.describe)

    @unittest.skipUnless(shutil.which("curl") and shutil.which("jq"), "needs curl and jq")
    def test_the_commands_of_the_walk_work_in_a_shell(self):
        commands = self.script("return [...document.querySelectorAll('.walk code')].map((each) => each.textContent)")
        self.assertIn(self.server.address, commands[0], "they have the address of this server")
        # The last one follows the session until it ends.
        walk = "\n".join(["set -euo pipefail", *commands[:-1]])
        done = subprocess.run(["bash", "-c", walk], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn('"title": "Log in"', done.stdout)
        self.assertIn('"revision": 2', done.stdout, "an output was reported")
        self.assertIn('"revision": 3', done.stdout, "the user went back")

    def test_it_leads_to_the_contract_and_to_the_inspector(self):
        links = self.script("return [...document.querySelectorAll('#more a')].map((each) => each.getAttribute('href'))")
        self.assertEqual(links, ["/openapi.json", "/problems", "/v1/apps", "/inspector/"])
        for link in ("/openapi.json", "/problems", "/v1/apps"):
            self.assertTrue(self.server.get(link))

    def test_a_server_without_dev_has_no_link_to_the_inspector(self):
        with FakeServer([{"name": "zoo", "title": "Zoo"}]) as fake:
            self.browser.open(fake.address)
            wait_until(lambda: self.script(CARDS), "the application")
            links = self.script("return [...document.querySelectorAll('#more a')].map((each) => each.getAttribute('href'))")
            self.assertNotIn("/inspector/", links)

    def test_an_application_of_an_author_has_a_picture_with_its_letter(self):
        with FakeServer([{"name": "zoo", "title": "Zoo"}]) as fake:
            self.browser.open(fake.address)
            cards = wait_until(lambda: self.script(CARDS), "the application")
            self.assertEqual(cards, [["Zoo", "/zoo"]])
            self.assertEqual(self.script("return document.querySelector('.card__letter').textContent"), "Z")
            self.assertIn('"app":"zoo"', self.script("return document.querySelector('.walk code').textContent"))
            self.browser.screenshot("door-own")

    def test_without_the_server_it_says_so_and_tries_again(self):
        with FakeServer(None) as fake:
            self.browser.open(fake.address)
            wait_until(lambda: self.script("return document.querySelector('[role=alert]')?.textContent"), "the failure")
            fake.apps = [{"name": "zoo", "title": "Zoo"}]
            self.script("document.querySelector('[role=alert] button').click()")
            wait_until(lambda: self.script(CARDS), "the application")

    def test_the_keyboard_reaches_everything_in_the_order_of_the_page(self):
        reached = self.script("""
            return [...document.querySelectorAll('a, button, [tabindex="0"]')].map((each) => each.tabIndex)""")
        self.assertTrue(reached and all(index == 0 for index in reached))
        headings = self.script("return [...document.querySelectorAll('h1, h2, h3')].map((each) => each.tagName)")
        self.assertEqual(headings, ["H1", "H2", "H2", "H2"])

    def test_a_hand_off_in_the_fragment_reaches_the_client(self):
        self.browser.open(f"{self.server.address}/#handoff=none")
        # The same document, for the browser: only the fragment is another one.
        self.browser.reload()
        wait_until(lambda: self.script("return location.search === '?handoff'"), "the client's address", self.browser.describe)
        self.browser.says("Go on here?")

    def test_its_texts_are_in_the_language_of_the_browser(self):
        for language, headline in (("de", "Anwendungen auf diesem Server"), ("ja", "このサーバーのアプリケーション"), ("fr", "Applications on this server")):
            browser = Browser()
            self.addCleanup(browser.quit)
            agent = browser.driver.execute_script("return navigator.userAgent")
            browser._cdp("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
            browser.open(self.server.address)
            wait_until(lambda: browser.driver.execute_script(CARDS), "the applications")
            self.assertEqual(browser.driver.execute_script("return document.querySelector('h2').textContent"), headline)
            browser.screenshot(f"door-{language}")


class Bundle(unittest.TestCase):
    def test_the_bundled_page_takes_few_requests(self):
        folder = tempfile.mkdtemp(prefix="usher-door-")
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run([ROOT / "Scripts" / "bundle.sh", PUBLIC, f"{folder}/public"], check=True)
        server = Server("--public", f"{folder}/public")
        self.addCleanup(server.stop)
        browser = Browser()
        self.addCleanup(browser.quit)
        browser.open(server.address)
        wait_until(lambda: browser.driver.execute_script(CARDS), "the applications", browser.describe)
        names = browser.driver.execute_script("return performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)")
        code = [name for name in names if name.endswith((".js", ".css"))]
        self.assertEqual(len(code), 2, names)
        self.assertEqual([name for name in names if name.startswith("/v1/")], ["/v1/apps"])
        size = sum(path.stat().st_size for name in code for path in [Path(f"{folder}/public{name}.br")])
        self.assertLess(size, 8_000)
        self.assertEqual(browser.complaints(), [])


class FakeServer:
    """A server of the front door's files and a list of applications; 503 without one."""

    def __init__(self, apps):
        self.apps = apps
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/v1/apps":
                    body = json.dumps({"apps": owner.apps or [], "default": owner.apps[0]["name"] if owner.apps else ""}).encode()
                    return self.answer(200 if owner.apps else 503, "application/json", body)
                file = PUBLIC / ("door/index.html" if path == "/" else path[1:])
                if not file.is_file():
                    return self.answer(404, "text/plain", b"")
                kind = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}.get(file.suffix, "text/plain")
                self.answer(200, f"{kind}; charset=utf-8", file.read_bytes())

            def answer(self, status, kind, body):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = LoopbackServer(Handler)
        self.address = self._server.address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.stop()


if __name__ == "__main__":
    unittest.main()
