"""A browser for the tests, driven like a user does: by role, label and visible text.

    USHER_COMMAND      starts the server; see server.py
    USHER_SCREENSHOTS  folder for screenshots (default: no screenshots)
    USHER_BROWSER      chromium (default) or firefox; see engines.py
"""

import json
import os
import re
import time
from urllib.parse import unquote, urljoin, urlsplit
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.keys import Keys

from engines import engine
from server import Server

PHONE = (390, 844)
DESKTOP = (1280, 800)
TIMEOUT = 10  # seconds; reached only by a failing test

# The elements that can have each role; the browser's accessible name then selects among them.
SELECTORS = {
    # A row that leads to a place with an address is a link, and is pressed like a button.
    "button": "button, [role=button], a.row, a.tile__body",
    "link": "a[href]",
    "textbox": "input:not([type=checkbox]):not([type=hidden]), textarea",
    "combobox": "select",
    "checkbox": "input[type=checkbox]:not([role])",
    "switch": "[role=switch]",
    "heading": "h1, h2, h3, h4",
    "img": "img, [role=img]",
    "dialog": "[role=dialog]",
    "alertdialog": "[role=alertdialog]",
    "alert": "[role=alert]",
    "status": "[role=status]",
    "navigation": "nav",
}


class Browser:
    """A headless browser, by default with a phone's window size."""

    def __init__(self, size=PHONE, dark=False, reduced_motion=True, arguments=(), logs_network=False, traces=(), preferences=None):
        """:param arguments: Further arguments of Chromium's command line.
        :param preferences: Chromium's settings, by their names.
        :param logs_network: Whether `network_events` has all events of the network.
        :param traces: The categories of Chromium's tracing that `trace_events` has.
        """
        self.engine = engine()(arguments, logs_network, traces, preferences)
        self.driver = self.engine.driver
        self.appearance(size, dark, reduced_motion)

    def appearance(self, size=PHONE, dark=False, reduced_motion=True, forced_colors=False, touch=False):
        """Sets the size of the window and the user's preferences."""
        self.engine.appearance(size, dark, reduced_motion, forced_colors, touch)

    def open(self, address):
        self.driver.get(address)

    def start(self, address):
        """Opens an address as a new visitor."""
        # Clears the storage on a page without scripts, because the client would store its session again.
        self.driver.get(urljoin(address, "/favicon.svg"))
        self.driver.execute_script("sessionStorage.clear(); localStorage.clear()")
        self.driver.get(address)

    def reload(self):
        self.engine.reload()
        wait_until(self.engine.has_reloaded, "the page to be loaded again")

    def back(self):
        """Presses the browser's own back button."""
        self.engine.move(self.driver.back)

    def forward(self):
        """Presses the browser's own forward button."""
        self.engine.move(self.driver.forward)

    @property
    def path(self):
        """The path of the address, percent-decoded."""
        return unquote(urlsplit(self.driver.current_url).path)

    def is_at(self, path):
        """Waits until the address has a path."""
        wait_until(lambda: self.path == path, f"the address {path}", lambda: f"the address is {self.path}; {self.describe()}")

    def quit(self):
        self.driver.quit()

    # Queries

    def all(self, role, name=None):
        """Returns the visible, usable elements of a role, in page order; only those with the name if one is given."""
        return list(self._each(role, name))

    def find(self, role, name):
        """Waits for an element of a role and a name, and returns the first one."""
        return wait_until(lambda: next(self._each(role, name), None), f"{role} {name!r}", self.describe)

    def has(self, role, name):
        return any(self._each(role, name))

    def _each(self, role, name):
        """Looks for elements one after the other, because the driver needs a request for each accessible name."""
        reachable = self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter((each) => !each.closest('[inert], [aria-hidden=true]')"
            " && each.checkVisibility({visibilityProperty: true}))",
            SELECTORS[role],
        )
        for element in reachable or ():
            try:
                if name is None or matches(name, element.accessible_name):
                    yield element
            except StaleElementReferenceException:
                continue

    def text(self):
        """Returns all visible text of the front layer."""
        script = (
            "return [[...document.querySelectorAll('#app *')].filter(e => !e.closest('[inert]') && !e.children.length"
            " && e.checkVisibility({visibilityProperty: true})).map(e => e.textContent.trim()).filter(Boolean).join('\\n')]"
        )
        # While Firefox goes from one page to another, a script has no result.
        return wait_until(lambda: self.driver.execute_script(script), "a page")[0]

    def describe(self):
        return f"title {self.driver.title!r}, text:\n{self.text()}"

    # Actions

    def press(self, name, role="button", timeout=TIMEOUT):
        """Presses an element once it is enabled and no animation covers it."""
        def pressed():
            element = next((each for each in self._each(role, name) if is_enabled(each)), None)
            try:
                return bool(element) and (element.click() or True)
            except ElementClickInterceptedException:
                return False

        wait_until(pressed, f"an enabled {role} {name!r}", self.describe, timeout)

    def type(self, label, text):
        field = self.find("textbox", label)
        field.clear()
        field.send_keys(text)
        return field

    def keys(self, *keys):
        """Sends keys to the focused element."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def tab_to(self, name, limit=60):
        """Presses Tab until the element of a name has the focus."""
        for _ in range(limit):
            self.keys(Keys.TAB)
            if matches(name, self.focused.accessible_name):
                return
            if self.focused.tag_name == "body":
                # Behind the page are the browser's own buttons, and behind those the page begins.
                self.engine.focus_page()
                self.driver.execute_script("window.getSelection().collapse(document.body, 0)")
        raise AssertionError(f"Tab never came to {name!r}; {self.describe()}")

    def offline(self, is_offline=True):
        self.engine.network(offline=is_offline)

    def slow(self, seconds):
        """Delays the response to each request from now on."""
        self.engine.network(latency=1000 * seconds)

    def slow_mobile(self):
        """Delays each response by 400 ms and transfers 0.5 Mb/s, from now on; a service worker doesn't come between."""
        self.engine.network(latency=400, throughput=500_000 / 8)
        self._cdp("Network.setBypassServiceWorker", bypass=True)

    def ignore_policy(self):
        """Opens pages without their Content-Security-Policy from now on, for tools that need more than the page does."""
        self.engine.ignore_policy()

    def network_events(self):
        """Returns the method and the parameters of each event of the DevTools protocol's Network domain since the last call."""
        return [(each["method"], each["params"]) for each in self._performance() if each["method"].startswith("Network.")]

    def trace_events(self):
        """Returns the events of Chromium's tracing since the last call."""
        return [each["params"] for each in self._performance() if each["method"] == "Tracing.dataCollected"]

    def _performance(self):
        return [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]

    def lose_streams(self):
        """Ends each event stream before its first event, as a proxy does that holds streams back, in pages from now on."""
        self._cdp("Page.addScriptToEvaluateOnNewDocument", source="""
            const send = globalThis.fetch;
            globalThis.lostStreams = globalThis.longPolls = 0;
            globalThis.fetch = (input, options) => {
              const {url, headers} = new Request(input, options);
              if (/wait=[0-9]+/.test(headers.get("Prefer") ?? "")) globalThis.longPolls += 1;
              if (!url.endsWith("/events")) return send(input, options);
              globalThis.lostStreams += 1;
              return Promise.resolve(new Response("", {headers: {"Content-Type": "text/event-stream"}}));
            };
            """)

    def fetch(self, method, path, body=None):
        """Calls the API like a second client with this browser's cookies; returns the status and the JSON."""
        return self.driver.execute_async_script(
            """
            const [method, path, body, done] = arguments;
            const headers = {"Content-Type": "application/json", "Idempotency-Key": `"${crypto.randomUUID()}"`};
            fetch(path, {method, headers, body: body === null ? undefined : JSON.stringify(body)})
              .then(async (response) => done([response.status, await response.json().catch(() => null)]), (error) => done([0, String(error)]));
            """,
            method, path, body,
        )

    @property
    def session(self):
        """The path of the session in this tab."""
        return self.driver.execute_script("return '/v1/sessions/' + JSON.parse(sessionStorage.getItem('usher.session')).id")

    # Assertions

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def shows(self, title):
        """Waits until the screen with a title is in front; the name of the application follows it in the document's title."""
        wait_until(lambda: matches(title, self.title), f"screen {title!r}", self.describe)

    @property
    def title(self):
        """The title of the screen in front."""
        return self.driver.title.split(" · ")[0]

    def says(self, text):
        """Waits until a text is visible."""
        wait_until(lambda: text in self.text(), f"text {text!r}", self.describe)

    def complaints(self):
        """Returns the errors in the browser's console, except failed requests, which some tests cause on purpose."""
        return self.engine.complaints()

    def screenshot(self, name):
        folder = os.environ.get("USHER_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def _cdp(self, command, **parameters):
        return self.engine.cdp(command, **parameters)


def matches(expected, actual):
    """Returns whether a name equals an expected string, or contains a match of an expected pattern."""
    if isinstance(expected, re.Pattern):
        return bool(expected.search(actual or ""))
    return (actual or "").strip() == expected


def is_enabled(element):
    return element.is_enabled() and element.get_attribute("aria-disabled") != "true"


def wait_until(condition, what, describe=lambda: "", timeout=TIMEOUT):
    """Evaluates a condition until its value is true, and returns the value."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            value = condition()
        except StaleElementReferenceException:
            value = None
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited in vain for {what}; {describe()}")
        time.sleep(0.05)
