"""The inspector: the live sessions, and one of them from inside, over one stream of events.

    Scripts/browser-test.sh test_inspector
"""

import json
import unittest
import urllib.error
import urllib.request

from selenium.webdriver.common.keys import Keys

import axe
from browser import DESKTOP, PHONE, Browser, Server, wait_until

TABLET = (820, 1180)
SESSIONS = "return [...document.querySelectorAll('.session')].map((each) => decodeURIComponent(each.getAttribute('href').slice(1)))"
TEXT = "return document.querySelector(arguments[0])?.innerText ?? ''"


class Client:
    """A client of one session."""

    def __init__(self, address, app="items", client=None):
        self.address = address
        self.state = self.call("POST", "/v1/sessions", {"app": app, **({"client": client} if client else {})})
        self.token = self.state["token"]
        self.id = self.state["id"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("Content-Type", "application/json")
        if hasattr(self, "token"):
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, json.dumps(body or {}).encode() if method == "POST" else None) as response:
            content = response.read()
        return json.loads(content) if content else None

    def report(self, name, body=None):
        path = f"/v1/sessions/{self.id}/screens/{self.state['focus']}/outputs/{name}"
        self.state = self.call("POST", path, body)
        self.token = self.state.get("token", self.token)

    def back(self):
        self.state = self.call("POST", f"/v1/sessions/{self.id}/back")

    def end(self):
        self.call("DELETE", f"/v1/sessions/{self.id}")


class Inspector(unittest.TestCase):
    def setUp(self):
        self.server = Server("--address-new-sessions", "0")
        self.addCleanup(self.server.stop)
        self.browser = Browser(size=DESKTOP)
        self.addCleanup(self.browser.quit)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def script(self, code, *arguments):
        return self.browser.driver.execute_script(code, *arguments)

    def open(self, session=""):
        self.browser.open(f"{self.server.address}/inspector/#{session}")

    def shows(self, selector, *texts):
        """Waits until an element has some texts."""
        wait_until(lambda: all(text in self.script(TEXT, selector) for text in texts), f"{texts} in {selector}", lambda: self.script(TEXT, "body"))

    def listed(self, *clients):
        """Waits until the list has exactly some sessions, in this order."""
        expected = [client.id for client in clients]
        wait_until(lambda: self.script(SESSIONS) == expected, f"the sessions {expected}", lambda: f"{self.script(SESSIONS)}")

    def press(self, name):
        self.browser.press(name)

    def test_sessions_come_to_the_front_as_they_are_used(self):
        self.open()
        self.shows(".list__none", "No session is in memory.")
        first = Client(self.server.address)
        self.listed(first)
        second = Client(self.server.address, "kanji")
        self.listed(second, first)
        first.report("signUp")
        self.listed(first, second)
        self.shows(".list__count", "2 live")
        second.end()
        self.listed(first)

    def test_the_page_reads_one_stream_and_asks_for_nothing_in_between(self):
        client = Client(self.server.address)
        self.open(client.id)
        self.shows(".detail", "items · login")
        names = "return performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname).filter((name) => name.startsWith('/v1/'))"
        for last in ("/map", "/history"):
            wait_until(lambda: any(name.endswith(last) for name in self.script(names)), last, self.browser.describe)
        before = self.script(names)
        self.browser.driver.set_script_timeout(30)
        # Only time can show that nothing is asked for.
        self.browser.driver.execute_async_script("setTimeout(arguments[0], 2500)")
        self.assertEqual(self.script(names), before)
        client.report("signUp")
        self.shows(".detail", "items · signUp")

    def test_a_search_is_by_what_is_on_the_row(self):
        clients = [Client(self.server.address, app) for app in ("items", "kanji", "shop")]
        self.open()
        wait_until(lambda: len(self.script(SESSIONS)) == 3, "three sessions")
        search = self.browser.find("textbox", "Search by id, application, screen, flow or account")
        for text, found in (("kanji", clients[1]), (clients[0].id[-10:], clients[0]), ("LOGIN", clients[0])):
            search.clear()
            search.send_keys(text)
            self.listed(found)
        search.clear()
        search.send_keys("nothing")
        self.shows(".list__none", "No session matches.")

    def test_many_sessions_are_shown_page_by_page(self):
        for _ in range(120):
            Client(self.server.address)
        self.open()
        wait_until(lambda: len(self.script(SESSIONS)) == 50, "a page")
        self.press("Show more")
        wait_until(lambda: len(self.script(SESSIONS)) == 100, "two pages")
        self.press("Show more")
        wait_until(lambda: len(set(self.script(SESSIONS))) == 120, "each session once", lambda: f"{len(self.script(SESSIONS))}")

    def test_a_session_is_shown_from_inside_and_follows_what_its_user_does(self):
        client = Client(self.server.address)
        self.open(client.id)
        self.shows("[data-pane=coordinators]", "ItemsCoordinator", "AuthCoordinator", "login")
        self.shows("[data-pane=containers]", "stack", "login")
        self.shows("[data-pane=effects]", "None waits.")
        self.shows("[data-pane=connected]", "0 event streams")
        current = "return [...document.querySelectorAll('.map [data-current]')].map((each) => each.dataset.screen)"
        wait_until(lambda: self.script(current) == ["login"], "the place on the map", lambda: f"{self.script(current)}")
        client.report("signUp")
        wait_until(lambda: self.script(current) == ["signUp"], "the next place on the map", lambda: f"{self.script(current)}")
        visited = "return [...document.querySelectorAll('.map [data-visited]')].map((each) => each.dataset.screen).sort()"
        wait_until(lambda: self.script(visited) == ["login", "signUp"], "the screens on the path", lambda: f"{self.script(visited)}")
        self.assertEqual(self.script("return document.querySelectorAll('.map .way').length"), 1, "the path is lit")
        self.shows("[data-pane=timeline]", "output signUp", "start items")
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                self.browser.appearance(size, dark)
                self.browser.screenshot(f"inspector-{size[0]}-{'dark' if dark else 'light'}")
                self.assertEqual(self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)

    def test_axe_finds_nothing_at_any_size_in_any_theme_and_with_forced_colors(self):
        client = Client(self.server.address, "market")
        self.browser.ignore_policy()
        for session in ("", client.id):
            self.open(session)
            self.listed(client)
            if session:
                self.shows("[data-pane=state]", "revision")
                wait_until(lambda: self.script("return Boolean(document.querySelector('.map [data-current]'))"), "the map")
            self.assertNotIn("Loading", self.script(TEXT, "body"), "everything is there")
            for size in (PHONE, TABLET, DESKTOP):
                for theme in ({}, {"dark": True}, {"forced_colors": True}):
                    self.browser.appearance(size, **theme)
                    self.assertEqual(axe.findings(self.browser), [], f"{size} {theme} {session}")

    def test_no_word_of_the_timeline_is_broken_on_a_tablet(self):
        client = Client(self.server.address)
        self.open(client.id)
        self.shows("[data-pane=timeline]", "start items")
        self.browser.appearance(TABLET)
        self.browser.screenshot("inspector-tablet")
        lines = self.script("return [...document.querySelectorAll('.step__event')].map((each) => each.getClientRects()[0].height / 20)")
        self.assertLess(max(lines), 2.5, "an event has one line or two")

    def test_the_time_since_the_last_use_goes_on(self):
        client = Client(self.server.address)
        self.open(client.id)
        self.shows(".detail", "last used")
        since = lambda: self.script("return /last used (.*) ago/.exec(document.querySelector('.detail').innerText)[1]")
        before = since()
        wait_until(lambda: since() != before, "another time", since)

    def test_the_timeline_goes_back_and_forward(self):
        client = Client(self.server.address)
        client.report("signUp")
        client.back()
        self.open(client.id)
        self.shows("[data-pane=timeline]", "back")
        self.press("◀ Earlier")
        self.shows(".notice", "You look at revision 2.")
        self.shows("[data-pane=containers]", "signUp")
        self.shows("[data-pane=timeline] .well", "replace /revision 2")
        current = "return document.querySelector('.map [data-current]')?.dataset.screen"
        self.assertEqual(self.script(current), "signUp")
        # By keyboard, too.
        self.script("document.activeElement.blur()")
        self.browser.driver.find_element("tag name", "body").send_keys("[")
        self.shows(".notice", "You look at revision 1.")
        self.browser.driver.find_element("tag name", "body").send_keys("]")
        self.shows(".notice", "You look at revision 2.")
        self.press("Now")
        wait_until(lambda: self.script(current) == "login", "the current place")
        self.assertEqual(self.script(TEXT, ".notice"), "")

    def test_timers_and_effects_that_wait_are_shown(self):
        client = Client(self.server.address, "market")
        self.open(client.id)
        self.shows("[data-pane=effects]", "timer")

    def test_a_fork_opens_in_the_client_where_the_session_was(self):
        client = Client(self.server.address)
        client.report("signUp")
        client.back()
        self.open(client.id)
        self.shows("[data-pane=timeline]", "back")
        self.press("◀ Earlier")
        driver = self.browser.driver
        inspector = driver.current_window_handle
        self.press("Open a fork at 2")
        wait_until(lambda: len(driver.window_handles) == 2, "a tab")
        driver.switch_to.window(next(each for each in driver.window_handles if each != inspector))
        self.browser.shows("Sign up")
        self.assertNotIn(client.id, self.browser.session)
        driver.switch_to.window(inspector)
        wait_until(lambda: len(self.script(SESSIONS)) == 2, "the fork in the list")

    def test_secrets_are_bullets(self):
        client = Client(self.server.address)
        client.report("submit", {"login": "demo", "password": "Canary password 81"})
        self.open(client.id)
        # The latest one is that of the effect.
        self.shows("[data-pane=timeline]", "effect ", "output submit")
        self.press("◀ Earlier")
        self.shows("[data-pane=timeline]", '"password":"•••"')
        self.script("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        self.assertNotIn("Canary", self.script("return document.documentElement.outerHTML"))

    def test_characters_that_are_not_seen_have_escapes(self):
        query = "wa\u202eter\u2066\u200b\u3164\u00a0\U000e0041"
        client = Client(self.server.address, "kanji", client={"platform": "می\u200cخواهم"})
        client.report("search", query)
        self.open(client.id)
        self.shows("[data-pane=timeline]", r"wa\u202eter\u2066\u200b\u3164\u00a0\udb40\udc41", r'replace /screens/')
        self.shows("[data-pane=connected]", r"می\u{200C}خواهم")
        self.script("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        opened = "document.querySelectorAll('[data-pane=state] details').forEach((each) => (each.open = true)); return arguments[0].every((text) => document.body.textContent.includes(text))"
        wait_until(lambda: self.script(opened, [r'query: "wa\u202eter']), "the query in the state")
        # The control: the page was looked at, and it has nothing of the text as it is.
        self.assertEqual(self.script("return document.documentElement.outerHTML.match(/[\\u202e\\u2066\\u200b\\u3164\\u00a0\\u{e0041}\\u200c]/gu)"), None)

    def test_it_is_used_by_keyboard_and_has_names_for_screen_readers(self):
        client = Client(self.server.address)
        self.open()
        self.listed(client)
        body = self.browser.driver.find_element("tag name", "body")
        body.send_keys("/")
        self.assertEqual(self.script("return document.activeElement.id"), "search")
        self.browser.focused.send_keys(Keys.TAB, Keys.TAB)
        self.assertEqual(self.script("return document.activeElement.className"), "session")
        self.browser.focused.send_keys(Keys.ENTER)
        self.shows(".detail", "items · login")
        self.assertEqual(self.script("return document.querySelector('.session').getAttribute('aria-current')"), "true")
        unnamed = self.script("return [...document.querySelectorAll('button, input, select, [role=group], section')].filter((each) =>"
                              " !each.textContent.trim() && !each.getAttribute('aria-label') && !each.getAttribute('aria-labelledby')).map((each) => each.outerHTML)")
        self.assertEqual(unnamed, [])
        self.assertTrue(self.script("return Boolean(document.querySelector('nav[aria-label], main'))"))

    def test_on_a_phone_the_list_and_a_session_are_two_pages(self):
        self.browser.appearance(PHONE)
        client = Client(self.server.address)
        self.open()
        self.listed(client)
        self.script("document.querySelector('.session').click()")
        self.shows(".detail", "items · login")
        self.assertFalse(self.script("return document.querySelector('.session').checkVisibility()"))
        self.press("All sessions")
        wait_until(lambda: self.script("return document.querySelector('.session').checkVisibility()"), "the list")

    def test_a_session_that_is_not_there_is_said_to_be(self):
        self.open("none")
        self.shows(".main", "session")
        self.assertTrue(self.script("return Boolean(document.querySelector('.main [role=alert]'))"))


class WithoutDevelopment(unittest.TestCase):
    def test_a_server_without_dev_has_no_inspector(self):
        server = Server(is_for_development=False)
        self.addCleanup(server.stop)
        for path in ("/inspector/", "/v1/inspector/sessions", "/v1/inspector/events"):
            with self.assertRaises(urllib.error.HTTPError) as failure:
                urllib.request.urlopen(server.address + path)
            self.assertEqual(failure.exception.code, 404)
            failure.exception.close()


if __name__ == "__main__":
    unittest.main()
