"""Counts what a request costs, and fails if that is more than its budget in budgets.json.

Instructions and allocations are counted by callgrind on one loop, with the default settings. They do not depend on the load of
the machine, so a budget can be close to the count: each one is the count when it was set, and a twentieth more. A change that
makes room lowers a budget, and one that needs more says why in its commit.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from . import instructions, servers, sessions

BUDGETS = servers.BENCHMARKS / "budgets.json"
WARM_UP, COUNT = 60, 200
# The room between a count and its budget.
ROOM = 1.05


def main():
    parser = argparse.ArgumentParser(prog="cost", description=__doc__)
    parser.add_argument("--set", action="store_true", help="set the budgets to what is counted, and a twentieth more")
    options = parser.parse_args()
    # The store must be on a disk, and /tmp may be in memory.
    with tempfile.TemporaryDirectory(prefix="usher-cost-", dir="/var/tmp") as folder:
        costs = measure(Path(folder))
    if options.set:
        budgets = {name: {unit: round(value * ROOM) for unit, value in cost.items()} for name, cost in costs.items()}
        BUDGETS.write_text(json.dumps(budgets, indent=2) + "\n")
    sys.exit(report(costs, json.loads(BUDGETS.read_text())))


def report(costs, budgets):
    """Prints the costs beside their budgets; returns whether one is exceeded."""
    is_exceeded = False
    print(f"{'per request':24}{'':>16}{'counted':>12}{'budget':>12}")
    for name, cost in costs.items():
        for unit, value in cost.items():
            budget = budgets[name][unit]
            exceeds = value > budget
            is_exceeded |= exceeds
            print(f"{name:24}{unit:>16}{value:12,.0f}{budget:12,}{'  exceeds its budget' if exceeds else ''}")
    if is_exceeded:
        print("A budget is exceeded. Find what the change costs with callgrind (Benchmarks/README.md), and make room. If it is "
              "worth it, raise the budget in Benchmarks/budgets.json, and say why in the commit.")
    return is_exceeded


def measure(data):
    costs = {name: count(data, name, store) for name, store in (
        ("GET", "memory"), ("tap", "memory"), ("tap with a patch", "memory"),
        ("durable tap", "sqlite"), ("durable tap with a patch", "sqlite"))}
    costs["durable tap"]["bytes written"] = written_bytes(data)
    return costs


def count(data, name, store):
    profile = data / "callgrind.out"
    location = store if store == "memory" else f"sqlite:{data / name.replace(' ', '-')}.db"
    server = servers.usher(data, location, wrapper=instructions.callgrind(profile))
    try:
        session = sessions.log_in(server.port)
        client = sessions.Client(server.port)
        send(client, session, name, WARM_UP)
        instructions.switch(server, "on")
        send(client, session, name, COUNT)
        instructions.switch(server, "off")
    finally:
        server.stop()
    total, allocations, _ = instructions.read(profile)
    return {"instructions": total / COUNT, "allocations": allocations / COUNT}


def send(client, session, name, number):
    """Opens an item and goes back, in turn, or reads the state."""
    for step in range(number):
        if name == "GET":
            client.call("GET", session.path, session.token)
            continue
        path = f"/screens/{session.list_key}/outputs/itemSelected" if step % 2 == 0 else "/back"
        fields = {"Prefer": f"patch-from={client.tag}"} if "patch" in name and client.tag else None
        client.call("POST", session.path + path, session.token, 3 if step % 2 == 0 else None, fields)


def written_bytes(data):
    """Returns the bytes that a durable tap writes to its disk, in whole pages (write_bytes of proc_pid_io(5))."""
    with servers.usher(data, f"sqlite:{data}/written.db") as server:
        session, client = sessions.log_in(server.port), sessions.Client(server.port)
        send(client, session, "durable tap", WARM_UP)
        before = written(server)
        send(client, session, "durable tap", COUNT)
        return (written(server) - before) / COUNT


def written(server):
    counters = Path(f"/proc/{server.process.pid}/io").read_text()
    return int(re.search(r"^write_bytes: (\d+)", counters, re.MULTILINE)[1])


if __name__ == "__main__":
    main()
