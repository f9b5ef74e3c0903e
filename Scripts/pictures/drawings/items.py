"""The pictures of the items application."""

from .shapes import *


def welcome():
    """Shelves with what somebody owns: books, a lamp, a plant, a camera and a box."""
    return [
        box(14, 42, 68, 6, BROWN, 2),
        box(14, 78, 68, 6, BROWN, 2),
        box(18, 18, 8, 24, RED, 1),
        box(27, 22, 7, 20, AMBER, 1),
        box(35, 16, 8, 26, GREEN, 1),
        box(46, 24, 6, 20, SEA, 1, -14),
        area("M62 30H76L74 42H64z", ORANGE),
        leaf(69, 30, -80, 0.8),
        leaf(69, 30, -25, 0.6),
        leaf(68, 30, -130, 0.6, dark(LEAF)),
        box(18, 58, 28, 20, STONE, 4),
        box(26, 53, 12, 7, STONE, 2),
        circle(32, 68, 7.5, INK),
        circle(32, 68, 4, SKY),
        dots([(42, 62)], 1.6, AMBER),
        box(54, 56, 24, 22, CRUST, 1),
        area("M62 56H70V64H62z", BUTTER),
        line("M58 72H64", dark(CRUST, 0.35), 2.5),
    ]


PICTURES = {"welcome": (DEW, welcome)}
