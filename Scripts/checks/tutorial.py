#!/usr/bin/env python3
"""Follows the tutorial literally in an empty folder: writes its files, runs its commands, and compares what they print.

- A block of Swift begins with a comment that has the path of its file.
- A block of the language `console` has commands after `$ ` and, below each, the output that it must print; `…` in it stands for
  any text. A command must succeed, also one without output.
- `swift run … serve` continues in the background until the next one; its port is a free one.
- Blocks of other languages are not used.

The package depends on this checkout and shares the scratch folder of `Scripts/checks/stranger.sh`. With an argument, the folder is
kept there.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from follower import ROOT, SHIPPED, Follower
from pages import blocks, commands

ARTICLE = ROOT / "Sources/Core/Flows/Coordination/Coordination.docc/Tutorial.md"


def follow(follower):
    package = None
    for language, start, lines in blocks(ARTICLE.read_text()):
        if language == "swift":
            path = re.fullmatch(r"// (\S+\.swift)", lines[0])
            if not path or not package:
                raise SystemExit(f"{ARTICLE.name}:{start}: the block does not begin with the path of its file")
            file = package / path[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(lines[1:]).strip("\n") + "\n")
        elif language == "console":
            for number, command, expected in commands(start, lines):
                follower.follow(ARTICLE, number, command, expected)
                package = follower.current
    if status := follower.stop():
        raise SystemExit(f"The server ended with {status} on SIGTERM.")


def main():
    begin = time.monotonic()
    subprocess.run([ROOT / "Scripts/setup.sh", "build"], check=True)
    # A reader has Usher's program already.
    subprocess.run(
        ["swift", "build", "--package-path", ROOT, "--scratch-path", SHIPPED, "--product", "usher"], check=True)
    built = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        with Follower(folder, folder) as follower:
            follow(follower)
    end = time.monotonic()
    print(f"The tutorial does what it says: {end - built:.0f} seconds, after {built - begin:.0f} for Usher itself.")


main()
