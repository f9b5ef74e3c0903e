#!/usr/bin/env python3
"""Draws the flows of each application on its page, with `usher map`. The tests fail when a drawing is not up to date."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
program = sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/usher"

for page in sorted((ROOT / "Sources/Applications").glob("*/README.md")):
    application = page.parent.name.lower()
    drawing = subprocess.run([program, "map", application, "--format", "mermaid"], check=True, capture_output=True, text=True).stdout
    text = page.read_text()
    changed = re.sub(r"```mermaid\n.*?```\n", lambda _: f"```mermaid\n{drawing}```\n", text, count=1, flags=re.DOTALL)
    if changed != text:
        page.write_text(changed)
        print(f"{page.relative_to(ROOT)} has changed.")
