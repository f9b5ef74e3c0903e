"""A browser for the tests, driven like a user does: by role, label and visible text.

    USHER_COMMAND      starts the server; see server.py
    USHER_SCREENSHOTS  folder for screenshots (default: no screenshots)
    CHROMIUM, CHROMEDRIVER  their paths, if not those of Debian's packages
"""

import json
import os
import re
import shutil
import time
from urllib.parse import urljoin
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from server import Server

PHONE = (390, 844)
DESKTOP = (1280, 800)
TIMEOUT = 10  # seconds; reached only by a failing test

# The elements that can have each role; the browser's accessible name then selects among them.
SELECTORS = {
    "button": "button, [role=button]",
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
    """A headless Chromium, by default with a phone's window size."""

    def __init__(self, size=PHONE, dark=False, reduced_motion=True, arguments=(), logs_network=False):
        """:param arguments: Further arguments of Chromium's command line.
        :param logs_network: Whether `network_events` has all events of the network.
        """
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", *arguments):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if logs_network else {})})
        driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
        self.appearance(size, dark, reduced_motion)

    def appearance(self, size=PHONE, dark=False, reduced_motion=True):
        """Sets the size of the window and the user's preferences."""
        width, height = size
        self._cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._cdp(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"},
            ],
        )

    def open(self, address):
        self.driver.get(address)

    def start(self, address):
        """Opens an address as a new visitor."""
        # Clears the storage on a page without scripts, because the client would store its session again.
        self.driver.get(urljoin(address, "/favicon.svg"))
        self.driver.execute_script("sessionStorage.clear(); localStorage.clear()")
        self.driver.get(address)

    def reload(self):
        self.driver.refresh()

    def back(self):
        """Presses the browser's own back button."""
        self.driver.back()

    def quit(self):
        self.driver.quit()

    # Queries

    def all(self, role, name=None):
        """Returns the visible, usable elements of a role, in page order; only those with the name if one is given."""
        found = []
        for element in self.driver.find_elements(By.CSS_SELECTOR, SELECTORS[role]):
            try:
                if self._is_reachable(element) and (name is None or matches(name, element.accessible_name)):
                    found.append(element)
            except StaleElementReferenceException:
                continue
        return found

    def find(self, role, name):
        """Waits for an element of a role and a name, and returns the first one."""
        return wait_until(lambda: next(iter(self.all(role, name)), None), f"{role} {name!r}", self.describe)

    def has(self, role, name):
        return bool(self.all(role, name))

    def _is_reachable(self, element):
        return self.driver.execute_script(
            "return !arguments[0].closest('[inert], [aria-hidden=true]') && arguments[0].checkVisibility({visibilityProperty: true})",
            element,
        )

    def text(self):
        """Returns all visible text of the front layer."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#app *')].filter(e => !e.closest('[inert]') && !e.children.length"
            " && e.checkVisibility({visibilityProperty: true})).map(e => e.textContent.trim()).filter(Boolean).join('\\n')"
        )

    def describe(self):
        return f"title {self.driver.title!r}, text:\n{self.text()}"

    # Actions

    def press(self, name, role="button", timeout=TIMEOUT):
        """Presses an element once it is enabled and no animation covers it."""
        def pressed():
            element = next((each for each in self.all(role, name) if is_enabled(each)), None)
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
        raise AssertionError(f"Tab never came to {name!r}; {self.describe()}")

    def offline(self, is_offline=True):
        self._network(offline=is_offline)

    def slow(self, seconds):
        """Delays the response to each request from now on."""
        self._network(latency=1000 * seconds)

    def slow_mobile(self):
        """Delays each response by 400 ms and transfers 0.5 Mb/s, from now on; a service worker doesn't come between."""
        self._network(latency=400, throughput=500_000 / 8)
        self._cdp("Network.setBypassServiceWorker", bypass=True)

    def _network(self, offline=False, latency=0, throughput=-1):
        self._cdp("Network.enable")
        self._cdp(
            "Network.emulateNetworkConditions",
            offline=offline, latency=latency, downloadThroughput=throughput, uploadThroughput=throughput,
        )

    def network_events(self):
        """Returns the method and the parameters of each event of the DevTools protocol's Network domain since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [(each["method"], each["params"]) for each in messages if each["method"].startswith("Network.")]

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
        """Waits until the screen with a title is in front."""
        wait_until(lambda: matches(title, self.driver.title), f"screen {title!r}", self.describe)

    def says(self, text):
        """Waits until a text is visible."""
        wait_until(lambda: text in self.text(), f"text {text!r}", self.describe)

    def complaints(self):
        """Returns the errors in the browser's console, except failed requests, which some tests cause on purpose."""
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def screenshot(self, name):
        folder = os.environ.get("USHER_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def _cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)


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
