"""The stream of events of a page: it lives through a login, through errors of the page, and through dead connections.

    Scripts/browser-test.sh test_streams
"""

import re
import unittest
import urllib.request

from browser import DESKTOP, Browser, Server, wait_until

# Counts the responses to requests by their status, and the requests that ask the server to wait.
COUNT = """
    const send = globalThis.fetch;
    globalThis.statuses = [];
    globalThis.longPolls = 0;
    globalThis.fetch = async (input, options) => {
      if (/wait=/.test(options?.headers?.Prefer ?? "")) globalThis.longPolls += 1;
      const response = await send(input, options);
      globalThis.statuses.push(response.status);
      return response;
    };
    """
# Imitates Safari, which refuses more than 100 calls in 30 seconds.
NO_HISTORY = """
    for (const name of ["pushState", "replaceState"]) {
      History.prototype[name] = () => { throw new DOMException("Attempt to use history too often", "SecurityError"); };
    }
    """
# The page asks on a connection that is dead: neither an error nor a response comes, until the page gives the request up.
DEAD = """
    const send = globalThis.fetch;
    globalThis.dead = 0;
    globalThis.fetch = (input, options) => {
      const isStream = String(input).endsWith("/events");
      if (isStream) globalThis.asked = (globalThis.asked ?? 0) + 1;
      if (!isStream || globalThis.dead >= DEAD_CONNECTIONS) return send(input, options);
      globalThis.dead += 1;
      return new Promise((_, reject) => options.signal.addEventListener("abort", () => reject(options.signal.reason)));
    };
    // Ten seconds are one.
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = (body, time, ...more) => wait(body, time >= 10_000 ? time / 10 : time, ...more);
    """
# The first responses to requests for the stream are errors whose content is cut off.
CUT_ERRORS = """
    const send = globalThis.fetch;
    globalThis.cut = globalThis.starts = 0;
    globalThis.fetch = (input, options) => {
      if (options?.method === "POST" && String(input).endsWith("/v1/sessions")) globalThis.starts += 1;
      if (!String(input).endsWith("/events") || globalThis.cut >= 2) return send(input, options);
      globalThis.cut += 1;
      const headers = { "Content-Type": "application/problem+json" };
      return Promise.resolve(new Response('{"type": "/problems/credential-rep', { status: 401, headers }));
    };
    """


class Streams(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)

    def before(self, script):
        """Runs a script in each page from now on, before the page's own."""
        self.browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=script)

    def of_page(self, expression):
        return self.browser.driver.execute_script(f"return {expression}")

    def open(self, app):
        self.browser.start(f"{self.server.address}/{app}")

    def streams(self):
        """Returns the number of streams that the server has open."""
        with urllib.request.urlopen(f"{self.server.address}/metrics") as response:
            return int(re.search(r"^usher_streams (\d+)", response.read().decode(), re.MULTILINE)[1])

    def has_one_stream(self):
        wait_until(lambda: self.streams() == 1, "one stream", lambda: f"{self.streams()} streams")

    def log_in(self, password):
        self.browser.type("Username", "demo")
        self.browser.type("Password", password)
        self.browser.press("Log in")

    def test_a_session_is_not_given_up_for_an_error_whose_content_is_cut_off(self):
        self.before(CUT_ERRORS)
        self.open("items")
        self.browser.shows("Log in")
        self.has_one_stream()
        self.assertEqual(self.of_page("globalThis.cut"), 2)
        self.assertEqual(self.of_page("globalThis.starts"), 1)

    def test_a_login_keeps_the_stream(self):
        self.before(COUNT)
        self.open("items")
        self.browser.shows("Log in")
        self.has_one_stream()
        for _ in range(3):
            self.log_in("wrong-password")
            self.browser.says("Incorrect username or password")
            self.has_one_stream()
        self.log_in("demo-password")
        self.browser.shows("Welcome")
        self.has_one_stream()
        # The page waits in this way for the effect of the login, but not for news.
        self.browser.driver.execute_script("longPolls = 0")
        self.browser.press("Got it")
        self.browser.shows("Items")
        self.has_one_stream()
        self.assertEqual(self.of_page("longPolls"), 0, "the page follows by the stream and not by long polling")
        self.assertNotIn(401, self.of_page("statuses"), "no request has the credential that the login replaces")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_login_whose_answer_is_slow_keeps_the_stream(self):
        """The stream ends at once, the answer to the login comes later: the next stream waits for it."""
        self.before(COUNT)
        self.open("items")
        self.browser.shows("Log in")
        self.has_one_stream()
        self.browser.slow(1)
        self.log_in("demo-password")
        self.browser.shows("Welcome")
        self.browser.slow(0)
        self.has_one_stream()
        self.assertNotIn(401, self.of_page("statuses"))

    def test_a_refused_stream_is_asked_for_again(self):
        """A proxy refuses the first streams; then they work."""
        for status in (401, 403, 404, 429, 500, 503):
            with self.subTest(status=status):
                self.before(f"""
                    globalThis.refused = 0;
                    {{
                      const send = globalThis.fetch;
                      globalThis.fetch = (input, options) => {{
                        if (/wait=/.test(options?.headers?.Prefer ?? "")) options.headers.Prefer = options.headers.Prefer.replace(/, wait=.*/, "");
                        if (!String(input).endsWith("/events") || globalThis.refused >= 3) return send(input, options);
                        globalThis.refused += 1;
                        const type = {status} === 401 ? "/problems/credential-replaced" : "about:blank";
                        return Promise.resolve(new Response(JSON.stringify({{type}}), {{status: {status}, headers: {{"Content-Type": "application/problem+json"}}}}));
                      }};
                    }}
                    """)
                self.open("shop")
                wait_until(lambda: self.of_page("refused") == 3, "three refusals", lambda: self.of_page("refused"))
                self.has_one_stream()

    def test_streams_that_hold_their_events_back_are_given_up(self):
        """A control: two streams without an event show that the network doesn't carry them."""
        self.browser.lose_streams()
        self.open("shop")
        wait_until(lambda: self.of_page("longPolls") > 0, "long polling")
        self.assertEqual(self.of_page("lostStreams"), 2)

    def test_a_history_that_refuses_entries_changes_nothing_but_the_address(self):
        self.before(NO_HISTORY)
        self.open("shop")
        self.browser.says("Autumn above the tree line")
        for _ in range(8):
            self.browser.press(re.compile("^Shoes"))
            self.browser.shows("Shoes")
            self.browser.press(re.compile("^Back"))
            self.browser.says("Autumn above the tree line")
        self.has_one_stream()
        self.assertEqual(self.browser.complaints(), [], "the limit is expected, and no error of the page")

    def test_the_address_follows_again_when_the_browser_allows_it(self):
        self.open("shop")
        self.browser.says("Autumn above the tree line")
        self.browser.driver.execute_script(
            "const own = History.prototype.pushState; const other = History.prototype.replaceState;"
            "globalThis.allow = () => Object.assign(History.prototype, {pushState: own, replaceState: other});" + NO_HISTORY)
        before = self.browser.path
        self.browser.press(re.compile("^Shoes"))
        self.browser.shows("Shoes")
        self.assertEqual(self.browser.path, before)
        self.browser.driver.execute_script("allow()")
        # A later drawing tries again, as that for a window of another size does.
        self.browser.appearance(DESKTOP)
        wait_until(lambda: self.browser.path != before, "the address of the place", lambda: self.browser.path)

    def test_no_listener_of_a_state_can_prevent_that_it_is_stored(self):
        self.open("shop")
        self.browser.says("Autumn above the tree line")
        # The drafts, the history and the title fail, each in its own way.
        self.browser.driver.execute_script(NO_HISTORY + """
            const values = Map.prototype.values;
            Map.prototype.values = function () {
              if (new Error().stack.includes("form-drafts")) throw new Error("drafts");
              return values.call(this);
            };
            Object.defineProperty(Document.prototype, "title", {set() { throw new Error("title"); }});
            """)
        for _ in range(7):
            self.browser.press(re.compile("^Shoes"))
            self.browser.find("heading", "Shoes")
            self.browser.press(re.compile("^Back"))
            self.browser.says("Autumn above the tree line")
        self.has_one_stream()
        wait_until(lambda: any("drafts" in str(each) or "title" in str(each) for each in self.browser.complaints()), "the error in the console")

    def test_dead_connections_are_given_up_soon_and_the_stream_comes_back(self):
        self.before(DEAD.replace("DEAD_CONNECTIONS", "5"))
        self.open("shop")
        self.browser.says("Autumn above the tree line")
        wait_until(lambda: self.of_page("dead") == 5, "five dead connections", lambda: self.of_page("dead"))
        self.has_one_stream()

    def test_streams_whose_header_never_comes_are_replaced_by_polling(self):
        """A control: more dead connections than a browser keeps are a proxy that holds streams back."""
        self.before(COUNT + "{" + DEAD.replace("DEAD_CONNECTIONS", "100").replace("const send", "const sendOn").replace("send(input", "sendOn(input") + "}")
        self.open("shop")
        self.browser.says("Autumn above the tree line")
        wait_until(lambda: self.of_page("longPolls") > 0, "long polling", timeout=20)
        self.assertEqual(self.of_page("dead"), 6)


if __name__ == "__main__":
    unittest.main()
