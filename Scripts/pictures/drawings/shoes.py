"""Shoes, in a color."""

from .shapes import *


def boots(color):
    return [
        area("M24 14C34 18 44 18 54 14L56 44C62 52 84 52 86 68V74H20V50C24 38 26 28 24 14z", color),
        area("M20 50C32 54 36 66 34 74H20zM86 68V74H66C66 64 72 58 80 58 84 60 86 64 86 68z", dark(color, 0.25)),
        area("M18 72H88V80C88 83 86 84 83 84H22C19 84 18 83 18 80z", INK),
        line("M26 84V88M38 84V88M50 84V88M62 84V88M74 84V88", INK, 5),
        area("M22 10C32 15 46 15 56 10L57 20C46 24 32 24 23 20z", mix(SAND, CRUST, 0.35)),
        line("M46 30L57 28M46 38L58 36M50 46L61 42M58 52L67 47", AMBER, 3),
    ]


def iceboots(color):
    return [
        line("M4 82L20 88 40 86 60 90 92 86", SKY, 5),
        area("M26 6H56L58 44C64 52 84 52 86 66V72H22V44z", color),
        area("M25 20H57L58 36H23.500z", mix(SKY, SEA, 0.5)),
        area("M22 44C34 48 38 62 36 72H22zM86 66V72H66C66 62 72 56 80 56 84 58 86 62 86 66z", dark(color, 0.3)),
        area("M20 70H88V77H20z", AMBER),
        area("M22 77H30L26 88zM36 77H44L40 88zM50 77H58L54 88zM64 77H72L68 88zM78 77H88L92 84z", STEEL),
        line("M26 12H56", light(color, 0.4), 3),
        line("M48 44L60 42M52 52L66 47", light(color, 0.5), 3),
        line("M28 28H50", WHITE, 2.5),
    ]


def runners(color):
    return [
        area("M10 40C14 44 22 44 28 38L36 34C44 50 62 52 78 56 86 58 90 62 90 68V72H10C6 62 8 48 10 40z", color),
        area(
            "M10 40C14 44 22 44 26 39 24 52 24 62 28 72H10C6 62 8 48 10 40zM90 68V72H70C70 64 76 58 82 57 88 60 90 64 90 68z",
            dark(color, 0.25),
        ),
        area("M8 70H92C92 78 88 80 82 80H16C10 80 8 76 8 70z", STEEL),
        line("M8 71H91", CREAM, 4),
        line("M16 80V83M28 80V83M40 80V83M52 80V83M64 80V83M76 80V83", INK, 6),
        line("M40 44L48 38M47 49L55 43M55 52L62 47", WHITE, 3),
        line("M32 66C44 66 52 62 58 58", AMBER, 4),
    ]


def sandals(color):
    sole = mix(CRUST, COCOA, 0.35)

    def one(x, turn):
        return at(
            x,
            48,
            0.94,
            area(
                "M48 6C62 6 68 18 66 34 65 46 66 52 66 66 66 80 60 90 49 90 38 90 33 80 33 66 33 54 30 46 30 32 30 16 36 6 48 6z",
                sole,
            ),
            area(
                "M48 12C57 12 62 20 60 34 59 46 60 54 60 66 60 78 56 84 49 84 42 84 39 78 39 66 39 54 36 46 36 32 36 20 40 12 48 12z",
                mix(sole, SAND, 0.35),
            ),
            line("M34 28L63 42M62 28L33 42M37 68C42 61 54 61 61 68", color, 8),
            line("M44 60H54", AMBER, 4),
            turn=turn,
        )

    return [one(27, -6), f'<g transform="matrix(-1 0 0 1 96 0)">{one(27, -6)}</g>']


def slippers(color):
    def one(x, y, size):
        return at(
            x,
            y,
            size,
            area("M8 62C8 48 16 36 30 36 40 36 46 46 58 49 76 52 90 58 90 72V76H8z", color),
            area("M8 62C8 48 16 36 30 36 36 36 40 39 44 43 38 54 22 60 8 62z", dark(color, 0.4)),
            area("M6 72H92C92 80 88 82 82 82H14C8 82 6 80 6 72z", mix(CRUST, COCOA, 0.3)),
            line("M46 44C42 54 30 60 10 64", light(color, 0.5), 4),
            circle(68, 62, 5, CORAL),
        )

    return [one(60, 34, 0.66), one(42, 62, 0.8)]
