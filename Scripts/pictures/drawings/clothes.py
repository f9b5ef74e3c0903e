"""Jackets and pants, in a color."""

from .shapes import *

BODY = "M36 28L25 33 12 66 26 72 31 58V84H65V58L70 72 84 66 71 33 60 28C56 35 40 35 36 28z"
SLEEVES = "M25 33L12 66 26 72 31 58 32 40zM71 33L84 66 70 72 65 58 64 40z"


def jacket(color, body=BODY):
    return area(body, color) + area(SLEEVES, dark(color, 0.16))


def hood(color, inside):
    return area("M32 32C28 8 68 8 64 32 60 38 36 38 32 32z", dark(color, 0.08)) + area(
        "M38 30C36 14 60 14 58 30 54 36 42 36 38 30z", inside
    )


def shell(color):
    return [
        jacket(color),
        hood(color, dark(color, 0.5)),
        line("M48 35V84", AMBER, 3),
        line("M56 46L62 60", AMBER, 2.5),
        line("M36 64L41 74M60 64L55 74", dark(color, 0.45), 2.5),
        line("M16 58L28 63M80 58L68 63", AMBER, 2.5),
    ]


def down(color):
    seam = dark(color, 0.4)
    return [
        area(
            "M36 26C26 26 22 32 19 42 14 44 16 50 16 51 11 53 13 60 14 60 9 62 10 70 13 70L26 74C30 72 29 66 29 64L30 84C40 88 56 88 66 84L67 64C67 66 66 72 70 74L83 70C86 70 87 62 82 60 83 60 85 53 80 51 80 50 82 44 77 42 74 32 70 26 60 26z",
            color,
        ),
        area("M36 18H60C62 24 62 30 60 34H36C34 30 34 24 36 18z", dark(color, 0.16)),
        line(
            "M31 42H65M31 53H65M30 64H66M30 74H66M19 44L30 48M16 54L29 58M14 63L28 67M77 44L66 48M80 54L67 58M82 63L68 67M36 26H60",
            seam,
            2.2,
        ),
        line("M48 20V84", light(color, 0.55), 2.5),
        line("M36 45H42M36 56H42M36 67H42", light(color, 0.3), 2.5),
    ]


def fleece(color):
    trim = dark(color, 0.35)
    return [
        jacket(color),
        area("M37 18H59C61 24 61 30 58 35 53 39 43 39 38 35 35 30 35 24 37 18z", color),
        line("M48 20V50", trim, 3),
        box(53, 44, 12, 13, trim, 2),
        line("M55 48H63", AMBER, 2),
        dots(
            [
                (38, 46),
                (42, 56),
                (36, 62),
                (44, 68),
                (38, 76),
                (52, 64),
                (58, 70),
                (52, 78),
                (60, 78),
                (44, 44),
                (24, 46),
                (20, 58),
                (72, 46),
                (76, 58),
                (26, 58),
                (70, 58),
                (42, 24),
                (54, 28),
            ],
            1.6,
            light(color, 0.3),
        ),
        box(31, 80, 34, 5, trim),
        line("M37 20H59", trim, 3),
    ]


def rain(color):
    drop = "".join(f"M{x} {y}l-3 8" for x, y in ((10, 30), (86, 24), (88, 44), (6, 50), (22, 14), (74, 10), (76, 78), (20, 80)))
    return [
        line(drop, mix(SKY, SEA, 0.35), 3),
        area("M36 28L27 32 14 62 27 69 32 58 26 86H70L64 58 69 69 82 62 69 32 60 28C56 35 40 35 36 28z", color),
        area("M27 32L14 62 27 69 32 58 33 40zM69 32L82 62 69 69 64 58 63 40z", dark(color, 0.16)),
        hood(color, light(color, 0.6)),
        line("M42 34V46M54 34V46", WHITE, 2.2),
        dots([(42, 48), (54, 48), (48, 52), (48, 62), (48, 72), (48, 81)], 2.2, WHITE),
        line("M34 66H42M54 66H62", dark(color, 0.4), 3),
    ]


def parka(color):
    return [
        jacket(color, "M36 28L25 33 12 66 26 72 31 58 28 90H68L65 58 70 72 84 66 71 33 60 28C56 35 40 35 36 28z"),
        hood(color, dark(color, 0.5)),
        line("M32 32C28 8 68 8 64 32", mix(SAND, CRUST, 0.3), 6),
        line("M48 36V90", dark(color, 0.4), 2.5),
        line("M30 60H66", AMBER, 2.5),
        box(33, 66, 11, 12, dark(color, 0.25), 2),
        box(52, 66, 11, 12, dark(color, 0.25), 2),
        box(33, 65, 11, 4, dark(color, 0.45), 1),
        box(52, 65, 11, 4, dark(color, 0.45), 1),
        box(52, 42, 9, 9, dark(color, 0.25), 1),
        dots([(52, 54), (52, 70), (52, 82)], 1.6, AMBER),
    ]


LEGS = "M30 12H66L72 86H54L48 40 42 86H24z"


def pants(color, legs=LEGS):
    return (
        area(legs, color)
        + area("M66 12L72 86H65L58 30 60 12z", dark(color, 0.16))
        + area("M30 12H66L66.500 19H29.500z", dark(color, 0.3))
        + line("M48 19V40", dark(color, 0.4), 2)
        + dots([(48, 15.5)], 1.8, AMBER)
    )


def scree(color):
    return [
        pants(color),
        area("M27 52L43 54 42 70 26 68zM69 52L53 54 54 70 70 68z", dark(color, 0.45)),
        line("M33 22L30 30M63 22L66 30", AMBER, 2.5),
        line("M30 38L28 46", AMBER, 2.5),
    ]


def shorts(color):
    return [
        area("M26 26H70L80 72H55L48 48 41 72H16z", color),
        area("M70 26L80 72H72L62 44 63 26z", dark(color, 0.16)),
        box(26, 24, 44, 8, dark(color, 0.3), 2),
        line("M48 32V48", dark(color, 0.4), 2),
        line("M45 29L40 42M51 29L55 41", WHITE, 2.5),
        line("M19 66H40M56 66H77", light(color, 0.45), 3),
        line("M28 36L24 46M68 36L72 46", dark(color, 0.45), 2.5),
    ]


def softshell(color):
    return [
        pants(color),
        line("M28 22L23 66M68 22L73 66", light(color, 0.45), 3),
        area("M25.500 68L44.500 68 42 88H23zM70.500 68L51.500 68 54 88H73z", INK),
        line("M24 72H43M72 72H53", AMBER, 2.5),
        line("M33 76V84M63 76V84", STEEL, 2.5),
        line("M34 40L40 42M62 40L56 42", dark(color, 0.45), 2.5),
    ]


def camp(color):
    pale = light(color, 0.4)
    return [
        pants(color, "M30 12H66L74 84H54L48 42 42 84H22z"),
        box(22, 76, 20, 9, pale, 2),
        box(54, 76, 20, 9, pale, 2),
        line("M34 12V20M62 12V20", dark(color, 0.5), 3),
        line("M31 24C32 32 36 34 42 33V22M65 24C64 32 60 34 54 33V22", dark(color, 0.35), 2.2),
        box(26, 46, 13, 15, dark(color, 0.16), 2),
        line("M26 50H39", dark(color, 0.45), 2.2),
    ]


def zipped(color):
    return [
        area("M30 8H66L69.500 46 52 48 48 36 44 48 26.500 46z", color),
        area("M30 8H66L66.500 15H29.500z", dark(color, 0.3)),
        line("M48 15V34", dark(color, 0.4), 2),
        dots([(48, 11.5)], 1.8, AMBER),
        area("M26 56L43 58 40 90H22zM70 56L53 58 56 90H74z", dark(color, 0.12)),
        line("M27 46L44 48M69 46L52 48", AMBER, 3),
        line("M26 56L43 58M70 56L53 58", AMBER, 3),
        line("M33 18L30 26M63 18L66 26", dark(color, 0.45), 2.5),
        line("M20 50l-6 4M76 50l6 4", STONE, 2.5),
    ]
