"""Packs, hats, gloves, scarves and socks, in a color."""

from .shapes import *


def pack(color):
    return [
        line("M40 18C40 6 56 6 56 18", dark(color, 0.4), 5),
        box(16, 44, 12, 30, dark(color, 0.35), 5),
        box(68, 44, 12, 30, dark(color, 0.35), 5),
        area("M24 40C24 24 32 14 48 14 64 14 72 24 72 40V80C72 85 69 88 64 88H32C27 88 24 85 24 80z", color),
        area("M62 18C68 22 72 30 72 40V80C72 85 69 88 64 88H60C64 70 66 40 62 18z", dark(color, 0.16)),
        box(31, 54, 34, 27, dark(color, 0.25), 6),
        line("M34 62H62M32 38C40 32 56 32 64 38", AMBER, 3),
        line("M58 62V68", AMBER, 3),
        box(42, 24, 12, 5, light(color, 0.4), 2),
    ]


def tour(color):
    return [
        box(18, 40, 12, 34, dark(color, 0.35), 5),
        box(66, 40, 12, 34, dark(color, 0.35), 5),
        line("M76 10V66M68 12C74 8 80 8 84 12", STEEL, 3.5),
        box(26, 22, 44, 60, color, 8),
        area("M62 24H66C68 26 70 28 70 32V74C70 79 67 82 62 82z", dark(color, 0.16)),
        area("M22 26C22 14 30 8 48 8 66 8 74 14 74 26 74 30 70 32 66 32H30C26 32 22 30 22 26z", dark(color, 0.25)),
        line("M36 26V48M60 26V48", AMBER, 3.5),
        box(33, 44, 6, 6, INK, 1),
        box(57, 44, 6, 6, INK, 1),
        box(33, 58, 30, 16, dark(color, 0.25), 4),
        line("M36 63H60", AMBER, 2.5),
        box(20, 80, 56, 13, CORAL, 6.5),
        line("M34 80V93M62 80V93", INK, 3),
        circle(22, 86.5, 3, RED),
    ]


def rolltop(color):
    return [
        line("M22 40C10 50 10 70 24 80", dark(color, 0.45), 4),
        area("M24 30H72L76 82C76 86 74 88 70 88H26C22 88 20 86 20 82z", color),
        area("M62 30H72L76 82C76 86 74 88 70 88H60C66 70 66 50 62 30z", dark(color, 0.16)),
        box(22, 14, 52, 10, dark(color, 0.3), 5),
        box(20, 21, 56, 12, dark(color, 0.12), 5),
        line("M48 12V50", INK, 5),
        box(42, 44, 12, 10, AMBER, 2),
        line("M28 66H68", WHITE, 4),
        line("M36 14H44", light(color, 0.4), 2.5),
        line("M30 40L30 56", light(color, 0.35), 3),
    ]


def hipbag(color):
    return [
        line("M8 42C4 20 92 20 88 42C86 50 80 54 74 54M8 42C10 50 16 54 22 54", dark(color, 0.45), 7),
        box(40, 21, 16, 9, AMBER, 2),
        area("M20 44C20 40 22 38 26 38H70C74 38 76 40 76 44L72 70C71 77 67 80 62 80H34C29 80 25 77 24 70z", color),
        area("M64 38H70C74 38 76 40 76 44L72 70C71 77 67 80 62 80H56C62 70 64 54 64 38z", dark(color, 0.16)),
        line("M27 46H69", AMBER, 3),
        line("M66 46V53", AMBER, 3),
        box(32, 56, 32, 16, dark(color, 0.25), 5),
        line("M37 61H59", light(color, 0.35), 2.5),
    ]


def hat(color):
    return [
        area("M20 64C18 34 30 16 48 16 66 16 78 34 76 64z", color),
        area("M60 19C72 26 78 42 76 64H64C68 48 68 32 60 19z", dark(color, 0.16)),
        line("M34 26C30 36 28 48 29 58M48 18V58M62 26C66 36 68 48 67 58", dark(color, 0.28), 2.2),
        box(15, 58, 66, 20, dark(color, 0.2), 8),
        line("M24 62V74M32 62V74M40 62V74M56 62V74M64 62V74M72 62V74", dark(color, 0.38), 2.5),
        box(44, 62, 10, 12, AMBER, 2),
    ]


def glove(color):
    palm = "M30 48V22M40 46V14M50 46V12M60 48V20"
    return (
        line(palm, color, 9)
        + area("M25.500 40H64.500V70H30C27 62 25.500 52 25.500 40z", color)
        + line("M62 60C68 58 73 52 76 44", color, 10)
        + area("M56 44H64.500V70H58z", dark(color, 0.16))
        + line("M35 30V44M45 30V44M55 30V44", dark(color, 0.35), 2)
        + box(28, 68, 38, 16, dark(color, 0.3), 3)
    )


def gloves(color):
    return [
        at(68, 42, 0.74, glove(light(color, 0.14)), turn=14),
        f'<g transform="matrix(-1 0 0 1 96 0)">{at(60, 54, 0.82, glove(color), line("M34 76H60", AMBER, 3), dots([(40, 18), (30, 26)], 2.2, STEEL))}</g>',
    ]


def mitten(color):
    return (
        area(
            "M26 44C26 22 34 12 46 12 58 12 64 22 64 36 66 34 68 30 72 28 80 26 84 34 80 42 76 52 70 60 64 64V72H30C28 64 26 54 26 44z",
            color,
        )
        + area("M64 36C66 34 68 30 72 28 80 26 84 34 80 42 76 52 70 60 64 64z", dark(color, 0.16))
        + line("M29 30C38 35 52 35 62 30M27 44C38 49 52 49 63 44M29 58C38 63 54 63 64 58", dark(color, 0.35), 2.4)
        + box(26, 70, 42, 16, mix(SAND, CRUST, 0.2), 8)
    )


def mitts(color):
    return [
        at(64, 42, 0.7, mitten(dark(color, 0.12)), turn=12),
        f'<g transform="matrix(-1 0 0 1 96 0)">{at(58, 54, 0.8, mitten(color))}</g>',
    ]


def scarf(color):
    skin = mix(CRUST, CREAM, 0.5)
    return [
        area("M4 67C20 60 76 60 92 67A48 48 0 0 1 4 67z", STEEL),
        area("M26 32C26 2 70 2 70 32 70 52 62 62 48 62 34 62 26 52 26 32z", skin),
        area("M26 32C24 2 44 4 50 6 66 2 74 14 70 34 66 30 66 24 64 20 54 24 36 22 30 20 30 26 28 30 26 32z", COCOA),
        area("M23 40C34 48 62 48 73 40 76 50 74 56 78 66 80 82 16 82 18 66 22 56 20 50 23 40z", color),
        area("M73 40C76 50 74 56 78 66 79 76 62 79 48 78 66 72 70 56 68 43z", dark(color, 0.16)),
        line("M24 50C36 60 58 58 66 52M22 62C30 70 44 72 52 68M60 68C66 66 70 62 73 58", dark(color, 0.35), 2.5),
        line("M20 66C34 79 62 79 76 67", AMBER, 3.5),
        line("M24 43C36 51 60 51 72 43", light(color, 0.35), 2.5),
        dots([(39, 33), (57, 33)], 2.2, INK),
    ]


def sock(color, letter):
    return (
        area("M34 10H58V48L76 62C86 70 80 88 64 86L38 78C33 76 32 70 33 64 34 54 34 44 34 10z", color)
        + area(
            "M33 64C34 58 34 54 34 50 44 52 48 62 42 79L38 78C33 76 32 70 33 64zM76 62C86 70 80 88 64 86 62 76 66 66 76 62z",
            dark(color, 0.35),
        )
        + box(31, 8, 30, 14, light(color, 0.35), 4)
        + line("M35 28H57M35 34H57", AMBER, 3)
        + line(letter, WHITE, 2.5)
    )


def socks(color):
    return [
        at(62, 42, 0.76, sock(dark(color, 0.12), "M67 81V72H70.500C74 72 74 77 70.500 77H67M71 77L73 81")),
        at(38, 52, 0.84, sock(color, "M68 71V80H72")),
    ]
