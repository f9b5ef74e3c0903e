"""A reader who does what a page says, for the programs that follow pages literally."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from pages import fits

# The build folder of all packages that depend on this one, which is compiled once for them.
SCRATCH = Path(os.environ.get("SCRATCH", ROOT / ".build-stranger"))
# The program `usher`, which has all options and so is compiled apart.
SHIPPED = Path(os.environ.get("SHIPPED", ROOT / ".build-shipped"))
# The port on the pages. The server gets a free one instead.
PORT = "8080"
END = "end of command, status "


class Follower:
    """A reader with a shell in a folder, whose tools are in a folder of their own. `with` ends both the shell and the server."""

    def __init__(self, folder, own):
        self.own = own
        # The next server has the same port, because clients keep the address.
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = str(probe.getsockname()[1])
        tools = own / ".tools"
        tools.mkdir(parents=True)
        # The reader's own folder of Usher and build folder would only make this slower.
        self.add_tool(tools, "usher", f'exec {SHIPPED}/debug/usher "${{@/#..\\/usher/{ROOT}}}"')
        swift = shutil.which("swift")
        self.add_tool(
            tools, "swift",
            f'case $1 in build|test|run) exec {swift} "$1" --scratch-path {SCRATCH} "${{@:2}}" ;; esac\nexec {swift} "$@"')
        self.environment = os.environ | {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(own / ".home"), "USHER_PORT": self.port,
        }
        self.shell = subprocess.Popen(
            ["bash", "-u"], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.server = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.shell.stdin.close()
        self.shell.wait()

    @staticmethod
    def add_tool(tools, name, script):
        (tools / name).write_text(f"#!/usr/bin/env bash\n{script}\n")
        (tools / name).chmod(0o755)

    @property
    def current(self):
        """The current folder of the shell."""
        return Path(self.run("pwd")[0].strip())

    def follow(self, page, number, command, expected):
        """Runs a command of a page, and ends the program if it fails, or does not print what the page says."""
        begin = time.monotonic()
        output, status = self.run(command)
        print(f"{time.monotonic() - begin:6.1f} s  {command}", flush=True)
        if status or (expected and not fits(output, expected)):
            expectation = "\n".join(expected)
            raise SystemExit(
                f"{page.name}:{number}: the status is {status}, and the output is not the one on the page.\n"
                f"--- page\n{expectation}\n--- output\n{output.strip()}")

    def run(self, command):
        """Runs a command in the shell, and returns its output and its status."""
        if re.match(r"swift run \S+ serve", command):
            return self.serve(command)
        command = command.replace(f":{PORT}", f":{self.port}")
        self.shell.stdin.write(f'{{ {command}\n}} < /dev/null\necho "{END}$?"\n')
        self.shell.stdin.flush()
        output = []
        for line in self.shell.stdout:
            if END in line:
                before, _, status = line.partition(END)
                return "".join(output) + before, int(status)
            output.append(line)
        return "".join(output), self.shell.wait()

    def serve(self, command):
        """Starts a server in place of the last one, and returns what it prints at its start."""
        status = self.stop()
        if status:
            return "The server before did not stop gracefully.", status
        output, log = self.own / ".output", self.own / ".log"
        self.server = subprocess.Popen(
            shlex.split(command), cwd=self.current, env=self.environment, stdin=subprocess.DEVNULL, stdout=output.open("w"),
            stderr=log.open("w"))
        while self.server.poll() is None:
            if " is ready. " in (text := output.read_text()):
                return text.replace(f":{self.port}", f":{PORT}"), 0
            time.sleep(0.1)
        return output.read_text() + log.read_text(), self.server.returncode or 1

    def stop(self):
        """Stops the server as Control-C does, and returns its status."""
        server, self.server = self.server, None
        if server is None:
            return 0
        server.terminate()
        return server.wait(timeout=60)
