#!/usr/bin/env python3
"""Prints a Dockerfile's steps, one a line as shell-quoted words, and fails on any that image-check.sh could not replay."""

import json
import re
import shlex
import sys

# The supported instructions. Any other one is an error, because the replay would silently omit it.
PLAIN = {"WORKDIR", "USER", "EXPOSE"}
LISTS = {"ENTRYPOINT", "CMD"}


def instructions(text):
    """Joins continued lines; omits comments and blank lines."""
    logical = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("#") or (not line.strip() and not logical):
            continue
        logical += line.strip() if not logical else " " + line.strip()
        if logical.endswith("\\"):
            logical = logical[:-1].rstrip()
            continue
        yield number, logical
        logical = ""
    if logical:
        raise ValueError("the last line is continued, but nothing follows")


def single_copies(instruction):
    """Splits a COPY of several files into one COPY for each."""
    found = re.fullmatch(r"COPY (--from=\S+ )?((?:[^-\s]\S* ){2,})(\S+)", instruction)
    if not found:
        return [instruction]
    return [f"COPY {found[1] or ''}{source} {found[3]}" for source in found[2].split()]


def step(instruction):
    """Returns the words of one instruction, its name first; a COPY of several files is one for each."""
    name, _, rest = instruction.partition(" ")
    rest = rest.strip()
    if name == "FROM":
        found = re.fullmatch(r"(\S+)(?: AS (\S+))?", rest)
        if found:
            return [name, found[1], found[2] or ""]
    elif name == "RUN" and not rest.startswith(("[", "--", "<<")):
        return [name, rest]
    elif name == "COPY":
        found = re.fullmatch(r"(?:--from=(\S+) )?([^-\s]\S*) (\S+)", rest)
        if found:
            return [name, found[1] or "", found[2], found[3]]
    elif name in PLAIN and re.fullmatch(r"[^\s$]+", rest):
        return [name, rest]
    elif name in LISTS and rest.startswith("["):
        return [name, *json.loads(rest)]
    elif name == "HEALTHCHECK":
        found = re.fullmatch(r"(?:--\S+ )*CMD (\[.*\])", rest)
        if found:
            return [name, *json.loads(found[1])]
    raise ValueError(f"this step can't be replayed: {instruction}")


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        for number, instruction in instructions(text):
            for single in single_copies(instruction):
                print(shlex.join(step(single)))
    except ValueError as error:
        sys.exit(f"{path}: {error}")


main()
