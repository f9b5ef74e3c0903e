"""Attacks a running server in several ways beside an honest client, and reports what the client notices.

    python3 Tests/Attacks [--seconds 10] [--program .build/release/usher] [NAME ...]

It prints the median and the 99th percentile of the honest client's requests with each attack, and the ratio of the percentile
to that of all requests without an attack. Those are measured before each attack and after the last one, for half as long,
because the speed of a shared machine changes in minutes; the range of their percentiles is printed, too. It fails when an
honest request fails, when the server ends, when its stop beside the attack takes more than 5 seconds, or when the percentile
is more than twice the one without an attack and more than 3 ms, which other work on a machine with two cores can cause. It
also fails when the attack was none: when it ended early, made less than one attempt a second, or held fewer connections than
it should. Guests, who start a session and read its first screen beside log-ins, must do so within 100 ms.
"""

import argparse
import multiprocessing
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from attacks import ALL, ATTEMPTS, BESIDE_GUESTS, HELD, established, in_own_process, nothing
from honest import Guest, Honest, percentile

FLOOR = 0.003
# The 99th percentile of the time to a guest's first screen.
FIRST_SCREEN = 0.100


class Server:
    """A running program, whose log goes to a file: a thread that read it would share Python's lock with the honest client."""

    def __init__(self, program):
        self._folder = tempfile.TemporaryDirectory()
        log = pathlib.Path(self._folder.name) / "log"
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                [program, "serve", "--port", "0", "--store", f"sqlite:{self._folder.name}/usher.db"],
                stdout=subprocess.DEVNULL,
                stderr=file,
            )
        while not (found := re.search(r"address\"?[=:]\"?http://[^:]*:(\d+)", log.read_text())):
            if self.process.poll() is not None:
                raise SystemExit("The server did not start.")
            time.sleep(0.05)
        self.port = int(found[1])

    def stop(self):
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self._folder.cleanup()
        return status, time.monotonic() - start


def measure(program, attack, seconds, client=Honest, held=0):
    """Measures honest requests beside an attack.

    `held` is the number of connections that the attack must hold at some time during the measurement.
    """
    server = Server(program)
    try:
        honest = client(server.port)
        before = ATTEMPTS.value
        with in_own_process(attack, server.port) as attacker:
            wait(2, held, server.port)
            honest.start()
            most = multiprocessing.Value("i", 0)
            watcher = multiprocessing.Process(target=watch, args=(server.port, most), daemon=True)
            watcher.start()
            time.sleep(seconds)
            watcher.terminate()
            watcher.join()
            honest.stop()
            if most.value < held:
                honest.failures.append(f"the attack held {most.value} connections instead of {held}")
            if attack is not nothing and not attacker.is_alive():
                honest.failures.append("the attack ended early")
            if server.process.poll() is not None:
                honest.failures.append(f"the server ended with {server.process.returncode}")
            # The attack goes on while the server stops.
            status, duration = server.stop()
    finally:
        server.process.kill()
    honest.attempts = ATTEMPTS.value - before
    if attack is not nothing:
        if honest.attempts < seconds:
            honest.failures.append(f"the attack made {honest.attempts} attempts only")
        if attacker.exitcode != 0:
            honest.failures.append(f"the attack ended with {attacker.exitcode}")
    if status != 0:
        honest.failures.append(f"the server's status at the stop is {status}")
    if duration > 5:
        honest.failures.append(f"the stop took {duration:.1f} s")
    return honest, duration


def watch(port, most):
    """Notes the largest number of connections, in a process of its own for the same reason."""
    while True:
        most.value = max(most.value, established(port))
        time.sleep(0.5)


def wait(seconds, connections, port):
    """Waits for a time, and for up to a minute until there are connections."""
    time.sleep(seconds)
    deadline = time.monotonic() + 60
    while established(port) < connections and time.monotonic() < deadline:
        time.sleep(0.1)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", choices=[[], *ALL, *BESIDE_GUESTS], help="the attacks; all by default")
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--program", default=".build/release/usher")
    chosen = options.parse_args()
    quiet, attacked = [], []
    for name in chosen.names or [*ALL, *BESIDE_GUESTS]:
        quiet.append(measure(chosen.program, nothing, chosen.seconds / 2))
        if name in ALL:
            result = measure(chosen.program, ALL[name], chosen.seconds, held=HELD.get(name, 0))
        else:
            result = measure(chosen.program, BESIDE_GUESTS[name], chosen.seconds, Guest)
        attacked.append((name, *result))
        print(f"measured: {name}", file=sys.stderr, flush=True)
    quiet.append(measure(chosen.program, nothing, chosen.seconds / 2))
    return report_all(quiet, attacked)


def report_all(quiet, attacked):
    """Prints a row for the requests without an attack and one for each attack, and returns the exit code."""
    usual = Pool([honest for honest, _ in quiet])
    p99 = percentile(usual.latencies, 0.99)
    limit = max(2 * p99, FLOOR)
    print(f"{'attack':20} {'attempts':>8} {'requests':>8} {'p50 ms':>8} {'p99 ms':>8} {'ratio':>6} {'max ms':>8} {'failures':>8} {'stop s':>7}")
    red = report("no attack", usual, max(stop for _, stop in quiet), limit, p99)
    alone = sorted(percentile(honest.latencies, 0.99) * 1000 for honest, _ in quiet)
    print(f"    p99 of its {len(quiet)} measurements: {alone[0]:.2f} to {alone[-1]:.2f} ms")
    for name, honest, stop in attacked:
        guests = name in BESIDE_GUESTS
        red |= report(name, honest, stop, FIRST_SCREEN if guests else limit, None if guests else p99)
    return 1 if red else 0


class Pool:
    """The requests of several clients."""

    def __init__(self, clients):
        self.attempts = 0
        self.latencies = [latency for client in clients for latency in client.latencies]
        self.failures = [failure for client in clients for failure in client.failures]


def report(name, honest, stop, limit, usual):
    p50, p99, longest = (percentile(honest.latencies or [float("inf")], share) for share in (0.5, 0.99, 1))
    slow = p99 > limit
    ratio = f"{p99 / usual:6.2f}" if usual else f"{'–':>6}"
    mark = "  too slow" if slow else ""
    print(
        f"{name:20} {honest.attempts:8} {len(honest.latencies):8} {p50 * 1000:8.2f} {p99 * 1000:8.2f} {ratio} {longest * 1000:8.2f} {len(honest.failures):8} {stop:7.2f}{mark}",
        flush=True,
    )
    for failure in honest.failures[:3]:
        print(f"    {failure}")
    return slow or bool(honest.failures)


if __name__ == "__main__":
    sys.exit(main())
