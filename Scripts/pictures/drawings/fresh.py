"""Dairy products, eggs and what a baker makes."""

from .shapes import *


def carton(color, *label):
    return [
        area("M26 36H58V86H26z", WHITE),
        area("M58 36L72 30V80L58 86z", dark(WHITE, 0.12)),
        area("M26 36L34 20H66L58 36z", color),
        area("M58 36L66 20 72 30z", dark(color)),
        box(34, 13, 32, 8, light(color), 2),
        area("M26 62H58V86H26z", color),
        area("M58 62L72 56V80L58 86z", dark(color)),
        *label,
    ]


def milk():
    drop = area("M42 40C48 48 51 52 51 57A9 9 0 0 1 33 57C33 52 36 48 42 40z", SKY)
    return carton(mix(SEA, SKY, 0.4), drop, line("M38 58C38 61 40 62 42 62", WHITE, 2))


def butter():
    yellow = mix(AMBER, BUTTER, 0.35)
    return [
        box(10, 68, 76, 7, STEEL, 3.5),
        box(16, 64, 64, 6, WHITE, 3),
        area("M32 44H66V64H32z", yellow),
        area("M32 44L42 32H76L66 44z", light(yellow, 0.6)),
        area("M66 44L76 32V54L66 64z", dark(yellow, 0.12)),
        area("M20 46L27 44 31 64H20z", yellow),
        area("M20 46L30 33 37 32 27 44z", light(yellow, 0.6)),
        line("M42 44V64M54 44V64", dark(yellow, 0.12), 1.5),
    ]


def egg(x, y, color, size=1):
    return (
        f'<path transform="translate({x} {y}) scale({size})" d="M0-18C8-18 13-4 13 4A13 13 0 0 1-13 4C-13-4-8-18 0-18z" fill="{color}"/>'
        + ellipse(x - 4, y - 6, 2.5, 5, light(color, 0.7), 20)
    )


def eggs():
    tan, gray = mix(CRUST, CREAM, 0.55), mix(STEEL, SAND, 0.5)
    return [
        egg(32, 40, CREAM),
        egg(64, 40, tan),
        egg(48, 44, mix(tan, CREAM, 0.5)),
        egg(22, 50, tan),
        egg(74, 50, CREAM),
        area(
            "M10 54C14 50 18 60 24 60 32 60 30 52 36 52 42 52 42 60 48 60 54 60 54 52 60 52 66 52 64 60 72 60 78 60 82 50 86 54L80 78C79 81 77 82 74 82H22C19 82 17 81 16 78z",
            gray,
        ),
        area("M14 72H82L80 78C79 81 77 82 74 82H22C19 82 17 81 16 78z", dark(gray, 0.15)),
    ]


def yoghurt():
    return [
        line("M60 30L72 8", STEEL, 5),
        area("M26 32H70L63 82C63 85 61 87 58 87H38C35 87 33 85 33 82z", WHITE),
        area("M58 32H70L63 82C63 85 61 87 58 87H52C56 70 58 50 58 32z", dark(WHITE, 0.1)),
        ellipse(48, 32, 22, 6, SAND),
        area("M29 32C34 22 42 30 48 24 54 30 62 24 67 32 64 36 32 36 29 32z", CREAM),
        area("M28 46H68L64 72H32z", mix(SEA, SKY, 0.5)),
        circle(48, 59, 9, WHITE),
        line("M42 60C44 55 48 63 54 57", SKY, 2.5),
    ]


def gouda():
    cheese = mix(AMBER, BUTTER, 0.15)
    return [
        area("M10 52L62 24C76 28 86 38 86 52z", light(cheese, 0.45)),
        area("M10 52H86V76H10z", cheese),
        area("M62 24C76 28 86 38 86 52V76L80 76V50C79 40 71 30 58 26z", RED),
        ellipse(28, 64, 6, 5, dark(cheese)),
        circle(50, 60, 4, dark(cheese)),
        ellipse(66, 68, 6, 5, dark(cheese)),
        ellipse(56, 40, 6, 3, cheese),
        ellipse(38, 46, 4, 2, cheese),
    ]


def parmesan():
    pale = mix(AMBER, BUTTER, 0.6)
    return [
        area("M10 70L46 20 62 28 36 78z", light(pale, 0.5)),
        area("M36 78L62 28 82 58C70 72 54 80 36 78z", pale),
        area("M46 20L62 28 82 58 88 50C84 38 70 22 54 14z", CRUST),
        dots([(58, 22), (66, 29), (73, 37), (79, 46)], 1.5, COCOA),
        line("M48 64L54 58M58 66L62 60M54 48L58 44M66 54L70 56M26 66L30 60M38 48L42 44", dark(pale, 0.25), 2),
        dots([(72, 76), (80, 70), (64, 84), (76, 82)], 2.5, pale),
    ]


def loaf():
    return [
        area("M10 60C10 38 28 24 48 24 68 24 86 38 86 60 86 72 80 76 70 76H26C16 76 10 72 10 60z", CRUST),
        area("M86 60C86 72 80 76 70 76H26C16 76 10 72 10 60 22 70 74 70 86 60z", dark(CRUST, 0.25)),
        line("M28 36C36 42 38 50 36 58M46 32C54 40 56 48 54 58M64 36C70 42 72 48 70 56", BUTTER, 5),
        dots([(24, 50), (45, 44), (62, 46), (78, 52), (30, 62), (63, 62)], 1.4, BUTTER),
    ]


def baguette():
    return [
        turned(
            -38,
            box(-1, 34, 98, 28, CRUST, 14),
            area("M1 52H95C93 58 88 62 83 62H13C8 62 3 58 1 52z", dark(CRUST, 0.25)),
            line("M16 54L26 40M34 54L44 40M52 54L62 40M70 54L80 40", BUTTER, 5),
        )
    ]


def croissant():
    dough = mix(CRUST, AMBER, 0.35)
    return [
        area(
            "M10 68C6 46 24 24 48 24 72 24 90 46 86 68 84 76 74 76 70 68 66 58 58 54 48 54 38 54 30 58 26 68 22 76 12 76 10 68z",
            dough,
        ),
        area(
            "M86 68C84 76 74 76 70 68 66 58 58 54 48 54 38 54 30 58 26 68 30 52 38 46 48 46 64 46 74 56 86 68z",
            dark(dough, 0.15),
        ),
        line(
            "M37 26C36 36 37 46 39 55M59 26C60 36 59 46 57 55M20 38C24 46 28 52 31 60M76 38C72 46 68 52 65 60",
            dark(dough, 0.35),
            2.5,
        ),
        line("M46 31H51M26 40L30 36", light(dough, 0.5), 3),
    ]


def pretzel():
    path = "M28 78C52 72 76 54 75 38 74 22 55 22 48 42 41 22 22 22 21 38 20 54 44 72 68 78"
    return [
        line(path, dark(CRUST, 0.35), 12),
        line(path, mix(CRUST, COCOA, 0.25), 9),
        dots([(30, 30), (24, 42), (48, 60), (66, 30), (72, 42), (38, 64), (58, 64), (54, 34)], 1.6, WHITE),
    ]
