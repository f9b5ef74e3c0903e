#!/usr/bin/env python3
"""Checks that the examples in the doc comments of Coordination and CoordinationTesting are Swift, by the parser of the compiler.

An example is a block that begins with ```swift. It has declarations or members of a type, statements, or elements of a wiring, and
`…` stands for code that it leaves out. The parser finds a missing bracket or keyword, but not a name that does not exist.

With `--list`, prints the public types without an example in their doc comments, and the number of types with one. Types inside of
another type are not listed, because the example of the outer type shows them.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDERS = [Path("Sources/Core/Flows/Coordination"), Path("Sources/Tools/CoordinationTesting")]
TYPE = re.compile(r"(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:final |indirect )*(?:struct|enum|class|protocol|actor) (\w+)")
# The code around an example, which is on a line of its own so that the numbers of the lines stay right.
FORMS = [("struct Example {", "}"), ("func example() throws {", "}"), ("let example = [", "]")]


def comments(lines):
    """Yields each doc comment: the number of its first line, its lines, and the line of code below it."""
    block, start = [], 0
    for number, line in enumerate([*lines, ""], 1):
        stripped = line.strip()
        if stripped.startswith("///"):
            if not block:
                start = number
            block.append(stripped.removeprefix("///").removeprefix(" "))
        elif block and not (stripped.startswith("@") and not TYPE.match(stripped)):
            yield start, block, line
            block = []


def examples(start, block):
    """Yields the examples of a doc comment, each with the number of its first line of code."""
    code, first = None, 0
    for number, line in enumerate(block, start):
        if code is None and line.startswith("```swift"):
            code, first = [], number + 1
        elif code is not None and line.startswith("```"):
            yield first, code
            code = None
        elif code is not None:
            code.append(line)


def errors(sources, form, folder):
    """Parses examples in the same form, and returns the errors of those that are not Swift, each with its line."""
    opening, closing = form
    files = {}
    for index, (path, first, code) in enumerate(sources):
        file = Path(folder) / f"example{index}.swift"
        text = "\n".join("" if line.strip() == "…" else line.replace("…", "example") for line in code)
        file.write_text(f"{opening}\n{text}\n{closing}\n")
        files[str(file)] = (path, first, code)
    output = subprocess.run(["swiftc", "-frontend", "-parse", "-parse-as-library", *files], capture_output=True, text=True).stderr
    found = {}
    for name, line, message in re.findall(r"^(\S+\.swift):(\d+):\d+: error: (.*)$", output, re.MULTILINE):
        path, first, code = files[name]
        found.setdefault((path, first), (code, f"{path}:{first + min(int(line) - 2, len(code) - 1)}: {message}"))
    return found


def main():
    sources, without, count = [], [], 0
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.swift")):
        for start, block, code in comments(path.read_text().splitlines()):
            found = list(examples(start, block))
            sources += [(path, first, lines) for first, lines in found]
            if match := TYPE.match(code):
                count += 1
                if not found:
                    without.append(f"{path}:{start + len(block)}: {match[1]}")
    left, messages = sources, {}
    for form in FORMS:
        with tempfile.TemporaryDirectory() as folder:
            found = errors(left, form, folder) if left else {}
        for place, (_, message) in found.items():
            messages.setdefault(place, []).append(message)
        left = [(path, first, code) for (path, first), (code, _) in found.items()]
    for path, first, _ in left:
        # The error of the form in which the parser came furthest.
        print(max(messages[path, first], key=lambda message: int(message.split(":")[1])))
    if "--list" in sys.argv:
        print("\n".join(without))
        print(f"examples: {count - len(without)} of {count} public types have one")
    print(f"examples: {len(left)} of {len(sources)} are not Swift" if left else f"examples: all {len(sources)} are Swift")
    return 1 if left else 0


sys.exit(main())
