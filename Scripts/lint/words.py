#!/usr/bin/env python3
"""Checks that comments, texts and pages are in plain words, and that comments are in sentences.

Counts phrases over which readers stumble, in the comments and the texts (string literals of three words and more) of tracked
files and in the prose of pages, and fails when there are more than 0.5 of them in 1,000 words. Fails on a doc comment of one or
two words, too, because it repeats a name and says nothing.

A semicolon in a comment joins two clauses, of which the second one often lacks its subject, and "those of", "that of", "the one
that" and "whose" stand for a noun that the reader must look for. So 1,000 words of comments in Swift, C and JavaScript have at most
1 semicolon and at most 0.5 of these words. The limits hold for Sources, Tests, Public and each other folder of programs as a whole,
and for each target of Sources. A target with 500 words of comments or less has no limits of its own, and one with more is allowed
one hit of each kind. Blocks of code in comments, and code in backticks, don't count.

With `--list`, prints each place that was found. With `--targets`, prints the figures of each target, each page and each other folder.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

LIMIT = 0.5
PHRASES = re.compile(
    r"\b(?:(?:who|whom|what|which)ever|(?:no|some|every|any)body|(?:those|someone) who|of which|of whom|at the most"
    r"|in the place of|to speak of|in writing|doubtful|(?:let|lets|letting) go"
    r"|(?:take|takes|taken|taking|took|pick|picks|picked|picking) (?:\w+ )?up"
    r"|(?:put|puts|putting) (?:\w+ )?(?:down|aside|away)|(?:set|sets|setting) (?:\w+ )?aside)\b",
    re.IGNORECASE)
# A clause where a noun phrase or a verb belongs. A question is neither.
OPENING = re.compile(r"(?:^|[.:;] )(?:What|Who|How|Something) (?![^.]*\?)")

# The kinds of places in comments that are limited, each with its limit in 1,000 words.
SENTENCES = {
    "semicolons": (re.compile(";"), 1),
    "relatives": (re.compile(r"\b(?:those of|that of|the ones? that|whose)\b", re.IGNORECASE), 0.5),
}
# The number of words up to which a target has no limits of its own, because one hit would exceed them.
FEWEST_WORDS = 500

TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
# The string literals and the comments of a program, in Swift, C or JavaScript. Literals are matched so that a // in them is none.
TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r'|"(?:\\\((?:[^()\n]|\([^()\n]*\))*+\)|\\.|[^"\\\n])*+"'
    r"|'(?:\\.|[^'\\\n])*+'"
    r"|`(?:\\.|[^`\\])*+`"
    r"|//[^\n]*"
    r"|/\*.*?\*/",
    re.DOTALL)
C_LIKE = (".swift", ".js", ".c", ".cpp", ".h")
SCRIPTS = (".sh", ".py")


def comments(path, text):
    """The comments of a program, each block of lines as one text, with the number of its first line."""
    lines = text.splitlines()
    block, start = [], 0
    for number, line, is_alone in [*comment_lines(path, text), (0, "", False)]:
        if block and not (is_alone and number == start + len(block)):
            is_doc_line = len(block) == 1 and lines[start - 1].strip().startswith("///")
            yield start, " ".join(without_code(block)), is_doc_line
            block = []
        if not number:
            return
        if not block:
            start = number
        block.append(line)


def comment_lines(path, text):
    """Each line of the comments of a program: its number, its text, and whether no code is on it."""
    if path.suffix in SCRIPTS:
        for number, line in enumerate(text.splitlines(), 1):
            stripped = line.strip()
            if stripped.startswith("#") and not stripped.startswith("#!"):
                yield number, stripped.lstrip("#").strip(), True
        return
    for token in TOKEN.finditer(text):
        if not token[0].startswith(("//", "/*")):
            continue
        number = text.count("\n", 0, token.start()) + 1
        before = text[text.rfind("\n", 0, token.start()) + 1:token.start()]
        if token[0].startswith("//"):
            yield number, token[0].lstrip("/").strip(), not before.strip()
            continue
        for offset, line in enumerate(token[0][2:-2].split("\n")):
            yield number + offset, line.strip().lstrip("*").strip(), offset > 0 or not before.strip()


def without_code(block):
    """The lines of a comment that are not in a block of code."""
    is_code = False
    for line in block:
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield line


def texts(text):
    """The string literals of a program that have at least three words, without the code in them."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip().startswith("//"):
            for literal in TEXT.findall(line):
                if literal.count(" ") >= 2:
                    yield number, re.sub(r"\\\([^)]*\)", "x", literal), False


def prose(text):
    """The paragraphs of a page, without its blocks of code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line, False


def passages(path, text):
    """The passages of a file that people read: line, text, whether it is a doc comment of one line, and whether a limited comment."""
    if path.suffix == ".md":
        yield from ((*passage, False) for passage in prose(text))
        return
    yield from ((*passage, path.suffix in C_LIKE) for passage in comments(path, text))
    if path.suffix in (".swift", ".js"):
        yield from ((*passage, False) for passage in texts(text))


def target(path):
    """The target of a file, or its folder, or the name of a file at the top."""
    parts = path.parts[:-1] or path.parts
    # The floors of the core and of the options are divided once more.
    depth = 2 if parts[0] != "Sources" else 4 if parts[1:] and parts[1] in ("Core", "Options") else 3
    return "/".join(parts[:depth])


class Figures:
    """The words of a target, and the places that were found in them by kind."""

    def __init__(self):
        self.words = self.comment_words = 0
        self.found = Counter()

    def add(self, other):
        self.words += other.words
        self.comment_words += other.comment_words
        self.found += other.found

    def rate(self, kind):
        return 1_000 * self.found[kind] / max(1, self.words if kind == "phrases" else self.comment_words)

    def exceeded(self):
        """The kinds of places in comments that are above their limits."""
        if self.comment_words <= FEWEST_WORDS:
            return []
        return [kind for kind, (_, limit) in SENTENCES.items() if self.found[kind] > 1 and self.rate(kind) > limit]


def main():
    targets, places, short = {}, [], []
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    for path in map(Path, tracked):
        if not path.exists() or path.suffix not in (*C_LIKE, *SCRIPTS, ".md") or path == Path("Scripts/lint/words.py"):
            continue
        figures = targets.setdefault(target(path), Figures())
        for number, passage, is_doc_line, is_limited in passages(path, path.read_text()):
            plain = re.sub(r"`[^`]*`", "x", passage)
            count = len(plain.split())
            figures.words += count
            found = [("phrases", match) for match in [*PHRASES.finditer(plain), *OPENING.finditer(plain)]]
            if is_limited:
                figures.comment_words += count
                found += [(kind, match) for kind, (expression, _) in SENTENCES.items() for match in expression.finditer(plain)]
            for kind, match in found:
                figures.found[kind] += 1
                context = plain[max(0, match.start() - 30):match.end() + 30]
                places.append((target(path), kind, f"{path}:{number}: {match[0].strip()} …{context}…"))
            if is_doc_line and count < 3:
                short.append(f"{path}:{number}: the doc comment is too short: {passage}")

    whole, folders = Figures(), {}
    for name, figures in targets.items():
        whole.add(figures)
        folders.setdefault(name.split("/")[0], Figures()).add(figures)
    if "--targets" in sys.argv:
        print("phrases  semicolons  relatives (in 1,000 words)")
        for name, figures in sorted(targets.items()):
            rates = "  ".join(f"{figures.rate(kind):9.2f}" for kind in ("phrases", *SENTENCES))
            print(f"{rates}  {figures.words:7} words, {figures.comment_words:6} of limited comments  {name}")

    faults, shown = [], set()
    if whole.rate("phrases") > LIMIT:
        faults.append(f"{whole.rate('phrases'):.2f} in 1,000 words are not plain; at most {LIMIT}")
        shown |= {place for place in places if place[1] == "phrases"}
    for name, figures in [*folders.items(), *((name, figures) for name, figures in targets.items() if name.startswith("Sources/"))]:
        for kind in figures.exceeded():
            faults.append(f"the comments of {name} have {figures.rate(kind):.2f} {kind} in 1,000 words; at most {SENTENCES[kind][1]}")
            shown |= {place for place in places if place[1] == kind and f"{place[0]}/".startswith(f"{name}/")}
    for place in places:
        if "--list" in sys.argv or place in shown:
            print(place[2])
    print("\n".join([*short, *(f"words: {fault}" for fault in faults)]) or
          f"words: {whole.found['phrases']} of {whole.words} words are not plain, and the {whole.comment_words} words of comments in "
          f"programs have {whole.found['semicolons']} semicolons and {whole.found['relatives']} relatives, within the limits")
    return 1 if short or faults else 0


sys.exit(main())
