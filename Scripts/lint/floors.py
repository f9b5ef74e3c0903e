#!/usr/bin/env python3
"""Checks the floors of Sources: the folders, the table in Package.swift, and the drawing in Documentation/architecture.md.

Each target stands in a folder of its own on one floor. The drawing has the same floors and targets as the manifest. A target imports
only from its own floor and from those that the drawing has above it, so nothing in Core imports an option, and neither does a test of
the core. The one exception is a dependency under a trait, such as that of MicroHTTP on GnuTLS, without which the core builds.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

DRAWING = Path("Documentation/architecture.md")
# The floors of Options stand beside each other, except that Accounts uses the rules of languages for logins and webhooks for codes, IdentityTokens
# and Notifications the client of HTTP that webhooks have, and IdentityTokens GnuTLS.
BESIDE = {
    ("Options/Accounts", "Options/Languages"),
    ("Options/Accounts", "Options/TLS"),
    ("Options/Accounts", "Options/Webhooks"),
    ("Options/IdentityTokens", "Options/TLS"),
    ("Options/IdentityTokens", "Options/Webhooks"),
    ("Options/Notifications", "Options/Webhooks"),
}
# The tests of the whole program, for which everything may be imported.
PROGRAM_TESTS = {"UsherTests", "TortureTests", "torture-server", "FuzzTargets", "FuzzingTests"}


def main():
    dump = subprocess.run(["swift", "package", "dump-package"], capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: target for target in json.loads(dump)["targets"]}
    floors = {}
    faults = []
    for name, target in targets.items():
        path = target.get("path") or f"Sources/{name}"
        if not path.startswith("Sources/"):
            continue
        if target["type"] in ("test", "plugin"):
            continue
        floor, folder = path.removeprefix("Sources/").rsplit("/", 1) if path.count("/") > 1 else ("", name)
        if not floor:
            faults.append(f"Package.swift: the target {name} stands on no floor; add it to the table 'floors'")
        floors[name] = floor
    drawn = drawing(DRAWING.read_text())
    order = list(dict.fromkeys(drawn.values()))
    for name, floor in floors.items():
        if drawn.get(name) != floor:
            faults.append(f"{DRAWING}: {name} is on {drawn.get(name, 'no floor')} in the drawing, and on {floor} in Package.swift")
    faults += [f"{DRAWING}: there is no target {name}" for name in drawn if name not in floors]
    for name, target in targets.items():
        for dependency in target["dependencies"]:
            ((kind, (used, *rest)),) = dependency.items()
            if used not in floors or any(part and part.get("traits") for part in rest if isinstance(part, dict)):
                continue
            if not may_import(name, floors.get(name), floors[used], order, floors):
                faults.append(f"Package.swift: {name} must not import {used}, which is on {floors[used]}")
    print("\n".join(faults) or f"floors: {len(floors)} targets on {len(set(floors.values()))} floors, as they are drawn")
    return 1 if faults else 0


def may_import(name, floor, used, order, floors):
    """Whether a target may import one of a floor."""
    if floor is None:
        # A test, or a tool of tests. That of a target stands on the target's floor.
        tested = name.removesuffix("Tests")
        if name in PROGRAM_TESTS or not (name.endswith("Tests") and tested in floors):
            return True
        return used == "Tools" or may_import(tested, floors[tested], used, order, floors)
    if floor == used or (floor, used) in BESIDE:
        return True
    if floor.startswith("Options/") and used.startswith("Options/"):
        return False
    return order.index(used) < order.index(floor)


def drawing(text):
    """The floor of each target in the drawing, which is the first block after the heading "The floors"."""
    block = re.search(r"^## The floors\n.*?^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]
    drawn, group = {}, ""
    for line in block.splitlines():
        row = re.match(r"^[ │├└─]*([A-Z][A-Za-z0-9]*)(?: {2,}(.*))?$", line)
        if not row or row[1] == "Sources":
            continue
        depth = 2 if re.match(r"^[│ ] {2}", line) else 1
        if depth == 1:
            group = row[1]
        floor = row[1] if depth == 1 else f"{group}/{row[1]}"
        for name in re.findall(r"[\w-]+", row[2] or ""):
            drawn[name] = floor
    return drawn


sys.exit(main())
