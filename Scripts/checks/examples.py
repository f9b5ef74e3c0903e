#!/usr/bin/env python3
"""Runs the commands on the page of each example that is a package, as they are printed: they build it, test it and serve it.

The packages depend on this checkout, and share the scratch folder of `Scripts/checks/stranger.sh`. `Scripts/checks/night-train.sh` uses one
of them in a browser.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from follower import ROOT, Follower
from pages import blocks, commands

PAGES = [ROOT / "Examples/Bank/README.md", ROOT / "Examples/NightTrain/README.md"]
# Packages that take the same traits share what is built.
os.environ["WITHOUT_TRAITS"] = "1"


def main():
    subprocess.run([ROOT / "Scripts/setup.sh", "build"], check=True)
    for page in PAGES:
        with tempfile.TemporaryDirectory() as own, Follower(ROOT, Path(own)) as follower:
            for language, start, lines in blocks(page.read_text()):
                if language == "console":
                    for number, command, expected in commands(start, lines):
                        follower.follow(page, number, command, expected)
            # The client, which the page opens in a browser.
            output, status = follower.run("curl -fs http://localhost:8080/")
            if status or "<html" not in output:
                raise SystemExit(f"{page.name}: the server does not serve the client: {output}")
            if status := follower.stop():
                raise SystemExit(f"{page.name}: the server ended with {status} on SIGTERM.")
        print(f"{page.relative_to(ROOT)} does what it says.", flush=True)


main()
