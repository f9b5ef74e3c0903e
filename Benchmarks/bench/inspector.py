"""The cost of open inspectors for a server with 10,000 sessions in memory, under the same load with and without them."""

import http.client
import json
import threading

from . import servers, sessions, wrk
from .results import AT_LEAST

SESSIONS = 10_000
# More than a team opens at once. Each has a list, and follows the session that was used last.
INSPECTORS = 4
CONNECTIONS = 32


def measure(results, data, rounds, seconds, program=servers.USHER):
    with servers.usher(data / "inspector", "memory", program=program) as server:
        file = data / "inspector.sessions"
        # The sessions without load are those of guests, which start without a password hash.
        start_guests(server.port, SESSIONS - sessions.IN_TURN)
        sessions.write(sessions.log_in_many(server.port, sessions.IN_TURN), file)
        rates = {True: [], False: []}
        costs = {True: [], False: []}
        events = 0
        for number in range(rounds * 2):
            # A B B A, so that a machine that gets slower counts for both.
            is_inspected = number % 4 in (1, 2)
            wrk.drive(server, "back", file, CONNECTIONS, max(1, seconds / 4))
            inspectors = [Inspector(server.port) for _ in range(INSPECTORS if is_inspected else 0)]
            run = wrk.drive(server, "tap", file, CONNECTIONS, seconds)
            rates[is_inspected].append(run.rate)
            costs[is_inspected].append(run.cpu)
            events += sum(inspector.close() for inspector in inspectors)
        if events == 0:
            raise SystemExit("The inspectors have seen nothing.")
        results.add("POST, 10,000 sessions", "requests/s", rates[False])
        results.add(f"POST, 10,000 sessions, {INSPECTORS} inspectors", "requests/s", rates[True])
        results.add("processor time, POST, 10,000 sessions", "µs/request", costs[False])
        results.add(f"processor time, POST, 10,000 sessions, {INSPECTORS} inspectors", "µs/request", costs[True])
        results.compare("POST with inspectors / without", rates[True], rates[False], AT_LEAST, 0.98)


def start_guests(port, count):
    client = sessions.Client(port)
    for _ in range(count):
        client.call("POST", "/v1/sessions", body={"app": "items"})


class Inspector:
    """The stream of an inspector, read by a thread; like a browser, it follows one session."""

    def __init__(self, port):
        listing = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        listing.request("GET", "/v1/inspector/sessions?limit=1")
        session = json.loads(listing.getresponse().read())["sessions"][0]["id"]
        listing.close()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/v1/inspector/events?session={session}", headers={"Accept": "text/event-stream"})
        self.response = self.connection.getresponse()
        self.events = 0
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            while line := self.response.readline():
                self.events += line.startswith(b"event:")
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass

    def close(self):
        """Ends the stream; returns the number of events."""
        self.connection.sock.shutdown(2)
        self.thread.join(10)
        self.connection.close()
        return self.events
