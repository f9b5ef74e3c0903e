"""One run of wrk (https://github.com/wg/wrk): one thread, keep-alive connections."""

import json
import resource
import subprocess
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).with_name("taps.lua")


@dataclass
class Run:
    rate: float
    """Requests per second."""
    p50: float
    p99: float
    p999: float
    """Latencies in microseconds."""
    cpu: float
    """Microseconds of the server's CPU time per request, without its child processes."""
    response: float
    """Bytes of a response on the wire."""
    requests: int
    client: float
    """Microseconds of the load generator's own CPU time per request."""


def drive(server, load, sessions_file, connections, seconds, pause=None):
    """Runs wrk against a server and returns its figures; every response must be a success."""
    before, before_own = server.cpu_seconds, children_seconds()
    output = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{max(1, round(seconds))}s",
         "--timeout", "10s", "--script", SCRIPT, server.address, "--", load, str(sessions_file), *([str(pause)] if pause else [])],
        capture_output=True, text=True, check=True).stdout
    cpu, own = server.cpu_seconds - before, children_seconds() - before_own
    result = json.loads(output.rpartition("RESULT ")[2])
    requests = result["requests"]
    # A session may reject one tap if the last run ended during its previous one, or if its connection stalled until the
    # other connections had gone through all sessions.
    if result["failed"] > max(connections, requests / 200):
        raise SystemExit(f"{result['failed']} of {requests} requests failed under the load '{load}':\n{output}")
    return Run(
        rate=requests / result["microseconds"] * 1e6, p50=result["p50"], p99=result["p99"], p999=result["p999"],
        cpu=cpu / requests * 1e6, response=result["bytes"] / requests,
        requests=requests, client=own / requests * 1e6)


def children_seconds():
    """Returns the CPU time of the child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
