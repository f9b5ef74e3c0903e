"""A page of another origin that has views of the kit among its own content, as a shop that runs its own web server does.

Its policy is strict: no inline styles or scripts, and requests to its own server and to Usher's only.
"""

import urllib.request
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from browser import Browser, Server, is_enabled, matches, wait_until
from loopback_server import LoopbackServer
from server import ROOT

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}

# What a browser has of a page beyond its nodes, from the first script on.
RECORD = """
    globalThis.left = {listeners: new Set(), timers: new Set(), requests: new Set()};
    for (const target of [globalThis, document]) {
      const {addEventListener, removeEventListener} = target;
      target.addEventListener = function (type, listener, options) {
        const entry = {type, listener};
        left.listeners.add(entry);
        options?.signal?.addEventListener("abort", () => left.listeners.delete(entry));
        return addEventListener.call(this, type, listener, options);
      };
      target.removeEventListener = function (type, listener, options) {
        for (const each of left.listeners) if (each.type === type && each.listener === listener) left.listeners.delete(each);
        return removeEventListener.call(this, type, listener, options);
      };
    }
    const {setTimeout, clearTimeout, fetch} = globalThis;
    globalThis.setTimeout = (action, delay, ...rest) => {
      const timer = setTimeout(() => { left.timers.delete(timer); action(...rest); }, delay);
      left.timers.add(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => { left.timers.delete(timer); clearTimeout(timer); };
    globalThis.fetch = async (input, options) => {
      const entry = {input};
      left.requests.add(entry);
      options?.signal?.addEventListener("abort", () => left.requests.delete(entry));
      const response = await fetch(input, options);
      if (!String(input).endsWith("/events")) left.requests.delete(entry);
      return response;
    };
    """

# The elements of a selector that can be seen and used, in the page and in all shadow trees.
DEEP = """
    const found = [];
    const search = (tree) => {
      for (const each of tree.querySelectorAll(arguments[0])) {
        if (!each.closest("[inert], [aria-hidden=true]") && each.checkVisibility({visibilityProperty: true})) found.push(each);
      }
      for (const each of tree.querySelectorAll("*")) if (each.shadowRoot) search(each.shadowRoot);
    };
    search(arguments[1]?.shadowRoot ?? arguments[1] ?? document);
    return found;
    """


class ForeignPage:
    """A browser at a page of an origin that is not the server's.

    `files` has its own files by path, and those of `Public` are there, too; or it is the folder with all files. What is below `/pictures/` comes
    from the server. An option `https://fjord.example` of the server becomes the origin of the page.
    """

    def __init__(self, test, files, *options):
        self.files = files
        self.pages = LoopbackServer(self._handler())
        test.addCleanup(self.pages.stop)
        options = options or ("--cors-origin", "https://fjord.example")
        self.server = Server(*(each.replace("https://fjord.example", self.pages.address) for each in options))
        test.addCleanup(self.server.stop)
        self.browser = Browser()
        test.addCleanup(self.browser.quit)
        self.browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=RECORD)

    def open(self, path="/page.html"):
        self.browser.open(f"{self.pages.address}{path}?server={self.server.address}")

    def script(self, text, *arguments):
        return self.browser.driver.execute_script(text, *arguments)

    def wait(self, text, *arguments):
        """Waits for the promise of an expression, and returns its value."""
        result = self.browser.driver.execute_async_script(
            f"const done = arguments[arguments.length - 1]; (async () => {{ {text} }})().then((value) => done({{value}}), (error) => done({{error: String(error.stack)}}))",
            *arguments)
        if "error" in result:
            raise AssertionError(result["error"])
        return result.get("value")

    def all(self, selector, name=None, within=None):
        return [each for each in self.script(DEEP, selector, within) if name is None or matches(name, each.accessible_name)]

    def find(self, selector, name=None, within=None):
        return wait_until(lambda: next(iter(self.all(selector, name, within)), None), f"{selector} {name!r}", lambda: self.text(within))

    def press(self, name, within=None, selector="button, a.row, a.tile__body"):
        element = wait_until(
            lambda: next((each for each in self.all(selector, name, within) if is_enabled(each)), None), f"a button {name!r}", lambda: self.text(within))
        element.click()

    def text(self, within=None):
        return "\n".join(each.text for each in self.all(".frame, .sheet, .alert, .notices", within=within))

    def says(self, text, within=None):
        wait_until(lambda: text in self.text(within), f"text {text!r}", lambda: self.text(within))

    def _handler(self):
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                path = self.path.split("?")[0]
                content = owner.read(path)
                path = path if Path(path).suffix else f"{path}index.html"
                self.send_response(200 if content is not None else 404)
                self.send_header("Content-Type", TYPES.get(Path(path).suffix, "text/plain"))
                self.send_header("Content-Security-Policy", owner.policy())
                self.end_headers()
                self.wfile.write(content or b"")

        return Handler

    def read(self, path):
        """Returns the bytes of a file, or None."""
        if path.startswith("/pictures/"):
            with urllib.request.urlopen(self.server.address + path) as response:
                return response.read()
        if not isinstance(self.files, Path) and path in self.files:
            return self.files[path].encode()
        file = (self.files if isinstance(self.files, Path) else ROOT / "Public") / path.lstrip("/")
        return file.read_bytes() if file.is_file() else None

    def policy(self):
        return (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self' {self.server.address}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")
