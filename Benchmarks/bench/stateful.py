"""Durable taps of Usher and of servers that are written by hand and keep their state in SQLite, which take turns: A B C A B C."""

import json

from . import servers, sessions, throughput
from .results import AT_LEAST

CONNECTIONS = 32
OURS = "POST, durable"
PEERS = {
    "Hummingbird with SQLite": servers.hummingbird_sqlite,
    "Node with SQLite": servers.node_sqlite,
}


def measure(results, data, rounds, seconds):
    stored, of, (opened, closed) = sessions.make_store(data, "stateful", sessions.IN_TURN)
    file, opened_file, closed_file = data / "stateful.sessions", data / "opened.json", data / "closed.json"
    sessions.write(of, file)
    opened_file.write_bytes(opened)
    closed_file.write_bytes(closed)
    contenders = {}
    try:
        contenders[OURS] = servers.usher(data, f"sqlite:{stored}")
        for number, (name, start) in enumerate(PEERS.items()):
            contenders[name] = start(data / f"peer-{number}.db", file, opened_file, closed_file)
        for name, server in contenders.items():
            check(name, server.port, of[1], json.loads(opened), json.loads(closed))
        before = {name: revisions(server, of) for name, server in contenders.items()}
        runs = {name: [] for name in contenders}
        for _ in range(rounds):
            for name, server in contenders.items():
                runs[name].append(throughput.run(server, "tap", file, CONNECTIONS, seconds))
        for name, server in contenders.items():
            check_growth(name, before[name], revisions(server, of), sum(run.requests for run in runs[name]))
    finally:
        for server in contenders.values():
            server.stop()
    at = f", {CONNECTIONS} connections"
    for name, of_name in runs.items():
        results.add(f"{name}, beside servers with SQLite{at}" if name == OURS else f"{name}, POST{at}", "requests/s",
                    [run.rate for run in of_name])
        results.add(f"processor time, {name}, beside servers with SQLite{at}" if name == OURS else
                    f"processor time, {name}, POST{at}", "µs/request", [run.cpu for run in of_name])
    for name in PEERS:
        results.compare(f"{OURS} / {name}{at}", [run.rate for run in runs[OURS]], [run.rate for run in runs[name]], AT_LEAST)


def check(name, port, session, opened, closed):
    """Fails unless a server opens an item, reads it, goes back, and responds with the same documents as Usher."""
    client = sessions.Client(port)
    revision = client.state("GET", session.path, session.token)["revision"]
    client.call("GET", session.path, "x" * len(session.token), status=401)
    select = f"{session.path}/screens/{session.list_key}/outputs/itemSelected"
    for method, path, body, expected, grows in (
            ("POST", select, 3, opened, 1), ("GET", session.path, None, opened, 0),
            ("POST", f"{session.path}/back", None, closed, 1), ("GET", session.path, None, closed, 0)):
        state = client.state(method, path, session.token, body)
        revision += grows
        # An entity tag names the encoding of the body, too.
        if state["revision"] != revision or client.tag != f'"{revision}"':
            raise SystemExit(f"{name}: {method} {path} has the revision {state['revision']} instead of {revision}.")
        if comparable(state) != comparable(expected):
            raise SystemExit(f"{name}: {method} {path} has the state {state} instead of {expected}.")


def comparable(state):
    """Returns a state as text without its id, revision and time, and with one name for the key of the screen on top."""
    text = json.dumps({**state, "revision": 0, "expiresAt": ""}, sort_keys=True, separators=(",", ":"))
    return text.replace(state["id"], "ID").replace(f'"{state["focus"]}"', '"TOP"')


def revisions(server, of):
    client = sessions.Client(server.port)
    return [client.state("GET", session.path, session.token)["revision"] for session in of]


def check_growth(name, before, after, requests):
    """Fails unless the revisions have grown by one for each tap, as far as the responses to taps have been counted."""
    growth = sum(after) - sum(before)
    if min(new - old for old, new in zip(before, after)) <= 0 or growth < 0.99 * requests:
        raise SystemExit(f"{name}: {requests:,} taps added only {growth:,} revisions.")
