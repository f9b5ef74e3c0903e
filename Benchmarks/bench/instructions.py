"""Instructions and allocations per request, counted by callgrind. They do not depend on the load of the machine."""

import re
import subprocess
from collections import Counter

from . import servers, sessions

ALLOCATIONS = ("malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc")


def measure(results, data, count):
    stored, durable, _ = sessions.make_store(data, "instructions", 16)
    totals = {}
    for name, load, store, log in (("GET", "get", "memory", None), ("POST, memory", "tap", "memory", None),
                                   ("POST, memory, log", "tap", "memory", data / "instructions.log"),
                                   ("POST, durable", "tap", f"sqlite:{stored}", None)):
        profile = data / "callgrind.out"
        server = servers.usher(data / "instructions", store, wrapper=callgrind(profile), log=log)
        try:
            of = durable if store != "memory" else [sessions.log_in(server.port) for _ in range(4)]
            send(server.port, of, load, 200)
            switch(server, "on")
            send(server.port, of, load, count)
            switch(server, "off")
        finally:
            server.stop()
        total, allocations, step = read(profile)
        totals[name] = total
        results.count(f"{name}: instructions", "/request", [total / count])
        results.count(f"{name}: allocations", "/request", [allocations / count])
        if name == "POST, memory":
            results.count("a transition by itself: instructions", "/transition", [step / count])
    results.add("the log line of a tap by itself: instructions", "/tap",
                [(totals["POST, memory, log"] - totals["POST, memory"]) / count])


def callgrind(profile, *options):
    """Returns the command that runs a program under callgrind, which counts once it is switched on."""
    return ("valgrind", "--tool=callgrind", "--instr-atstart=no", *options, f"--callgrind-out-file={profile}")


def switch(server, state):
    subprocess.run(["callgrind_control", "-i", state, str(server.process.pid)], check=True, capture_output=True)


def dump(server):
    """Writes the counts since the last dump to a file of their own, and sets them to zero."""
    subprocess.run(["callgrind_control", "-d", str(server.process.pid)], check=True, capture_output=True)


def send(port, of, load, count):
    client = sessions.Client(port)
    for number in range(count):
        session = of[number // 2 % len(of)]
        if load == "get":
            client.call("GET", session.path, session.token)
        elif number % 2 == 0:
            client.call("POST", f"{session.path}/screens/{session.list_key}/outputs/itemSelected", session.token, 3)
        else:
            client.call("POST", f"{session.path}/back", session.token)


def read(profile):
    """Returns the number of all instructions, of all allocations, and of the instructions in `Application.apply`."""
    times, step = Counter(), 0
    for _, callee, number, cost in calls(profile):
        times[callee] += number
        # The mangled name of Application.apply(_:to:at:observer:), which a session calls once per transition; its closures
        # have longer ones.
        if re.search("12Coordination11ApplicationC5apply_2to2at8observerAA4Step.*OYKF$", callee):
            step += cost
    total = int(re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)[1])
    return total, sum(times[name] for name in ALLOCATIONS), step


def calls(profile):
    """Yields the calls in a profile: the caller, the called function, their number, and the instructions in them.

    https://valgrind.org/docs/manual/cl-format.html describes the file.
    """
    names = {}
    caller = callee = number = None
    for line in profile.read_text().splitlines():
        if match := re.match(r"(c?fn)=\((\d+)\)(?: (.*))?", line):
            name = names.setdefault(match[2], match[3])
            if match[1] == "fn":
                caller = name
            else:
                callee = name
        elif line.startswith("calls="):
            number = int(line[6:].split()[0])
        elif number is not None:
            yield caller, callee, number, int(line.split()[1])
            number = None
