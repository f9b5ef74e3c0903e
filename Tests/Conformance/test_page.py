#!/usr/bin/env python3
"""The commands on the page about `usher conform` print what the page says, and its tables are complete.

    python3 Tests/Conformance/test_page.py .build/release/usher
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Scripts"), str(ROOT / "Tests" / "Conformance")]
from pages import blocks, commands, fits
from reference import MISTAKES, PARTS

PAGE = ROOT / "Documentation" / "conformance.md"
PAGES = [PAGE, ROOT / "Examples" / "python" / "README.md"]


class Page(unittest.TestCase):
    def test_each_command_prints_what_the_page_says(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        with tempfile.TemporaryDirectory() as tools:
            (Path(tools) / "usher").symlink_to(PROGRAM)
            environment["PATH"] = f"{tools}:{environment['PATH']}"
            for page in PAGES:
                for language, start, lines in blocks(page.read_text()):
                    for _, command, expected in commands(start, lines) if language in ("console", "shell") else ():
                        run = subprocess.run(
                            ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
                        self.assertEqual(run.returncode, 0, f"{command}\n{run.stdout}{run.stderr}")
                        if expected:
                            self.assertTrue(fits(run.stdout, expected), f"{command}\n{run.stdout}")

    def test_the_page_has_all_parts_and_the_number_of_mistakes(self):
        text = PAGE.read_text()
        rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
        self.assertEqual(set(rows) & set(PARTS), set(PARTS))
        self.assertIn(f"{len(MISTAKES)} mistakes", text)


if __name__ == "__main__":
    PROGRAM = Path(sys.argv[1]).absolute()
    unittest.main(argv=sys.argv[:1])
