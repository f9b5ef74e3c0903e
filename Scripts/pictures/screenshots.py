#!/usr/bin/env python3
"""Draws every screen of the applications in the real client, and compares the pictures with those of an earlier run.

    Scripts/pictures/screenshots.sh [BEFORE]    calls it with the client as it is bundled

Each state comes from `usher check all --states`; a server of Tests/Browser answers with it. pixelmatch finds the differences.
"""

import argparse
import html
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Browser"))

from browser import DESKTOP, PHONE, Browser, wait_until
from elements_server import ElementsServer
from PIL import Image, ImageDraw
from pixelmatch.contrib.PIL import pixelmatch
from states import explored

FOLDER = Path(".build/screenshots")
SIZES = {"phone": PHONE, "tablet": (820, 1180), "desktop": DESKTOP}
THEMES = ("light", "dark")
#: The height of a picture on the contact sheet, in pixels.
THUMBNAIL = 260
#: The part of a picture's pixels that may differ, as those of a blinking caret or of a clock do.
TOLERANCE = 0.0005


def draw(states, public, folder):
    """Writes a picture of each state at each size in each theme."""
    browser = Browser()
    server = ElementsServer(states[0][1], public)
    try:
        for number, (name, state) in enumerate(states, 1):
            server.state = state
            browser.appearance()
            browser.start(server.address)
            wait_until(lambda: browser.driver.execute_script("return document.querySelector('.screen, .alert, .empty--page')"), name)
            for size, pixels in SIZES.items():
                for theme in THEMES:
                    browser.appearance(pixels, dark=theme == "dark")
                    browser.driver.execute_async_script(READY)
                    browser.driver.save_screenshot(str(folder / f"{name}-{size}-{theme}.png"))
            print(f"\r{number} of {len(states)} states", end="", flush=True)
        print()
    finally:
        browser.quit()
        server.stop()


# Two frames after all pictures in the window have come; those below it load when they are scrolled to.
READY = """
    const done = arguments[0];
    const isMissing = (image) => !image.complete && image.checkVisibility({visibilityProperty: true}) && !image.closest("[inert]")
      && image.getBoundingClientRect().top < innerHeight;
    const look = (frames) => requestAnimationFrame(() => {
      if (frames && [...document.images].some(isMissing)) return look(frames - 1);
      requestAnimationFrame(() => done());
    });
    look(120);
    """


def differences(before, now, folder):
    """Writes a picture of each difference; returns the part of the pixels that differ by the name of the picture."""
    found = {}
    for file in sorted(now.glob("*.png")):
        earlier = before / file.name
        if not earlier.exists():
            found[file.name] = 1.0
            continue
        old, new = Image.open(earlier).convert("RGBA"), Image.open(file).convert("RGBA")
        if old.size != new.size:
            found[file.name] = 1.0
            continue
        if old.tobytes() == new.tobytes():
            continue
        picture = Image.new("RGBA", new.size)
        part = pixelmatch(old, new, picture, threshold=0.1) / (new.width * new.height)
        if part > TOLERANCE:
            found[file.name] = part
            picture.save(folder / file.name)
    return found


def contact_sheet(names, pictures, found, folder):
    """Writes a page with all pictures, those that differ first and marked, and a PNG for each application."""
    def row(name):
        cells = []
        for size in SIZES:
            for theme in THEMES:
                file = f"{name}-{size}-{theme}.png"
                mark = f'<small>{found[file]:.2%} differ</small>' if file in found else ""
                cells.append(f'<a href="now/{file}"><img loading="lazy" src="now/{file}" alt="{size} {theme}" height="{THUMBNAIL}">{mark}</a>')
        return f"<section><h2>{html.escape(name)}</h2>{''.join(cells)}</section>"

    ordered = sorted(names, key=lambda name: (not any(file.startswith(f"{name}-") for file in found), name))
    style = "body{font:14px system-ui;background:#888}section{background:#fff;margin:8px;padding:8px}h2{font-size:14px}img{margin:4px;border:1px solid #ccc}"
    rows = "".join(map(row, ordered))
    (folder / "index.html").write_text(f"<!doctype html><html lang=en><meta charset=utf-8><title>Screens</title><style>{style}</style>{rows}")
    for application in sorted({name.split("-")[0] for name in names}):
        own = [name for name in names if name.split("-")[0] == application]
        for theme in THEMES:
            sheet([(name, [pictures / f"{name}-{size}-{theme}.png" for size in SIZES]) for name in own], folder / f"{application}-{theme}.png")


def sheet(rows, target, columns=3):
    """Writes one PNG with the pictures of each row beside each other, and three rows in a line."""
    drawn = []
    for name, files in rows:
        images = [Image.open(file).convert("RGB") for file in files]
        images = [image.resize((image.width * THUMBNAIL // image.height, THUMBNAIL)) for image in images]
        width = sum(image.width + 6 for image in images)
        strip = Image.new("RGB", (width, THUMBNAIL + 18), "white")
        ImageDraw.Draw(strip).text((2, 2), name, fill="black")
        left = 0
        for image in images:
            strip.paste(image, (left, 18))
            left += image.width + 6
        drawn.append(strip)
    width = max(strip.width for strip in drawn) + 10
    lines = -(-len(drawn) // columns)
    whole = Image.new("RGB", (width * columns, lines * (THUMBNAIL + 28)), "gray")
    for index, strip in enumerate(drawn):
        whole.paste(strip, (index % columns * width, index // columns * (THUMBNAIL + 28)))
    whole.save(target)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", nargs="?", type=Path, help="the folder of the pictures to compare with (the last run)")
    parser.add_argument("--public", type=Path, default=Path("Public"), help="the folder of the web client")
    parser.add_argument("--few", action="store_true", help="draw each screen once, and not each of its looks")
    options = parser.parse_args()
    now, last, changes = FOLDER / "now", FOLDER / "last", FOLDER / "differences"
    if now.exists():
        shutil.rmtree(last, ignore_errors=True)
        now.rename(last)
    shutil.rmtree(changes, ignore_errors=True)
    for folder in (now, changes):
        folder.mkdir(parents=True)
    states = explored(every=not options.few)
    draw(states, options.public, now)
    before = options.before or last
    found = differences(before, now, changes) if before.exists() else {}
    contact_sheet([name for name, _ in states], now, found, FOLDER)
    print(f"{len(states) * len(SIZES) * len(THEMES)} pictures of {len(states)} states: {FOLDER}/index.html")
    for file, part in sorted(found.items(), key=lambda pair: -pair[1]):
        print(f"{part:7.2%}  {changes / file if part < 1 else file}")


if __name__ == "__main__":
    main()
