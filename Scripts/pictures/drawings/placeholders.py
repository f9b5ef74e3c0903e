"""The pictures of empty lists, one for each symbol that stands for a kind of content."""

from .shapes import *


def cart():
    return [
        line("M12 20H24L36 64H74", STONE, 5),
        area("M28 30H86L76 58H35z", mix(SAND, CRUST, 0.3)),
        line("M28 30H86L76 58H35zM32 44H81M44 31L48 57M58 31V57M72 31L67 57", BROWN, 3),
        circle(42, 76, 7, INK),
        circle(70, 76, 7, INK),
        circle(42, 76, 2.5, STEEL),
        circle(70, 76, 2.5, STEEL),
        line("M50 20V12M60 18L66 11M40 18L34 11", AMBER, 4),
    ]


def heart():
    body = "M48 82C22 66 12 50 16 36 20 22 40 20 48 34 56 20 76 22 80 36 84 50 74 66 48 82z"
    return [
        area(body, RED),
        area("M72 26C82 46 70 66 48 82 74 66 84 50 80 36 79 31 76 28 72 26z", dark(RED)),
        ellipse(29, 38, 5, 8, CORAL, 30),
        line("M72 18V6M66 12H78M86 26H94M90 22V30", AMBER, 3.5),
    ]


def sheet_of(*parts):
    return [
        box(22, 14, 52, 70, WHITE, 6),
        area("M66 14H68C72 14 74 16 74 20V78C74 82 72 84 68 84H66z", dark(WHITE, 0.12)),
        *parts,
    ]


def checklist():
    return sheet_of(
        box(36, 8, 24, 12, GREEN, 5),
        circle(34, 34, 4.5, CORAL),
        circle(34, 50, 4.5, AMBER),
        circle(34, 66, 4.5, MINT),
        line("M46 34H62M46 50H58M46 66H62", STEEL, 5),
    )


def search():
    return [
        line("M60 60L80 80", BROWN, 11),
        line("M60 60L64 64", STONE, 9),
        circle(42, 42, 27, STONE),
        circle(42, 42, 21, FROST),
        line("M30 40C31 33 36 29 43 29", WHITE, 4),
        line("M51 53C48 57 44 59 40 59", WHITE, 3),
    ]


def folded_map():
    return [
        area("M12 28L36 20V74L12 82z", LIME),
        area("M36 20L60 28V82L36 74z", light(LIME, 0.45)),
        area("M60 28L84 20V74L60 82z", LIME),
        area("M12 56C24 50 28 66 36 62V74L12 82zM60 50C68 44 76 52 84 44V56C76 62 68 56 60 62z", SKY),
        line("M20 44C30 34 40 52 52 46", WHITE, 3),
        area("M62 60C62 60 46 44 46 30A16 16 0 0 1 78 30C78 44 62 60 62 60z", RED),
        circle(62, 30, 6, WHITE),
    ]


def phone():
    return [
        box(28, 10, 40, 76, INK, 8),
        box(32, 18, 32, 56, FROST, 2),
        circle(48, 80, 3, STEEL),
        box(38, 28, 40, 22, GREEN, 8),
        area("M44 48H56L44 60z", GREEN),
        dots([(48, 39), (58, 39), (68, 39)], 3, WHITE),
    ]


def tag():
    return [
        area("M18 46L46 16H78C81 16 82 18 82 20V50L52 80C50 82 47 82 45 80L18 53C16 51 16 48 18 46z", AMBER),
        area("M82 20V50L52 80C50 82 47 82 45 80L82 42z", dark(AMBER, 0.15)),
        circle(68, 30, 7, BUTTER),
        line("M68 30C74 20 84 14 90 16", BROWN, 3),
        line("M36 50L50 64M44 42L58 56", BROWN, 4),
    ]


def warning():
    return [
        area("M44 16C46 12 50 12 52 16L86 76C88 80 86 84 82 84H14C10 84 8 80 10 76z", AMBER),
        area("M52 16L86 76C88 80 86 84 82 84H70C72 66 62 36 49 13 50 13 51 14 52 16z", dark(AMBER, 0.12)),
        line("M48 36V58M48 70H48", INK, 7),
    ]


def bell():
    return [
        circle(48, 78, 8, BROWN),
        area("M48 14C64 14 70 28 70 42 70 56 74 62 82 70H14C22 62 26 56 26 42 26 28 32 14 48 14z", AMBER),
        area("M56 15C66 18 70 30 70 42 70 56 74 62 82 70H64C66 52 66 30 56 15z", dark(AMBER, 0.15)),
        circle(48, 13, 5, BROWN),
        line("M14 71H82", BROWN, 5),
        line("M36 30C33 34 33 40 33 46", BUTTER, 3.5),
    ]


PICTURES = {
    "bell": (DEW, bell),
    "cart": (DEW, cart),
    "heart": (BLUSH, heart),
    "list": (BUTTER, checklist),
    "map": (FROST, folded_map),
    "phone": (BUTTER, phone),
    "search": (DEW, search),
    "tag": (DEW, tag),
    "warning": (BLUSH, warning),
}
