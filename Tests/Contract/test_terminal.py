"""The terminal client walks through an application, and draws every kind of element, the later ones as their fallbacks."""

import shlex
import subprocess
import sys
import threading
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SECONDS = 60
ROOT = FOLDER.parents[1]
PROGRAM = ROOT / "Examples" / "terminal" / "usher_terminal.py"
sys.path += [str(FOLDER.parent / "Browser"), str(PROGRAM.parent), str(ROOT / "Scripts")]
from pages import blocks, commands
from server import Server
from usher_terminal import Drawing, patched


#: The kinds that came after the client; the server sends each with a fallback of the earlier ones.
LATER = {"card", "grid", "hero", "gallery", "segments", "chips", "swatches", "timeline", "pinned"}


class Terminal:
    """The client as a child process, whose user types lines after its prompts."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # Ends a test that waits for a prompt that never comes.
        self.timer = threading.Timer(SECONDS, self.process.kill)
        self.timer.start()

    def read(self, until="\n> "):
        """Returns the output up to a prompt."""
        text = b""
        while not text.endswith(until.encode()):
            byte = self.process.stdout.read(1)
            if not byte:
                raise AssertionError(f"the client ended: {text.decode()}")
            text += byte
        return text.decode()

    def type(self, line, until="\n> "):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.read(until)

    def quit(self):
        self.process.stdin.write(b"q\n")
        self.process.stdin.close()
        status = self.process.wait(SECONDS)
        self.timer.cancel()
        self.process.stdout.close()
        return status


class Walk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def test_a_user_signs_in_creates_an_item_and_quits(self):
        terminal = Terminal(self.server.address, "--app", "items")
        self.assertIn("Log in", terminal.read())
        terminal.type("log in", "Username: ")
        terminal.type("demo", "Password: ")
        self.assertIn("!", terminal.type("wrong"))
        terminal.type("log in", "Username: ")
        terminal.type("demo", "Password: ")
        drawn = terminal.type("demo-password")
        self.assertIn("1 Got it", drawn)
        drawn = terminal.type("1")
        self.assertIn("=== Items", drawn)
        self.assertIn("* Items", drawn)
        self.assertIn("=== Settings", terminal.type("settings"))
        self.assertIn("=== Items", terminal.type("items"))
        self.assertIn("There is no", terminal.type("nothing of this kind"))
        drawn = terminal.type("l usher://items/item/5")
        self.assertIn("b back", drawn)
        self.assertIn("=== Items", terminal.type("b"))
        self.assertEqual(terminal.quit(), 0)

    def test_the_page_shows_the_command_and_what_it_draws(self):
        [(start, lines)] = [
            block[1:] for block in blocks((PROGRAM.parent / "README.md").read_text()) if block[0] == "console"]
        [(_, command, expected)] = commands(start, lines)
        command = shlex.split(command.replace("http://localhost:8080", self.server.address))
        run = subprocess.run(command, input="q\n", cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stdout.rstrip(), "\n".join(expected))

    def test_each_application_is_drawn_with_something_to_choose(self):
        for app in ("market", "items", "profile", "shop", "kanji"):
            terminal = Terminal(self.server.address, "--app", app)
            # An effect may run at the start; the stream brings the state after it.
            while "\n   1 " not in terminal.read():
                pass
            self.assertEqual(terminal.quit(), 0)

    def test_an_application_that_is_not_there_is_said(self):
        run = subprocess.run(
            [sys.executable, PROGRAM, self.server.address, "--app", "none"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("no application 'none'", run.stderr)


class Drawings(unittest.TestCase):
    def test_each_kind_of_element_of_the_contract_is_drawn(self):
        server = Server()
        self.addCleanup(server.stop)
        schemas = server.get("/openapi.json")["components"]["schemas"]
        state = {"status": "active", "modals": [], "screens": {"k1": {"view": []}}, "focus": "k1", "gestures": {},
                 "navigation": {"type": "stack", "index": 0, "routes": []}}
        kinds = set(schemas["Element"]["discriminator"]["mapping"])
        self.assertLess(LATER, kinds)
        for kind in kinds - LATER:
            self.assertTrue(hasattr(Drawing, f"draw_{kind}"), kind)
        for kind in LATER:
            state["screens"]["k1"]["view"] = [{"kind": kind, "fallback": {"kind": "text", "text": "Read me"}}]
            self.assertTrue(any("Read me" in line for line in Drawing(state, 0).lines), kind)

    def test_rows_beside_the_state_are_drawn_with_a_way_to_further_ones(self):
        rows = {"rows": [{"key": "s1", "title": "Vienna"}], "next": "/more"}
        state = {"status": "active", "modals": [], "focus": "k1", "gestures": {}, "navigation": {"type": "stack"},
                 "screens": {"k1": {"view": [{
                     "kind": "list", "sections": [], "source": {"name": "stations", "version": "1"},
                     "empty": {"kind": "empty", "title": "No station has this name."}}]}}}
        drawing = Drawing(state, 0, lambda screen, source: rows)
        text = "\n".join(drawing.lines)
        self.assertIn("Vienna", text)
        self.assertNotIn("No station", text)
        self.assertEqual([label for label, _ in drawing.actions], ["more"])
        rows["rows"], rows["next"] = [], None
        self.assertIn("No station", "\n".join(Drawing(state, 0, lambda screen, source: rows).lines))

    def test_operations_of_a_patch_change_objects_and_arrays(self):
        document = {"a": {"b/c": 1}, "l": [1, 2]}
        patch = [
            {"op": "replace", "path": "/a/b~1c", "value": 2}, {"op": "add", "path": "/l/0", "value": 0},
            {"op": "remove", "path": "/l/2"}, {"op": "add", "path": "/n", "value": None}]
        self.assertEqual(patched(document, patch), {"a": {"b/c": 2}, "l": [0, 1], "n": None})
        self.assertEqual(document, {"a": {"b/c": 1}, "l": [1, 2]})


if __name__ == "__main__":
    unittest.main()
