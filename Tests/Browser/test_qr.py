"""The module that makes QR codes: the standard's example, and pictures that a decoder reads.

    Scripts/browser-test.sh test_qr
"""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import Browser
from elements_server import MODULES, ElementsServer
from test_elements import state


class QRCodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = ElementsServer(state(), MODULES)
        cls.browser = Browser()
        cls.addClassCleanup(cls.server.stop)
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.start(cls.server.address)
        cls.browser.shows("Everything")

    def call(self, function, text):
        """Returns the result of a function of the module, or the name of its error."""
        return self.browser.driver.execute_async_script(
            "const [name, text, done] = arguments;"
            "import('/web/qr.js').then((qr) => done(qr[name](text))).catch((error) => done(error.name))", function, text)

    def decoded(self, text):
        """Draws the QR code of a text in the page, and returns the text that a decoder reads in a picture of it."""
        code = self.call("qrPath", text)
        self.browser.driver.execute_script(
            "const [{ size, path }] = arguments; const name = 'http://www.w3.org/2000/svg';"
            "document.getElementById('picture')?.remove();"
            "const svg = document.createElementNS(name, 'svg'); const dark = document.createElementNS(name, 'path');"
            "svg.id = 'picture'; svg.setAttribute('viewBox', `0 0 ${size} ${size}`); svg.setAttribute('shape-rendering', 'crispEdges');"
            "svg.style.cssText = 'position: fixed; inset: 0; z-index: 9; width: 360px; height: 360px; background: white';"
            "dark.setAttribute('d', path); svg.append(dark); document.body.append(svg);", code)
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "code.png"
            picture.write_bytes(self.browser.driver.find_element("id", "picture").screenshot_as_png)
            command = ["zbarimg", "--quiet", "--raw", "--set", "binary", "--oneshot", str(picture)]
            return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()

    def test_the_example_of_the_standard_has_its_codewords(self):
        # ISO/IEC 18004, Annex I: "01234567" in version 1-M.
        codewords = "10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11 A5 24 D4 C1 ED 36 C7 87 2C 55"
        self.assertEqual(self.call("qrCodewords", "01234567"),
                         {"version": 1, "codewords": [int(each, 16) for each in codewords.split()]})

    def test_each_version_holds_as_many_bytes_as_the_standard_says(self):
        # ISO/IEC 18004, table 7: bytes in level M.
        capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
        for version, bytes in enumerate(capacities, 1):
            self.assertEqual(self.call("qrCodewords", "a" * bytes)["version"], version)
            self.assertEqual(len(self.call("qrModules", "a" * bytes)), 17 + 4 * version)
        self.assertEqual(self.call("qrCodewords", "a" * 214), "RangeError")

    @unittest.skipUnless(shutil.which("zbarimg"), "needs Debian's package zbar-tools")
    def test_a_decoder_reads_every_version_and_both_modes(self):
        address = "https://usher.example/#/handoff/"
        for length in (14, 26, 42, 62, 84, 106, 122, 152, 180, 213):
            text = (address + "K7QX2M4P" * 30)[:length]
            self.assertEqual(self.decoded(text), text, length)
        for text in ("0", "01234567", "9" * 200, "Grüße, 世界"):
            self.assertEqual(self.decoded(text), text)


if __name__ == "__main__":
    unittest.main()
