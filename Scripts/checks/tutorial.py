#!/usr/bin/env python3
"""Follows the tutorial literally in an empty folder: writes its files, runs its commands, and compares what they print.

- A block of Swift begins with a comment that has the path of its file.
- A block of the language `console` has commands after `$ ` and, below each, the output that it must print; `…` in it stands for
  any text. A command must succeed, also one without output.
- `swift run … serve` continues in the background until the next one; its port is a free one.
- Blocks of other languages are not used.

The package depends on this checkout and shares the scratch folder of `Scripts/checks/stranger.sh`. With an argument, the folder is kept there.
"""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from pages import blocks, commands, fits

ARTICLE = ROOT / "Sources/Coordination/Coordination.docc/Tutorial.md"
SCRATCH = Path(os.environ.get("SCRATCH", ROOT / ".build-stranger"))
# The port in the article; the server gets a free one instead.
PORT = "8080"
END = "end of command, status "


class Follower:
    """A reader who does what the article says, in a folder of their own."""

    def __init__(self, folder):
        self.folder = folder
        # The next server has the same port, because clients keep the address.
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = str(probe.getsockname()[1])
        tools = folder / ".tools"
        tools.mkdir(parents=True)
        # The reader's own folder of Usher and build folder would only make this slower.
        self.add_tool(tools, "usher", f'exec {SCRATCH}/debug/usher "${{@/#..\\/usher/{ROOT}}}"')
        swift = shutil.which("swift")
        self.add_tool(
            tools, "swift",
            f'case $1 in build|test|run) exec {swift} "$1" --scratch-path {SCRATCH} "${{@:2}}" ;; esac\nexec {swift} "$@"')
        self.environment = os.environ | {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder / ".home"), "USHER_PORT": self.port,
        }
        self.shell = subprocess.Popen(
            ["bash", "-u"], cwd=folder, env=self.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.server = None

    @staticmethod
    def add_tool(tools, name, script):
        (tools / name).write_text(f"#!/usr/bin/env bash\n{script}\n")
        (tools / name).chmod(0o755)

    def run(self, command):
        """Runs a command in the shell; returns its output and its status."""
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
        """Starts a server in place of the last one; returns what it prints at its start."""
        status = self.stop()
        if status:
            return "The server before did not stop gracefully.", status
        current = self.run("pwd")[0].strip()
        output, log = self.folder / ".output", self.folder / ".log"
        self.server = subprocess.Popen(
            shlex.split(command), cwd=current, env=self.environment, stdin=subprocess.DEVNULL, stdout=output.open("w"),
            stderr=log.open("w"))
        while self.server.poll() is None:
            if " is ready. " in (text := output.read_text()):
                return text.replace(f":{self.port}", f":{PORT}"), 0
            time.sleep(0.1)
        return output.read_text() + log.read_text(), self.server.returncode or 1

    def stop(self):
        """Stops the server as Control-C does; returns its status."""
        server, self.server = self.server, None
        if server is None:
            return 0
        server.terminate()
        return server.wait(timeout=60)


def follow(follower):
    package = None
    for language, start, lines in blocks(ARTICLE.read_text()):
        if language == "swift":
            path = re.fullmatch(r"// (\S+\.swift)", lines[0])
            if not path or not package:
                raise SystemExit(f"{ARTICLE.name}:{start}: the block does not begin with the path of its file")
            file = package / path[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(lines[1:]).strip("\n") + "\n")
        elif language == "console":
            for number, command, expected in commands(start, lines):
                begin = time.monotonic()
                output, status = follower.run(command)
                print(f"{time.monotonic() - begin:6.1f} s  {command}", flush=True)
                if status or (expected and not fits(output, expected)):
                    expectation = "\n".join(expected)
                    raise SystemExit(
                        f"{ARTICLE.name}:{number}: the status is {status}, and the output is not the one in the article.\n"
                        f"--- article\n{expectation}\n--- output\n{output.strip()}")
                package = Path(follower.run("pwd")[0].strip())
    if status := follower.stop():
        raise SystemExit(f"The server ended with {status} on SIGTERM.")


def main():
    begin = time.monotonic()
    subprocess.run([ROOT / "Scripts/setup.sh", "build"], check=True)
    # A reader has Usher's program already.
    subprocess.run(
        ["swift", "build", "--package-path", ROOT / "Examples/Bank", "--scratch-path", SCRATCH, "--product", "usher"], check=True)
    built = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        follower = Follower(Path(sys.argv[1] if len(sys.argv) > 1 else temporary).resolve())
        try:
            follow(follower)
        finally:
            follower.stop()
            follower.shell.stdin.close()
            follower.shell.wait()
    end = time.monotonic()
    print(f"The tutorial does what it says: {end - built:.0f} seconds, after {built - begin:.0f} for Usher itself.")


main()
