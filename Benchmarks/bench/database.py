"""A PostgreSQL server of the benchmarks, which syncs each commit to a disk."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
import typing
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
# PostgreSQL refuses to run as root.
USER = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name


class Database:
    """A server with a database of its own, on a Unix socket in its folder; it ends, and its files are removed, with the block.

    It has the settings of a new installation, with the given ones and room for several nodes.
    """

    def __init__(self, **settings):
        # The folder of the other files can be entered by its owner only.
        self.folder = Path(tempfile.mkdtemp(prefix="usher-bench-postgresql-", dir="/var/tmp"))
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        self.programs = Path(output("pg_config", "--bindir").strip())
        self.log = open(self.folder / "log", "w+b")
        self.process = None
        try:
            output(*self.as_user, self.programs / "initdb", "-A", "trust", "-U", "usher", "-E", "UTF8", "--locale", "C",
                   "-D", self.folder / "data")
            self.start(settings)
        except BaseException:
            self.__exit__()
            raise

    @property
    def as_user(self):
        return ("setpriv", f"--reuid={USER}", "--regid=nogroup", "--clear-groups") if os.getuid() == 0 else ()

    def start(self, settings):
        settings = {"listen_addresses": "", "max_connections": 200, "track_wal_io_timing": "on"} | settings
        self.process = subprocess.Popen(
            [*map(str, self.as_user), str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder),
             *(word for name, value in settings.items() for word in ("-c", f"{name}={value}"))],
            stdout=self.log, stderr=self.log)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if subprocess.run([self.programs / "pg_isready", "-q", "-h", self.folder]).returncode == 0:
                return
            time.sleep(0.1)
        self.log.seek(0)
        raise SystemExit(f"PostgreSQL did not start: {self.log.read().decode()}")

    @property
    def uri(self):
        """The connection URI for `--store`."""
        return f"postgres:///postgres?host={self.folder}&user=usher"

    def query(self, commands):
        """Runs SQL, and returns the rows of its last query as lists of text."""
        text = output("psql", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "usher",
                      "-d", "postgres", "-c", commands)
        return [line.split("\t") for line in text.splitlines()]

    def copy(self, table, lines):
        """Adds rows, which are lists of values, to a table with its columns."""
        with subprocess.Popen(
                ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-U", "usher", "-d", "postgres",
                 "-c", f"COPY {table} FROM STDIN"], stdin=subprocess.PIPE, text=True) as process:
            for values in lines:
                process.stdin.write("\t".join(map(self._text, values)) + "\n")
        assert process.returncode == 0, f"{table} can't be filled"

    @staticmethod
    def _text(value):
        if value is None:
            return "\\N"
        if isinstance(value, bytes):
            return "\\\\x" + value.hex()
        return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")

    def value(self, query):
        """Returns the number that a query has as its only value."""
        return float(self.query(query)[0][0])

    def pgbench(self, script, clients, seconds, **variables):
        """Runs pgbench with prepared statements and one thread, and returns its transactions per second."""
        file = self.folder / "script.sql"
        file.write_text(script)
        text = output("pgbench", "-n", "-M", "prepared", "-c", clients, "-j", 1, "-T", max(1, round(seconds)), "-f", file,
                      *(word for name, value in variables.items() for word in ("-D", f"{name}={value}")),
                      "-h", self.folder, "-U", "usher", "postgres")
        return float(next(line.split("=")[1].split()[0] for line in text.splitlines() if line.startswith("tps")))

    @property
    def cpu_seconds(self):
        """The CPU time of all processes of the server so far, those that have ended included (proc_pid_stat(5))."""
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        ticks = sum(map(int, stat(main)[11:15]))
        for child in children:
            try:
                ticks += sum(map(int, stat(child)[11:13]))
            except (FileNotFoundError, ProcessLookupError):
                pass
        return ticks / TICK

    def counters(self):
        """Returns the bytes of the write-ahead log, the transactions that have written something, and the CPU time so far.

        The statistics of PostgreSQL count syncs and reads, too, but a connection that rests reports them ten seconds later.
        """
        [row] = self.query("SELECT pg_current_wal_insert_lsn() - '0/0', pg_snapshot_xmax(pg_current_snapshot())")
        return Counters(*map(float, row), self.cpu_seconds)

    @property
    def sync_microseconds(self):
        """The average time of a sync of the write-ahead log so far, as far as it was reported."""
        return self.value("SELECT wal_sync_time / greatest(wal_sync, 1) FROM pg_stat_wal") * 1e3

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Counters(typing.NamedTuple):
    """Counts of a server since its start."""

    log_bytes: float
    commits: float
    cpu_seconds: float


def stat(process):
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout
