#!/usr/bin/env python3
"""Checks that each thing has one word in all texts that users see: the catalogs, the own words of the clients, the applications.

A text of an application without a catalog is a literal in its views. A key of the table is a word that is not used, and its value
the one that is. `make lint` runs this.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

WORDS = {
    "en": {
        r"sign(?:ed|ing)? in\b": "log in",
        r"sign(?:ed|ing)? out\b": "log out",
        r"\b(?:logon|log-in|sign-in)\b": "login",
        r"\bsignup\b": "sign-up",
        r"\bregister\b": "sign up",
        r"\bdismiss\b": "close",
        r"(?<!picnic )\bbasket\b": "cart",
        r"\bfavourites?\b": "favorite",
        r"\bcatalogue\b": "catalog",
        r"\bcolour\b": "color",
        r"\bretry\b": "try again",
        r"\bpurchases?\b": "order",
        r"\be-mail\b": "email",
        r"\bpasscode\b": "password",
        r"\buser name\b": "username",
        r"\bback to shopping\b": "close",
    },
    "de": {r"\beinloggen\b": "anmelden", r"\bausloggen\b": "abmelden", r"\bKennwort\b": "Passwort", r"\bKorb\b": "Warenkorb"},
    "ja": {r"サインイン": "ログイン", r"サインアウト": "ログアウト"},
}
#: A code of the data that is shown, such as that of a color, and a promise that is not kept.
NEVER = {r"\bc\d\d\b": "a code", r"isn.t available yet": "a promise that is not kept"}
#: The catalogs whose texts users see; those of problems and of the library are for authors of clients, too.
CATALOGS = "Sources/Demonstrations/Applications/*/*.xcstrings"
LITERAL = re.compile(r'"((?:[A-Z%“]|\\\()[^"\n]*)"')
SWIFT = re.compile(r'"""\n(.*?)"""|"([^"\n]+)"', re.DOTALL)
SCRIPT = re.compile(r'[:?(,]\s*(?:\([^)]*\) => )?["`]([^"`\n]+)["`]')


def texts():
    """Yields the place, the language and the text of everything that users read."""
    for file in Path(".").glob(CATALOGS):
        catalog = json.loads(file.read_text())
        for key, entry in catalog["strings"].items():
            yield file, catalog["sourceLanguage"], key
            for language, translation in entry.get("localizations", {}).items():
                for text in re.findall(r'"value": "((?:[^"\\]|\\.)*)"', json.dumps(translation, ensure_ascii=False)):
                    yield file, language, text
    for name, language in (("english", "en"), ("german", "de"), ("japanese", "ja")):
        file = Path(f"Public/web/words/{name}.js")
        for text in SCRIPT.findall(file.read_text()):
            yield file, language, text
        file = Path(f"Clients/Swift/Sources/UsherRendering/Words/Words+{name}.swift")
        for block, text in SWIFT.findall(file.read_text()):
            yield file, language, " ".join((block or text).replace("\\\n", "").split())
    for file in Path("Sources/Demonstrations/Applications").rglob("*.swift"):
        for line in file.read_text().splitlines():
            if line.lstrip().startswith("//") or "Migration" in line:
                continue
            for text in LITERAL.findall(line):
                yield file, "en", re.sub(r"\\\([^)]*\)", "…", text)


def main():
    found = []
    count = 0
    for file, language, text in texts():
        count += 1
        for pattern, word in {**WORDS[language], **NEVER}.items():
            if re.search(pattern, text, re.IGNORECASE):
                found.append(f"{file}: “{text}” says {word}" if pattern in NEVER else f"{file}: “{text}”; the word is “{word}”")
    tracked = subprocess.run(["git", "ls-files", CATALOGS], capture_output=True, text=True, check=True).stdout.split()
    if count < 1000 or not tracked:
        found.append(f"texts.py: only {count} texts were found.")
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
