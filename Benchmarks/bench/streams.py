"""Memory of idle event streams, and the time from a tap to its event."""

import asyncio
import gc
import math
import time

from . import connections, servers, sessions
from .memory import KIB
from .results import AT_MOST

# The heartbeat of a stream (Documentation/state-api.md), and the time in which each stream must have had one.
HEARTBEAT, HEARTBEAT_LIMIT = 15, 45
TOGETHER = 200
# All clients have one address here.
ONE_ADDRESS = ("--address-connections", 0)


def measure_idle(results, data, session_count=1_000, streams_of_each=10):
    """Measures the resident memory per idle stream, on fresh connections and on those that have served a GET before."""
    count = session_count * streams_of_each
    connections.allow_open_files(count + 1_000)
    for kind, after_get in (("fresh connection", False), ("connection that has served a GET", True)):
        with servers.usher(data / "streams", "memory", "--connection-limit", count + 1_000, *ONE_ADDRESS) as server:
            of = start(server.port, ("kanji", "profile"), session_count)
            opened, idle = asyncio.run(open_idle(server, of, streams_of_each, after_get))
        results.add(f"memory of an event stream, {kind}, right after it opened", "KiB", [opened])
        results.expect(f"memory of an idle event stream, {kind}", "KiB", [idle], AT_MOST, 20)


async def open_idle(server, of, streams_of_each, after_get):
    """Opens the streams of all sessions; returns the KiB of each right after that, and once each has had a heartbeat."""
    before = server.mapped_resident_bytes
    heard = set()
    count = len(of) * streams_of_each

    async def open_one(number):
        session = of[number % len(of)]
        connection = await connections.connect(server.port)
        if after_get:
            await connection.call(connections.request("GET", session.path, session.token))

        def observe(id, _):
            if id is None:
                heard.add(number)

        await connection.follow(connections.event_stream(session), observe)
        return connection

    opened = []
    for first in range(0, count, TOGETHER):
        opened += await asyncio.gather(*map(open_one, range(first, min(count, first + TOGETHER))))
    after_opening = server.mapped_resident_bytes
    heard.clear()
    deadline = time.monotonic() + HEARTBEAT_LIMIT
    while len(heard) < count:
        if time.monotonic() > deadline:
            raise SystemExit(f"{count - len(heard):,} of {count:,} streams had no heartbeat in {HEARTBEAT_LIMIT} s.")
        await asyncio.sleep(0.5)
    idle = server.mapped_resident_bytes
    for connection in opened:
        connection.transport.abort()
    return (after_opening - before) / count / KIB, (idle - before) / count / KIB


def start(port, apps, count):
    """Starts sessions of applications in turn, and reads each once, so that its document is in the cache."""
    client = sessions.Client(port)
    of = []
    for number in range(count):
        state = client.state("POST", "/v1/sessions", body={"app": apps[number % len(apps)]})
        of.append(sessions.Session(state["id"], state["token"], state["focus"], state["revision"]))
        client.call("GET", of[-1].path, of[-1].token)
    client.connection.close()
    return of


def measure_fan_out(results, data, rounds, seconds, session_count=1_000, rate=1_000):
    """Measures the time from sending a tap to the event with its revision on the session's stream, at a fixed rate of taps."""
    connections.allow_open_files(2 * session_count + 1_000)
    for name, store in (("memory", "memory"), ("durable", f"sqlite:{data / 'fan-out.db'}")):
        with servers.usher(data / "fan-out", store, *ONE_ADDRESS) as server:
            of = start(server.port, ("profile",), session_count)
            runs = asyncio.run(tap_and_watch(server, of, rounds, seconds, rate))
        report(results, name, runs, rate)


async def tap_and_watch(server, of, rounds, seconds, rate):
    watched = [Watched(session) for session in of]
    for first in range(0, len(watched), TOGETHER):
        await asyncio.gather(*(each.open(server.port) for each in watched[first:first + TOGETHER]))
    # The second taps of the sessions are the first that are as expensive as all the following ones.
    await Run(server, watched, rate).perform(2 * len(watched) / rate)
    runs = [await Run(server, watched, rate).perform(seconds) for _ in range(rounds)]
    await check_that_losses_are_found(server, watched, rate)
    return runs


async def check_that_losses_are_found(server, watched, rate):
    """Drops the events of one session, which must be missing then."""
    deaf = watched[0]
    deaf.drops_events = True
    run = await Run(server, watched, rate).perform(2 * len(watched) / rate)
    if run.missing != 2 or run.skipped:
        raise SystemExit(f"{run.missing} revisions were missing, and {run.skipped} skipped, after 2 events were dropped.")
    deaf.drops_events = False


class Watched:
    """A session with two connections: one for its event stream, and one for its taps. Each tap adds one revision: a screen
    opens, and the next tap goes back."""

    def __init__(self, session):
        self.session = session
        self.revision = self.seen = session.revision
        self.requests = [
            connections.request("POST", f"{session.path}/screens/{session.list_key}/outputs/selectCity", session.token,
                                'Prefer: patch-from="%d"\r\n'),
            connections.request("POST", f"{session.path}/back", session.token, 'Prefer: patch-from="%d"\r\n')]
        self.sent = {}
        self.run = None
        self.drops_events = False

    async def open(self, port):
        self.taps, self.stream = await connections.connect(port), await connections.connect(port)
        await self.stream.follow(connections.event_stream(self.session), self.observe)

    def tap(self, run):
        """Sends the next tap, even if the response to the previous one has not arrived."""
        self.run = run
        tap = self.requests[(self.revision - self.session.revision) % 2] % self.revision
        self.revision += 1
        expected = self.revision
        self.sent[expected] = time.monotonic()
        self.taps.send(tap, lambda status, head, _, __: run.respond(status, connections.revision(head), expected))

    def observe(self, id, now):
        if id is None or id <= self.seen or self.drops_events:
            return
        self.run.skipped += id - self.seen - 1
        # A revision that was skipped arrived with this one.
        self.run.latencies += [now - self.sent.pop(revision) for revision in range(self.seen + 1, id + 1)]
        self.seen = id


class Run:
    """Taps at a fixed rate, whether or not the server keeps up."""

    def __init__(self, server, watched, rate):
        self.server, self.watched, self.rate = server, watched, rate
        self.latencies, self.lags = [], []
        self.skipped = self.responses = 0
        self.wrong = None

    def respond(self, status, revision, expected):
        self.responses += 1
        if status != 200 or revision != expected:
            self.wrong = f"A tap got the status {status} and the revision {revision} instead of {expected}."

    async def perform(self, seconds):
        gc.collect()
        gc.disable()
        before, own_before = self.server.cpu_seconds, time.process_time()
        began = time.monotonic()
        await self.send(round(seconds * self.rate))
        elapsed = time.monotonic() - began
        self.own_share = (time.process_time() - own_before) / elapsed
        await self.drain()
        self.cpu = (self.server.cpu_seconds - before) / self.count
        self.missing = sum(each.revision - each.seen for each in self.watched)
        for each in self.watched:
            # An event after that belongs to no run.
            each.seen = each.revision
            each.sent.clear()
        gc.enable()
        if self.wrong or not self.latencies:
            raise SystemExit(self.wrong or "No event arrived.")
        return self

    async def send(self, count):
        """Sends taps, one session after the other, each at its time; a tap that is late does not delay the following ones."""
        self.count = count
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        began = time.monotonic() + 0.01
        number = 0

        def send_due():
            nonlocal number
            while number < count:
                due = began + number / self.rate
                now = time.monotonic()
                if due > now:
                    loop.call_at(due, send_due)
                    return
                self.lags.append(now - due)
                self.watched[number % len(self.watched)].tap(self)
                number += 1
            done.set_result(None)

        send_due()
        await done

    async def drain(self, limit=5):
        """Waits until all responses and events have arrived, for some seconds at most."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if self.responses == self.count and all(each.seen == each.revision for each in self.watched):
                return
            await asyncio.sleep(0.05)
        if self.responses < self.count:
            self.wrong = f"{self.count - self.responses:,} of {self.count:,} taps got no response."


def report(results, name, runs, rate):
    at = f"{rate:,} revisions/s, {name}"
    results.add(f"tap to event, {at}, p50", "ms", [percentile(run.latencies, 50) * 1e3 for run in runs])
    results.expect(f"tap to event, {at}, p99", "ms", [percentile(run.latencies, 99) * 1e3 for run in runs], AT_MOST, 50)
    results.add(f"tap to event, {at}, longest", "ms", [max(run.latencies) * 1e3 for run in runs])
    # The sum of the rounds: a median would hide a loss in one of them.
    results.expect(f"revisions that never arrived, {at}", "", [sum(run.missing for run in runs)], AT_MOST, 0)
    results.add(f"revisions that came as part of a later one, {at}", "", [run.skipped for run in runs])
    results.add(f"processor time, tap and event, {name}", "µs/tap", [run.cpu * 1e6 for run in runs])
    results.add(f"load generator, {at}: lag, p50", "ms", [percentile(run.lags, 50) * 1e3 for run in runs])
    results.add(f"load generator, {at}: lag, p99", "ms", [percentile(run.lags, 99) * 1e3 for run in runs])
    results.add(f"load generator, {at}: longest lag", "ms", [max(run.lags) * 1e3 for run in runs])
    results.add(f"load generator, {at}: share of one core", "%", [100 * run.own_share for run in runs])


def percentile(values, percent):
    """Returns the smallest value that at least this percentage of the values do not exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]
