"""The first paint on a slow mobile network: 400 ms for each response, 0.5 Mb/s.

    Scripts/browser-test.sh test_first_paint
"""

import unittest
from dataclasses import dataclass

from browser import Browser, Server, wait_until

# The client of the default application; the front door is at the address without a query.
CLIENT = "/?app="
# Records when the first screen of the application has been drawn that doesn't say itself that the application is loading.
RECORD_SCREEN = """
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".screen:not(:has(.progress__bar:not([data-value])))")) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (globalThis.screenDrawn = performance.now())));
    }).observe(document, {childList: true, subtree: true});
    """
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SCREEN = "return globalThis.screenDrawn"
# The visibility of the spinner some milliseconds after its start.
SPINNER = """
    const spinner = document.querySelector("#skeleton .spinner");
    // It starts again, because an animation that is over is not among those of the element.
    spinner.style.animation = "none";
    spinner.getAnimations();
    spinner.style.animation = "";
    for (const animation of spinner.getAnimations()) {
      animation.pause();
      animation.currentTime = arguments[0];
    }
    return getComputedStyle(spinner).visibility;
    """

# In seconds and bytes.
PAINT_LIMIT = 1.0
COLD_LIMIT = 3.0
WARM_LIMIT = 1.5
REQUEST_LIMIT = 8
CODE_LIMIT = 52 * 1024


@dataclass
class Load:
    """The load of a page until its application is drawn.

    Times are in seconds since the start of the navigation. Requests that the browser's cache served are not counted.
    """

    paint: float
    screen: float
    requests: list
    code_bytes: int

    def __str__(self):
        return (
            f"something to see after {self.paint:.2f} s, the application after {self.screen:.2f} s, "
            f"{len(self.requests)} requests, {self.code_bytes} bytes of script and style"
        )

    def excesses(self, screen_limit):
        """Returns a sentence for each limit that is exceeded."""
        figures = {
            "paint": (self.paint, PAINT_LIMIT),
            "application": (self.screen, screen_limit),
            "requests": (len(self.requests), REQUEST_LIMIT),
            "script and style": (self.code_bytes, CODE_LIMIT),
        }
        return [f"{name}: {figure} instead of {limit}" for name, (figure, limit) in figures.items() if figure > limit]


class FirstPaint(unittest.TestCase):
    def open(self, *options):
        # Without the tools for developers, which the page of a user does not load.
        server = Server(*options, is_for_development=False)
        self.addCleanup(server.stop)
        # With the usual motion: a story reports that it pauses where there is less.
        browser = Browser(logs_network=True, reduced_motion=False)
        self.addCleanup(browser.quit)
        browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=RECORD_SCREEN)
        browser.slow_mobile()
        return server, browser

    def load(self, browser, address):
        browser.open("about:blank")
        browser.network_events()
        browser.open(address)
        screen = wait_until(lambda: browser.driver.execute_script(SCREEN), "the application", browser.describe, timeout=60)
        requests, code, size = {}, set(), 0
        for method, event in browser.network_events():
            if method == "Network.requestWillBeSent":
                requests[event["requestId"]] = f"{event['request']['method']} {event['request']['url']}"
                if event["type"] in ("Script", "Stylesheet"):
                    code.add(event["requestId"])
            elif method == "Network.requestServedFromCache":
                requests.pop(event["requestId"], None)
            elif method == "Network.responseReceived" and event["response"].get("fromDiskCache"):
                requests.pop(event["requestId"], None)
            elif method == "Network.loadingFinished" and event["requestId"] in code:
                size += event["encodedDataLength"]
        return Load(browser.driver.execute_script(PAINT) / 1000, screen / 1000, list(requests.values()), size)

    def test_the_application_is_there_soon(self):
        server, browser = self.open()
        cold = self.load(browser, server.address + CLIENT)
        print(f"\ncold: {cold}", *cold.requests, sep="\n  ")
        session = browser.session
        warm = self.load(browser, server.address + CLIENT)
        print(f"warm: {warm}", *warm.requests, sep="\n  ")
        self.assertEqual(cold.excesses(COLD_LIMIT), [])
        self.assertEqual(warm.excesses(WARM_LIMIT), [])
        self.assertEqual(browser.session, session)
        created = [each for each in cold.requests + warm.requests if each.startswith("POST") and each.endswith("/v1/sessions")]
        self.assertEqual(len(created), 1, "the early script asks, and the client takes its request over")
        self.assertEqual(browser.complaints(), [])

    def test_the_page_is_drawn_without_the_script_and_its_spinner_comes_after_200_milliseconds(self):
        server = Server()
        self.addCleanup(server.stop)
        browser = Browser()
        self.addCleanup(browser.quit)
        browser._cdp("Network.enable")
        browser._cdp("Network.setBlockedURLs", urls=["*main*.js"])
        browser.open(server.address + CLIENT)
        browser.find("status", "Loading")
        browser.screenshot("first-paint")
        for milliseconds, visibility in ((0, "hidden"), (199, "hidden"), (201, "visible")):
            self.assertEqual(browser.driver.execute_script(SPINNER, milliseconds), visibility, milliseconds)
        self.assertEqual(browser.complaints(), [], "the policy allows everything in the page")

    def test_plain_modules_exceed_the_limits(self):
        """A control: the same client as it is developed, in which the browser finds each module in another one."""
        server, browser = self.open("--public", "Public")
        cold = self.load(browser, server.address + CLIENT)
        print(f"\nplain modules: {cold}")
        warm = self.load(browser, server.address + CLIENT)
        print(f"plain modules, warm: {warm}")
        self.assertEqual([each.split(":")[0] for each in cold.excesses(COLD_LIMIT)], ["application", "requests", "script and style"])
        self.assertIn("application", [each.split(":")[0] for each in warm.excesses(WARM_LIMIT)])


if __name__ == "__main__":
    unittest.main()
