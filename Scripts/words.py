#!/usr/bin/env python3
"""Checks that comments and pages are in plain words.

Counts phrases over which readers stumble, in the comments of tracked files and in the prose of pages, and fails when there are
more than LIMIT in 1,000 words. Fails on a doc comment of one or two words, too: it repeats a name and says nothing.
With `--list`, prints each phrase that was found.
"""

import re
import subprocess
import sys
from pathlib import Path

LIMIT = 0.5
PHRASES = re.compile(
    r"\b(?:whoever|nobody|somebody|those who|of which|at the most|in the place of|(?:let|lets|letting) go"
    r"|(?:take|takes|taken|taking|took) up|(?:put|puts|putting) down|(?:set|sets|setting) aside)\b",
    re.IGNORECASE)
OPENING = re.compile(r"(?:^|[.:;!?] )(?:What|Whatever|Who) (?!is |are )")
COMMENT = {".swift": "//", ".js": "//", ".c": "//", ".h": "//", ".sh": "#", ".py": "#"}


def comments(path, text):
    """The comments of a program, each block of lines as one text, with the number of its first line."""
    mark = COMMENT[path.suffix]
    block, start = [], 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        stripped = line.strip()
        if stripped.startswith(mark) and not stripped.startswith("#!"):
            if not block:
                start = number
            block.append(stripped.lstrip("/#").strip())
        elif block:
            yield start, " ".join(block), len(block) == 1 and text.splitlines()[start - 1].strip().startswith("///")
            block = []


def prose(text):
    """The paragraphs of a page, without its blocks of code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line, False


def main():
    found, short, words = [], [], 0
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    for path in map(Path, tracked):
        if not path.exists() or path.suffix not in COMMENT and path.suffix != ".md" or path == Path("Scripts/words.py"):
            continue
        text = path.read_text()
        for number, passage, is_doc_line in prose(text) if path.suffix == ".md" else comments(path, text):
            plain = re.sub(r"`[^`]*`", "x", passage)
            words += len(plain.split())
            for match in [*PHRASES.finditer(plain), *OPENING.finditer(plain)]:
                found.append(f"{path}:{number}: {match[0].strip()} …{plain[max(0, match.start() - 30):match.end() + 30]}…")
            if is_doc_line and len(plain.split()) < 3:
                short.append(f"{path}:{number}: the doc comment is too short: {passage}")
    rate = 1_000 * len(found) / max(1, words)
    if "--list" in sys.argv or rate > LIMIT:
        print("\n".join(found))
    for line in short:
        print(line)
    print(f"words: {rate:.2f} in 1,000 words are not plain ({len(found)} of {words}; at most {LIMIT})")
    return 1 if rate > LIMIT or short else 0


sys.exit(main())
