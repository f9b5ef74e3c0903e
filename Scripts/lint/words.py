#!/usr/bin/env python3
"""Checks that comments, texts and pages are in plain words.

Counts phrases over which readers stumble, in the comments and the texts (string literals of three words and more) of tracked
files and in the prose of pages, and fails when there are more than LIMIT in 1,000 words. Fails on a doc comment of one or two
words, too: it repeats a name and says nothing. With `--list`, prints each phrase that was found; with `--targets`, the figure of
each target.
"""

import re
import subprocess
import sys
from pathlib import Path

LIMIT = 0.5
PHRASES = re.compile(
    r"\b(?:(?:who|whom|what|which)ever|(?:no|some|every|any)body|(?:those|someone) who|of which|of whom|at the most"
    r"|in the place of|to speak of|in writing|doubtful|(?:let|lets|letting) go"
    r"|(?:take|takes|taken|taking|took|pick|picks|picked|picking) (?:\w+ )?up"
    r"|(?:put|puts|putting) (?:\w+ )?(?:down|aside|away)|(?:set|sets|setting) (?:\w+ )?aside)\b",
    re.IGNORECASE)
# A clause where a noun phrase or a verb belongs; a question is neither.
OPENING = re.compile(r"(?:^|[.:;] )(?:What|Who|How|Something) (?![^.]*\?)")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
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


def texts(text):
    """The string literals of a program that have at least three words, without the code in them."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip().startswith("//"):
            for literal in TEXT.findall(line):
                if literal.count(" ") >= 2:
                    yield number, re.sub(r"\\\([^)]*\)", "x", literal), False


def passages(path, text):
    """The passages of a file that people read: number of the line, text, and whether it is a doc comment of one line."""
    if path.suffix == ".md":
        yield from prose(text)
        return
    yield from comments(path, text)
    if path.suffix in (".swift", ".js"):
        yield from texts(text)


def prose(text):
    """The paragraphs of a page, without its blocks of code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line, False


def main():
    found, short, targets = [], [], {}
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    for path in map(Path, tracked):
        if not path.exists() or path.suffix not in COMMENT and path.suffix != ".md" or path == Path("Scripts/lint/words.py"):
            continue
        text = path.read_text()
        target = targets.setdefault("/".join(path.parts[:2]) if len(path.parts) > 2 else path.parts[0], [0, 0])
        for number, passage, is_doc_line in passages(path, text):
            plain = re.sub(r"`[^`]*`", "x", passage)
            target[0] += len(plain.split())
            for match in [*PHRASES.finditer(plain), *OPENING.finditer(plain)]:
                target[1] += 1
                found.append(f"{path}:{number}: {match[0].strip()} …{plain[max(0, match.start() - 30):match.end() + 30]}…")
            if is_doc_line and len(plain.split()) < 3:
                short.append(f"{path}:{number}: the doc comment is too short: {passage}")
    words = sum(count for count, _ in targets.values())
    rate = 1_000 * len(found) / max(1, words)
    if "--targets" in sys.argv:
        for name, (count, hits) in sorted(targets.items()):
            print(f"{1_000 * hits / max(1, count):6.2f}  {hits:3} of {count:6} words  {name}")
    if "--list" in sys.argv or rate > LIMIT:
        print("\n".join(found))
    for line in short:
        print(line)
    print(f"words: {rate:.2f} in 1,000 words are not plain ({len(found)} of {words}; at most {LIMIT})")
    return 1 if rate > LIMIT or short else 0


sys.exit(main())
