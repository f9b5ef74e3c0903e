"""Bytes and cost of a tap that asks for a patch, compared with a tap that gets the whole state."""

import socket
import statistics
import time

from . import connections, instructions, recordings, servers, walks
from .results import AT_MOST

PATCH, WHOLE = "with a patch", "with the whole state"
# Browsers and most libraries accept gzip; curl does not by itself.
GZIP, PLAIN = "gzip", "not compressed"
# A state has the time of its expiry, from a clock that goes on every few milliseconds. So the patches of taps in the same moment
# lack an operation that those of a user's taps have.
PAUSE = 0.02
# Sessions of an application for each kind of response. A session that has asked for a patch once remembers what changed, so a
# session asks either for patches or for whole states.
SESSIONS = 4


def measure(results, data, rounds, seconds):
    """Measures bytes and CPU time per tap, over recorded walks through all applications."""
    recorded = walks.recorded(data)
    with servers.usher(data / "patches") as server:
        for coding in (GZIP, PLAIN):
            walkers = start(server.port, recorded, coding)
            report_bytes(results, recorded, walkers, coding)
            costs = {walker: [] for walker in walkers}
            for _ in range(rounds):
                for app, kind in walkers:
                    costs[app, kind].append(cpu_per_tap(server, walkers[app, kind], seconds / 3))
            report_costs(results, f"processor time, {coding},", "µs/tap", recorded, costs)


def measure_bytes(results, data):
    """Measures the compressed bytes of one lap of each walk, which differ little between runs and take seconds."""
    recorded = walks.recorded(data)
    with servers.usher(data / "patches") as server:
        report_bytes(results, recorded, start(server.port, recorded, GZIP, 1), GZIP)


def measure_instructions(results, data, laps=4):
    """Counts the instructions per tap of the same walks with callgrind."""
    recorded = walks.recorded(data)
    profile = data / "patches.out"
    server = servers.usher(data / "patches", "memory", wrapper=instructions.callgrind(profile))
    costs = {}
    try:
        walkers = start(server.port, recorded, PLAIN, 1)
        instructions.switch(server, "on")
        # The instructions up to here belong to no walk.
        instructions.dump(server)
        for number, ((app, kind), (walker,)) in enumerate(walkers.items(), 2):
            walker.connect()
            taps = sum(len(walker.lap()) for _ in range(laps))
            instructions.dump(server)
            costs[app, kind] = [instructions.read(profile.with_name(f"{profile.name}.{number}"))[0] / taps]
    finally:
        server.stop()
    report_costs(results, "instructions", "/tap", recorded, costs)


class Walker:
    """A session that goes through a walk, lap after lap."""

    def __init__(self, port, walk, kind, coding):
        self.walk, self.kind, self.coding = walk, kind, coding
        self.session = walks.session_at(port, walk)
        self.revision = self.session.revision
        self.laps = 0
        self.port, self.socket = port, None
        self.connect()
        # From the second lap on, the server makes patches and forms have their text.
        self.lap()

    def connect(self):
        """Opens a new connection, because the server may have closed an idle one since the last lap."""
        if self.socket:
            self.socket.close()
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def lap(self, pause=0):
        """Performs all taps of the walk, with a pause before each; returns the step, the head and the body of each response."""
        responses = []
        beginning = self.session.revision + self.laps * self.walk.revisions
        for step in self.walk.steps:
            key = str(step.key + self.laps * step.rise) if step.key >= 0 else ""
            fields = f'Prefer: patch-from="{self.revision}"\r\n' if self.kind == PATCH else ""
            fields += "Accept-Encoding: gzip\r\n" if self.coding == GZIP else ""
            if pause:
                time.sleep(pause)
            self.socket.sendall(connections.request(
                "POST", self.session.path + step.front + key + step.back, self.session.token, fields, step.body))
            head, body = self.response()
            status, revision = int(head[9:12]), connections.revision(head)
            if status != step.status or status == 200 and revision != beginning + step.revision:
                raise SystemExit(f"A tap of {self.walk.app} got another response than the recorded one: {head} {body}")
            self.revision = revision or self.revision
            responses.append((step, head, body))
        self.laps += 1
        return responses

    def response(self):
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self.receive()
        size = end + 4 + connections.content_length(received[:end + 4])
        while len(received) < size:
            received += self.receive()
        return received[:end + 4], received[end + 4:]

    def receive(self):
        data = self.socket.recv(1 << 18)
        if not data:
            raise SystemExit(f"The server closed the connection of a walk through {self.walk.app}.")
        return data


def start(port, recorded, coding, count=SESSIONS):
    """Returns the sessions of each application and kind of response."""
    return {(walk.app, kind): [Walker(port, walk, kind, coding) for _ in range(count)]
            for walk in recorded for kind in (PATCH, WHOLE)}


def cpu_per_tap(server, walkers, seconds):
    """Returns the server's CPU time per tap in microseconds, over some seconds of whole laps."""
    taps = 0
    for walker in walkers:
        walker.connect()
    before, until = server.cpu_seconds, time.monotonic() + seconds
    while time.monotonic() < until:
        taps += sum(len(walker.lap()) for walker in walkers)
    return (server.cpu_seconds - before) / taps * 1e6


def report_bytes(results, recorded, walkers, coding):
    """Reports the bytes of the responses of one lap, without the rejected taps, which get a problem of either kind."""
    name = "body of a tap" if coding == PLAIN else "compressed body of a tap"
    all_bodies, whole_instead = {PATCH: [], WHOLE: []}, 0
    for walk in recorded:
        for kind in (PATCH, WHOLE):
            walker = walkers[walk.app, kind][0]
            walker.connect()
            taken = [(head, body) for step, head, body in walker.lap(PAUSE) if step.status == 200]
            bodies = [len(body) for _, body in taken]
            all_bodies[kind] += bodies
            results.add(f"{name} {kind}, {walk.app}", "bytes", bodies)
            results.add(f"response to a tap {kind}, {coding}, {walk.app}", "bytes", [len(head) + len(body) for head, body in taken])
            if kind == PATCH:
                whole_instead += sum(b"\r\nContent-Type: application/json-patch+json\r\n" not in head for head, _ in taken)
    results.add(f"taps that asked for a patch and got the whole state, {coding}", "%", [100 * whole_instead / len(all_bodies[PATCH])])
    results.add(f"{name} {WHOLE}, all walks", "bytes", all_bodies[WHOLE])
    results.add(f"mean {name} {PATCH} / {WHOLE}, all walks", "",
                [statistics.mean(all_bodies[PATCH]) / statistics.mean(all_bodies[WHOLE])])
    if coding == GZIP:
        results.expect(f"{name} {PATCH}, all walks", "bytes", all_bodies[PATCH], AT_MOST, 1_500)
    else:
        results.add(f"{name} {PATCH}, all walks", "bytes", all_bodies[PATCH])


def report_costs(results, quantity, unit, recorded, costs):
    """Reports the cost of each walk, and of all, each application with the same share of the taps."""
    add = results.count if quantity == "instructions" else results.add
    for walk in recorded:
        for kind in (PATCH, WHOLE):
            add(f"{quantity}, tap {kind}, {walk.app}", unit, costs[walk.app, kind])
        results.compare(f"{quantity} of a tap {PATCH} / {WHOLE}, {walk.app}", costs[walk.app, PATCH], costs[walk.app, WHOLE],
                        AT_MOST)
    over, under = ([statistics.mean(round_) for round_ in zip(*(costs[walk.app, kind] for walk in recorded))]
                   for kind in (PATCH, WHOLE))
    results.compare(f"{quantity} of a tap {PATCH} / {WHOLE}, all walks", over, under, AT_MOST, 1)
