"""Texts as people type and paste them, and worse, made by the properties of Unicode's characters, so that none is listed here."""

import random
import sys
import unicodedata

#: Each kind of line break in use: of Unix, of old Macs, of Windows, of Unicode, of mainframes, and of printers.
BREAKS = ("\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\v", "\f")
JOINER, EMOJI_STYLE, KEYCAP = "\u200d", "\ufe0f", "\u20e3"


def _kinds():
    kinds = {}

    def add(kind, text):
        kinds.setdefault(kind, []).append(text)

    for point in range(sys.maxunicode + 1):
        character = chr(point)
        category = unicodedata.category(character)
        if category in ("Cs", "Co"):
            continue
        if category == "Cn":
            if point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF:
                add("noncharacter", character)
            continue
        name = unicodedata.name(character, "")
        if character.isspace() or category[0] == "Z":
            # The line breaks among them are entered apart, because a key for one submits a form.
            add("break" if character in BREAKS or category == "Cc" and character != "\t" else "space", character)
        if category == "Cf":
            add("bidi" if unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") else "format", character)
        if category == "Pd" or name in ("MINUS SIGN", "SUPERSCRIPT MINUS", "SUBSCRIPT MINUS"):
            add("dash", character)
        elif category[0] == "P":
            add("punctuation", character)
        if category == "Nd":
            add(f"digit {unicodedata.decimal(character)}", character)
            add("digit", character)
        if category[0] == "M":
            add("selector" if "VARIATION SELECTOR" in name else "mark", character)
        if "FILLER" in name:
            add("filler", character)
        if category == "So" and point > 0x2000:
            add("pictograph", character)
        if "EMOJI MODIFIER" in name:
            add("tone", character)
        if "REGIONAL INDICATOR SYMBOL" in name:
            add("flag", character)
        if category[0] == "L":
            add("astral" if point > 0xFFFF else "letter", character)
            if unicodedata.bidirectional(character) in ("R", "AL"):
                add("rightToLeft", character)
            if unicodedata.combining(unicodedata.normalize("NFD", character)[-1]):
                add("decomposed", unicodedata.normalize("NFD", character))
        if category == "Cc" and not character.isspace() and character != "\0":
            add("control", character)
    return kinds


KINDS = _kinds()
#: The kinds that group or decorate the characters of a code, and have no meaning in it.
SEPARATORS = ("space", "format", "bidi", "dash", "punctuation", "mark", "selector", "filler")
#: The same in a clipboard.
PASTED_SEPARATORS = (*SEPARATORS, "control")
#: The kinds that no keyboard types.
PASTED = ("control", "noncharacter")


class HostileTexts:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self, is_pasted, has_lines=False, limit=60):
        """Returns a text of at most some characters.

        :param is_pasted: Whether it has what no keyboard types, too, such as control characters and line breaks.
        :param has_lines: Whether its field has several lines.
        """
        text = "".join(self.part(is_pasted) for _ in range(self.random.choice((1, 3, 8, 20) if is_pasted else (1, 3, 8))))
        if is_pasted or has_lines:
            middle = self.random.randrange(len(text) + 1)
            text = text[:middle] + self.random.choice(BREAKS if is_pasted else ("\n",)) + text[middle:]
        return text[:limit]

    def part(self, is_pasted):
        """Returns a character of any kind, or some that belong together."""
        choice = self.random.choice
        match self.random.randrange(8):
            case 0:
                return choice(KINDS["pictograph"]) + EMOJI_STYLE + JOINER + choice(KINDS["pictograph"]) + choice(KINDS["tone"])
            case 1:
                return choice("0123456789#*") + EMOJI_STYLE + KEYCAP
            case 2:
                return choice(KINDS["flag"]) + choice(KINDS["flag"])
            case 3:
                # As many as the server accepts in a row.
                return choice(KINDS["letter"]) + "".join(choice(KINDS["mark"]) for _ in range(choice((1, 2, 25))))
            case _:
                kinds = [kind for kind in KINDS if kind != "break" and (is_pasted or kind not in PASTED)]
                return choice(KINDS[choice(kinds)])

    def around(self, text, kinds=SEPARATORS, without="", others_digits=True):
        """Returns a text with characters that mean nothing between its own, and with digits of other scripts.

        :param without: Characters to leave out.
        """
        def separator():
            found = self.random.choice(KINDS[self.random.choice(kinds)])
            return "" if unicodedata.normalize("NFKC", found) in without else found

        result = separator()
        for character in text:
            is_digit = others_digits and character in "0123456789"
            result += self.random.choice(KINDS[f"digit {character}"]) if is_digit and self.random.randrange(2) else character
            if self.random.randrange(3) == 0:
                result += separator()
        return result


def shown(text, has_lines=False):
    """Returns the value of a field after a text was entered: an input makes a space of each line break, a text area a line feed.

    A line break at the end is no part of a line.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines if has_lines else lines.removesuffix("\n").replace("\n", " ")
