"""Recorded walks through all applications, with the default log and without a log."""

import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from urllib.request import urlopen

from . import recordings, servers, sessions
from .results import AT_LEAST, AT_MOST
from .wrk import Run

SESSIONS = 10_000
# A login takes a fifth of a second of CPU time, and sessions in memory can't be copied. This number is enough to fill the
# document cache between two taps of a session.
LOG_INS_IN_MEMORY = 256
STORES = ("memory", "durable")


def measure(results, data, rounds, seconds, connection_counts):
    running = []
    try:
        contenders = start(data, running)
        report_lap(results, contenders["walks, memory"].walks)
        for connections in connection_counts:
            runs = {name: [] for name in contenders}
            for _ in range(rounds):
                for name, contender in contenders.items():
                    contender.run(connections, seconds / 4)
                    runs[name].append(contender.run(connections, seconds))
            report(results, runs, connections)
        report_log(results, contenders)
    finally:
        for process in running:
            process.stop()


def start(data, running):
    """Starts each store with and without the log. All have the same number of sessions, spread over all steps of the walks."""
    walks = recorded(data)
    stored, copies = copied(data, walks)
    contenders = {}
    for name in STORES:
        for log in (data / f"walks-{name}.log", None):
            kind = f"walks, {name}" if log else f"walks, {name}, no log"
            if name == "memory":
                server = servers.usher(data / "walks", log=log)
            else:
                store = shutil.copyfile(stored, data / ("walks-log.db" if log else "walks-no-log.db"))
                server = servers.usher(data, f"sqlite:{store}", log=log)
            running.append(server)
            of = copies if name == "durable" else led(server.port, walks)
            contenders[kind] = Contender(server, walks, of, data / f"{kind}.walks", log)
            running.append(contenders[kind])
            contenders[kind].command("spread 32")
    return contenders


class Contender:
    """A server and the walker that sends its requests."""

    def __init__(self, server, walks, of, file, log):
        self.server, self.walks, self.log = server, walks, log
        recordings.write(file, zip(walks, of))
        self.walker = servers.walker(server, file)
        self.requests = 0
        self.log_bytes_before = log.stat().st_size if log else 0

    def command(self, text):
        """Sends a command to the walker, which exits if a response differs from the recorded one."""
        print(text, file=self.walker.stdin, flush=True)
        line = self.walker.stdout.readline()
        if not line:
            raise SystemExit("The walker stopped; see its message above.")
        result = json.loads(line)
        self.requests += result["requests"]
        return result

    def run(self, connections, seconds):
        before, before_own = self.server.cpu_seconds, servers.cpu_seconds(self.walker.pid)
        result = self.command(f"run {connections} {round(seconds * 1e3)}")
        cpu, own = self.server.cpu_seconds - before, servers.cpu_seconds(self.walker.pid) - before_own
        requests = result["requests"]
        return Run(
            rate=requests / result["microseconds"] * 1e6, p50=result["p50"], p99=result["p99"], p999=result["p999"],
            cpu=cpu / requests * 1e6, response=result["bytes"] / requests, requests=requests, client=own / requests * 1e6)

    def stop(self):
        self.walker.stdin.close()
        self.walker.wait(20)
        self.walker.stdout.close()


def recorded(data):
    walks = recordings.walks()
    with servers.usher(data / "recording") as server:
        for walk in walks:
            recordings.record(server.port, walk)
    return walks


def copied(data, walks):
    """Returns a store with equally many sessions per walk, all copies of one session, and the sessions of each walk."""
    store = data / "walks.db"
    with servers.usher(data, f"sqlite:{store}") as server:
        originals = [session_at(server.port, walk) for walk in walks]
    of, have = [], len(walks)
    for original in originals:
        have += SESSIONS // len(walks) - 1
        of.append([original] + sessions.multiply(store, original, have))
    return store, of


def led(port, walks):
    """Returns the sessions of each walk on the memory store: few for walks with a login, and many for the others."""
    others = sum(not walk.logs_in for walk in walks)
    many = (SESSIONS - LOG_INS_IN_MEMORY * (len(walks) - others)) // others
    of = []
    for walk in walks:
        # A session of the shop waits seconds for an effect.
        with ThreadPoolExecutor(16 if walk.logs_in else 128) as pool:
            of.append(list(pool.map(lambda _: session_at(port, walk),
                                    range(LOG_INS_IN_MEMORY if walk.logs_in else many))))
    return of


def session_at(port, walk):
    """Starts a session and moves it to the beginning of a walk."""
    visitor = recordings.Visitor(port, walk.app)
    visitor.lead(walk)
    if visitor.state["focus"] != walk.focus:
        raise SystemExit(f"A session of {walk.app} has different keys than the recorded one.")
    visitor.client.connection.close()
    return visitor.session


def report_lap(results, walks):
    for walk in walks:
        results.add(f"walk through {walk.app}", "taps", [len(walk.steps)])
    # The walks take turns, so each has the same share of the taps.
    rejected = [sum(step.status != 200 for step in walk.steps) / len(walk.steps) for walk in walks]
    results.add("taps of the walks that are rejected, as recorded", "%", [100 * sum(rejected) / len(walks)])


def report(results, runs, connections):
    at = f", {connections} connections"
    for name, of in runs.items():
        results.add(name + at, "requests/s", [run.rate for run in of])
        results.add(f"processor time, {name}{at}", "µs/request", [run.cpu for run in of])
        results.add(f"{name}, p99{at}", "ms", [run.p99 / 1e3 for run in of])
        results.add(f"response, {name}{at}", "bytes", [run.response for run in of])
    for store in STORES:
        logged, silent = runs[f"walks, {store}"], runs[f"walks, {store}, no log"]
        results.compare(f"walks, {store} / no log{at}", [run.rate for run in logged], [run.rate for run in silent],
                        AT_LEAST, 0.95)
        results.expect(f"the log's share of the processor time of a tap, {store}{at}", "%",
                       [100 * (1 - below.cpu / above.cpu) for above, below in zip(logged, silent)], AT_MOST, 5)


def report_log(results, contenders):
    for name, contender in contenders.items():
        if contender.log:
            log_bytes = contender.log.stat().st_size - contender.log_bytes_before
            results.add(f"{name}: log", "bytes/tap", [log_bytes / contender.requests])
            results.add(f"{name}: log lines dropped", "", [dropped_lines(contender.server)])


def dropped_lines(server):
    with urlopen(f"{server.address}/metrics") as response:
        text = response.read().decode()
    return sum(float(value) for value in re.findall(r"^usher_log_lines_dropped_total(?:{.*})? (\S+)$", text, re.MULTILINE))
