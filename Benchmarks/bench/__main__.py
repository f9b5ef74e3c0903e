"""Runs the benchmarks and stores the results."""

import argparse
import datetime
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from . import (
    frameworks, growth, inspector, instructions, latency, memory, patches, postgresql, servers, stateful, streams, throughput, topics,
    walks)
from .results import Results, show

PARTS = ("throughput", "stateful", "walks", "latency", "frameworks", "memory", "stores", "depth", "connections", "streams",
         "topics", "postgresql", "instructions", "inspector")
# This one needs 40 GB on the disk and a quarter of an hour, so it runs only if it is named.
SEPARATE_PARTS = ("postgresql-growth",)
KEPT = servers.BENCHMARKS / "results.json"
REPORT = servers.BENCHMARKS / "results.md"


def main():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="the number of rounds (default: 5)")
    parser.add_argument("--seconds", type=float, default=3, help="the duration of each run (default: 3)")
    parser.add_argument("--part", action="append", choices=PARTS + SEPARATE_PARTS, help="run only this part; can be repeated")
    parser.add_argument("--check", action="store_true",
                        help="run a short form; fail if a ratio is a quarter worse than in results.json, or a count a tenth")
    parser.add_argument("--keep", action="store_true", help="store the results in results.md and results.json")
    options = parser.parse_args()
    results = Results()
    # The stores must be on a disk, and /tmp may be in memory.
    with tempfile.TemporaryDirectory(prefix="usher-bench-", dir="/var/tmp") as folder:
        measure(results, Path(folder), options)
    print("\n" + results.table())
    if options.check:
        sys.exit(check(results))
    if options.keep:
        KEPT.write_text(results.kept())
        REPORT.write_text(heading(options) + results.table())


def measure(results, data, options):
    parts = options.part or (("throughput", "depth", "streams", "instructions") if options.check else PARTS)
    rounds, seconds = (3, 2) if options.check else (options.rounds, options.seconds)
    for part in parts:
        print(f"{part}:", flush=True)
        if part == "throughput":
            throughput.measure(results, data, rounds, seconds, (32,) if options.check else (32, 128),
                               everything=not options.check)
        elif part == "stateful":
            stateful.measure(results, data, rounds, seconds)
        elif part == "walks":
            walks.measure(results, data, rounds, seconds, (32, 128))
        elif part == "latency":
            latency.measure(results, data, rounds, seconds)
        elif part == "frameworks":
            frameworks.measure(results, data, rounds)
        elif part == "memory":
            memory.measure_sessions(results, data, 300, 3)
        elif part == "stores":
            growth.measure_stores(results, data, rounds, seconds)
        elif part == "depth":
            growth.measure_depth(results, data, rounds, seconds)
        elif part == "connections":
            memory.measure_connections(results, data, 10_000, max(5, seconds))
        elif part == "streams":
            patches.measure_instructions(results, data)
            if options.check:
                patches.measure_bytes(results, data)
            else:
                patches.measure(results, data, rounds, seconds)
                streams.measure_idle(results, data)
                streams.measure_fan_out(results, data, rounds, max(5, seconds))
        elif part == "topics":
            topics.measure(results, data, max(5, seconds))
        elif part == "postgresql":
            loads = postgresql.measure(results, data, rounds, seconds)
            if options.keep:
                postgresql.LOADS_FILE.write_text(loads)
        elif part == "postgresql-growth":
            postgresql.measure_growth(results, data, rounds, seconds)
        elif part == "instructions":
            instructions.measure(results, data, 1_000)
        elif part == "inspector":
            inspector.measure(results, data, rounds, seconds)


def check(results):
    kept = json.loads(KEPT.read_text())
    lost = [(figure, kept[figure.name]) for figure in results.watched
            if figure.name in kept and figure.falls_short_of(kept[figure.name])]
    for figure, before in lost:
        print(f"{figure.name} was {show(before)} and is now {show(figure.median)}, more than {figure.ALLOWANCE} worse.",
              file=sys.stderr)
    return 1 if lost else 0


def heading(options):
    def first_line(*command):
        return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].strip()

    processor = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), platform.machine())
    commit = first_line("git", "-C", servers.ROOT, "rev-parse", "--short", "HEAD")
    packages = first_line("dpkg-query", "-W", "-f", "libmicrohttpd ${Version}\n", "libmicrohttpd12")
    sqlite = first_line("dpkg-query", "-W", "-f", "SQLite ${Version}\n", "libsqlite3-0")
    return (
        "# Results of the last full run\n\n"
        f"`make bench` on {datetime.date.today()} at commit {commit}: {len(servers.cores())} cores of {processor}, shared "
        f"with the load generator; {platform.system()} {platform.release()}, {first_line('swift', '--version')}, "
        f"{packages}, {sqlite}, Node {first_line('node', '--version')}. {options.rounds} rounds of {options.seconds:g} s, "
        "medians. [README.md](README.md) explains each line and the goals that are not reached.\n\n")


main()
