"""The capacity model of Documentation/scaling.md: prints its tables from the measured loads in postgresql.json.

    python3 -m bench.scaling
"""

import dataclasses
import json
import math
import statistics

from . import servers
from .simulation import Costs, Machines, Simulation

MEASURED = servers.BENCHMARKS / "postgresql.json"
# The machines of the plans: a node, and a server of the database with its own disks and a synchronous standby.
NODE_CORES, DATABASE_CORES = 8, 32
# The share of the processors that a plan uses; the rest is for peaks, and for the loss of a machine.
SHARE = 0.6
SYNC = 500.0
"""Microseconds until a commit is on the disks of the primary and of a synchronous standby in the same region."""
HISTORY = 100
"""The number of transitions in the history of a session that is used for long."""
CONNECTIONS = 256
"""The clients of a node that wait for each other's responses at once, as the plan simulates them."""
DISK = 8e12
"""Bytes of a database."""
RESPONSE = 1_200
"""Bytes of the response to an output with a patch, compressed, and its head."""
CORE_MONTH, GB_MONTH = 25.0, 0.10
"""Prices in euros: of a core with 4 GB of memory, and of a gigabyte on a disk, for a month."""


def medians(measured):
    """Returns the medians of the measured loads: by kind, number of nodes and number of connections."""
    runs = {}
    for load in measured["loads"]:
        key = load["kind"], load["nodes"], load["connections"]
        runs[key] = {name: statistics.median(values) for name, values in load["runs"].items()}
    return runs


def line(points):
    """Returns the constant and the slope of a least squares line, neither of which is negative."""
    slope, constant = statistics.linear_regression(*zip(*points))
    if slope < 0:
        return statistics.fmean(y for _, y in points), 0.0
    if constant < 0:
        return 0.0, sum(x * y for x, y in points) / sum(x * x for x, _ in points)
    return constant, slope


def fit(runs, sync):
    """Derives the costs of each step from loads of one node with different numbers of connections.

    The more outputs share a commit, the less of its cost each of them has. So the cost of an output is a line over the number of
    commits for an output; its constant is the cost of a session, and its slope that of a commit and of the query before it.
    """
    def points(figure):
        return [(1 / run["requests_per_commit"], run[figure])
                for (kind, nodes, _), run in runs.items() if kind == "tap" and nodes == 1]

    write, transactions = line(points("database"))
    # With one connection, each GET has a query of its own. It includes the part for the session, which is small.
    read_transaction = min(runs["get", 1, 1]["database"], transactions)
    # A node has two transactions for each commit: the query and the commit itself.
    node, node_transactions = line(points("node"))
    taps = [run for (kind, _, _), run in runs.items() if kind == "tap"]
    return Costs(
        client=statistics.median(run["client"] for run in taps), proxy=statistics.median(run["proxy"] for run in taps),
        node=node, node_transaction=node_transactions / 2, read=0, read_transaction=read_transaction, write=write,
        write_transaction=transactions - read_transaction, sync=sync)


def check(runs, costs):
    """Prints measured loads beside simulated ones. Two and three nodes are predictions: their measurements are not fitted."""
    print("| nodes | connections | outputs/s | simulated | p99 in ms | simulated | outputs for each commit | simulated |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for (kind, nodes, connections), run in runs.items():
        if kind != "tap":
            continue
        # wrk, the proxy, the nodes and the database share two cores here.
        outcome = Simulation(costs, Machines(nodes=nodes), connections).run(3)
        print(f"| {nodes} | {connections} | {run['rate']:,.0f} | {outcome.rate:,.0f} | {run['p99']:.1f} | {outcome.p99:.1f} "
              f"| {run['requests_per_commit']:.1f} | {outcome.requests_per_commit:.1f} |")


def cell(costs):
    """Adds nodes to one database until its processors are used up to the share; prints each step, and returns the last."""
    remote = dataclasses.replace(costs, client=0, proxy=0, sync=SYNC)
    print("| nodes | outputs/s | p50 in ms | p99 in ms | nodes busy | database busy | outputs for each commit | for each sync |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for nodes in range(1, 65):
        machines = Machines(nodes=nodes, clients=1_000_000, node=NODE_CORES, database=DATABASE_CORES)
        # About as many outputs as use the nodes up to their share, where some outputs share a transaction.
        rate = nodes * NODE_CORES * SHARE / (costs.node + costs.node_transaction / 4) * 1e6
        outcome = Simulation(remote, machines, CONNECTIONS * nodes, pause=CONNECTIONS * nodes / rate * 1e6).run(0.3)
        print(f"| {nodes} | {outcome.rate:,.0f} | {outcome.p50:.1f} | {outcome.p99:.1f} | {outcome.busy['nodes']:.0%} "
              f"| {outcome.busy['database']:.0%} | {outcome.requests_per_commit:.1f} | {outcome.requests_per_sync:.0f} |")
        if outcome.busy["database"] > SHARE:
            break
    return nodes, outcome


def plan(runs, bytes_, nodes, rate):
    """Prints the machines for installations of cells, each with one database and its nodes."""
    log = runs["tap", 1, 128]["log_bytes"]
    session = bytes_["session"] + HISTORY * bytes_["history"]
    print("| sessions | outputs/s | cells | nodes | database cores | stored | log of a cell | responses | a month |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for sessions, outputs in ((1e5, 1e2), (1e6, 1e4), (1e7, 1e5), (1e8, 1e5), (1e8, 1e6)):
        cells = max(math.ceil(outputs / rate), math.ceil(sessions * session / DISK))
        # One node more in each cell, so that it can lose one.
        of_cell = max(2, math.ceil(nodes * outputs / cells / rate) + 1)
        cores = min(DATABASE_CORES, max(2, math.ceil(DATABASE_CORES * outputs / cells / rate)))
        # A standby for each database, and the log of a day on top of the data.
        stored = sessions * session
        price = (cells * (of_cell * NODE_CORES + 2 * cores) * CORE_MONTH + 2 * (stored + 86_400 * log * outputs) / 1e9 * GB_MONTH)
        print(f"| {sessions:,.0f} | {outputs:,.0f} | {cells} | {cells * of_cell} × {NODE_CORES} cores | {cells} × {cores}, twice "
              f"| {stored / 1e12:,.2f} TB | {log * outputs / cells / 1e6:,.1f} MB/s | {RESPONSE * outputs / 1e6:,.0f} MB/s "
              f"| {price:,.0f} € |")


def main():
    measured = json.loads(MEASURED.read_text())
    runs = medians(measured)
    costs = fit(runs, measured["sync"])
    print("| part | µs |\n|---|---:|")
    for name, value in dataclasses.asdict(costs).items():
        print(f"| {name.replace('_', ' ')} | {value:.0f} |")
    print()
    check(runs, costs)
    print()
    nodes, outcome = cell(costs)
    print()
    plan(runs, measured["bytes"], nodes, outcome.rate)


if __name__ == "__main__":
    main()
