"""Starts a server, generates the client from its OpenAPI document, compiles it, and runs walk.ts; see README.md."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parents[1] / "Tests" / "Browser"))
from server import Server

SECONDS = 300


def main(generator):
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            run = lambda *command: subprocess.run(command, cwd=folder, check=True, timeout=SECONDS)
            document = f"{server.address}/openapi.json"
            run(
                generator, "generate", "-i", document, "-g", "typescript-fetch", "-o", "generated", "--skip-validate-spec",
                "--global-property", "apiDocs=false,modelDocs=false")
            shutil.copy(FOLDER / "walk.ts", folder)
            run(
                "tsc", "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom", "--skipLibCheck", "--outDir", "js",
                "walk.ts")
            run("node", "js/walk.js", server.address)
    finally:
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
