"""Fruit and vegetables."""

from .shapes import *


def apple():
    return [
        area(
            "M48 36C39 29 20 32 20 53 20 70 33 82 42 82 45 82 46 80 48 80 50 80 51 82 54 82 63 82 76 70 76 53 76 32 57 29 48 36z",
            RED,
        ),
        area("M63 33C70 37 71 62 55 82 64 81 76 69 76 53 76 41 70 35 63 33z", dark(RED)),
        ellipse(31, 48, 4, 8, CORAL, 20),
        line("M48 37C48 29 50 24 54 19", BROWN, 4),
        leaf(51, 30, 10),
    ]


def bananas():
    return [
        area("M34 20C40 50 58 60 82 56 86 60 85 65 80 68 52 76 28 56 26 24z", dark(AMBER, 0.25)),
        area("M22 24C18 58 40 82 74 78 79 77 80 71 76 69 54 66 38 50 32 22z", AMBER),
        line("M27 30C27 54 42 70 66 74", dark(AMBER, 0.15), 3),
        area("M22 14H34L35 25 21 27z", BROWN),
        area("M74 68L80 70 80 76 73 78z", COCOA),
        area("M80 56L86 58 84 66 79 68z", COCOA),
    ]


def slice_of(x, y, radius, rind, flesh, pith=WHITE):
    spokes = "".join(
        f"M{x} {y}L{x + dx * radius * 0.66:.0f} {y + dy * radius * 0.66:.0f}"
        for dx, dy in ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5))
    )
    return circle(x, y, radius, rind) + circle(x, y, radius - 3, pith) + circle(x, y, radius - 5, flesh) + line(spokes, pith, 2)


LEMON = mix(AMBER, "#ffe25a", 0.6)


def lemons():
    return [
        turned(
            -25,
            area("M12 46C18 44 26 26 46 26 66 26 72 42 80 44 84 45 84 51 80 52 72 54 66 70 46 70 26 70 18 52 12 50z", LEMON),
            area("M24 58C34 66 58 66 72 50 68 60 60 70 46 70 36 70 28 64 24 58z", dark(LEMON, 0.12)),
            ellipse(40, 36, 9, 4, light(LEMON, 0.6)),
        ),
        slice_of(64, 66, 20, LEMON, light(LEMON, 0.35)),
        leaf(70, 28, -20),
    ]


def strawberries():
    return [
        area("M48 86C28 76 17 56 21 44 25 34 40 34 48 40 56 34 71 34 75 44 79 56 68 76 48 86z", RED),
        area("M64 37C70 50 62 72 48 86 68 76 79 56 75 44 73 39 69 37 64 37z", dark(RED)),
        dots([(34, 50), (44, 52), (56, 50), (66, 52), (38, 62), (50, 64), (61, 62), (44, 73), (54, 74)], 1.7, AMBER),
        area("M48 46L38 42 28 44 34 35 30 25 42 29 48 18 54 29 66 25 62 35 68 44 58 42z", LEAF),
        line("M48 30V18", LEAF, 4),
    ]


def grapes(color=LIME):
    rows = [(30, 40), (45, 37), (60, 40), (36, 53), (54, 53), (68, 50), (45, 66), (59, 66), (52, 79)]
    return [
        line("M48 34C48 26 52 20 56 14", BROWN, 4),
        leaf(50, 28, 10, 1.1),
        *(circle(x, y, 9.5, color if index % 2 else dark(color, 0.12)) for index, (x, y) in enumerate(rows)),
        dots([(x - 3, y - 3) for x, y in rows], 1.8, light(color, 0.6)),
    ]


def pears():
    pear = mix(LIME, AMBER, 0.35)
    return [
        area(
            "M48 24C57 24 59 34 61 43 65 50 74 55 74 67 74 79 61 86 48 86 35 86 22 79 22 67 22 55 31 50 35 43 37 34 39 24 48 24z",
            pear,
        ),
        area("M57 30C62 48 66 66 52 86 63 85 74 78 74 67 74 55 65 50 61 43 60 38 59 33 57 30z", dark(pear, 0.15)),
        ellipse(34, 62, 4, 9, light(pear, 0.6), 20),
        line("M48 25C48 18 50 14 54 11", BROWN, 4),
        leaf(50, 20, 10, 0.9),
    ]


def tomato(x, y, size):
    return at(
        x,
        y,
        size,
        ellipse(48, 52, 30, 26, RED),
        area("M66 31C76 44 72 66 52 78 68 77 78 66 78 52 78 42 74 35 66 31z", dark(RED)),
        ellipse(32, 46, 4, 8, CORAL, 30),
        area("M48 38L36 42 40 33 30 27 42 26 48 16 54 26 66 27 56 33 60 42z", LEAF),
    )


def tomatoes():
    return [line("M14 30C30 16 58 18 82 22M36 21V34M66 19V38", LEAF, 4), tomato(34, 52, 0.72), tomato(64, 62, 0.8)]


def carrot():
    return turned(
        40,
        area("M47 26C40 10 34 10 32 14 34 22 40 28 47 28zM49 26C56 10 62 10 64 14 62 22 56 28 49 28z", LEAF),
        area("M44 28C42 14 44 6 48 4 52 6 54 14 52 28z", dark(LEAF, 0.2)),
        area("M34 36C34 24 62 24 62 36L52 86C51 92 45 92 44 86z", ORANGE),
        area("M55 27C60 29 62 32 62 36L52 86C51 90 49 91 47 90 52 70 58 46 55 27z", dark(ORANGE, 0.15)),
        line("M36 44H44M54 54H60M39 62H46M48 74H53", dark(ORANGE, 0.3), 2.5),
    )


def potatoes():
    skin = mix(CRUST, SAND, 0.4)
    return [
        ellipse(60, 40, 26, 19, dark(skin, 0.15), 20),
        ellipse(40, 58, 30, 22, skin, -12),
        area("M13 66C26 76 56 74 69 54 70 70 52 80 38 80 26 80 17 74 13 66z", dark(skin, 0.12)),
        dots([(30, 50), (44, 56), (52, 48), (34, 64), (66, 34), (74, 44)], 2, dark(skin, 0.45)),
        ellipse(32, 46, 9, 3, light(skin, 0.5), -16),
    ]


def cucumber():
    return [
        turned(
            -32,
            box(8, 30, 80, 26, LEAF, 13),
            area("M10 48H86C84 53 80 56 75 56H21C16 56 12 53 10 48z", dark(LEAF)),
            line("M22 38H34M44 38H60M68 38H74M30 45H46M56 45H68", light(LEAF, 0.45), 2),
        ),
        circle(66, 66, 19, dark(LEAF)),
        circle(66, 66, 16, light(LIME, 0.4)),
        dots([(66, 57), (74, 62), (74, 71), (66, 76), (58, 71), (58, 62)], 2, dark(LIME, 0.12)),
    ]


def broccoli():
    floret = mix(GREEN, LEAF, 0.4)
    stalk = light(LIME, 0.2)
    return [
        area("M40 50L24 46 30 40 44 46V40H54V46L68 40 74 46 58 54 57 82C57 88 41 88 41 82z", stalk),
        line("M52 54V82", dark(stalk, 0.15), 3),
        *(circle(x, y, r, floret) for x, y, r in ((24, 40, 13), (72, 40, 13), (36, 26, 14), (60, 26, 14), (48, 36, 15))),
        dots(
            [(22, 36), (32, 22), (42, 20), (56, 20), (66, 26), (74, 36), (46, 32), (54, 36), (30, 42), (40, 40)],
            2.6,
            light(floret, 0.25),
        ),
    ]


def onion(skin=mix(ORANGE, CRUST, 0.5)):
    return [
        line("M42 84L38 90M48 84V91M54 84L58 90", BROWN, 2.5),
        area("M46 10C47 30 16 36 16 60 16 76 32 86 48 86 64 86 80 76 80 60 80 36 49 30 52 10z", skin),
        area("M52 14C50 32 80 36 80 60 80 76 64 86 50 86 66 70 66 44 52 14z", dark(skin, 0.15)),
        line("M48 30C30 42 26 66 40 84M49 32C56 48 58 70 52 84", dark(skin, 0.3), 2),
        ellipse(28, 58, 3, 8, light(skin, 0.5), 10),
    ]


def mushroom(x, y, size, turn=0):
    cap = mix(CRUST, COCOA, 0.3)
    return at(
        x,
        y,
        size,
        area("M38 54H58L61 78C61 86 35 86 35 78z", CREAM),
        area("M52 54H58L61 78C61 83 56 84 50 84z", SAND),
        area("M16 52C16 28 32 16 48 16 64 16 80 28 80 52 80 58 72 58 48 58 24 58 16 58 16 52z", cap),
        ellipse(36, 30, 10, 5, light(cap, 0.35), -30),
        line("M24 58C36 62 60 62 72 58", dark(SAND), 3),
        turn=turn,
    )


def mushrooms():
    return [mushroom(64, 40, 0.62, 12), mushroom(38, 54, 0.78, -8)]


def peas():
    return [
        turned(
            -24,
            area("M4 48C18 22 78 22 92 48 78 74 18 74 4 48z", LEAF),
            area("M10 48C24 32 72 32 86 48 72 60 24 60 10 48z", dark(LEAF, 0.35)),
            circle(26, 48, 8, LIME),
            circle(70, 48, 8, LIME),
            circle(40, 47, 9.5, LIME),
            circle(57, 47, 9.5, LIME),
            dots([(23, 45), (37, 43), (54, 43), (67, 45)], 1.8, light(LIME, 0.7)),
            line("M92 48C96 46 98 42 98 38", LEAF, 4),
        )
    ]


def truffle():
    rind = mix(INK, COCOA, 0.4)
    return [
        *(circle(x, y, r, rind) for x, y, r in ((40, 42, 26), (24, 52, 14), (56, 34, 16), (40, 62, 20))),
        dots([(26, 36), (36, 26), (48, 30), (22, 50), (34, 44), (46, 42), (28, 62), (58, 26)], 3, light(rind, 0.2)),
        ellipse(64, 64, 25, 20, rind, -14),
        ellipse(64, 64, 21, 16, mix(COCOA, SAND, 0.35), -14),
        line("M48 66C52 60 56 70 60 62 64 56 66 70 72 60M54 74C60 70 64 76 70 70M58 54C62 58 66 50 72 54", CREAM, 2),
    ]
