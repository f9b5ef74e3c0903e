"""Two servers that share a database, behind HAProxy with the configuration of deploy, on ports of this machine."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from server import ROOT, TIMEOUT, Server


class Nodes:
    """Starts everything; `stop()` ends it."""

    def __init__(self, count=2):
        self._folder = tempfile.TemporaryDirectory()
        self._path = Path(self._folder.name)
        # The user of the database must reach its own folder.
        self._path.chmod(0o755)
        self._database = Database(self._path / "database")
        self._key = self._path / "code-key"
        self._key.write_bytes(secrets.token_bytes(32))
        self._key.chmod(0o600)
        self.servers = [self._server(number) for number in range(count)]
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._admin = self._path / "admin"
        self._proxy = self._start_proxy()
        self._wait_until_served()

    def kill(self, number):
        self.servers[number].kill()

    def replace(self, number):
        """Starts another server in the place of one that was killed."""
        self.servers[number] = self._server(number)
        with socket.socket(socket.AF_UNIX) as admin:
            admin.connect(str(self._admin))
            admin.sendall(f"set server usher/node{number} addr 127.0.0.1 port {port(self.servers[number])}\n".encode())
            admin.recv(1000)

    def stop(self):
        for server in self.servers:
            server.stop()
        self._proxy.terminate()
        self._proxy.wait(TIMEOUT)
        self._listener.close()
        self._database.stop()
        self._folder.cleanup()

    def _server(self, number):
        return Server("--port", "0", "--store", self._database.url, "--code-key", str(self._key), "--data", str(self._path / f"node{number}"))

    def _start_proxy(self):
        text = (ROOT / "deploy/haproxy.cfg").read_text()
        servers = [f"    server node{number} 127.0.0.1:{port(server)}" for number, server in enumerate(self.servers)]
        for old, new in [
            ("defaults\n", f"global\n    stats socket {self._admin} level admin\ndefaults\n"),
            ("resolvers docker\n    parse-resolv-conf\n    hold valid 2s\n", ""),
            ("bind :8080", "bind fd@0"),
            ("    server-template usher 3 usher:8080 resolvers docker init-addr none", "\n".join(servers)),
        ]:
            assert text.count(old) == 1, f"deploy/haproxy.cfg has no {old!r}"
            text = text.replace(old, new)
        file = self._path / "haproxy.cfg"
        file.write_text(text)
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        # The socket of the port is its standard input, so that nothing else can take the port.
        return subprocess.Popen([program, "-db", "-f", file], stdin=self._listener, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _wait_until_served(self):
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                return urllib.request.urlopen(self.address + "/readyz", timeout=TIMEOUT).close()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


class Database:
    """A PostgreSQL server with a new database, which listens on a socket in its folder."""

    def __init__(self, folder):
        folder.mkdir()
        # PostgreSQL refuses to run as root.
        user = []
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody")
            user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        programs = subprocess.run(["pg_config", "--bindir"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
        subprocess.run(
            [*user, f"{programs}/initdb", "--no-sync", "-A", "trust", "-U", "usher", "-E", "UTF8", "--locale", "C", "-D", folder / "data"],
            check=True, cwd="/", stdout=subprocess.DEVNULL,
        )
        self.url = f"postgres:///postgres?host={folder}&user=usher"
        with open(folder / "log", "wb") as log:
            self._process = subprocess.Popen(
                [*user, f"{programs}/postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
                cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        deadline = time.monotonic() + TIMEOUT
        while subprocess.run([f"{programs}/pg_isready", "-q", "-h", folder]).returncode != 0:
            if time.monotonic() > deadline:
                raise RuntimeError("the database does not start:\n" + (folder / "log").read_text())
            time.sleep(0.05)

    def stop(self):
        self._process.send_signal(signal.SIGINT)
        self._process.wait(TIMEOUT)


def port(server):
    return int(server.address.rsplit(":", 1)[1])
