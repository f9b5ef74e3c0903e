"""A browser and a server for the tests, driven as a user would: by role, label and visible text.

    USHER_COMMAND      starts the server and prints its address (default: the release build, on a free port)
    USHER_SCREENSHOTS  folder for screenshots (default: none are kept)
    CHROMIUM, CHROMEDRIVER  where these are, if not where Debian puts them
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
import urllib.request
from urllib.parse import urljoin
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parents[2]
PHONE = (390, 844)
DESKTOP = (1280, 800)
PATIENCE = 10  # seconds; only ever used up by a failure

# What counts as each role, before the browser is asked for the accessible name.
SELECTORS = {
    "button": "button, [role=button]",
    "textbox": "input:not([type=checkbox]):not([type=hidden]), textarea",
    "combobox": "select",
    "switch": "[role=switch]",
    "heading": "h1, h2, h3, h4",
    "img": "img, [role=img]",
    "dialog": "[role=dialog]",
    "alertdialog": "[role=alertdialog]",
    "alert": "[role=alert]",
    "status": "[role=status]",
    "navigation": "nav",
}


class Server:
    """The server under test, as a process of its own."""

    def __init__(self, command=None):
        command = command or os.environ.get("USHER_COMMAND", ".build/release/usher serve --dev --store memory --port 0")
        # The server refuses variables that look like settings and are none, such as those of these tests.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        self.process = subprocess.Popen(
            shlex.split(command), cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.output = []
        self.address = self._read_address()
        threading.Thread(target=self._drain, daemon=True).start()

    def _read_address(self):
        for line in self.process.stdout:
            self.output.append(line)
            found = re.search(r"http://(?:127\.0\.0\.1|localhost):\d+", line)
            if found:
                return found.group()
        raise RuntimeError("the server ended without printing its address:\n" + "".join(self.output))

    def _drain(self):
        for line in self.process.stdout:
            self.output.append(line)

    def get(self, path):
        """The JSON that a path answers with."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Browser:
    """A headless Chromium, of a phone's size unless told otherwise."""

    def __init__(self, size=PHONE, dark=False, reduced_motion=True):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
        self.appearance(size, dark, reduced_motion)

    def appearance(self, size=PHONE, dark=False, reduced_motion=True):
        """The size of the window, and what the user prefers."""
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
        """Opens an address as a new visitor would."""
        # From a page without scripts: the client would write its session down again.
        self.driver.get(urljoin(address, "/favicon.svg"))
        self.driver.execute_script("sessionStorage.clear()")
        self.driver.get(address)

    def reload(self):
        self.driver.refresh()

    def back(self):
        """The browser's own back button."""
        self.driver.back()

    def quit(self):
        self.driver.quit()

    # Finding

    def all(self, role, name=None):
        """The visible elements of a role that can be used, in the order of the page; those of a name if one is given."""
        found = []
        for element in self.driver.find_elements(By.CSS_SELECTOR, SELECTORS[role]):
            try:
                if self._is_reachable(element) and (name is None or matches(name, element.accessible_name)):
                    found.append(element)
            except StaleElementReferenceException:
                continue
        return found

    def find(self, role, name):
        """The first element of a role and a name, as soon as there is one."""
        return wait_until(lambda: next(iter(self.all(role, name)), None), f"{role} {name!r}", self.describe)

    def has(self, role, name):
        return bool(self.all(role, name))

    def _is_reachable(self, element):
        return self.driver.execute_script(
            "return !arguments[0].closest('[inert], [aria-hidden=true]') && arguments[0].checkVisibility({visibilityProperty: true})",
            element,
        )

    def text(self):
        """All visible text of the layer in front."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('#app *')].filter(e => !e.closest('[inert]') && !e.children.length"
            " && e.checkVisibility({visibilityProperty: true})).map(e => e.textContent.trim()).filter(Boolean).join('\\n')"
        )

    def describe(self):
        return f"title {self.driver.title!r}, text:\n{self.text()}"

    # Acting

    def press(self, name, role="button", patience=PATIENCE):
        """Presses what can be pressed, once it can and nothing moves over it any more."""
        def pressed():
            element = next((each for each in self.all(role, name) if is_enabled(each)), None)
            try:
                return bool(element) and (element.click() or True)
            except ElementClickInterceptedException:
                return False

        wait_until(pressed, f"an enabled {role} {name!r}", self.describe, patience)

    def type(self, label, text):
        field = self.find("textbox", label)
        field.clear()
        field.send_keys(text)
        return field

    def keys(self, *keys):
        """Keys to whatever has the focus."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def tab_to(self, name, limit=60):
        """Moves the focus by the Tab key alone to the element of a name."""
        for _ in range(limit):
            self.keys(Keys.TAB)
            if matches(name, self.focused.accessible_name):
                return
        raise AssertionError(f"Tab never came to {name!r}; {self.describe()}")

    def offline(self, is_offline=True):
        self._cdp("Network.enable")
        self._cdp("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def fetch(self, method, path, body=None):
        """Calls the API as a second client with this browser's cookies would. Returns the status and the JSON."""
        return self.driver.execute_async_script(
            """
            const [method, path, body, done] = arguments;
            const headers = {"Content-Type": "application/json", "Idempotency-Key": `"${crypto.randomUUID()}"`};
            fetch(path, {method, headers, body: body === null ? undefined : JSON.stringify(body)})
              .then(async (answer) => done([answer.status, await answer.json().catch(() => null)]), (error) => done([0, String(error)]));
            """,
            method, path, body,
        )

    @property
    def session(self):
        """The path of the session that this tab shows."""
        return self.driver.execute_script("return '/v1/sessions/' + JSON.parse(sessionStorage.getItem('usher.session')).id")

    # Asserting

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def shows(self, title):
        """Waits until the screen of a title is in front."""
        wait_until(lambda: matches(title, self.driver.title), f"screen {title!r}", self.describe)

    def says(self, text):
        """Waits until a text can be read."""
        wait_until(lambda: text in self.text(), f"text {text!r}", self.describe)

    def complaints(self):
        """What the browser's console has against the page, without failed requests: those are what some tests are about."""
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def screenshot(self, name):
        folder = os.environ.get("USHER_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def _cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)


def matches(expected, actual):
    """Whether a name is the expected one: a string as a whole, a pattern anywhere."""
    if isinstance(expected, re.Pattern):
        return bool(expected.search(actual or ""))
    return (actual or "").strip() == expected


def is_enabled(element):
    return element.is_enabled() and element.get_attribute("aria-disabled") != "true"


def wait_until(condition, what, describe=lambda: "", patience=PATIENCE):
    """The first true value of a condition."""
    deadline = time.monotonic() + patience
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
