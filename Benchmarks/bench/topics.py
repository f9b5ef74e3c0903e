"""Sessions that follow one topic: the time from a publication to the event of each session, and what the servers spend on it."""

import asyncio
import json
import re
import time

from . import connections, servers, sessions
from .database import Database
from .results import AT_MOST
from .streams import TOGETHER, percentile

SESSIONS, RATE = 1_000, 100
NUMBER = re.compile(rb'"number":(\d+)')
# The shortest time between two values that a session gets, as `seats` has it.
INTERVAL = 0.25


def measure(results, data, seconds):
    """Measures one server with each store, and three servers that share a database."""
    connections.allow_open_files(SESSIONS + 1_000)
    for name, store in (("memory", "memory"), ("durable", f"sqlite:{data / 'topics.db'}")):
        with servers.seats(data / "topics", store) as server:
            report(results, name, asyncio.run(Run([server]).perform(seconds)))
    with Database() as database:
        key = data / "topics-code-key"
        key.write_bytes(bytes(range(32)))
        key.chmod(0o600)
        for count in (1, 3):
            nodes = [servers.seats(data / f"topics-{number}", database.uri, "--code-key", key)
                     for number in range(count)]
            try:
                report(results, f"PostgreSQL, {count} {'node' if count == 1 else 'nodes'}", asyncio.run(Run(nodes).perform(seconds)))
            finally:
                for node in nodes:
                    node.stop()


class Run:
    """Publications at a fixed rate, and sessions that watch."""

    def __init__(self, nodes):
        self.nodes = nodes
        # A topic of its own, because the database has the values of the run before.
        self.topic = {"train": str(time.monotonic_ns())}
        self.sent = {}
        self.latencies = []
        self.seen = [0] * SESSIONS
        self.events = 0

    async def perform(self, seconds):
        for first in range(0, SESSIONS, TOGETHER):
            await asyncio.gather(*(self.watch(number) for number in range(first, first + TOGETHER)))
        publisher = await connections.connect(self.nodes[0].operations_port)
        # The first values draw the documents of the sessions anew, which the following ones do not.
        await self.publish(publisher, RATE)
        self.latencies, self.events = [], 0
        before, began = [node.cpu_seconds for node in self.nodes], time.monotonic()
        await self.publish(publisher, round(seconds * RATE))
        self.seconds = time.monotonic() - began
        self.cpu = sum(node.cpu_seconds for node in self.nodes) - sum(before)
        last = max(self.sent)
        self.behind = sum(seen != last for seen in self.seen)
        return self

    async def watch(self, number):
        """Starts a session at one of the nodes, boards the train, and opens its stream."""
        node = self.nodes[number % len(self.nodes)]
        connection = await connections.connect(node.port)
        started = json.loads(await connection.call(
            connections.request("POST", "/v1/sessions", "none", body="{}").replace(b"Authorization: Bearer none\r\n", b""), 201))
        session = sessions.Session(started["id"], started["token"], started["focus"])
        await connection.call(connections.request(
            "POST", f"{session.path}/screens/{session.list_key}/outputs/board", session.token, body=json.dumps(self.topic["train"])))

        def observe(id, now):
            found = NUMBER.search(connection.events.last)
            if not found or id is None:
                return
            value = int(found[1])
            if value > self.seen[number]:
                self.seen[number] = value
                self.events += 1
                if value in self.sent:
                    self.latencies.append(now - self.sent[value])

        await connection.follow(connections.event_stream(session), observe)

    async def publish(self, publisher, count):
        """Publishes values, each at its time, and waits until the sessions have had time to get the last one."""
        began, answered = time.monotonic(), 0

        def respond(status, _, body, __):
            nonlocal answered
            answered += 1
            if status != 204:
                raise SystemExit(f"A publication got the status {status}: {body.decode()}")

        for place in range(count):
            delay = began + place / RATE - time.monotonic()
            if delay > 0:
                await asyncio.sleep(delay)
            number = len(self.sent) + 1
            self.sent[number] = time.monotonic()
            body = json.dumps({"topic": self.topic, "value": {"number": number, "taken": [(number + seat) % 400 for seat in range(40)]}})
            publisher.send(connections.request("POST", "/v1/topics/seatMap", "none", body=body)
                           .replace(b"Authorization: Bearer none\r\n", b""), respond)
        deadline = time.monotonic() + 10
        while (answered < count or min(self.seen) < len(self.sent)) and time.monotonic() < deadline:
            await asyncio.sleep(0.05)


def report(results, name, run):
    at = f"{SESSIONS:,} sessions, {RATE} publications/s, {name}"
    results.add(f"publication to event, {at}, p50", "ms", [percentile(run.latencies, 50) * 1e3])
    # A value that came right after another one waits for the interval of its topic.
    results.expect(f"publication to event, {at}, p99", "ms", [percentile(run.latencies, 99) * 1e3], AT_MOST, 1e3 * INTERVAL)
    results.add(f"values that a session got, {at}", "1/s", [run.events / SESSIONS / run.seconds])
    results.expect(f"sessions without the last value, {at}", "", [run.behind], AT_MOST, 0)
    results.add(f"processor time of all nodes, {at}", "cores", [run.cpu / run.seconds])
    results.add(f"processor time of all nodes for an event, {at}", "µs", [run.cpu / max(1, run.events) * 1e6])
