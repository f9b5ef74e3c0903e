"""Sends requests that schemathesis generates from the OpenAPI document, and checks the responses with it.

    Scripts/checks/contract-check.sh

    EXAMPLES  the cases for each operation in each phase (default: 300, about 7,000 cases in all)
    SEED      the choices of the generator (default: 1)

At most 10,000 cases are sent.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parent / "Browser"))
from server import Server
from test_contract import WITHOUT_LIMITS

EXAMPLES = os.environ.get("EXAMPLES") or "300"
SEED = os.environ.get("SEED") or "1"
CASES, SECONDS = 10_000, 1_800


def main():
    server = Server(*WITHOUT_LIMITS)
    try:
        environment = os.environ | {"SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": str(FOLDER)}
        run = subprocess.run(
            [Path(sys.executable).with_name("schemathesis"), "--config-file", "schemathesis.toml", "run",
             f"{server.address}/openapi.json", "--phases", "examples,coverage,fuzzing,stateful",
             "--max-examples", EXAMPLES, "--seed", SEED, "--continue-on-failure", "--warnings", "off",
             "--suppress-health-check", "all"],
            cwd=FOLDER, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    finally:
        server.stop()
    print(run.stdout)
    found = re.search(r"([\d,]+) generated", run.stdout)
    cases = int(found.group(1).replace(",", "")) if found else 0
    if cases == 0 or cases > CASES:
        sys.exit(f"There were {cases} cases; there must be 1 to {CASES}.")
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
