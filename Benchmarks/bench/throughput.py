"""Requests per second of Usher and of the other contenders, which take turns: A B C A B C."""

from . import servers, sessions, wrk
from .results import AT_LEAST

SESSIONS = sessions.IN_TURN
# The goals: a contender, the one that it is compared with, and the minimum ratio. The names are keys in results.json; the "limit
# that gives way" is the yielding limit: the limit with a loop that yields the processor before it sleeps.
GOALS = {
    "GET / limit that gives way": ("GET", "limit that gives way, GET", 0.85),
    "POST, memory / limit that gives way": ("POST, memory", "limit that gives way, POST", 0.65),
    "POST, durable / durable limit": ("POST, durable", "durable limit", 0.70),
}
MIX_SESSIONS = 10_000


def measure(results, data, rounds, seconds, connection_counts, everything=True):
    stored, durable, (opened, closed) = sessions.make_store(data, "throughput", SESSIONS)
    (data / "response.json").write_bytes(opened)
    tap_bytes = (len(opened) + len(closed)) // 2
    row_bytes = sessions.stored_bytes(stored)
    results.add("response to GET", "bytes", [len(closed)])
    results.add("response to a tap", "bytes", [tap_bytes])
    results.add("state of a stored session", "bytes", [row_bytes])

    running = []

    def start(server):
        running.append(server)
        return server

    try:
        limit_get = start(servers.limit(len(closed)))
        limit = start(servers.limit(tap_bytes))
        yielding_get = start(servers.limit(len(closed), gives_way=True))
        yielding = start(servers.limit(tap_bytes, gives_way=True))
        durable_limit = start(servers.limit(tap_bytes, data / "limit.db", row_bytes, SESSIONS))
        ours_memory = start(servers.usher(data / "memory"))
        ours_durable = start(servers.usher(data, f"sqlite:{stored}"))
        in_memory = sessions.log_in_many(ours_memory.port, SESSIONS)
        files = {}
        for name, of in (("memory", in_memory), ("durable", durable)):
            files[name] = data / f"{name}.sessions"
            sessions.write(of, files[name])
        contenders = {
            "limit GET": (limit_get, "get", "memory"),
            "GET": (ours_memory, "get", "memory"),
            "limit GET, If-None-Match": (limit_get, "known", "memory"),
            "GET, If-None-Match": (ours_memory, "known", "memory"),
            "limit POST": (limit, "tap", "memory"),
            "POST, memory": (ours_memory, "tap", "memory"),
            "limit that gives way, GET": (yielding_get, "get", "memory"),
            "limit that gives way, POST": (yielding, "tap", "memory"),
            "durable limit": (durable_limit, "tap", "memory"),
            "POST, durable": (ours_durable, "tap", "durable"),
        }
        if everything:
            mixed, of_mix, _ = sessions.make_store(data, "mix", MIX_SESSIONS)
            files["mix"] = data / "mix.sessions"
            sessions.write(of_mix, files["mix"])
            foreign = start(servers.hummingbird_usher())
            files["foreign"] = data / "foreign.sessions"
            sessions.write(sessions.log_in_many(foreign.port, SESSIONS), files["foreign"])
            contenders |= {
                "POST with Idempotency-Key, durable": (ours_durable, "keyed", "durable"),
                "mix, 10,000 sessions, durable": (start(servers.usher(data, f"sqlite:{mixed}")), "mix", "mix"),
                "Hummingbird over our sessions, GET": (foreign, "get", "foreign"),
                "Hummingbird over our sessions, POST": (foreign, "tap", "foreign"),
                "Node, stateless POST": (start(servers.node_peer(data / "response.json")), "tap", "memory"),
            }
        contenders["Hummingbird, stateless POST"] = (
            start(servers.hummingbird_peer(data / "response.json")), "tap", "memory")

        runs = {connections: {name: [] for name in contenders} for connections in connection_counts}
        for _ in range(rounds):
            for connections in connection_counts:
                for name, (server, load, of) in contenders.items():
                    if load == "known" and server is ours_memory:
                        sessions.refresh(server.port, in_memory)
                        sessions.write(in_memory, files[of])
                    runs[connections][name].append(run(server, load, files[of], connections, seconds))
        for connections in connection_counts:
            report(results, runs[connections], connections)
        if len(runs) > 1:
            report_connections(results, *runs.items())
    finally:
        for server in running:
            server.stop()


def run(server, load, file, connections, seconds):
    """Measures after a warm-up that leaves every session at the root of its tabs."""
    warm_up, duration = "get" if load in ("get", "known") else "back", max(1, seconds / 4)
    # A run begins at the first session, so a warm-up that has not reached the last one is repeated for longer.
    while wrk.drive(server, warm_up, file, connections, duration).requests < sessions.count(file):
        duration *= 2
    return wrk.drive(server, load, file, connections, seconds)


def report(results, runs, connections):
    at = f", {connections} connections"
    rates = {name: [run.rate for run in of] for name, of in runs.items()}
    for name, values in rates.items():
        results.add(name + at, "requests/s", values)
    for name, of in runs.items():
        if "Node" not in name:
            results.add(f"processor time, {name}{at}", "µs/request", [run.cpu for run in of])

    def compare(name, over, under, goal=None):
        if over in rates and under in rates:
            results.compare(name + at, rates[over], rates[under], AT_LEAST, goal)

    for name, (over, under, goal) in GOALS.items():
        compare(name, over, under, goal)
    compare("GET / limit", "GET", "limit GET")
    compare("GET, If-None-Match / limit", "GET, If-None-Match", "limit GET, If-None-Match")
    compare("POST, memory / limit", "POST, memory", "limit POST")
    compare("POST, durable / limit", "POST, durable", "limit POST")
    compare("POST, durable / Hummingbird, stateless", "POST, durable", "Hummingbird, stateless POST", 2)
    compare("POST with Idempotency-Key, durable / without", "POST with Idempotency-Key, durable", "POST, durable")
    compare("GET / Hummingbird over our sessions", "GET", "Hummingbird over our sessions, GET")
    compare("POST, memory / Hummingbird over our sessions", "POST, memory", "Hummingbird over our sessions, POST")
    compare("POST, durable / Node, stateless", "POST, durable", "Node, stateless POST")
    compare("durable limit / limit", "durable limit", "limit POST")


def report_connections(results, fewer, more):
    """Compares the ratios that have a goal at few and at many connections."""
    (few, runs_of_few), (many, runs_of_many) = fewer, more
    for name, (over, under, _) in GOALS.items():
        results.compare(f"{name}, {many} / {few} connections", ratios(runs_of_many, over, under),
                        ratios(runs_of_few, over, under), AT_LEAST, 0.9)


def ratios(runs, over, under):
    return [above.rate / below.rate for above, below in zip(runs[over], runs[under])]
