"""A machine as the operators' pages describe it, and the programs on it."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
TIMEOUT = 30
#: The machines of the pages; the addresses are for documentation (RFC 5737).
HOSTS = {
    "db1.example": "192.0.2.11",
    "db2.example": "192.0.2.12",
    "db.example": "192.0.2.11",
    "database": "192.0.2.11",
    "usher1.example": "192.0.2.21",
}


def prepare(program):
    """Makes the machine out of this one; everything but /tmp is a copy."""
    run("mount -t tmpfs tmpfs /mnt")
    for name in ["etc", "usr", "var", "run"]:
        # A service that runs here must not be reached by its socket.
        if name == "run":
            run("mount -t tmpfs tmpfs /run")
            continue
        run(f"mkdir -p /mnt/{name}/upper /mnt/{name}/work")
        run(f"mount -t overlay overlay -o lowerdir=/{name},upperdir=/mnt/{name}/upper,workdir=/mnt/{name}/work /{name}")
    run("ip link set lo up")
    for address in sorted(set(HOSTS.values())):
        run(f"ip address add {address}/32 dev lo")
    with open("/etc/hosts", "w") as hosts:
        hosts.write("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in HOSTS.items()))
    Path("/etc/nsswitch.conf").write_text("hosts: files\npasswd: files\ngroup: files\n")
    for user in ["usher", "postgres"]:
        run(f"id {user} > /dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/{user} --create-home {user}")
        run(f"usermod --home /var/lib/{user} {user} && mkdir -p /var/lib/{user} && chown {user}:{user} /var/lib/{user}")
    shutil.copy(program, "/usr/local/bin/usher")
    shutil.copytree(ROOT / "Public", "/usr/share/usher/Public")


def run(command, **options):
    """Runs a shell command, which must succeed, and returns what it prints."""
    result = subprocess.run(["bash", "-c", command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command}: {result.returncode}: {result.stdout}")
    return result.stdout


def get(address, host=None, path="/readyz"):
    """Returns the status of a request and the body."""
    request = urllib.request.Request(address + path, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def wait_until(condition, what, timeout=TIMEOUT):
    deadline = time.monotonic() + timeout
    while True:
        try:
            if condition():
                return
        except OSError:
            pass
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} does not happen in {timeout} seconds")
        time.sleep(0.05)


class Process:
    """A program that runs until it is stopped; `with` stops it."""

    def __init__(self, command, log="/tmp/deployment-log", **options):
        self.log = Path(log)
        with open(self.log, "wb") as output:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(TIMEOUT)

    def wait_for(self, text):
        """Waits until the program has printed a text."""
        def is_there():
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended with {self.process.returncode}: {self.log.read_text()}")
            return text in self.log.read_text()

        wait_until(is_there, f"{text!r} in {self.log}")
        return self


class Usher(Process):
    """A server, which listens when the object is made."""

    def __init__(self, *arguments, environment={}, prefix=(), log="/tmp/deployment-usher.log"):
        super().__init__(
            [*prefix, "usher", "serve", *arguments], log,
            env={"PATH": os.environ["PATH"], "HOME": "/tmp", **environment}, cwd="/tmp")
        self.wait_for(" is ready. ")
        self.address = re.search(r"Open (https?://\S+?)/ in", self.log.read_text())[1]
        self.port = int(self.address.rsplit(":", 1)[1])
