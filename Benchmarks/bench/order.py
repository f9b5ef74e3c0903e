"""Records the order in which the linker puts the functions of the shipped program: those of a request beside each other.

A tap calls more than a thousand functions, most of them once. Spread over a program of 30 MB, they are in several hundred
pages of memory, more than a processor's table of pages holds. `make release` gives the order to the linker; a name
in it that the program does not have is skipped.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from . import instructions, servers, walks

ORDER = servers.ROOT / "Scripts/function-order.txt"
SESSIONS_OF_A_WALK = 32
SECONDS = 40
READS = 300
# The functions that one in ten requests calls come first, and those that fewer than one in a thousand calls stay where they are.
OFTEN, RARE = 10, 1_000


def main():
    with tempfile.TemporaryDirectory(prefix="usher-order-", dir="/var/tmp") as folder:
        data = Path(folder)
        calls = Calls(servers.USHER)
        of = walks.recorded(data)
        requests = sum(record(data, store, of, calls) for store in ("memory", f"sqlite:{data / 'order.db'}"))
    names = calls.in_order(requests // OFTEN, requests // RARE)
    ORDER.write_text("\n".join(names) + "\n")
    print(f"{ORDER.relative_to(servers.ROOT)}: {len(names)} functions of {requests} requests")


def record(data, store, of, calls):
    """Adds the calls of the walks and of some reads to `calls`, and returns the number of requests."""
    profile = data / "order.out"
    server = servers.usher(data / "order", store, wrapper=instructions.callgrind(profile, "--demangle=no"),
                           log=data / "order.log")
    walker = None
    try:
        sessions = [[walks.session_at(server.port, walk) for _ in range(4 if walk.logs_in else SESSIONS_OF_A_WALK)]
                    for walk in of]
        walker = walks.Contender(server, of, sessions, data / "order.walks", None)
        walker.command("spread 8")
        instructions.switch(server, "on")
        requests = walker.run(8, SECONDS).requests
        instructions.send(server.port, [session for some in sessions for session in some], "get", READS)
        instructions.switch(server, "off")
    finally:
        if walker:
            walker.stop()
        server.stop()
    calls.read(profile)
    return requests + READS


class Calls:
    """The calls between functions, as callgrind counts them."""

    def __init__(self, program):
        symbols = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True).stdout
        self.of_program = {line.split(maxsplit=2)[2] for line in symbols.splitlines()}
        # The functions that a function calls, in the order of the calls in its code.
        self.callees = defaultdict(Counter)
        self.count = Counter()

    def read(self, profile):
        for caller, callee, times, _ in instructions.calls(profile):
            # callgrind adds the depth of a recursion to a name.
            caller, callee = (re.sub(r"'\d+$", "", name) for name in (caller, callee))
            self.callees[caller][callee] += times
            self.count[callee] += times

    def in_order(self, often, rarely):
        """Returns the functions of the program that are called so often, and then those that are called so rarely.

        Of both, each function is behind the first of its callers.
        """
        names = dict.fromkeys(self._behind_callers(often) + self._behind_callers(rarely))
        return [name for name in names if name in self.of_program]

    def _behind_callers(self, least):
        # The functions that already ran when the recording began: the loops of the threads.
        roots = {name for name in self.callees if not self.count[name]}
        pending = sorted({*self.count, *roots},
                         key=lambda name: (name in roots, self.count[name], self.callees[name].total(), name))
        ordered = {}
        while pending:
            name = pending.pop()
            if name not in ordered and (self.count[name] >= least or name in roots):
                ordered[name] = True
                pending += reversed(self.callees[name])
        return list(ordered)


if __name__ == "__main__":
    sys.exit(main())
