#!/usr/bin/env python3
"""The reference client passes every case, and each of its mistakes fails exactly the cases that are there for it.

    python3 Tests/Conformance/test_controls.py .build/release/usher [MISTAKE...]

A mistake runs through its cases. With ALL=1, or for mistakes that are named, it runs through all others, too, which takes a quarter of
an hour.
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
RUNS = 2


def results(*arguments, cases=()):
    """The result of each case by its name, for the reference client with these arguments."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
    chosen = [word for case in cases for word in ("--case", case)]
    command = [PROGRAM, "conform", "--json", "--jobs", "5", "--timeout", "20", *chosen, sys.executable, REFERENCE, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr)
    return {case["name"]: case for case in json.loads(run.stdout)["cases"]}


class Controls(unittest.TestCase):
    def test_each_mistake_fails_the_cases_that_are_there_for_it(self):
        # The first failure would look like those of mistakes.
        names = []
        for name, case in results().items():
            self.assertEqual(case["result"], "passed", f"{name}: {case}")
            names.append(name)
        self.assertEqual(set(names), {cases[0] for cases in MISTAKES.values()}, "each case has a mistake that it finds")
        is_whole = bool(sys.argv[2:] or os.environ.get("ALL"))
        with concurrent.futures.ThreadPoolExecutor(RUNS) as pool:
            runs = {}
            for mistake in sys.argv[2:] or MISTAKES:
                cases = names if is_whole else MISTAKES[mistake]
                runs[mistake] = pool.submit(results, "--mistake", mistake, cases=cases)
            for mistake, run in runs.items():
                with self.subTest(mistake=mistake):
                    failed = [case for case in run.result().values() if case["result"] == "failed"]
                    reasons = "\n".join(json.dumps(case, indent=1) for case in failed)
                    self.assertEqual([case["name"] for case in failed], MISTAKES[mistake], reasons)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv[1]).absolute())
    unittest.main(argv=sys.argv[:1])
