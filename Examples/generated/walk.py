"""Starts a server, generates clients from its OpenAPI document, compiles them, and runs their walks; see README.md.

    python3 walk.py GENERATOR            walks
    python3 walk.py GENERATOR PROGRAM    tries the client in TypeScript with `PROGRAM conform`
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parents[1] / "Tests" / "Browser"))
from server import Server

SECONDS = 300


class Walk:
    """A copy of the folder of one language, with the client that is generated into it."""

    def __init__(self, language, folder, generator, address):
        self.folder = Path(folder) / language
        self.generator = generator
        self.address = address
        shutil.copytree(FOLDER / language, self.folder)

    def run(self, *command, is_quiet=False):
        """Runs a command; one that is quiet shows its output only if it fails."""
        run = subprocess.run(command, cwd=self.folder, timeout=SECONDS, capture_output=is_quiet)
        if run.returncode:
            sys.exit(f"{command[0]} ends with {run.returncode}.\n{(run.stdout or b'').decode()}{(run.stderr or b'').decode()}")

    def generate(self, name, output, *options):
        self.run(
            self.generator, "generate", "-i", f"{self.address}/openapi.json", "-g", name, "-o", output,
            "--skip-validate-spec", "--global-property", "apiDocs=false,modelDocs=false", *options,
            is_quiet=True)


def typescript(walk, source="walk"):
    walk.generate("typescript-fetch", "generated")
    walk.run(
        "tsc", "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom", "--skipLibCheck", "--outDir", "js",
        f"{source}.ts")
    if source == "walk":
        walk.run("node", "js/walk.js", walk.address)


def swift(walk):
    walk.generate(
        "swift6", "UsherClient", "--additional-properties",
        "projectName=UsherClient,library=urlsession,responseAs=AsyncAwait")
    # The generated code has warnings, which don't concern this project.
    walk.run("swift", "build", "--quiet", "-Xswiftc", "-suppress-warnings")
    walk.run(".build/debug/Walk", walk.address)


def main(generator, program=None):
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            if program:
                walk = Walk("typescript", folder, generator, server.address)
                typescript(walk, "conform")
                return subprocess.run([program, "conform", "--timeout", "20", "node", "js/conform.js"], cwd=walk.folder, timeout=SECONDS).returncode
            for walk in [typescript, swift]:
                walk(Walk(walk.__name__, folder, generator, server.address))
            return 0
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main(*(Path(argument).absolute() for argument in sys.argv[1:])))
