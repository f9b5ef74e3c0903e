"""A simulation of nodes that share a database: where requests wait, and for how long.

Every request passes through these steps, as in the real servers:

1. The client, the proxy and a node work on it.
2. The node asks the database whether another node has changed the session. Requests that wait share one query. While queries
   run, another one begins when enough requests wait for it.
3. The node takes the step and commits. Commits share transactions in the same way. The database works on a transaction, writes
   it to its log, and syncs the log; transactions that are ready while a sync runs share the next one.
4. The node, the proxy and the client work on the response.

Work takes a processor of its machine for a time, and waits in a queue while all are busy. Times are in microseconds.
"""

import heapq
import random
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """The processor time of each step, as fitted to measurements."""

    client: float
    proxy: float
    node: float
    """The part of a node's time that does not depend on batches."""
    node_transaction: float
    """The part for each transaction."""
    read: float
    """The database's time for a session in a query."""
    read_transaction: float
    write: float
    """The database's time for a session in a commit."""
    write_transaction: float
    sync: float
    """The time that a sync of the log takes, during which no processor is busy."""


@dataclass(frozen=True)
class Machines:
    """The processors of a simulated installation; all steps share those of `clients` if the others are `None`."""

    nodes: int = 1
    clients: int = 2
    node: int | None = None
    database: int | None = None
    transactions: int = 16
    """The number of transactions that a node has in progress at once."""


@dataclass
class Outcome:
    rate: float
    p50: float
    p99: float
    """Latencies in milliseconds."""
    requests_per_commit: float
    requests_per_sync: float
    busy: dict
    """The share of time that the processors of each kind of machine were busy."""


class Processors:
    """Processors that take jobs in order; a job takes a random time with the given mean."""

    def __init__(self, simulation, count):
        self.simulation = simulation
        self.count = count
        self.free = count
        self.waiting = deque()
        self.busy = 0.0

    def run(self, mean, then, first=False):
        """Runs a job after those that wait, or before them, as a thread that has slept gets a processor first."""
        if mean <= 0:
            then()
        elif self.free:
            self.free -= 1
            self.start(mean, then)
        elif first:
            self.waiting.appendleft((mean, then))
        else:
            self.waiting.append((mean, then))

    def start(self, mean, then):
        # An Erlang distribution: work varies, but less than exponentially.
        time = mean * sum(self.simulation.random.expovariate(1) for _ in range(4)) / 4
        self.busy += time
        self.simulation.after(time, lambda: self.end(then))

    def end(self, then):
        if self.waiting:
            self.start(*self.waiting.popleft())
        else:
            self.free += 1
        then()


class Log:
    """The write-ahead log: one sync at a time, which ends all transactions that were written before it began."""

    def __init__(self, simulation, sync):
        self.simulation = simulation
        self.sync = sync
        self.waiting = []
        self.is_syncing = False
        self.syncs = 0

    def commit(self, then):
        self.waiting.append(then)
        if not self.is_syncing:
            self.start()

    def start(self):
        self.is_syncing = True
        self.syncs += 1
        synced, self.waiting = self.waiting, []
        self.simulation.after(self.sync, lambda: self.end(synced))

    def end(self, synced):
        self.is_syncing = False
        if self.waiting:
            self.start()
        for then in synced:
            then()


class Batches:
    """Requests of one kind at one node, which share transactions."""

    EACH = 8
    """The number of requests that wait for each running transaction before another one begins, as in `PostgreSQLStore`."""

    def __init__(self, node, run):
        self.node = node
        self.run = run
        self.waiting = []
        self.running = 0

    @property
    def may_begin(self):
        return self.waiting and len(self.waiting) >= self.running * self.EACH

    def add(self, then):
        self.waiting.append(then)
        self.node.begin()


class Node:
    """A node, whose transactions are begun and ended by one thread, as in the servers."""

    def __init__(self, simulation, processors):
        self.simulation = simulation
        self.processors = processors
        self.free = simulation.machines.transactions
        self.is_thread_busy = False
        self.ended = deque()
        self.reads = Batches(self, self.read)
        self.commits = Batches(self, self.commit)

    def begin(self):
        """Lets the thread run, if it does not and there is work for it."""
        if not self.is_thread_busy and (self.ended or self.free and (self.commits.may_begin or self.reads.may_begin)):
            self.is_thread_busy = True
            self.processors.run(self.simulation.costs.node_transaction / 2, self.turn, first=True)

    def turn(self):
        """Delivers the results of a transaction, or begins one with all requests that wait by now."""
        self.is_thread_busy = False
        if self.ended:
            self.free += 1
            batches, batch = self.ended.popleft()
            batches.running -= 1
            for then in batch:
                then()
        elif self.free:
            batches = self.commits if self.commits.may_begin else self.reads
            if batches.may_begin:
                self.free -= 1
                batches.running += 1
                batch, batches.waiting = batches.waiting, []
                batches.run(batch)
        self.begin()

    def end(self, batches, batch):
        self.ended.append((batches, batch))
        self.begin()

    def read(self, batch):
        costs, database = self.simulation.costs, self.simulation.database
        database.run(costs.read_transaction + costs.read * len(batch), lambda: self.end(self.reads, batch))

    def commit(self, batch):
        simulation = self.simulation
        simulation.commits += 1
        work = simulation.costs.write_transaction + simulation.costs.write * len(batch)
        simulation.database.run(work, lambda: simulation.log.commit(lambda: self.end(self.commits, batch)))


class Simulation:
    """Requests of a number of connections, each of which sends the next one when it has its response."""

    def __init__(self, costs, machines, connections, pause=0.0, seed=20261124):
        self.costs = costs
        self.machines = machines
        self.connections = connections
        self.pause = pause
        self.random = random.Random(seed)
        self.now = 0.0
        self.events = []
        self.number = 0
        self.commits = 0
        self.latencies = []
        self.clients = Processors(self, machines.clients)
        self.database = Processors(self, machines.database) if machines.database else self.clients
        self.log = Log(self, costs.sync)
        self.nodes = [
            Node(self, Processors(self, machines.node) if machines.node else self.clients) for _ in range(machines.nodes)]
        self.next_node = 0

    def after(self, time, then):
        self.number += 1
        heapq.heappush(self.events, (self.now + time, self.number, then))

    def request(self):
        began = self.now
        node = self.nodes[self.next_node % len(self.nodes)]
        self.next_node += 1
        costs, half = self.costs, (self.costs.client + self.costs.proxy) / 2

        def end():
            self.latencies.append((self.now, self.now - began))
            if self.pause:
                self.after(self.random.uniform(0, 2 * self.pause), self.request)
            else:
                self.request()

        def respond():
            node.processors.run(costs.node / 2, lambda: self.clients.run(half, end))

        def step():
            node.commits.add(respond)

        def receive():
            node.processors.run(costs.node / 2, lambda: node.reads.add(step))

        self.clients.run(half, receive)

    def run(self, seconds):
        """Simulates a time, of which the first fifth is not counted."""
        for _ in range(self.connections):
            self.after(self.random.uniform(0, 1000), self.request)
        end = seconds * 1e6
        while self.events and self.events[0][0] < end:
            self.now, _, then = heapq.heappop(self.events)
            then()
        counted = sorted(latency for at, latency in self.latencies if at > end / 5)
        done = len(self.latencies)
        pools = {"clients": [self.clients], "nodes": [node.processors for node in self.nodes], "database": [self.database]}
        return Outcome(
            rate=len(counted) / (seconds * 0.8), p50=counted[len(counted) // 2] / 1e3,
            p99=counted[len(counted) * 99 // 100] / 1e3, requests_per_commit=done / max(self.commits, 1),
            requests_per_sync=done / max(self.log.syncs, 1),
            busy={name: sum(pool.busy for pool in of) / sum(pool.count for pool in of) / end for name, of in pools.items()})
