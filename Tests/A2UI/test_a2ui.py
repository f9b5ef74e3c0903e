"""The messages of A2UI follow the schemas of the protocol, in each version that the server speaks.

    Scripts/checks/a2ui.sh

The schemas and the basic catalog are those of the Python SDK of A2UI in requirements.txt.
"""

import copy
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from a2ui.core import A2uiError
from a2ui.core.basic_catalog import BasicCatalog
from a2ui.core.schema.v0_9.client_to_server import A2uiClientActionMessage
from a2ui.utils.validation import validate_payload

ROOT = Path(__file__).resolve().parents[2]
for folder in ("Scripts", "Tests/Browser"):
    sys.path.append(str(ROOT / folder))
from pages import blocks
from server import Server

VERSIONS = ("0.9", "1.0")
PAGE = ROOT / "Documentation/a2ui.md"


class Screens(unittest.TestCase):
    """Every place that an exploration of the shipped applications reaches."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        program = shlex.split(os.environ.get("USHER_COMMAND", ".build/release/usher"))[0]
        # The program rejects USHER_ variables that name no setting, such as that of this test.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        command = [program, "check", "all", "--a2ui", folder.name]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        cls.files = {version: sorted(Path(folder.name, version).glob("*.json")) for version in VERSIONS}
        cls.catalogs = {version: BasicCatalog(version) for version in VERSIONS}

    def test_every_screen_follows_the_schemas(self):
        for version, files in self.files.items():
            self.assertGreater(len(files), 500)
            for path in files:
                with self.subTest(version=version, screen=path.stem):
                    validate_payload([self.catalogs[version]], json.loads(path.read_text()))
            apps = Counter(path.name.partition("-")[0] for path in files)
            kinds = {re.sub(r"-\d+-", " ", path.stem) for path in files}
            print(f"{version}: {len(files)} places of {len(kinds)} screens follow the schemas, {dict(apps)}", flush=True)
            self.assertEqual(len(apps), 5)

    def test_a_mistake_is_found(self):
        """The control: a message with a mistake of each kind does not follow the schemas."""
        for version in VERSIONS:
            messages = json.loads(self.files[version][0].read_text())
            components = next(message for message in messages if "updateComponents" in message)["updateComponents"]["components"]
            text = next(index for index, each in enumerate(components) if each["component"] == "Text")
            mistakes = {
                "unknown component": lambda all: all[text].update(component="Heading"),
                "unknown property": lambda all: all[text].update(color="red"),
                "missing property": lambda all: all[text].pop("text"),
                "wrong type": lambda all: all[text].update(text=1),
                "missing child": lambda all: all.pop(text),
                "no root": lambda all: all.pop(next(index for index, each in enumerate(all) if each["id"] == "root")),
            }
            for name, make in mistakes.items():
                with self.subTest(version=version, mistake=name):
                    wrong = copy.deepcopy(messages)
                    make(next(message for message in wrong if "updateComponents" in message)["updateComponents"]["components"])
                    with self.assertRaises(A2uiError):
                        validate_payload([self.catalogs[version]], wrong)


class Page(unittest.TestCase):
    """The commands of the page, as they are printed."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server("--log-level", "warning")
        cls.addClassCleanup(cls.server.stop)

    def test_the_commands(self):
        scripts = ["\n".join(lines) for language, _, lines in blocks(PAGE.read_text()) if language == "bash"]
        commands = "\n".join(scripts).replace("http://localhost:8080", self.server.address)
        output = subprocess.run(["bash", "-euc", commands], check=True, capture_output=True, text=True).stdout
        first, second = map(json.loads, output.splitlines())
        catalog = BasicCatalog("0.9")
        validate_payload([catalog], first)
        validate_payload([catalog], second)
        self.assertIn("createSurface", first[0])
        self.assertFalse(any("createSurface" in message for message in second))
        message = re.search(r"'(\{\"version\".*\})'", commands)[1]
        A2uiClientActionMessage.model_validate(json.loads(message.replace("'$key'", "k1")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
