#!/usr/bin/env python3
"""Checks that a test executes each block of commands on a page, as it is printed.

- Tests/Deployment follows `console` blocks by the page and the section, among them all of Documentation. When these tests run,
  they fail on a command there that they have left out.
- TESTED has other blocks, with the program that reads the page and runs them.
- A block that only builds or tests the project has commands of make, scripts and suites, which must exist.

Everywhere, also in a sentence, `make X` must be a target of the Makefile, and the suite behind `--filter` must exist.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from pages import blocks

LANGUAGES = {"bash", "console", "sh", "shell"}
#: The page and the section of other blocks, the program that runs them, and words that its text must have.
TESTED = {
    ("README.md", "A walk with curl"): ("Tests/UsherTests/ReadmeTests.swift", 'blocks("bash").first'),
    ("README.md", "Your own application"): ("Scripts/checks/stranger.sh", "usher new bank"),
    ("Documentation/a2ui.md", "A screen and an action"): ("Tests/A2UI/test_a2ui.py", 'language == "bash"'),
    ("Documentation/brand.md", "1. The kit among your files"): ("Tests/Browser/test_brand.py", '/ "brand.md"'),
    ("Documentation/brand.md", "2. A theme"): ("Tests/Browser/test_brand.py", '/ "brand.md"'),
    ("Documentation/brand.md", "6. The two servers"): ("Tests/Browser/test_brand.py", '/ "brand.md"'),
    ("Documentation/conformance.md", "Trying a client"): ("Tests/Conformance/test_page.py", '/ "conformance.md"'),
    ("Examples/Bank/README.md", "A bank"): ("Scripts/checks/examples.py", "Examples/Bank/README.md"),
    ("Examples/Bank/README.md", "A transfer in an app that exists"): ("Scripts/checks/examples.py", "Examples/Bank/README.md"),
    ("Examples/NightTrain/README.md", "Night trains"): ("Scripts/checks/examples.py", "Examples/NightTrain/README.md"),
    ("Examples/NightTrain/README.md", "A booking in an app that exists"): ("Scripts/checks/examples.py", "Examples/NightTrain/README.md"),
    ("Examples/python/README.md", "A client in Python"): ("Tests/Conformance/test_page.py", '"python" / "README.md"'),
    ("Examples/terminal/README.md", "A client for terminals"): ("Tests/Contract/test_terminal.py", '/ "README.md"'),
    ("Sources/Core/Flows/Coordination/Coordination.docc/Tutorial.md", None): ("Scripts/checks/tutorial.py", "Tutorial.md"),
}
#: Blocks that no test executes, with the reason.
UNTESTED = {
    ("Sources/Core/Flows/Coordination/Coordination.docc/Tutorial.md", "Deploy it"):
        "they build for release and need a container engine. Scripts/release/image-check.sh replays the same Dockerfile",
}


def tracked(*patterns):
    output = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in output.splitlines() if (ROOT / path).is_file()]


def sections(text):
    """The title of the section of each line, by its number."""
    titles, title, is_code = {}, "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and (heading := re.match(r"#+ (.+)", line)):
            title = heading[1]
        titles[number] = title
    return titles


def followed():
    """The sections that Tests/Deployment follows, by page."""
    found = {}
    for path in tracked("Tests/Deployment/test_*.py"):
        # A class follows one page.
        for text in re.split(r"(?m)^class ", (ROOT / path).read_text()):
            titles = set(re.findall(r'follow\("([^"]+)"', text)) | set(re.findall(r'(?m)^\s+title = "([^"]+)"$', text))
            for page in re.findall(r'[rR]eader\("([^"]+)"', text):
                found.setdefault(page, set()).update(titles)
    return found


def targets():
    return set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))


def suites():
    return set(re.findall(r"\bstruct (\w+Tests)\b", "".join((ROOT / path).read_text() for path in tracked("Tests/*.swift"))))


def builds(lines):
    """Whether all commands of a block build or test the project, with targets and scripts that exist."""
    for line in lines:
        words = line.removeprefix("$ ").partition("#")[0].split()
        is_target = words[:1] == ["make"] and len(words) == 2 and words[1] in targets()
        is_script = words[:1] and words[0].startswith("Scripts/") and os.access(ROOT / words[0], os.X_OK)
        if words and not (is_target or is_script or words[:2] == ["swift", "test"]):
            return False
    return True


def main():
    faults, count, used = [], 0, set()
    sections_followed = followed()
    for page in tracked("*.md"):
        text = (ROOT / page).read_text()
        titles = sections(text)
        for language, start, lines in blocks(text):
            if language not in LANGUAGES:
                continue
            title = titles[start]
            keys = [key for key in ((page, title), (page, None)) if key in TESTED]
            if (page, title) in UNTESTED:
                used.add((page, title))
                continue
            count += 1
            if keys:
                used.add(keys[0])
                program, words = TESTED[keys[0]]
                if words not in (ROOT / program).read_text():
                    faults.append(f"{page}:{start}: {program} does not have {words!r}, so it does not run this block")
            elif not (title in sections_followed.get(page, set()) and language == "console") and not builds(lines):
                faults.append(f"{page}:{start}: no test executes this block")
    faults += [f"Scripts/lint/commands.py: {page} has no commands in {title!r}" for page, title in (TESTED | UNTESTED).keys() - used]
    known, named = targets(), suites()
    for path in tracked("*.md", "*.swift", "*.py", "*.sh", "*.c", "*.js", "Dockerfile"):
        # Releases of the past had other targets.
        for number, line in enumerate([] if path == "CHANGELOG.md" else (ROOT / path).read_text().splitlines(), 1):
            for target in re.findall(r"`make ([a-z-]+)", line):
                if target not in known:
                    faults.append(f"{path}:{number}: there is no make {target}")
            for suite in re.findall(r"--filter (\w+Tests)\b", line) if path.endswith(".md") else []:
                if suite not in named:
                    faults.append(f"{path}:{number}: there is no suite {suite}")
    print("\n".join(faults) or f"commands: tests execute the {count} blocks of commands on the pages")
    return 1 if faults else 0


sys.exit(main())
