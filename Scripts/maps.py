#!/usr/bin/env python3
"""Draws the flows of each application on its page, with `usher map`; with --check, fails when a drawing is not up to date."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
PROGRAM = ROOT / ".build/release/usher"

checks = sys.argv[1:] == ["--check"]
outdated = []
for page in sorted((ROOT / "Sources/Demonstrations/Applications").glob("*/README.md")):
    application = page.parent.name.lower()
    drawing = subprocess.run([PROGRAM, "map", application, "--format", "mermaid"], check=True, capture_output=True, text=True).stdout
    text = page.read_text()
    changed = re.sub(r"```mermaid\n.*?```\n", lambda _: f"```mermaid\n{drawing}```\n", text, count=1, flags=re.DOTALL)
    if changed == text:
        continue
    outdated.append(page)
    if checks:
        print(f"{page.relative_to(ROOT)}: the drawing is not up to date; update it with: make generate")
    else:
        page.write_text(changed)
        print(f"{page.relative_to(ROOT)} has changed.")

sys.exit(checks and bool(outdated))
