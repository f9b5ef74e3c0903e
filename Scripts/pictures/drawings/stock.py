"""What keeps: staples, drinks, sweets and frozen food."""

from .fresh import carton
from .produce import LEMON, slice_of
from .shapes import *


def spaghetti():
    pasta = mix(AMBER, BUTTER, 0.2)
    sticks = "".join(
        f"M{30 + 4 * each} {14 + each % 3 * 2}L{42 + 1.4 * each:g} 48 {28 + 4.4 * each:g} {84 - each % 2 * 3}"
        for each in range(10)
    )
    return [
        line(sticks, pasta, 3.2),
        line("M36 12L44 48 36 84M54 14L50 48 56 86", dark(pasta, 0.2), 2),
        box(38, 42, 20, 12, RED, 3),
        line("M42 48H54", CORAL, 2),
    ]


def bowl(color):
    return (
        area("M12 50H84C84 70 68 84 48 84 28 84 12 70 12 50z", color)
        + area("M84 50C84 70 68 84 48 84 64 78 72 66 74 50z", dark(color))
        + line("M18 58C20 62 22 65 25 68", light(color), 3)
    )


def rice():
    return [
        line("M58 40L84 10M66 42L90 18", BROWN, 3.5),
        area("M16 52C18 34 34 22 48 22 62 22 78 34 80 52z", WHITE),
        line("M30 44L35 41M42 34L47 36M56 32L60 35M52 46L57 43M66 44L70 47M38 48H43", dark(SAND, 0.15), 2.4),
        bowl(mix(SEA, SKY, 0.25)),
    ]


def bottle(color, cap, *label):
    return [
        area("M42 22H54V32C54 40 64 42 64 52V82C64 86 61 88 57 88H39C35 88 32 86 32 82V52C32 42 42 40 42 32z", color),
        area("M54 30C54 40 64 42 64 52V82C64 86 61 88 57 88H52C58 80 58 60 54 46z", dark(color, 0.15)),
        box(40, 12, 16, 12, cap, 3),
        *label,
    ]


def oil():
    oil = mix(LIME, BROWN, 0.3)
    return [
        *bottle(oil, COCOA, box(32, 56, 32, 22, CREAM), ellipse(45, 67, 5, 7, LEAF, 20), leaf(47, 62, 0, 0.5)),
        ellipse(76, 76, 8, 10, LEAF, 20),
        circle(79, 70, 2, RED),
        leaf(72, 66, -70, 0.8),
        line("M37 52C37 48 40 46 42 43", light(oil, 0.6), 3),
    ]


def honey():
    return [
        box(24, 30, 48, 54, AMBER, 12),
        area("M60 30C68 30 72 34 72 42V72C72 80 68 84 60 84 64 66 64 48 60 30z", dark(AMBER, 0.15)),
        box(27, 20, 42, 14, CRUST, 4),
        line("M31 25H65", light(CRUST, 0.4), 2.5),
        area("M48 42L62 50V66L48 74 34 66V50z", CREAM),
        ellipse(42, 53, 5, 3, SKY, 40),
        ellipse(54, 53, 5, 3, SKY, -40),
        ellipse(48, 60, 5, 8, AMBER),
        line("M44 57H52M44 62H52", COCOA, 2.5),
    ]


def salt():
    return [
        area("M32 36H64L70 80C70 85 67 88 62 88H34C29 88 26 85 26 80z", FROST),
        area("M29 58H67L70 80C70 85 67 88 62 88H34C29 88 26 85 26 80z", WHITE),
        area("M58 36H64L70 80C70 85 67 88 62 88H56C62 74 61 54 58 36z", dark(FROST, 0.12)),
        area("M30 38C30 20 38 12 48 12 58 12 66 20 66 38z", STEEL),
        area("M56 15C62 19 66 26 66 38H58C60 30 60 22 56 15z", dark(STEEL)),
        dots([(42, 22), (48, 19), (54, 22), (45, 28), (51, 28)], 1.5, INK),
        line("M53 64C51 59 43 60 43 64 43 69 53 67 53 72 53 77 44 77 42 72", STONE, 3),
    ]


def ear(x, y, color, size=1):
    grains = "".join(
        f"M0 {each}C-8 {each - 2}-10 {each - 10}-8 {each - 14} -2 {each - 10} 0 {each - 6} 0 {each}C0 {each - 6} 2 {each - 10} 8 {each - 14} 10 {each - 10} 8 {each - 2} 0 {each}"
        for each in (-4, 6, 16)
    )
    return f'<g transform="translate({x} {y}) scale({size})">{line("M0-10V34", dark(color, 0.2), 2.5)}<path d="{grains}M0-12C-5-18-4-26 0-30 4-26 5-18 0-12z" fill="{color}"/></g>'


def oats():
    paper = mix(SAND, CRUST, 0.3)
    return [
        area("M22 26H74V82C74 85 72 87 69 87H27C24 87 22 85 22 82z", paper),
        area("M62 26H74V82C74 85 72 87 69 87H60C64 70 64 46 62 26z", dark(paper, 0.12)),
        box(20, 16, 56, 12, dark(paper, 0.2), 3),
        circle(46, 57, 19, CREAM),
        ear(46, 57, CRUST, 0.72),
        ellipse(70, 84, 6, 3.5, BUTTER, -10),
        ellipse(80, 80, 6, 3.5, mix(BUTTER, CRUST, 0.3), 20),
        ellipse(62, 89, 5, 3, mix(BUTTER, CRUST, 0.3)),
    ]


def juice():
    return [
        *carton(ORANGE, circle(42, 49, 9, ORANGE), leaf(42, 42, 0, 0.5)),
        slice_of(72, 72, 16, ORANGE, mix(ORANGE, AMBER, 0.5)),
    ]


def water():
    def one(x):
        return (
            area(
                f"M{x - 4} 24H{x + 4}V30C{x + 4} 36 {x + 11} 36 {x + 11} 44V84C{x + 11} 87 {x + 9} 88 {x + 7} 88H{x - 7}C{x - 9} 88 {x - 11} 87 {x - 11} 84V44C{x - 11} 36 {x - 4} 36 {x - 4} 30z",
                SKY,
            )
            + box(x - 5, 17, 10, 8, SEA, 2)
            + line(f"M{x - 6} 46V54", WHITE, 3)
        )

    return [
        one(24),
        one(72),
        one(48),
        area("M11 58H85V76H11z", FROST),
        area("M11 58H85V61H11zM11 73H85V76H11z", SEA),
        dots([(28, 66), (37, 69), (48, 66), (59, 69), (68, 66)], 2.2, mix(SEA, SKY, 0.5)),
    ]


def bean(x, y, turn, size=1, color=None):
    color = color or mix(COCOA, CRUST, 0.3)
    return (
        f'<g transform="translate({x} {y}) rotate({turn}) scale({size})"><ellipse rx="7" ry="10" fill="{color}"/>'
        + line("M0-9C-4-3 4 3 0 9", dark(color, 0.5), 2)
        + "</g>"
    )


def coffee():
    return [
        area("M24 22H72L74 84C74 86 72 88 70 88H26C24 88 22 86 22 84z", COCOA),
        area("M62 22H72L74 84C74 86 72 88 70 88H60C64 66 64 44 62 22z", dark(COCOA, 0.3)),
        box(24, 14, 48, 9, light(COCOA, 0.25), 2),
        circle(47, 52, 17, CREAM),
        bean(47, 52, 25, 1.2),
        bean(72, 82, 60),
        bean(84, 74, 20),
        bean(60, 88, 100, 0.8),
    ]


def tea():
    return [
        line("M38 30C34 24 42 20 38 12M52 30C48 24 56 20 52 12", STEEL, 3),
        ellipse(48, 82, 34, 5, SAND),
        area("M18 42H78C78 64 68 80 48 80 28 80 18 64 18 42z", WHITE),
        area("M78 42C78 64 68 80 48 80 62 74 68 60 69 42z", dark(WHITE, 0.12)),
        ellipse(48, 42, 30, 8, dark(WHITE, 0.1)),
        ellipse(48, 43, 26, 6, LIME),
        leaf(38, 66, -8, 1),
        leaf(40, 66, 70, 0.6),
    ]


def flower(x, y, size=3):
    return dots([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], size * 0.8, WHITE) + dots(
        [(x, y)], size * 0.5, AMBER
    )


def lemonade():
    drink = mix(LEMON, LIME, 0.35)
    return [
        *bottle(light(drink, 0.25), STEEL, box(32, 54, 32, 26, LEAF), flower(41, 62), flower(54, 64), flower(47, 73)),
        line("M38 26L34 34M58 26L62 34", STEEL, 2.5),
        slice_of(74, 74, 15, LEMON, light(LEMON, 0.35)),
        line("M37 50C37 46 40 44 42 41", WHITE, 3),
    ]


def chocolate():
    squares = "".join(f"M{x} {y}h10v9h-10z" for x in (29, 43, 57) for y in (15, 28, 41))
    return [
        turned(
            12,
            box(24, 10, 48, 60, COCOA, 4),
            area(squares, light(COCOA, 0.18)),
            area("M22 52L28 47 34 52 40 47 46 52 52 47 58 52 64 47 70 52 74 48V56H22z", STEEL),
            box(22, 54, 52, 34, RED, 3),
            box(22, 64, 52, 13, AMBER),
            line("M32 70.5H62", RED, 3),
        )
    ]


def cookie(x, y, size):
    dough = mix(CRUST, SAND, 0.25)
    return at(
        x,
        y,
        size,
        circle(48, 48, 34, dark(dough, 0.2)),
        circle(47, 46, 32, dough),
        line("M30 32L36 29M60 30L66 34M28 54L33 58M64 60L69 57M46 68L52 70M47 44L52 41", BUTTER, 4),
        dots([(42, 34), (58, 46), (38, 50), (52, 58), (64, 70), (30, 44)], 3.4, COCOA),
    )


def cookies():
    return [cookie(62, 38, 0.72), cookie(38, 56, 0.86)]


def licorice():
    return [
        line("M48 46a4 4 0 0 1 8 0a10 10 0 0 1-20 0a16 16 0 0 1 32 0a22 22 0 0 1-44 0a28 28 0 0 1 56 0V80", INK, 5),
        line("M30 30C34 24 40 20 48 19", STONE, 2),
        box(16, 78, 36, 9, COCOA, 4.5, -6),
        box(34, 84, 36, 8, CORAL, 4, 4),
    ]


def icecream():
    vanilla = mix(BUTTER, AMBER, 0.2)
    return [
        box(62, 8, 9, 40, CRUST, 2, 24),
        circle(34, 44, 17, dark(vanilla, 0.06)),
        circle(62, 44, 17, dark(vanilla, 0.12)),
        circle(48, 30, 18, vanilla),
        dots([(42, 26), (52, 34), (46, 38), (30, 40), (60, 46), (56, 22)], 1.2, COCOA),
        area("M20 50H76L68 84C67 87 65 88 62 88H34C31 88 29 87 28 84z", CORAL),
        area("M34 50H42L43 88H37zM54 50H62L59 88H53z", WHITE),
        box(17, 47, 62, 8, RED, 4),
    ]


def pizza():
    return [
        circle(48, 48, 38, CRUST),
        circle(48, 48, 32, mix(RED, ORANGE, 0.45)),
        *(
            ellipse(x, y, a, b, CREAM, t)
            for x, y, a, b, t in (
                (34, 34, 10, 7, 20),
                (62, 34, 8, 9, 0),
                (36, 60, 8, 9, 30),
                (62, 60, 10, 7, -20),
                (48, 46, 6, 5, 0),
            )
        ),
        line("M48 14V82M14 48H82", dark(CRUST, 0.3), 1.5),
        leaf(44, 30, 20, 0.5),
        leaf(66, 50, 60, 0.55),
        leaf(26, 50, -10, 0.5),
        leaf(46, 70, -20, 0.5),
    ]


def snowflake(color, width=5):
    arm = "M48 48V12M48 24L38 16M48 24L58 16"
    return line(arm, color, width).replace("<path ", '<path id="a" ') + "".join(
        f'<use href="#a" transform="rotate({turn} 48 48)"/>' for turn in range(60, 360, 60)
    )


def lolly(color):
    return [
        box(43, 66, 10, 26, CRUST, 5),
        area("M28 34A20 20 0 0 1 68 34V66C68 70 66 72 62 72H34C30 72 28 70 28 66z", color),
        area("M58 17A20 20 0 0 1 68 34V66C68 70 66 72 62 72H56C60 56 62 36 58 17z", dark(color)),
        line("M38 34V58M50 34V58", light(color), 4),
    ]
