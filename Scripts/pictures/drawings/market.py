"""The groceries, categories, promotions and stories of the market."""

from .fresh import *
from .produce import *
from .shapes import *
from .stock import *


def wedge():
    return at(34, 66, 0.62, *gouda())


def cup():
    return [
        line("M66 46H74C84 46 84 66 68 66", WHITE, 6),
        area("M20 40H70V60C70 74 62 80 45 80 28 80 20 74 20 60z", WHITE),
        ellipse(45, 40, 25, 6, dark(WHITE, 0.15)),
        ellipse(45, 41, 21, 4.5, COCOA),
        line("M38 30C34 24 42 20 38 12M52 30C48 24 56 20 52 12", STEEL, 3),
    ]


def pasta_bowl():
    pasta = mix(AMBER, BUTTER, 0.2)
    return [
        area("M16 52C18 36 32 28 48 28 64 28 78 36 80 52z", pasta),
        line(
            "M22 48C30 34 40 46 48 36M34 50C42 34 54 46 62 38M50 50C58 38 66 50 74 46M40 34C50 28 58 34 60 34",
            dark(pasta, 0.2),
            2.5,
        ),
        ellipse(48, 32, 14, 7, mix(RED, ORANGE, 0.3)),
        leaf(44, 30, 0, 0.7),
        bowl(mix(SEA, SKY, 0.25)),
        line("M70 44L86 12M79 14L76 21C76 26 82 28 85 24L88 17", STEEL, 3),
    ]


def basket():
    wicker = mix(CRUST, SAND, 0.2)
    return [
        line("M20 50C22 10 74 10 76 50", dark(wicker, 0.3), 6),
        at(38, 34, 0.42, *bottle(LEAF, COCOA, box(32, 56, 32, 18, CREAM))),
        at(62, 34, 0.5, *baguette()),
        area("M14 46H82L76 82C75 85 73 86 70 86H26C23 86 21 85 20 82z", wicker),
        area("M12 42H84V52H12z", dark(wicker, 0.25)),
        line("M20 62H76M22 72H74M32 54L34 84M48 54V84M64 54L62 84", dark(wicker, 0.25), 3),
        area("M40 42H72L68 62 56 56 46 64z", WHITE),
        area("M40 42H50L51 60 46 64zM60 42H68L66 61 62 59z", CORAL),
    ]


def tractor():
    return [
        area("M5 69C20 62 76 62 91 69A48 48 0 0 1 5 69z", LEAF),
        line("M20 82C30 74 36 70 40 66M48 92V66M76 82C66 74 60 70 56 66", dark(LEAF, 0.25), 3),
        box(64, 18, 4, 20, STONE, 2),
        area("M24 20H50V42H24z", SKY),
        line("M24 42V20H52L54 40", RED, 5),
        area("M20 40H74C80 40 82 44 82 50V58H20z", RED),
        box(72, 44, 8, 5, AMBER, 2),
        circle(34, 58, 18, INK),
        circle(34, 58, 10, AMBER),
        circle(34, 58, 4, INK),
        circle(73, 64, 11, INK),
        circle(73, 64, 5, AMBER),
    ]


def courier():
    return [
        line("M10 82H86", STEEL, 3),
        *(
            part
            for x in (24, 72)
            for part in (
                f'<circle cx="{x}" cy="66" r="14" fill="none" stroke="{INK}" stroke-width="4"/>',
                circle(x, 66, 3, STONE),
            )
        ),
        line("M24 66L36 44H62L48 66H24M36 44L48 66M62 44L72 66M62 44L58 34H66", GREEN, 4),
        line("M36 44L34 38M28 38H40", INK, 4),
        box(8, 14, 30, 22, CRUST, 3),
        area("M20 14H26V24H20z", BUTTER),
        line("M18 36V42", STONE, 4),
        line("M78 26H90M82 36H90M74 16H86", MINT, 3),
    ]


def paper_bag():
    paper = mix(SAND, CRUST, 0.35)
    return [
        at(40, 26, 0.5, *baguette()),
        at(60, 30, 0.45, carrot()),
        leaf(44, 34, -50, 1.2),
        area("M22 36H74L78 86C78 88 77 89 75 89H21C19 89 18 88 18 86z", paper),
        area("M64 36H74L78 86C78 88 77 89 75 89H64z", dark(paper, 0.12)),
        area("M22 36L28 41 34 36 40 41 46 36 52 41 58 36 64 41 70 36 74 39V44H22z", dark(paper, 0.12)),
        line("M30 62C32 50 48 48 54 58M54 50V58H46M56 66C54 78 38 80 32 70M32 78V70H40", GREEN, 4),
    ]


def ordered():
    return [*paper_bag()[:-1], circle(68, 70, 18, GREEN), line("M59 70L66 77 78 64", WHITE, 5)]


PICTURES = {
    "apples": (BLUSH, apple),
    "bananas": (BUTTER, bananas),
    "lemons": (DEW, lemons),
    "strawberries": (BLUSH, strawberries),
    "grapes": (BLUSH, grapes),
    "pears": (BUTTER, pears),
    "tomatoes": (DEW, tomatoes),
    "carrots": (DEW, lambda: [carrot()]),
    "potatoes": (DEW, potatoes),
    "cucumber": (DEW, cucumber),
    "broccoli": (BUTTER, broccoli),
    "onions": (DEW, onion),
    "mushrooms": (DEW, mushrooms),
    "milk": (SAND, milk),
    "butter": (SAND, butter),
    "eggs": (DEW, eggs),
    "yoghurt": (BLUSH, yoghurt),
    "gouda": (DEW, gouda),
    "parmesan": (DEW, parmesan),
    "sourdough": (BUTTER, loaf),
    "baguette": (BUTTER, baguette),
    "croissants": (BUTTER, croissant),
    "pretzels": (BUTTER, pretzel),
    "spaghetti": (DEW, spaghetti),
    "rice": (BLUSH, rice),
    "oil": (BUTTER, oil),
    "honey": (DEW, honey),
    "salt": (SAND, salt),
    "oats": (DEW, oats),
    "juice": (BUTTER, juice),
    "water": (CREAM, water),
    "coffee": (SAND, coffee),
    "tea": (SAND, tea),
    "lemonade": (CREAM, lemonade),
    "chocolate": (BLUSH, chocolate),
    "biscuits": (BLUSH, cookies),
    "liquorice": (BLUSH, licorice),
    "icecream": (FROST, icecream),
    "peas": (FROST, peas),
    "pizza": (FROST, pizza),
    "truffle": (BUTTER, truffle),
    "fruit": (BLUSH, lambda: [at(66, 38, 0.62, *bananas()), at(32, 46, 0.62, *apple()), at(60, 66, 0.55, *grapes())]),
    "vegetables": (DEW, lambda: [at(32, 38, 0.66, *broccoli()), at(64, 42, 0.72, carrot(), turn=20), tomato(42, 70, 0.5)]),
    "dairy": (SAND, lambda: [at(58, 42, 0.78, *milk()), wedge(), egg(78, 70, CREAM, 0.9)]),
    "bakery": (BUTTER, lambda: [at(58, 34, 0.72, *loaf()), at(40, 62, 0.7, *croissant())]),
    "pantry": (DEW, lambda: [at(30, 46, 0.72, *oil()[:-1]), at(64, 40, 0.66, *honey()), at(52, 72, 0.42, *rice())]),
    "drinks": (CREAM, lambda: [at(34, 48, 0.85, *juice()[:-1]), at(66, 48, 0.8, *lemonade()[:-2])]),
    "sweets": (BLUSH, lambda: [at(38, 40, 0.72, *chocolate()), cookie(64, 62, 0.6)]),
    "frozen": (SKY, lambda: [at(36, 38, 0.8, snowflake(WHITE, 6)), at(62, 58, 0.68, *lolly(CORAL), turn=14)]),
    "breakfast": (DEW, lambda: [at(56, 36, 0.72, *cup()), at(42, 64, 0.66, *croissant())]),
    "pasta": (BUTTER, pasta_bowl),
    "picnic": (DEW, basket),
    "fresh": (FROST, tractor),
    "hour": (DEW, courier),
    "bags": (DEW, paper_bag),
    "ordered": (BUTTER, ordered),
}
