"""Browsers in which the client can't work, or not as a whole: no cookies, no locks, too old, and mistakes of the page itself.

    Scripts/browser-test.sh test_unsupported
"""

import re
import unittest
from contextlib import contextmanager

from browser import Browser, Server, wait_until
from server import ROOT

HOME = "Autumn above the tree line"
OFFLINE = "You’re offline"
OLD = "This browser is too old for this page"
BROKEN = "This page has a mistake"
COOKIES = "Cookies are needed"

# Counts the sessions that the page starts, and drops the cookies of all requests, as a browser does that blocks them.
NO_COOKIES = """
    const send = globalThis.fetch;
    globalThis.requests = [];
    globalThis.fetch = (input, options) => {
      globalThis.requests.push(`${options?.method} ${input}`);
      return send(input, {...options, credentials: "omit"});
    };
    """
# Each way in which a browser may deny locks.
DENIED = {
    "rejected": "LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));",
    "thrown": "LockManager.prototype.request = () => { throw new DOMException('denied', 'SecurityError'); };",
    "of a page that is not active": "LockManager.prototype.request = () => Promise.reject(new DOMException('', 'InvalidStateError'));",
    "without locks and channel": (
        "delete Navigator.prototype.locks; globalThis.BroadcastChannel = class { constructor() { throw new DOMException('', 'SecurityError'); } };"),
}
# A function of the browser that fails for the client's own requests.
FAULTY = """
    {
      const own = OWNER.NAME;
      OWNER.NAME = function (...values) {
        if (/[/](client[/]|session[/]|early-|main-)/.test(new Error().stack)) throw new TypeError("a mistake");
        return own.apply(this, values);
      };
    }
    """


class Unsupported(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)

    @contextmanager
    def before(self, script):
        """Runs a script in each page, before the page's own, as long as the context lasts."""
        added = self.browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=script)
        try:
            yield
        finally:
            self.browser._cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])

    def of_page(self, expression):
        """Returns a value of the page; the driver's own scripts need what a test takes away."""
        return self.browser._cdp("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def open(self, app):
        self.browser.start(f"{self.server.address}/{app}")

    # Cookies

    def sessions(self):
        return [each for each in self.of_page("requests") if each.startswith("POST") and each.endswith("/v1/sessions")]

    def test_without_cookies_the_page_says_so_and_starts_no_further_session(self):
        for app in ("shop", "market", "kanji", "items"):
            with self.subTest(app=app):
                with self.before(NO_COOKIES):
                    self.open(app)
                    self.browser.says(COOKIES)
                    self.browser.find("button", "Reload")
                    count = len(self.of_page("requests"))
                    self.assertEqual(len(self.sessions()), 1)
                    # Longer than the pauses after which a page asks again.
                    self.browser.driver.execute_async_script("setTimeout(arguments[0], 2500)")
                    self.assertEqual(len(self.of_page("requests")), count, "the page asks for nothing more")
                    self.assertEqual(self.browser.complaints(), [])
        self.browser.screenshot("without-cookies")

    def test_with_blocked_cookies_the_page_says_so(self):
        """As above, by Chromium's own setting, which also denies storage, locks and workers."""
        blocked = Browser(preferences={"profile.default_content_setting_values.cookies": 2})
        self.addCleanup(blocked.quit)
        for app in ("kanji", "market"):
            blocked.open(f"{self.server.address}/{app}")
            blocked.says(COOKIES)
        blocked.press("Reload")
        blocked.says(COOKIES)

    def test_a_page_whose_cookies_are_allowed_again_goes_on(self):
        with self.before(NO_COOKIES):
            self.open("shop")
            self.browser.says(COOKIES)
        self.browser.press("Reload")
        self.browser.says(HOME)
        self.browser.press(re.compile("^Shoes"))
        self.browser.shows("Shoes")

    def test_a_session_that_has_worked_is_replaced_once_its_cookie_is_gone(self):
        """A control: the cookie was deleted, and the browser accepts the next one."""
        self.open("shop")
        self.browser.says(HOME)
        session = self.browser.session
        self.browser.press(re.compile("^Shoes"))
        self.browser.shows("Shoes")
        self.browser._cdp("Network.clearBrowserCookies")
        self.browser.press(re.compile("^Back"))
        self.browser.says("so we started a new one")
        self.assertNotEqual(self.browser.session, session)
        self.assertNotIn(COOKIES, self.browser.text())

    def test_denied_locks_mean_that_there_is_no_other_page(self):
        for name, script in DENIED.items():
            with self.subTest(name):
                with self.before(script + "globalThis.aborted = 0; addEventListener('unhandledrejection', () => globalThis.aborted += 1);"):
                    self.open("shop")
                    self.browser.says(HOME)
                    self.browser.press(re.compile("^Shoes"))
                    self.browser.shows("Shoes")
                    # Another client of the session does something, and the page learns of it by its stream.
                    status, state = self.browser.fetch("GET", self.browser.session)
                    self.browser.fetch("POST", state["gestures"]["back"], {})
                    self.browser.says(HOME)
                    self.browser.reload()
                    self.browser.says(HOME)
                    self.assertEqual(self.of_page("aborted"), 0)

    # Old browsers

    def needs(self):
        """Returns the name of each thing that the client checks for, with the versions that have it."""
        source = (ROOT / "Public" / "browsers.js").read_text(encoding="utf-8")
        return re.findall(r'^  "([^"]+)", // ([\d.]+), ([\d.]+), ([\d.]+)$', source, re.MULTILINE)

    def test_the_check_knows_everything_that_the_client_calls(self):
        """The names that are younger than the oldest browsers that read the syntax of the client."""
        young = "any|timeout|at|findLast|findLastIndex|toReversed|toSorted|toSpliced|hasOwn|replaceAll|matchAll|replaceChildren|requestSubmit|getAnimations"
        known = {name.rpartition(".")[2] for name, *_ in self.needs()}
        for file in (ROOT / "Public").rglob("*.js"):
            source = file.read_text(encoding="utf-8")
            used = set(re.findall(rf"\.({young})\(", source))
            used |= set(re.findall(r"\b(TextDecoderStream|ResizeObserver|reportError|inert)\b", source))
            self.assertEqual(used - known, set(), file)

    def test_a_browser_that_lacks_anything_is_told_that_it_is_too_old(self):
        for name, *_ in self.needs():
            with self.subTest(name):
                if "(" in name:
                    script = f"const supports = CSS.supports; CSS.supports = (style) => style !== '{name}' && supports.call(CSS, style);"
                else:
                    owner, _, member = name.rpartition(".")
                    script = f"delete {owner or 'globalThis'}.{member};"
                with self.before(script + NO_COOKIES):
                    self.browser.driver.get(f"{self.server.address}/shop?utm_source=mail")
                    wait_until(lambda: OLD in self.browser.driver.title, "the page for old browsers", lambda: self.browser.driver.title)
                    text = self.of_page("document.getElementById('app').textContent")
                    self.assertIn("Chrome 123, Edge 123, Firefox 124, Safari 17.5", text)
                    self.assertNotIn(OFFLINE, text)
                    self.assertEqual(self.of_page("requests"), [], "such a browser asks for nothing")
        self.browser.screenshot("old-browser")

    def test_the_page_for_old_browsers_is_in_the_language_of_the_user(self):
        for language, part in {"de-AT": "zu alt", "ja": "古い", "fr": "too old"}.items():
            with self.before(f"delete AbortSignal.any; Object.defineProperty(Navigator.prototype, 'language', {{get: () => '{language}'}});"):
                self.browser.driver.get(f"{self.server.address}/shop")
                wait_until(lambda: part in self.browser.driver.title, part, lambda: self.browser.driver.title)

    def test_the_readme_lists_the_browsers_for_which_the_client_checks(self):
        newest = [max((versions[index] for versions in self.needs_by_browser()), key=number) for index in range(3)]
        source = (ROOT / "Public" / "browsers.js").read_text(encoding="utf-8")
        stated = re.search(r'supported = \{ Chrome: "([\d.]+)", Edge: "\1", Firefox: "([\d.]+)", Safari: "([\d.]+)" \}', source).groups()
        self.assertEqual(list(stated), newest)
        readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
        chrome, firefox, safari = stated
        self.assertIn(f"Chrome and Edge from {chrome}, Firefox from {firefox}, and Safari from {safari}", readme)

    def needs_by_browser(self):
        return [versions for _, *versions in self.needs()]

    # Mistakes of the page

    def test_an_error_of_the_page_is_not_shown_as_one_of_the_network(self):
        for name, script in {
            "while a request is made": FAULTY.replace("OWNER", "JSON").replace("NAME", "stringify"),
            "while a response is read": FAULTY.replace("OWNER", "Response.prototype").replace("NAME", "json"),
            "while the requests are joined": FAULTY.replace("OWNER", "AbortSignal").replace("NAME", "any"),
            "while it asks for the time zone": "Intl.DateTimeFormat = function () { throw new RangeError('no time zone'); };",
        }.items():
            with self.subTest(name):
                with self.before(script):
                    self.open("shop")
                    wait_until(lambda: self.browser.text().strip(), "a text")
                    self.browser.says("Can’t start the app")
                    self.assertNotIn(OFFLINE, self.browser.text())
        self.browser.complaints()

    def test_an_error_of_a_drawing_shows_a_page_that_can_be_loaded_again(self):
        self.open("shop")
        self.browser.says(HOME)
        self.browser.driver.execute_script("Document.prototype.createElement = new Proxy(Document.prototype.createElement, {"
            "apply: (make, page, [tag]) => { if (tag === 'section') throw new Error('drawing'); return make.call(page, tag); }})")
        self.browser.press(re.compile("^Shoes"))
        self.browser.says(BROKEN)
        self.browser.screenshot("broken")
        self.assertTrue(any("drawing" in str(each) for each in self.browser.complaints()), "the console has the error")
        self.assertEqual(self.browser.focused.text, BROKEN)
        self.browser.press("Reload")
        self.browser.shows("Shoes")

    def test_a_state_that_can_not_be_drawn_can_be_left(self):
        with self.before("const make = Document.prototype.createElement; Document.prototype.createElement = function (tag) {"
                          " if (tag === 'section') throw new Error('drawing'); return make.call(this, tag); };"):
            self.open("shop")
            self.browser.says(BROKEN)
        self.browser.press("Start again")
        self.browser.says(HOME)
        self.browser.complaints()


def number(version):
    return [int(part) for part in version.split(".")]


if __name__ == "__main__":
    unittest.main()
