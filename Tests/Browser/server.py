"""The server under test, as a child process.

    USHER_COMMAND  starts the server and prints its address (default: the release build, on a free port)
"""

import json
import os
import re
import shlex
import signal
import subprocess
import threading
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 20  # seconds; reached only by a failing test


class Server:

    def __init__(self, *options, is_for_development=True):
        """:param options: Further options of `usher serve`, which take precedence over those of the command.
        :param is_for_development: Whether it keeps the option `--dev` of the command.
        """
        command = os.environ.get("USHER_COMMAND", ".build/release/usher serve --dev --store memory --port 0")
        # The server rejects USHER_ variables that name no setting, such as those of these tests.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        self.process = subprocess.Popen(
            [*(word for word in shlex.split(command) if is_for_development or word != "--dev"), *options], cwd=ROOT, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.output = []
        self.address = self._read_address()
        threading.Thread(target=self._drain, daemon=True).start()

    def _read_address(self):
        for line in self.process.stdout:
            self.output.append(line)
            found = re.search(r"http://(?:127\.0\.0\.1|localhost):\d+", line)
            if found:
                return found.group()
        raise RuntimeError("the server ended without printing its address:\n" + "".join(self.output))

    def _drain(self):
        for line in self.process.stdout:
            self.output.append(line)

    def get(self, path):
        """Returns the JSON of the response to a GET of a path."""
        with urllib.request.urlopen(self.address + path, timeout=TIMEOUT) as response:
            return json.load(response)

    def suspend(self):
        """Stops the server from running; its sockets still accept what clients send."""
        self.process.send_signal(signal.SIGSTOP)

    def kill(self):
        """Ends the server in the middle of its work."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
