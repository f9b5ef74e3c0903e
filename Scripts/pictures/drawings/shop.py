"""The products of the shop in each of their colors, its categories, and what is shown after an order."""

import json

from .clothes import *
from .gear import *
from .shapes import *
from .shoes import *

COLORS = {
    "c18": mix(INK, STONE, 0.55),
    "c04": mix(LEAF, BROWN, 0.3),
    "c07": mix(SAND, CRUST, 0.4),
    "c11": mix(RED, AMBER, 0.35),
    "c21": SEA,
    "c30": mix(WHITE, STEEL, 0.15),
}
CATALOG = Path(__file__).resolve().parents[3] / "Sources/Demonstrations/Applications/Shop/Catalog/shop.json"


def smaller(draw):
    """Returns a drawing whose dark parts stay on the disc, because they would vanish on a dark page."""
    return lambda color: [at(48, 47, 0.86, *draw(color))]


PRODUCTS = {
    "ridge": shell,
    "fjord": down,
    "meadow": fleece,
    "drizzle": rain,
    "harbour": parka,
    "scree": scree,
    "trail": shorts,
    "glacier": softshell,
    "camp": camp,
    "zip": zipped,
    "cairn": smaller(boots),
    "brook": sandals,
    "fell": runners,
    "hut": slippers,
    "icewalk": smaller(iceboots),
    "day": pack,
    "tour": tour,
    "roll": rolltop,
    "hip": hipbag,
    "summit": hat,
    "liner": gloves,
    "mitts": mitts,
    "scarf": scarf,
    "socks": socks,
}


def ordered():
    return [
        area("M14 40L48 28 82 40V76L48 90 14 76z", CRUST),
        area("M48 52L82 40V76L48 90z", dark(CRUST, 0.2)),
        area("M14 40L48 28 82 40 48 52z", light(CRUST, 0.3)),
        area("M28 35L62 47V60L70 57V44L36 32z", BUTTER),
        circle(68, 28, 18, GREEN),
        line("M59 28L66 35 78 22", WHITE, 5),
    ]


# Every product that the catalog has, in each of the colors that it comes in.
PICTURES = {
    f"{product['id']}-{code}": (DEW, lambda draw=PRODUCTS[product["id"]], code=code: draw(COLORS[code]))
    for product in json.loads(CATALOG.read_text())["products"]
    for code in product["colors"]
} | {
    "jackets": (BUTTER, lambda: shell(COLORS["c11"])),
    "trousers": (BUTTER, lambda: scree(COLORS["c04"])),
    "shoes": (BUTTER, lambda: smaller(boots)(COLORS["c11"])),
    "packs": (BUTTER, lambda: pack(COLORS["c21"])),
    "accessories": (BUTTER, lambda: [at(40, 34, 0.66, *hat(COLORS["c11"])), at(58, 64, 0.6, *mitts(COLORS["c21"]))]),
    "ordered": (BUTTER, ordered),
}
