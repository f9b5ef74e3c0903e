"""Response times at half of the maximum request rate."""

from . import servers, sessions, wrk
from .results import AT_MOST

CONNECTIONS = 32
SESSIONS = sessions.IN_TURN


def measure(results, data, rounds, seconds):
    stored, of, responses = sessions.make_store(data, "latency", SESSIONS)
    file = data / "latency.sessions"
    sessions.write(of, file)
    response_bytes = sum(map(len, responses)) // 2
    with servers.usher(data, f"sqlite:{stored}") as ours, servers.limit(response_bytes) as limit, \
            servers.limit(response_bytes, data / "latency-limit.db", sessions.stored_bytes(stored), SESSIONS) as durable:
        wrk.drive(ours, "back", file, CONNECTIONS, 1)
        top = wrk.drive(ours, "tap", file, CONNECTIONS, seconds)
        # At half of the maximum rate, each connection sends a request half as often. The pause is the time between two requests,
        # minus the response time, for which half of the p50 at the maximum rate is taken.
        pause = round(2 * CONNECTIONS / top.rate * 1e3 - top.p50 / 2e3, 1)
        runs = {"POST, durable": [], "limit": [], "durable limit": []}
        for _ in range(rounds):
            for name, server in (("POST, durable", ours), ("limit", limit), ("durable limit", durable)):
                wrk.drive(server, "back", file, CONNECTIONS, 1)
                runs[name].append(wrk.drive(server, "tap", file, CONNECTIONS, seconds, max(1, pause)))
    for name, of in runs.items():
        results.add(f"{name} at half rate", "requests/s", [run.rate for run in of])
        for percentile in ("p50", "p99", "p999"):
            results.add(f"{name} at half rate, {percentile}", "ms", [getattr(run, percentile) / 1e3 for run in of])
    results.compare("p99 at half rate, POST, durable / limit", [run.p99 for run in runs["POST, durable"]],
                    [run.p99 for run in runs["limit"]], AT_MOST)
    results.compare("p99 at half rate, POST, durable / durable limit", [run.p99 for run in runs["POST, durable"]],
                    [run.p99 for run in runs["durable limit"]], AT_MOST, 1.2)
