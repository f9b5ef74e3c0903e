"""The types that `usher types` writes in TypeScript and Kotlin are those of the screens that an exploration reaches.

    Scripts/checks/client-types.sh

The compiler of TypeScript compares them with the screens as literals, and a program in Kotlin reads each screen and writes it again.
For Swift, the suite ShippedTypesTests does the same.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The program rejects USHER_ variables that name no setting, such as those of these tests.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
PROGRAM = ROOT / shlex.split(os.environ.get("USHER_COMMAND") or ".build/release/usher")[0]
SECONDS = 900


def run(*command, folder=ROOT, status=0):
    """Runs a command, and returns what it prints."""
    result = subprocess.run(
        [str(word) for word in command], cwd=folder, text=True, timeout=SECONDS, env=ENVIRONMENT,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert (result.returncode == 0) == (status == 0), f"{command}: {result.stdout}"
    return result.stdout


class ClientTypesTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.applications = re.findall(r"(?m)^([a-z0-9-]+): \d+ flows", run(PROGRAM, "check"))
        cls.screens = {application: {} for application in cls.applications}
        run(PROGRAM, "check", "all", "--states", cls.folder / "states")
        for file in sorted((cls.folder / "states").glob("*.json")):
            document = json.loads(file.read_text())
            for screen in document["screens"].values():
                seen = cls.screens[document["app"]].setdefault(screen["name"], [])
                if screen["props"] not in seen:
                    seen.append(screen["props"])

    def write(self, language, suffix):
        """Writes the types of all applications, and returns the folder."""
        folder = self.folder / language
        folder.mkdir()
        for application in self.applications:
            run(PROGRAM, "types", application, "--language", language, "--output", folder / f"{application}{suffix}")
        return folder

    def documents(self, application):
        """Yields the name and the props of each different screen."""
        for name, instances in self.screens[application].items():
            for props in instances:
                yield name, props

    def test_the_compiler_of_typescript_accepts_the_screens(self):
        folder = self.write("typescript", ".ts")
        for application in self.applications:
            screens = [{"screen": name, "props": props} for name, props in self.documents(application)]
            self.assertGreater(len(screens), 1)
            text = f'import {{ Screens, decodeScreen }} from "./{application}";\n\nexport const screens: Screens[] = [\n'
            text += "".join(f"  {json.dumps(screen)},\n" for screen in screens) + "];\n\n"
            text += 'for (const screen of screens) {\n  if (!decodeScreen(screen.screen, screen.props)) throw screen.screen;\n}\n'
            (folder / f"{application}-screens.ts").write_text(text)
        options = ["--strict", "--target", "es2020", "--module", "commonjs", "--moduleResolution", "node"]
        files = sorted(file.name for file in folder.glob("*-screens.ts"))
        run("tsc", *options, "--outDir", "js", *files, folder=folder)
        for file in files:
            run("node", f"js/{Path(file).stem}.js", folder=folder)
        # The comparison finds a member that the types don't have.
        application = self.applications[0]
        name, props = next(self.documents(application))
        (folder / "wrong.ts").write_text(
            f'import {{ Screens }} from "./{application}";\n\n'
            f'export const screen: Screens = {json.dumps({"screen": name, "props": props | {"unlisted": 1}})};\n')
        self.assertIn("wrong.ts(3,", run("tsc", *options, "--noEmit", "wrong.ts", folder=folder, status=2))

    def test_a_program_in_kotlin_reads_the_screens_and_writes_the_same(self):
        folder = self.write("kotlin", ".kt")
        walks = []
        for application in self.applications:
            package = application.replace("-", "_")
            source = (folder / f"{application}.kt").read_text()
            cases = re.findall(r"(?m)^data class (\w+)\(val props: \w+\) : Screens\(\)$", source)
            source += f"\nfun again(name: String, props: Map<String, Any?>): Any? {{\n    val screen = Screens.decode(name, props)\n"
            source += "    return when (screen) {\n" + "".join(f"        is {case} -> screen.props.toMap()\n" for case in cases)
            source += "        is Screens.Other -> null\n    }\n}\n"
            (folder / f"{application}.kt").write_text(f"package {package}\n\n{source}")
            lines = [text for name, props in self.documents(application) for text in (name, json.dumps(props))]
            (folder / f"{application}.documents").write_text("\n".join(lines))
            walks.append(f'    walk("{application}.documents") {{ name, props -> {package}.again(name, props) }}')
        shutil.copy(Path(__file__).with_name("Walk.kt"), folder)
        (folder / "Main.kt").write_text("fun main() {\n" + "\n".join(walks) + "\n}\n")
        run("kotlinc", *sorted(file.name for file in folder.glob("*.kt")), "-d", "walk.jar", folder=folder)
        output = run("kotlin", "-classpath", "walk.jar", "MainKt", folder=folder)
        for application in self.applications:
            self.assertIn(f"{application}.documents: {len(list(self.documents(application)))} screens are the same", output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
