"""The tools for developers in the page of an application, whose server runs with `--dev`.

    Scripts/browser-test.sh test_dev_drawer
"""

import re
import shlex
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE, Browser, Server, wait_until
from test_items_walk import ItemsTest
from walk import Walk

ROOT = "const root = document.querySelector('usher-tools')?.shadowRoot;"


class Drawer(Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        self.start()
        self.browser.shows("Log in")
        self.wait("return root?.querySelector('.handle')", "the handle")

    def script(self, code, *arguments):
        return self.browser.driver.execute_script(ROOT + code, *arguments)

    def wait(self, code, what, *arguments):
        return wait_until(lambda: self.script(code, *arguments), what, self.browser.describe)

    def press_tool(self, name):
        code = """
            const button = [...root.querySelectorAll("button")].find((each) => each.checkVisibility() && (each.getAttribute("aria-label") ?? each.textContent) === arguments[0]);
            button?.click();
            return Boolean(button);"""
        self.wait(code, f"a button {name!r}", name)

    def choose(self, label, text):
        self.script("""
            const select = [...root.querySelectorAll("label")].find((each) => each.firstChild.textContent === arguments[0]).querySelector("select");
            select.value = [...select.options].find((each) => each.textContent === arguments[1]).value;
            select.dispatchEvent(new Event("change"));""", label, text)

    def section(self, title):
        """Opens a section and returns its text."""
        return self.script("""
            const section = [...root.querySelectorAll(".section")].find((each) => each.querySelector("summary").textContent.startsWith(arguments[0]));
            section.open = true;
            return section.innerText;""", title)

    def says(self, section, *texts):
        wait_until(lambda: all(text in self.section(section) for text in texts), f"{texts} in {section}", lambda: self.section(section))

    def test_it_shows_the_session_the_state_and_the_last_request(self):
        self.press_tool("Tools")
        self.says("Last request", "POST /v1/sessions", "201")
        self.says("Session", self.browser.session.split("/")[-1], "login")
        self.assertIn("revision", self.section("State"))
        self.press_tool("Close the tools")
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.press_tool("Tools")
        self.says("Last request", "outputs/signUp", "200", 'ETag "2', "curl -i -X POST", "$TOKEN")
        self.says("Session", "signUp")
        for size, name in ((PHONE, "phone"), (DESKTOP, "desktop")):
            for dark in (False, True):
                self.browser.appearance(size, dark)
                self.browser.screenshot(f"drawer-{name}-{'dark' if dark else 'light'}")

    def test_the_curl_command_with_a_token_works_in_a_shell(self):
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.press_tool("Tools")
        self.browser.driver.execute_script("window.navigator.clipboard.writeText = async (text) => (window.copied = text)")
        self.press_tool("Copy with a token")
        command = wait_until(lambda: self.browser.driver.execute_script("return window.copied"), "the command")
        self.assertNotIn("$TOKEN", command)
        # The same request again: the server recognizes it by its key, or rejects it because the screen is another one.
        output = subprocess.run(shlex.split(command.replace("\\\n", " ")), capture_output=True, text=True, timeout=30).stdout
        self.assertRegex(output, r"HTTP/1.1 (200|409|412|422)")
        self.assertNotIn("HTTP/1.1 401", output)

    def test_transitions_have_their_patches_and_forks(self):
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.press_tool("Tools")
        self.says("Transitions", "output signUp", "start items")
        self.script("root.querySelector('.step details').open = true")
        self.says("Transitions", "replace /revision 2", "Fork from here")
        driver = self.browser.driver
        page = driver.current_window_handle
        session = self.browser.session
        self.script("[...root.querySelectorAll('.step details')].at(-1).open = true")
        self.script("[...root.querySelectorAll('.step button')].at(-1).click()")
        wait_until(lambda: len(driver.window_handles) == 2, "a tab")
        driver.switch_to.window(next(each for each in driver.window_handles if each != page))
        self.browser.shows("Log in")
        self.assertNotEqual(self.browser.session, session)
        driver.close()
        driver.switch_to.window(page)

    def test_latency_and_loss_are_as_on_a_bad_line(self):
        # The drawer is beside the application then.
        self.browser.appearance(DESKTOP)
        self.press_tool("Tools")
        self.section("Network")
        self.choose("Latency", "1 s each way")
        self.browser.driver.execute_script("window.began = performance.now()")
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        self.assertGreater(self.browser.driver.execute_script("return performance.now() - window.began"), 1_900)
        self.choose("Latency", "none")
        self.browser.driver.execute_script("window.Math.random = () => 0")
        self.choose("Loss", "60 %")
        self.browser.press(re.compile("^Back"))
        self.browser.says("Connection lost. Reconnecting…")
        self.choose("Loss", "none")
        self.browser.shows("Log in")

    def test_the_theme_and_the_language_are_others(self):
        self.press_tool("Tools")
        self.section("Look")
        self.choose("Theme", "dark")
        self.assertEqual(self.browser.driver.execute_script("return getComputedStyle(document.documentElement).colorScheme"), "dark")
        session = self.browser.session
        self.choose("Language (starts over)", "German")
        self.browser.shows("Anmelden")
        self.assertNotEqual(self.browser.session, session)

    def test_another_size_is_a_window_of_the_same_session(self):
        self.press_tool("Tools")
        self.section("Look")
        driver = self.browser.driver
        page, session = driver.current_window_handle, self.browser.session
        self.press_tool("Open in a window for a tablet")
        wait_until(lambda: len(driver.window_handles) == 2, "a window")
        driver.switch_to.window(next(each for each in driver.window_handles if each != page))
        self.browser.press("Go on with that session")
        self.browser.shows("Log in")
        self.assertEqual(self.browser.session, session)
        driver.close()
        driver.switch_to.window(page)

    def test_start_over_and_go_on_on_the_phone(self):
        self.browser.press("Sign up")
        self.browser.shows("Sign up")
        session = self.browser.session
        self.press_tool("Tools")
        self.press_tool("Start over")
        self.browser.shows("Log in")
        self.assertNotEqual(self.browser.session, session)
        self.press_tool("Go on on the phone…")
        self.browser.find("dialog", "Use on another device")
        self.browser.find("img", "QR code of the link")

    def test_it_is_used_by_keyboard_alone(self):
        body = self.browser.driver.find_element("tag name", "body")
        body.send_keys(Keys.ALT, "d")
        self.wait("return !root.querySelector('.drawer').hidden", "the drawer")
        self.assertEqual(self.script("return root.activeElement.className"), "drawer")
        self.browser.keys(Keys.ESCAPE)
        self.wait("return root.querySelector('.drawer').hidden", "the closed drawer")
        self.assertEqual(self.script("return root.activeElement.className"), "handle")
        self.browser.shows("Log in")

    def test_it_stays_open_over_a_reload(self):
        self.press_tool("Tools")
        self.browser.reload()
        self.browser.shows("Log in")
        self.wait("return root && !root.querySelector('.drawer').hidden", "the drawer")


class Inbox(ItemsTest):
    def script(self, code, *arguments):
        return self.browser.driver.execute_script(ROOT + code, *arguments)

    def test_a_code_appears_beside_its_screen_and_is_filled_in(self):
        browser = self.browser
        self.create_account()
        self.ask_for_code()
        code = wait_until(lambda: self.script("return root?.querySelector('.inbox strong')?.textContent"), "the code", browser.describe)
        self.assertEqual(code, self.codes()[-1])
        browser.screenshot("drawer-inbox")
        self.script("root.querySelector('.inbox button').click()")
        field = "return document.querySelector('input[autocomplete=one-time-code]')?.value"
        wait_until(lambda: browser.driver.execute_script(field) in (code, None), "the code in its field", browser.describe)
        if browser.driver.title == "Enter the code":
            browser.keys(Keys.ENTER)
        wait_until(lambda: browser.driver.title != "Enter the code", "the next screen", browser.describe)
        wait_until(lambda: self.script("return root.querySelector('.inbox').hidden"), "the closed inbox", browser.describe)


class Production(unittest.TestCase):
    def test_a_page_of_a_server_without_dev_has_no_tools_and_does_not_load_them(self):
        server = Server(is_for_development=False)
        self.addCleanup(server.stop)
        browser = Browser()
        self.addCleanup(browser.quit)
        browser.start(f"{server.address}/?app=items")
        browser.shows("Log in")
        names = browser.driver.execute_async_script(
            "requestIdleCallback(() => setTimeout(arguments[0], 300, performance.getEntriesByType('resource').map(({name}) => name)))")
        self.assertEqual([name for name in names if "drawer" in name or "/dev/" in name], [])
        self.assertIsNone(browser.driver.execute_script("return document.querySelector('usher-tools')"))


if __name__ == "__main__":
    unittest.main()
