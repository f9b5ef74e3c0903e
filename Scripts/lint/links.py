#!/usr/bin/env python3
"""Checks that every symbol that a comment links in double code marks exists in the code."""

import re
import subprocess
import sys
from pathlib import Path

NAME = re.compile(r"[A-Za-z_]\w*")


def main():
    tracked = subprocess.run(["git", "ls-files", "*.swift"], capture_output=True, text=True, check=True).stdout.split()
    lines = {path: Path(path).read_text().splitlines() for path in tracked if Path(path).exists()}
    names = {name for of in lines.values() for line in of if not line.strip().startswith("//") for name in NAME.findall(line)}
    missing = [
        f"{path}:{number}: there is no {name} (``{link}``)"
        for path, of in lines.items()
        for number, line in enumerate(of, 1)
        if line.strip().startswith("//")
        for link in re.findall(r"``([^`]+)``", line)
        for name in NAME.findall(link)
        if name not in names
    ]
    print("\n".join(missing) or "links: every symbol that a comment links exists")
    return 1 if missing else 0


sys.exit(main())
