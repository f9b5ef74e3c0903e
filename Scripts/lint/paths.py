#!/usr/bin/env python3
"""Checks that every file, folder and test suite that a page names in code marks exists."""

import re
import subprocess
import sys
from pathlib import Path

FILE = re.compile(r"[A-Za-z.][\w./+-]*\.(?:swift|py|js|css|sh|html|md)")
FOLDER = re.compile(r"[A-Z]\w+(?:/[\w+]+)+")
SUITE = re.compile(r"\w+Tests")


def main():
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    tracked = [path for path in tracked if Path(path).exists()]
    folders = {str(folder) for path in tracked for folder in Path(path).parents}
    names = {Path(path).stem for path in tracked}
    for path in tracked:
        if path.startswith("Tests/") and path.endswith(".swift"):
            names |= set(re.findall(r"\bstruct (\w+Tests)\b", Path(path).read_text()))

    def exists(name):
        if any(path == name or path.endswith("/" + name) for path in [*tracked, *folders]):
            return True
        return bool(SUITE.fullmatch(Path(name).name)) and Path(name).name in names | {Path(path).name for path in folders}

    missing = []
    for page in (path for path in tracked if path.endswith(".md") and path != "CHANGELOG.md"):
        for number, line in enumerate(Path(page).read_text().splitlines(), 1):
            # Double code marks are links to symbols, which `make documentation` checks.
            for name in re.findall(r"(?<!`)`([^`\s…<*{]+)`(?!`)", line):
                is_name = FILE.fullmatch(name) or FOLDER.fullmatch(name) or SUITE.fullmatch(name)
                if is_name and not exists(name):
                    missing.append(f"{page}:{number}: there is no {name}")
    print("\n".join(missing) or "paths: every file that a page names exists")
    return 1 if missing else 0


sys.exit(main())
