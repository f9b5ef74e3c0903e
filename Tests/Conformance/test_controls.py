#!/usr/bin/env python3
"""The reference client passes every case, and each of its mistakes fails exactly the cases that are there for it.

    python3 Tests/Conformance/test_controls.py .build/release/usher [MISTAKE...]
"""

import concurrent.futures
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

REFERENCE = Path(__file__).resolve().parent / "reference.py"
sys.path.insert(0, str(REFERENCE.parent))
from reference import MISTAKES

PROGRAM = "usher"
#: The runs at a time. Most of the time of a case is a wait.
RUNS = 4


def results(*arguments):
    """The result of each case by its name, for the reference client with these arguments."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
    command = [PROGRAM, "conform", "--json", "--jobs", "6", "--timeout", "6", sys.executable, REFERENCE, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr)
    return {case["name"]: case for case in json.loads(run.stdout)["cases"]}


class Controls(unittest.TestCase):
    def test_the_client_without_a_mistake_passes_all_cases(self):
        for name, case in results().items():
            self.assertEqual(case["result"], "passed", f"{name}: {case}")

    def test_each_mistake_fails_the_cases_that_are_there_for_it(self):
        chosen = sys.argv[2:] or MISTAKES
        with concurrent.futures.ThreadPoolExecutor(RUNS) as pool:
            runs = {mistake: pool.submit(results, "--mistake", mistake) for mistake in chosen}
            for mistake, run in runs.items():
                with self.subTest(mistake=mistake):
                    failed = [case for case in run.result().values() if case["result"] == "failed"]
                    names = [case["name"] for case in failed]
                    self.assertEqual(names, MISTAKES[mistake], "\n".join(json.dumps(case, indent=1) for case in failed))

    def test_each_case_has_a_mistake_that_it_finds(self):
        self.assertEqual(set(results("--mistake", "none")), {names[0] for names in MISTAKES.values()})


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv[1]).absolute())
    unittest.main(argv=sys.argv[:1])
