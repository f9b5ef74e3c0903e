"""The program, on a port that the system chooses."""

import re
import signal
import subprocess
import threading


class Server:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--store", "memory", "--data", folder, "--host-name", "*"]
            + ["--trusted-proxies", "127.0.0.1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stderr:
            if found := re.search(r"address\"?[=:]\"?http://[^:]*:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise SystemExit("The server did not start.")
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
