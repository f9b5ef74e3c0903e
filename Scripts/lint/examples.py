#!/usr/bin/env python3
"""Checks that the examples in the doc comments of Coordination and CoordinationTesting are Swift, by the parser of the compiler.

An example is a block that begins with ```swift. It has declarations or members of a type, statements, or elements of a wiring, and
`…` stands for code that it leaves out. The parser finds a missing bracket or keyword, but not a name that does not exist.

With `--modules FOLDER`, in which a build has left the modules of both targets, the compiler also checks the types of each example
above a public declaration. The names that it uses and doesn't declare, such as the screen `Cities`, are in examples.swift. An example
is right if it compiles in one of CONTEXTS.

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
NAMES = Path("Scripts/lint/examples.swift")


def flow(name, code):
    """A flow with the members of an example, and those that it leaves out."""
    typed = re.search(r"\bWir(?:ing|e)<(\w+)>", code)
    flow = typed[1] if typed else "ExampleFlow"
    missing = [
        ("struct State", "typealias State = ExampleState"),
        ("typealias Factory", "typealias Factory = ItemsFactory"),
        ("func start()", "func start() {}"),
        ("func open(", "func open(_ link: ItemsLink) throws {}"),
        ("let wiring", f"static let wiring: Wiring<{flow}> = []"),
        ("typealias Finish", "enum Finish: Sendable { case close }" if "Finish?" in code else "typealias Finish = any Sendable"),
    ]
    members = "; ".join(member for mark, member in missing if mark not in code)
    return f"enum {name} {{ final class {flow}: ApplicationCoordinator {{\n{code}\n{members} }} }}"


def screen(name, code):
    """A screen with the members of an example."""
    view = "" if "var view" in code else 'var view: ScreenView { Text("") }; '
    members = f"{view}static let name = \"example\"; static let edit = Output<{name}, Nothing>(\"edit\")"
    return f"struct {name}: Screen {{\n{code}\n{members}; var lines: [String] {{ [] }}; var cart: Cart {{ Cart() }} }}"


def link(name, code):
    """A link with the members of an example."""
    return f"enum {name}: AddressableLink {{\n{code}\ncase items, item(Int); init?(path: [String], query: [String: String]) {{ nil }} }}"


def handlers(name, code):
    """A function that registers handlers."""
    names = "var effects = EffectHandlers(), handlers = effects; let accounts = Accounts(), bank = Bank()"
    return f"func f{name}() throws {{ {names}\n{code}\n}}"


# The code around an example in which it is compiled, for each of FORMS. The example begins in the second line.
CONTEXTS = [
    (0, lambda name, code: f"enum {name} {{\n{code}\n}}"),
    (0, flow),
    (0, screen),
    (0, link),
    (0, lambda name, code: f"func f{name}() throws {{\n{code}\n}}"),
    (1, handlers),
    (1, lambda name, code: f"func f{name}() throws {{ var state: NavigationState {{ shared }}\n{code}\n}}"),
    (1, lambda name, code: f"extension ExampleFlow {{ func f{name}() throws {{\n{code}\n}} }}"),
    (2, lambda name, code: f"extension ExampleFlow {{ static let f{name}: Wiring<ExampleFlow> = [\n{code}\n] }}"),
]


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


def errors(sources, wrap, options):
    """Compiles examples, each with code around it, and returns the first error of each that is wrong, by its path and line."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for index, (path, first, code) in enumerate(sources):
            file = Path(folder) / f"Example{index}.swift"
            text = "\n".join("" if line.strip() == "…" else re.sub(r"(?<=[{(\[]) … ?(?=[})\]])", " ", line) for line in code)
            file.write_text(wrap(f"Example{index}", text))
            files[str(file)] = (path, first, code)
        output = subprocess.run(["swiftc", *options, "-parse-as-library", *files], capture_output=True, text=True).stderr
    found = {}
    for name, line, message in re.findall(r"^(\S+\.swift):(\d+):\d+: error: (.*)$", output, re.MULTILINE):
        if name not in files:
            raise SystemExit(f"{name}:{line}: {message}")
        path, first, code = files[name]
        found.setdefault((path, first), f"{path}:{min(max(first, first + int(line) - 2), first + len(code) - 1)}: {message}")
    return found


def parsed(sources):
    """Parses the examples, and returns the form of each that is Swift, and the errors of the others."""
    forms, messages = {}, {}
    for form, (opening, closing) in enumerate(FORMS):
        left = [source for source in sources if source[:2] not in forms]
        found = errors(left, lambda _, code: f"{opening}\n{code}\n{closing}\n", ["-frontend", "-parse"]) if left else {}
        forms.update({source[:2]: form for source in left if source[:2] not in found})
        for place, message in found.items():
            messages.setdefault(place, []).append(message)
    # The error of the form in which the parser came furthest.
    return forms, [max(found, key=lambda message: int(message.split(":")[1])) for place, found in messages.items() if place not in forms]


def typed(sources, forms, modules):
    """Checks the types of examples that are Swift, and returns the errors of those that compile in no context."""
    imports = "import Coordination; import CoordinationTesting; import Testing; "
    options = ["-typecheck", "-wmo", "-continue-building-after-errors", "-swift-version", "6", "-I", modules, str(NAMES)]
    right, messages = set(), {}
    for form, wrap in CONTEXTS:
        left = [source for source in sources if forms[source[:2]] == form and source[:2] not in right]
        found = errors(left, lambda name, code: imports + wrap(name, code), options) if left else {}
        right |= {source[:2] for source in left if source[:2] not in found}
        for place, message in found.items():
            messages.setdefault(place, []).append(message)
    return [message for place, found in messages.items() if place not in right for message in dict.fromkeys(found)]


def main():
    sources, public, without, count = [], set(), [], 0
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.swift")):
        for start, block, code in comments(path.read_text().splitlines()):
            found = [(path, first, lines) for first, lines in examples(start, block)]
            sources += found
            if not code.strip().startswith("package "):
                public |= {source[:2] for source in found}
            if match := TYPE.match(code):
                count += 1
                if not found:
                    without.append(f"{path}:{start + len(block)}: {match[1]}")
    forms, messages = parsed(sources)
    result = f"all {len(sources)} are Swift"
    if "--modules" in sys.argv:
        usable = [source for source in sources if source[:2] in public and source[:2] in forms]
        messages += typed(usable, forms, sys.argv[sys.argv.index("--modules") + 1])
        result += f", and the {len(usable)} of public declarations compile"
    if "--list" in sys.argv:
        print("\n".join(without))
        print(f"examples: {count - len(without)} of {count} public types have one")
    print("\n".join(messages) or f"examples: {result}")
    return 1 if messages else 0


sys.exit(main())
