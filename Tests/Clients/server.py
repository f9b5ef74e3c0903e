"""The server under test, as a child process without limits for one address.

    USHER_COMMAND  starts the server and prints its address (default: the release build, on a free port)
"""

import os
import re
import shlex
import signal
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ".build/release/usher serve --dev --store memory --port 0"
# One address plays all users, who start many sessions, send wrong payloads, and ask for many codes.
WITHOUT_LIMITS = [
    "--address-rejections", "0", "--address-new-sessions", "0", "--address-share", "0", "--address-unknown-sessions", "0",
    "--account-requests", "0", "--session-links", "0", "--codes-per-day", "1000000000", "--log-level", "warning"]
TIMEOUT = 20  # seconds; reached only by a failing test


class Server:
    def __init__(self):
        command = shlex.split(os.environ.get("USHER_COMMAND", COMMAND)) + WITHOUT_LIMITS
        # The server rejects USHER_ variables that name no setting, such as those of these tests.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output = []
        self.address = self._read_address()
        threading.Thread(target=self._drain, daemon=True).start()

    def _read_address(self):
        for line in self.process.stdout:
            self.output.append(line)
            if found := re.search(r"http://(?:127\.0\.0\.1|localhost):\d+", line):
                return found[0]
        raise RuntimeError("the server ended without printing its address:\n" + "".join(self.output))

    def _drain(self):
        for line in self.process.stdout:
            self.output.append(line)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
