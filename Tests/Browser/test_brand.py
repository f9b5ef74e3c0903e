"""Documentation/brand.md, literally: its files, its commands and its policy, with a shop on one origin and Usher on another.

    Scripts/browser-test.sh test_brand
"""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import Browser, Server, wait_until
from embedding import ForeignPage
from server import ROOT

PAGE = (ROOT / "Documentation" / "brand.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^\*\*(shop/\S+)\*\*\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
REFUSAL, POLICY = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOP, USHER = "https://fjord.example", "https://usher.example"


class Shop(ForeignPage):
    """The shop's web server with the policy of the page, which passes the pictures on."""

    def policy(self):
        return POLICY.split(": ", 1)[1].strip().replace(USHER, self.server.address)

    def read(self, path):
        content = super().read("/index.html" if path == "/" else path)
        return content and content.replace(USHER.encode(), self.server.address.encode())


class Brand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for path, content in FILES.items():
            (cls.folder / path).parent.mkdir(exist_ok=True)
            (cls.folder / path).write_text(content, encoding="utf-8")
        cls.run_commands(COMMANDS[0])

    @classmethod
    def run_commands(cls, commands, **options):
        commands = commands.replace("Scripts/", f"{ROOT}/Scripts/")
        return subprocess.run(["bash", "-e", "-c", commands], cwd=cls.folder, check=True, text=True, stdin=subprocess.DEVNULL, **options)

    def test_a_purchase_in_the_page_of_a_shop(self):
        shop = Shop(self, self.folder / "shop", *COMMANDS[2].split()[2:])
        browser = shop.browser
        browser.open(shop.pages.address + "/")
        shop.find("h2", "Ridge shell")
        look = "const look = getComputedStyle(arguments[0]); return arguments[1].map((name) => look[name])"
        self.assertEqual(shop.script(look, shop.find(".button--primary", "Add to cart"), ["backgroundColor", "borderRadius", "textTransform"]),
                         ["rgb(122, 31, 92)", "4px", "none"], "the theme's look, and nothing of the page's")
        self.assertEqual(shop.script(look, shop.find("h2"), ["fontFamily"]), ["Georgia, serif"])
        icon = re.search(r'"cart": "([^"]+)"', FILES["shop/theme.json"])[1]
        self.assertEqual(shop.script("return arguments[0].querySelector('path').getAttribute('d')", shop.find("button", re.compile("^Cart"))), icon)
        shop.press("Rust", selector="[role=radio]")
        rust = wait_until(lambda: next(iter(shop.all("[aria-checked=true]", "Rust")), None), "the color", shop.text)
        self.assertEqual(shop.script(look, rust, ["color", "borderBottomColor"]), ["rgb(122, 31, 92)"] * 2, "the own element has its style")
        browser.screenshot("brand-product")
        pictures = "return [...arguments[0].querySelectorAll('img')].every((each) => each.complete && each.naturalWidth > 0)"
        wait_until(lambda: shop.script(pictures, shop.find(".hero")), "the picture")
        shop.press("Add to cart")
        shop.press("Cart, 1")
        shop.press("Check out")
        shop.find("input", "Username").send_keys("demo")
        shop.find("input", "Password").send_keys("demo-password")
        shop.press("Log in")
        shop.says("The products that you chose before logging in are in your cart.")
        shop.find("input", "Name").send_keys("Ada")
        shop.find("input, textarea", "Address").send_keys("Linienstraße 12, Berlin")
        shop.press("Continue to payment")
        shop.press("Place order")
        stamp = shop.find(".stamp")
        self.assertRegex(stamp.text, r"^Order \S+")
        shop.says("€249.00")
        browser.screenshot("brand-confirmation")
        self.assertEqual(browser.driver.find_element("id", "checkout").get_attribute("aria-label"), "Your order")
        self.assertEqual((browser.driver.title, browser.path), ("Fjord magazine", "/"))
        shop.press("Back to the magazine")
        shop.find("h1", "Cart")
        shop.press("Close")
        shop.find("button", re.compile("^Go back"))
        self.assertEqual(browser.complaints(), [], "nothing breaks the policy")

    def test_a_whole_page_has_the_brand_and_the_address(self):
        page = self.folder / "page"
        shutil.copytree(ROOT / "Public", page)
        (page / "theme.json").write_text(FILES["shop/theme.json"])
        [script] = re.findall(r"^\*\*page/main\.js\*\*\n\n```js\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        # The view is for the end of this test.
        (page / "main.js").write_text(script.replace("\nmount(", "\nglobalThis.view = mount("))
        self.run_commands("Scripts/bundle.sh page target")
        server = Server("--public", str(self.folder / "target"))
        self.addCleanup(server.stop)
        browser = Browser()
        self.addCleanup(browser.quit)
        browser.open(f"{server.address}/shop/catalog/product/ridge")
        browser.shows("Ridge shell")
        self.assertEqual(browser.driver.title, "Ridge shell · Fjord magazine")
        color = "return getComputedStyle(document.querySelector('.button--primary')).backgroundColor"
        self.assertEqual(browser.driver.execute_script(color), "rgb(122, 31, 92)")
        browser.press(re.compile("^Cart"))
        browser.is_at("/shop/cart")
        browser.back()
        browser.is_at("/shop/catalog/product/ridge")
        browser.shows("Ridge shell")
        browser.driver.execute_script("view.unmount()")
        left = "return [document.getElementById('app').childNodes.length, document.documentElement.getAttribute('style') || '', document.querySelectorAll('#announcer').length]"
        self.assertEqual(browser.driver.execute_script(left), [0, "", 0])
        self.assertEqual(browser.complaints(), [])

    def test_colors_that_cannot_be_read_are_refused(self):
        self.assertEqual(self.run_commands(COMMANDS[1], capture_output=True).stderr, "")
        theme = self.folder / "shop" / "theme.json"
        self.addCleanup(theme.write_text, FILES["shop/theme.json"])
        theme.write_text(FILES["shop/theme.json"].replace("#7a1f5c", "#ff6600"))
        with self.assertRaises(subprocess.CalledProcessError) as refusal:
            self.run_commands(COMMANDS[1], capture_output=True)
        self.assertEqual(refusal.exception.stderr.splitlines()[0], REFUSAL.strip())

    def test_the_page_has_the_names_of_all_colors(self):
        table = re.search(r"^\| names \| of \|\n(.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)[1]
        names = re.findall(r"`([\w-]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()))
        tokens = (ROOT / "Public" / "web" / "style" / "tokens.css").read_text(encoding="utf-8")
        self.assertEqual(sorted(names), sorted(re.findall(r"--([\w-]+): light-dark\(#", tokens)))


if __name__ == "__main__":
    unittest.main()
