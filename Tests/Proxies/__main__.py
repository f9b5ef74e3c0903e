"""Sends the corpus of request framings through nginx and HAProxy to a server, and fails if proxy and server disagree.

    python3 Tests/Proxies --corpus FILE [--program .build/release/usher] [--only TEXT]

`Scripts/checks/proxies.sh` writes the corpus from the tests (Tests/MicroHTTPTests/Support/RequestCase.swift) and runs this program.

Each proxy gives every request that it forwards an id that a client can't guess, in the field X-Request-Id, which the server
returns. A tap between the two records the bytes. For each connection to the server, the ids in the responses must be
those that the proxy forwarded, in the same order: a request that the proxy took for a part of another one has no id of
its own. Only the last response may lack its id, if the server rejects a request and closes the connection. After each
case an honest request through the same proxy must get its own response. Each case is sent whole and byte by byte.

A control sends the corpus to a server that ignores the lengths of bodies; there the same checks must fail.
"""

import argparse
import base64
import concurrent.futures
import json
import pathlib
import sys
import tempfile

from control import LengthIgnoringServer
from proxies import ALL
from run import Run
from server import Server


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--corpus", type=pathlib.Path, required=True)
    options.add_argument("--program", default=".build/release/usher")
    options.add_argument("--only", default="", help="a part of the names of the cases to send")
    chosen = options.parse_args()
    corpus = [
        (each["name"], base64.b64decode(each["bytes"]) + base64.b64decode(each["next"]))
        for each in json.loads(chosen.corpus.read_bytes())
        if chosen.only in each["name"]
    ]
    print(f"{'proxy':34} {'sent':>6} {'cases':>6} {'forwarded':>9} {'reused':>6} {'failures':>8}", flush=True)
    red = False
    with tempfile.TemporaryDirectory() as folder, Server(chosen.program, folder) as server:
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            runs = [
                threads.submit(Run(proxy, server.port, folder, corpus, is_slow).run)
                for is_slow in (False, True)
                for proxy in ALL
            ]
            for run in runs:
                red |= report(run.result())
        if server.process.poll() is not None:
            print(f"The server ended with {server.process.returncode}.")
            red = True
    with tempfile.TemporaryDirectory() as folder, LengthIgnoringServer() as server:
        control = Run(ALL[0], server.port, folder, [case for case in corpus if "a request" in case[0]], False)
        control.name = "control: a server without lengths"
        result = control.run()
        report(result, limit=0)
        if not result.failures and not chosen.only:
            print("The control has no failures, so the checks show nothing.")
            red = True
    return 1 if red else 0


def report(run, limit=10):
    way = "slowly" if run.is_slow else "whole"
    print(
        f"{run.name:34} {way:>6} {run.cases:6} {run.forwarded:9} {run.reused:6} {len(run.failures):8}",
        flush=True,
    )
    for failure in run.failures[:limit]:
        print(f"    {failure}")
    return bool(run.failures)


if __name__ == "__main__":
    sys.exit(main())
