"""The shapes and the palette that all drawings share: 96 by 96 units, flat colors, round ends."""

import re
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[3] / "Public/web/style/tokens.css"


def mix(one, other, part):
    """Returns a color with a part of another, both as `#rrggbb`."""
    values = [round(int(one[each : each + 2], 16) * (1 - part) + int(other[each : each + 2], 16) * part) for each in (1, 3, 5)]
    return "#" + "".join(f"{value:02x}" for value in values)


def dark(color, part=0.2):
    return mix(color, INK, part)


def light(color, part=0.4):
    return mix(color, WHITE, part)


_tokens = dict(re.findall(r"--([\w-]+): light-dark\((#\w{6}, #\w{6})\)", TOKENS.read_text()))


def token(name, theme="light"):
    """Returns a color of tokens.css."""
    return _tokens[name].split(", ")[theme == "dark"]


WHITE, CREAM = token("card"), token("ground")
INK, STONE = token("ink"), token("ink-soft")
GREEN, MINT, DEW = token("accent"), token("accent", "dark"), token("accent-wash")
RED, CORAL, BLUSH = token("danger"), token("danger", "dark"), token("danger-wash")
BROWN, AMBER, BUTTER = token("caution"), token("caution", "dark"), token("caution-wash")
# The tokens have no sand, and no blue, which water and the deep sea need.
SAND, SKY, SEA = "#e6dfd3", "#9ccbd9", "#24546b"

LEAF, LIME = mix(GREEN, AMBER, 0.35), mix(MINT, AMBER, 0.55)
ORANGE, CRUST = mix(RED, AMBER, 0.6), mix(BROWN, AMBER, 0.45)
COCOA, PINK = mix(mix(BROWN, RED, 0.5), INK, 0.6), mix(CORAL, WHITE, 0.5)
STEEL, FROST = mix(STONE, WHITE, 0.55), mix(SKY, WHITE, 0.65)


def circle(x, y, radius, fill):
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'


def ellipse(x, y, across, down, fill, turn=0):
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{fill}"{turned}/>'


def box(x, y, width, height, fill, corner=0, turn=0):
    rounded = f' rx="{corner}"' if corner else ""
    turned = f' transform="rotate({turn} {x + width / 2:g} {y + height / 2:g})"' if turn else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{rounded} fill="{fill}"{turned}/>'


def area(path, fill):
    return f'<path d="{path}" fill="{fill}"/>'


def line(path, color, width=3):
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def dots(points, radius, color):
    """Returns round spots, as one line of steps without length."""
    return line("".join(f"M{x} {y}h0" for x, y in points), color, radius * 2)


def at(x, y, size, *parts, turn=0):
    """Returns parts drawn for the whole picture, smaller and with their middle elsewhere."""
    turned = f" rotate({turn})" if turn else ""
    return f'<g transform="translate({x} {y}){turned} scale({size}) translate(-48 -48)">{"".join(parts)}</g>'


def turned(angle, *parts):
    return f'<g transform="rotate({angle} 48 48)">{"".join(parts)}</g>'


def leaf(x, y, turn=0, size=1, color=LEAF):
    turning = f" rotate({turn})" if turn else ""
    scaling = f" scale({size})" if size != 1 else ""
    return f'<path transform="translate({x} {y}){turning}{scaling}" d="M0 0C3-10 13-14 24-11 21-1 11 4 0 0z" fill="{color}"/>'


def picture(ground, *parts):
    """Returns a picture as SVG: a disc with a drawing on it."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{circle(48, 48, 48, ground)}{"".join(parts)}</svg>\n'
