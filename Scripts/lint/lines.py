#!/usr/bin/env python3
"""Counts the lines of every target in Sources, and fails if one has more than its budget in lines.json, or a type more than 800.

The lines of a type are those of its declaration and of all its extensions in the same target. A budget is the count when it was set,
and the rest of the last fifty. A change that makes room lowers a budget (`Scripts/lint/lines.py --set`), and one that needs more says why
in its commit.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

BUDGETS = Path("Scripts/lint/lines.json")
SUFFIXES = {".swift", ".c", ".cpp", ".h"}
LONGEST_TYPE = 800
DECLARATION = re.compile(r"(?:[\w@()]+ )*?(?:extension|struct|class|enum|actor|protocol) ([\w.]+)")


def main():
    tracked = subprocess.run(["git", "ls-files", "Sources"], capture_output=True, text=True, check=True).stdout.split()
    targets, types = Counter(), Counter()
    for path in map(Path, tracked):
        if path.suffix not in SUFFIXES or not path.exists():
            continue
        lines = path.read_text().splitlines()
        # The floors of the core and of the options are divided once more.
        target = path.parts[3 if path.parts[1] in ("Core", "Options") else 2]
        targets[target] += len(lines)
        if path.suffix == ".swift":
            for name, count in declared(lines):
                types[f"{target}.{name}"] += count
    if "--set" in sys.argv:
        budgets = {name: -(-count // 50) * 50 for name, count in sorted(targets.items())}
        BUDGETS.write_text(json.dumps(budgets, indent=2) + "\n")
    budgets = json.loads(BUDGETS.read_text())
    faults = [
        f"{name} has {count:,} lines, and its budget is {budgets.get(name, 0):,}. Make room, or raise it and say why in the commit"
        for name, count in targets.items() if count > budgets.get(name, 0)
    ] + [
        f"{name} has {count:,} lines over all of its extensions, and a type may have {LONGEST_TYPE}. Divide it into types"
        for name, count in types.items() if count > LONGEST_TYPE
    ] + [f"{name} has a budget and no lines" for name in budgets if name not in targets]
    if "--table" in sys.argv:
        print("\n".join(f"{count:7,}  {name}" for name, count in targets.most_common()))
    total = sum(targets.values())
    print("\n".join(f"lines: {fault}" for fault in faults) or f"lines: all {total:,} are within the budgets of their targets")
    return 1 if faults else 0


def declared(lines):
    """Yields each declaration at the start of a line, with the number of lines up to its closing brace."""
    name, start = None, 0
    for number, line in enumerate(lines):
        if name is None and (match := DECLARATION.match(line)):
            name, start = match[1], number
        if name and (line.startswith("}") or (number == start and line.rstrip().endswith("}"))):
            yield name, number - start + 1
            name = None


sys.exit(main())
