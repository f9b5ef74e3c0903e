"""Executes the files in `deploy` and the commands on the pages against the real programs, as root.

    /usr/bin/python3 Tests/Deployment [--program .build/release/usher] [TEST...]

HAProxy, nginx and PostgreSQL run with the files as they are printed: on their ports, at their paths, with their users and host names.
So that nothing of this machine changes, the program runs itself in namespaces of its own: a network with the addresses of the
pages, and copies of /etc, /usr and /var that are gone at its end. `Scripts/checks/deployment.sh` runs it with the program as it is
shipped.
"""

import argparse
import os
import subprocess
import sys
import unittest
from pathlib import Path

import machine
from reader import Reader


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default=".build/release/usher")
    options.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options.add_argument("tests", nargs="*", help="such as test_haproxy or test_pages.Backup")
    chosen = options.parse_args()
    if not chosen.inside:
        # The processes of the tests end with the namespace, however the tests end.
        isolation = ["unshare", "--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvp("unshare", [*isolation, sys.executable, "-B", *sys.argv, "--inside"])
    machine.prepare(Path(chosen.program).resolve())
    loader = unittest.TestLoader()
    if chosen.tests:
        suite = loader.loadTestsFromNames(chosen.tests)
    else:
        suite = loader.discover(str(Path(__file__).parent))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    missed = [] if chosen.tests else Reader.missed()
    print("".join(f"No test has followed {each}\n" for each in missed), end="")
    sys.exit(0 if result.wasSuccessful() and not missed else 1)


if __name__ == "__main__":
    main()
