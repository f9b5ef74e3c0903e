"""Nodes that share a database in PostgreSQL: taps per second, and their cost for the nodes and for the database."""

import contextlib
import json
import random
import shutil
import socket
import subprocess
import time
import uuid
from dataclasses import dataclass

from . import rows, servers, sessions, wrk
from .database import Database
from .results import AT_LEAST, AT_MOST

SESSIONS = sessions.IN_TURN
# The connections of a node for sessions: one, which is what batches need, and the default.
STORE_CONNECTIONS = (1, 8)
FEW, MANY, ACTIVE = 10_000, 10_000_000, 1_000
NODES = (1, 2, 3)
# The kind of load, the number of nodes, and the number of connections to the proxy.
LOADS = [("get", 1, 1), ("get", 1, 128), ("get", 3, 128), ("tap", 1, 1), ("tap", 1, 8), ("tap", 1, 32), ("tap", 1, 128), ("tap", 2, 128),
         ("tap", 3, 128)]
# The loads of the last full run, from which `bench.scaling` derives the costs of each step.
LOADS_FILE = servers.BENCHMARKS / "postgresql.json"


@dataclass
class Load:
    """A run of wrk against nodes behind a proxy, and its costs for each request."""

    rate: float
    """Requests per second."""
    p50: float
    p99: float
    """Latencies in milliseconds."""
    client: float
    proxy: float
    node: float
    database: float
    """Microseconds of CPU time: of wrk, of the proxy, of all nodes, and of all processes of the database."""
    log_bytes: float
    """Bytes of the write-ahead log."""
    requests_per_commit: float


def measure(results, data, rounds, seconds):
    """Compares taps through one node with pgbench, and measures one, two and three nodes; returns the loads as JSON."""
    with Database() as database, contextlib.ExitStack() as running:
        nodes = [running.enter_context(node(data, database, number)) for number in range(max(NODES))]
        of, state_bytes = make_sessions(database, nodes[0].port, SESSIONS)
        file = data / "postgresql.sessions"
        sessions.write(of, file)
        prepare_upserts(database, SESSIONS)
        results.add("PostgreSQL: state of a stored session", "bytes", [state_bytes])
        for connections in STORE_CONNECTIONS:
            with node(data, database, f"{connections}-connections", connections) as one:
                compare_with_pgbench(results, database, one, connections, file, state_bytes, rounds, seconds)
        loads = measure_nodes(results, data, database, nodes, file, rounds, seconds)
        bytes_ = stored_bytes(database)
        for table, size in bytes_.items():
            results.add(f"PostgreSQL: bytes of a row of {table}, indexes and all", "bytes", [size])
        results.add("PostgreSQL: time of a sync of the log", "µs", [database.sync_microseconds])
        return text(loads, bytes_, database.sync_microseconds)


def stored_bytes(database):
    """Returns the bytes of a row of the tables that grow with the sessions, with indexes and free space."""
    database.query("VACUUM ANALYZE")
    return {table: database.value(
        f"SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('usher.{table}')) "
        f"/ (SELECT count(*) FROM usher.{table})") for table in ("session", "history")}


def node(data, database, number, store_connections=STORE_CONNECTIONS[-1]):
    key = data / "postgresql-code-key"
    if not key.exists():
        key.write_bytes(bytes(range(32)))
        key.chmod(0o600)
    return servers.usher(data / f"node-{number}", f"{database.uri}&connections={store_connections}", "--code-key", key)


def make_sessions(database, port, count):
    """Stores sessions at the root of their tabs, and returns them with the bytes of a state."""
    first = sessions.log_in(port)
    state_bytes = round(database.value(f"SELECT max(length(record)) FROM usher.history WHERE session = '{first.id}' AND is_whole"))
    return [first] + multiply(database, first, count - 1), state_bytes


def multiply(database, session, count):
    """Copies a stored session, as `sessions.multiply` does in SQLite; of many copies, returns some from all of the table."""
    columns = [(name, kind) for name, kind in database.query(
        "SELECT attname, atttypid::regtype FROM pg_attribute WHERE attrelid = 'usher.session'::regclass AND attnum > 0")]
    [texts] = database.query(
        "SELECT " + ", ".join(f"coalesce({name}::text, '\\N')" for name, _ in columns)
        + f" FROM usher.session WHERE id = '{session.id}'")
    original = {name: value(text, kind) for text, (name, kind) in zip(texts, columns)}
    records = [(revision, is_whole, bytes.fromhex(record[2:])) for revision, is_whole, record in database.query(
        f"SELECT revision, is_whole, record FROM usher.history WHERE session = '{session.id}' AND revision >= "
        f"(SELECT max(revision) FROM usher.history WHERE session = '{session.id}' AND is_whole) ORDER BY revision")]
    # The identifiers are random, as the server's are.
    ids = [str(uuid.uuid4()) for _ in range(count)]
    names = [name for name, _ in columns]
    database.copy(f"usher.session ({', '.join(names)})", (
        [copied[name] for name in names] for copied in (rows.session(original, id) for id in ids)))
    database.copy("usher.history (session, revision, is_whole, record)", (
        [id, revision, is_whole, rows.record(record, id)] for id in ids for revision, is_whole, record in records))
    few = ids[::max(1, count // FEW)]
    return [sessions.Session(id, session.token, session.list_key, session.revision) for id in few]


def value(text, kind):
    """Returns the value of a column."""
    if text == "\\N":
        return None
    return int(text) if kind == "bigint" else bytes.fromhex(text[2:]) if kind == "bytea" else text


def prepare_upserts(database, rows):
    database.query(
        "CREATE TABLE upsert (id bigint PRIMARY KEY, generation bigint NOT NULL, state bytea NOT NULL) WITH (fillfactor = 67);"
        f"INSERT INTO upsert SELECT number, 1, '' FROM generate_series(1, {rows}) AS number")


# One upsert of a state, on the condition that the stored generation is not newer.
UPSERT = """\
\\set id random(1, :rows)
INSERT INTO upsert VALUES (:id, 1, :state) ON CONFLICT (id) DO UPDATE
SET generation = upsert.generation + 1, state = EXCLUDED.state WHERE upsert.generation >= EXCLUDED.generation;
"""


def compare_with_pgbench(results, database, server, store_connections, file, state_bytes, rounds, seconds):
    """The same number of connections to the database; a tap also adds a row to the history."""
    rates = {name: [] for name in ("pgbench", 32, 128)}
    state = "\\x" + "5a" * state_bytes
    of = "one connection" if store_connections == 1 else f"{store_connections} connections"
    for _ in range(rounds):
        rates["pgbench"].append(database.pgbench(UPSERT, store_connections, seconds, rows=SESSIONS, state=state))
        for clients in (32, 128):
            wrk.drive(server, "back", file, clients, 1)
            rates[clients].append(wrk.drive(server, "tap", file, clients, seconds).rate)
    results.add(f"pgbench, one upsert for each transaction, {of}", "transactions/s", rates["pgbench"])
    for clients in (32, 128):
        name = f"POST, PostgreSQL, {of} to the database, {clients} clients"
        results.add(name, "requests/s", rates[clients])
        results.compare(f"{name} / pgbench", rates[clients], rates["pgbench"], AT_LEAST,
                        2 if (store_connections, clients) == (1, 128) else None)


def measure_nodes(results, data, database, nodes, file, rounds, seconds):
    """Each request goes to the next node, so nearly every one finds that another node has changed its session.

    Returns the loads.
    """
    loads = {key: [] for key in LOADS}
    for _ in range(rounds):
        for count in NODES:
            with Proxy(data, nodes[:count]) as proxy:
                for key in loads:
                    kind, of, connections = key
                    if of == count:
                        loads[key].append(drive(database, nodes[:count], proxy, kind, file, connections, seconds))
    for (kind, count, connections), of in loads.items():
        name = (f"{'GET' if kind == 'get' else 'POST'}, PostgreSQL, {count} {'node' if count == 1 else 'nodes'}, "
                f"{connections} connections")
        results.add(name, "requests/s", [load.rate for load in of])
        results.add(f"{name}, p50", "ms", [load.p50 for load in of])
        results.add(f"{name}, p99", "ms", [load.p99 for load in of])
        results.add(f"processor time, {name}: nodes", "µs/request", [load.node for load in of])
        results.add(f"processor time, {name}: database", "µs/request", [load.database for load in of])
        if kind == "tap":
            results.add(f"{name}: write-ahead log", "bytes/request", [load.log_bytes for load in of])
            results.add(f"{name}: requests for each commit", "", [load.requests_per_commit for load in of])
    return loads


def text(loads, bytes_, sync):
    """Returns the loads as JSON: a list of values for each figure, a value for each round."""
    return json.dumps({"bytes": bytes_, "sync": sync, "loads": [
        {"kind": kind, "nodes": nodes, "connections": connections,
         "runs": {name: [round(getattr(load, name), 3) for load in of] for name in Load.__dataclass_fields__}}
        for (kind, nodes, connections), of in loads.items()]}, indent=1) + "\n"


def drive(database, nodes, proxy, kind, file, connections, seconds):
    wrk.drive(proxy, "back", file, connections, 1)
    before, busy, proxy_busy = database.counters(), [server.cpu_seconds for server in nodes], proxy.cpu_seconds
    run = wrk.drive(proxy, kind, file, connections, seconds)
    node_seconds = sum(server.cpu_seconds - start for server, start in zip(nodes, busy))
    proxy_seconds = proxy.cpu_seconds - proxy_busy
    after = database.counters()

    def for_each_request(seconds):
        return seconds / run.requests * 1e6

    return Load(
        rate=run.rate, p50=run.p50 / 1e3, p99=run.p99 / 1e3, client=run.client, proxy=for_each_request(proxy_seconds),
        node=for_each_request(node_seconds), database=for_each_request(after.cpu_seconds - before.cpu_seconds),
        log_bytes=(after.log_bytes - before.log_bytes) / run.requests,
        requests_per_commit=run.requests / max(after.commits - before.commits, 1))


class Proxy:
    """HAProxy in front of nodes, with a connection to a node for each request in progress."""

    def __init__(self, data, nodes):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        configuration = data / "haproxy.cfg"
        configuration.write_text("\n".join([
            "global", "  nbthread 1", "  maxconn 4096", "defaults", "  mode http", "  timeout connect 5s", "  timeout client 60s",
            "  timeout server 60s", "  http-reuse always", "listen usher", f"  bind 127.0.0.1:{self.port}", "  balance roundrobin",
            *(f"  server node{number} 127.0.0.1:{server.port}" for number, server in enumerate(nodes)), ""]))
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.process = subprocess.Popen([program, "-q", "-db", "-f", configuration])
        for _ in range(100):
            try:
                sessions.Client(self.port).call("GET", "/healthz")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("HAProxy did not start.")

    @property
    def cpu_seconds(self):
        return servers.cpu_seconds(self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def measure_growth(results, data, rounds, seconds, many=MANY):
    """Compares taps among few stored sessions and among many; 10 million of them need 40 GB on the disk, and ten minutes."""
    costs = {count: [] for count in (FEW, many)}
    with contextlib.ExitStack() as running:
        nodes, files = {}, {}
        for count in costs:
            # As many pages as a node changes between two checkpoints stay in memory, but not the whole table.
            database = running.enter_context(Database(shared_buffers="1GB", max_wal_size="8GB"))
            of = fill(data, database, count)
            results.add(f"PostgreSQL: bytes of a stored session among {count:,}, indexes and all", "bytes", [database.value(
                "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('usher.session')") / count])
            files[count] = data / f"postgresql-{count}.sessions"
            sessions.write(of, files[count])
            nodes[count] = running.enter_context(node(data, database, count))
        for _ in range(rounds):
            for count in costs:
                wrk.drive(nodes[count], "back", files[count], 32, 2)
                costs[count].append(1e6 / wrk.drive(nodes[count], "tap", files[count], 32, seconds).rate)
    for count, of in costs.items():
        results.add(f"PostgreSQL: time of a tap among {count:,} stored sessions", "µs", of)
    results.compare(f"PostgreSQL: time of a tap, {many:,} stored sessions / {FEW:,}", costs[many], costs[FEW], AT_MOST, 1.3)


def fill(data, database, count):
    """Stores sessions, and returns some of them, whose rows are spread over all of the table."""
    with node(data, database, "filling") as server:
        first = sessions.log_in(server.port)
    copies = multiply(database, first, count - 1)
    database.query("VACUUM ANALYZE usher.session")
    database.query("CHECKPOINT")
    return random.Random(count).sample(copies, ACTIVE)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
