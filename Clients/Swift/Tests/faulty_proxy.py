#!/usr/bin/env python3
"""Runs the proxy with faults that the walks of the browser have, for a client in another process.

    python3 Clients/Swift/Tests/faulty_proxy.py http://127.0.0.1:8080 [SEED]

Prints its address, has faults from then on, and prints the number of each at the end.
"""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Tests" / "Browser"))

from lossy_proxy import FaultyProxy  # noqa: E402

# A tenth of all messages with the delays of a browser's walk would take most of the time of this one.
FaultyProxy.DELAY = 0.02

proxy = FaultyProxy(sys.argv[1], seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1)
proxy.faulty = True
print(proxy.address, flush=True)
signal.sigwait({signal.SIGTERM, signal.SIGINT})
print(f"the proxy had {dict(proxy.counts)}", file=sys.stderr, flush=True)
