#!/usr/bin/env python3
"""Draws the pictures in Public/pictures from Scripts/pictures/drawings, or checks that the files are up to date.

Scripts/pictures/pictures.py                    # draw
Scripts/pictures/pictures.py check              # fail if a file differs, or is not what the applications name
Scripts/pictures/pictures.py sheet FILE.html    # write a page with all pictures, in both themes and two sizes
"""

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from drawings import items, market, placeholders, shop
from drawings.shapes import picture

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Public/pictures"
# The pictures that the applications name, with their alternative texts.
NAMED = ROOT / "Sources/Demonstrations/Applications/Pictures/pictures.json"
# The colors of the shop's products, as the application names them.
COLORS = ROOT / "Sources/Demonstrations/Applications/Shop/Catalog/ShopColor+value.swift"
# The most bytes of a picture.
LIMIT = 3000


def drawn():
    """Returns the contents of all files by their path in the folder."""
    files = {}
    for name, module in (("items", items), ("market", market), ("shop", shop), ("placeholders", placeholders)):
        for file, (ground, draw) in module.PICTURES.items():
            files[f"{name}/{file}.svg"] = compact(picture(ground, *draw()))
    return files


def compact(text):
    """Writes numbers without needless digits, and steps without needless spaces."""
    text = re.sub(r"\d+\.\d+", lambda number: f"{float(number.group()):.2f}".rstrip("0").rstrip("."), text)
    return re.sub(r"#(\w)\1(\w)\2(\w)\3\b", r"#\1\2\3", text)


def problems(files):
    present = {str(file.relative_to(FOLDER)): file.read_text() for file in FOLDER.rglob("*") if file.is_file()}
    for name in sorted(files.keys() | present.keys()):
        if name not in files:
            yield f"Public/pictures/{name} is drawn by no function"
        elif present.get(name) != files[name]:
            yield f"Public/pictures/{name} is not up to date; run Scripts/pictures/pictures.py"
    for name, text in files.items():
        tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in ElementTree.fromstring(text).iter()}
        if tags - {"svg", "g", "path", "circle", "ellipse", "rect", "use"}:
            yield f"{name} has elements that are no shapes: {', '.join(sorted(tags))}"
        if len(text) > LIMIT:
            yield f"{name} has {len(text)} bytes; the limit is {LIMIT}"
    named = set(json.loads(NAMED.read_text())) if NAMED.exists() else set()
    for name in sorted(named - {re.sub(r"(-c\d+)?\.svg$", "", name) for name in files}):
        yield f"{NAMED.name} names {name}, which is not drawn"
    for name in sorted({re.sub(r"(-c\d+)?\.svg$", "", name) for name in files if not name.startswith("placeholders/")} - named):
        yield f"{name} has no alternative text in {NAMED.name}"
    if dict(re.findall(r'"(c\d+)": "(#\w+)"', COLORS.read_text())) != shop.COLORS:
        yield f"{COLORS.name} has other colors than the drawings"


def sheet(files):
    def figures(size):
        return "".join(
            f'<figure><img src="{(FOLDER / name).as_uri()}" width="{size}"><figcaption>{name.split("/")[1][:-4]}</figcaption></figure>'
            for name in files
        )

    style = (
        "body{margin:0;font:9px sans-serif}div{padding:8px;display:flex;flex-wrap:wrap;gap:6px}figure{margin:0;text-align:center;width:104px}"
        ".dark{background:#141715;color:#fff}.small figure{width:44px}.small figcaption{display:none}.small{background:#fff}.dark.small{background:#1f2321}"
    )
    return f"<!doctype html><style>{style}</style>" + "".join(
        f'<div class="{theme} {kind}">{figures(size)}</div>'
        for kind, size in (("large", 100), ("small", 40))
        for theme in ("light", "dark")
    )


def main(command="draw", target=None):
    files = drawn()
    if command == "sheet":
        Path(target).write_text(sheet(files))
    elif command == "check":
        found = list(problems(files))
        print(*found, f"pictures: {len(files)} files, {len(found)} problems", sep="\n")
        sys.exit(bool(found))
    else:
        for file in FOLDER.rglob("*.svg"):
            if str(file.relative_to(FOLDER)) not in files:
                file.unlink()
        for name, text in files.items():
            (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_text(text)
        print(
            f"pictures: {len(files)} files, {sum(map(len, files.values()))} bytes, the largest {max(map(len, files.values()))}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
