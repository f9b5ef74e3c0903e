"""Memory per session and per connection."""

import statistics
import threading
import time

from . import servers, sessions, wrk
from .results import AT_MOST

KIB, MIB = 1024, 1024 * 1024


# The number of sessions that start before the measurement, so that code, threads and the memory for password hashing are there.
WARM_UP = 256


def measure_sessions(results, data, count, rounds):
    """Measures the resident memory per live session with the memory store: the state and all objects that belong to it."""
    values = []
    with servers.usher(data / "live", "memory") as server:
        sessions.log_in_many(server.port, WARM_UP)
        for _ in range(rounds):
            before = server.resident_bytes
            sessions.log_in_many(server.port, count)
            # Sessions that are not used lose their documents, which have a limit of their own, in one of the next two sweeps.
            time.sleep(65)
            values.append((server.resident_bytes - before) / count / KIB)
    results.expect("memory of a live items session at its tab root", "KiB", values, AT_MOST, 2)


def measure_connections(results, data, count, seconds):
    """Measures throughput with many open connections, and the memory per connection."""
    with servers.usher(data / "connections", "memory", "--connection-limit", count + 100, "--address-connections", 0) as server:
        file = data / "connections.sessions"
        sessions.write(sessions.log_in_many(server.port, 64), file)
        wrk.drive(server, "get", file, 32, 1)
        before = server.resident_bytes
        peak = []
        stop = threading.Event()

        def watch():
            while not stop.wait(0.1):
                peak.append(server.resident_bytes)

        watcher = threading.Thread(target=watch)
        watcher.start()
        run = wrk.drive(server, "get", file, count, seconds)
        stop.set()
        watcher.join()
    results.add(f"GET with {count:,} connections", "requests/s", [run.rate])
    results.add(f"GET with {count:,} connections, p99", "ms", [run.p99 / 1e3])
    results.add(f"memory of a connection, {count:,} open and busy", "KiB",
                [(statistics.mean(peak[-3:]) - before) / count / KIB])
