"""Costs that can grow with the number of stored sessions and with the depth of a stack."""

import time

from . import servers, sessions, wrk
from .memory import MIB
from .results import AT_MOST

FEW, MANY, ACTIVE, TOUCHED = 1_000, 1_000_000, 10_000, 500


def measure_stores(results, data, rounds, seconds, many=MANY):
    """Measures the start of the server, and reading and changing sessions, with a small store and with a large one."""
    empty_store = data / "empty.db"
    with servers.usher(data, f"sqlite:{empty_store}"):
        pass
    few_store, small, _ = sessions.make_store(data, "few", FEW)
    many_store, large, _ = sessions.make_store(data, "many", many)
    results.add("stored bytes of a session, indexes and all", "bytes",
                [(many_store.stat().st_size - empty_store.stat().st_size) / many])
    results.add("time to ready, no session", "ms", starts(data, empty_store, rounds))
    results.expect(f"time to ready, {many:,} stored sessions", "s",
                   [value / 1e3 for value in starts(data, many_store, rounds)], AT_MOST, 0.2)

    files = {}
    for name, of in (("few", small), ("many", large[:FEW]), ("active", large[:ACTIVE])):
        files[name] = data / f"growth-{name}.sessions"
        sessions.write(of, files[name])
    with servers.usher(data, f"sqlite:{few_store}") as few, servers.usher(data, f"sqlite:{many_store}") as huge:
        first_touch, next_touch = touches(huge.port, large[-TOUCHED:])
        results.add(f"first touch of one of {many:,} stored sessions", "ms", first_touch)
        results.add("GET of the same sessions right after", "ms", next_touch)
        costs = {"few": [], "many": []}
        for _ in range(rounds):
            for name, server in (("few", few), ("many", huge)):
                wrk.drive(server, "back", files[name], 32, 1)
                costs[name].append(1e6 / wrk.drive(server, "tap", files[name], 32, seconds).rate)
        results.compare(f"time of a durable output, {many:,} stored sessions / {FEW:,}", costs["many"], costs["few"],
                        AT_MOST, 1.3)
        wrk.drive(huge, "back", files["active"], 32, max(2, seconds))
        wrk.drive(huge, "mix", files["active"], 32, max(5, seconds))
        results.expect(f"memory with {many:,} stored sessions, {ACTIVE:,} of them active", "MiB",
                       [huge.resident_bytes / MIB], AT_MOST, 256)


def starts(data, store, count):
    values = []
    for _ in range(count):
        began = time.monotonic()
        server = servers.usher(data, f"sqlite:{store}")
        values.append((time.monotonic() - began) * 1e3)
        server.stop()
    return values


def touches(port, of):
    client = sessions.Client(port)

    def touch(session):
        began = time.monotonic()
        client.call("GET", session.path, session.token)
        return (time.monotonic() - began) * 1e3

    touch(of[0])
    return [touch(session) for session in of[1:]], [touch(session) for session in of[1:]]


def measure_depth(results, data, rounds, seconds, shallow=2, deep=50):
    """Measures outputs on a shallow stack and on a deep one."""
    with servers.ladder() as server:
        files = {}
        for depth in (shallow, deep):
            files[depth] = data / f"depth-{depth}.sessions"
            sessions.write([climb(server.port, depth) for _ in range(sessions.IN_TURN)], files[depth])
        costs = {shallow: [], deep: []}
        bytes_ = {}
        for _ in range(rounds):
            for depth, file in files.items():
                run = wrk.drive(server, "climb", file, 32, seconds)
                costs[depth].append(1e6 / run.rate)
                bytes_[depth] = run.response
                settle(server.port, file)
    results.add(f"response at depth {deep}", "bytes", [bytes_[deep]])
    results.compare(f"time of an output in memory, depth {deep} / {shallow}", costs[deep], costs[shallow], AT_MOST, 1.5)


def climb(port, depth):
    client = sessions.Client(port)
    state = client.state("POST", "/v1/sessions", body={})
    session = sessions.Session(state["id"], state["token"], "")
    while len(state["stack"]) < depth:
        state = client.state("POST", f"{session.path}/screens/{state['focus']}/outputs/up", session.token)
    session.list_key = state["focus"]
    return session


def settle(port, file):
    """Takes every session back to the screen at which its measurement starts."""
    client = sessions.Client(port)
    for line in file.read_text().splitlines():
        id, token, key, _ = line.split()
        client.call("POST", f"/v1/sessions/{id}/back", token, {"to": key})
