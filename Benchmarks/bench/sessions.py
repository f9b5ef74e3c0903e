"""Sessions of `items` at the root of their tabs, where the measurements begin."""

import http.client
import json
import sqlite3
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

from . import rows, servers

# Enough sessions that the requests of each one stay in order; see taps.lua.
IN_TURN = 512


@dataclass
class Session:
    id: str
    token: str
    list_key: str
    revision: int = 1

    @property
    def path(self):
        return f"/v1/sessions/{self.id}"


class Client:
    """One keep-alive connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        # The entity tag of the last response: the revision of the session.
        self.tag = None

    def call(self, method, path, token=None, body=None, fields=None, status=None):
        """Sends a request. The response must have the given status, or be a success if none is given."""
        fields = {"Accept": "*/*"} | (fields or {})
        if token:
            fields["Authorization"] = f"Bearer {token}"
        if body is not None:
            fields["Content-Type"] = "application/json"
        sent = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        self.connection.request(method, path, sent, fields)
        response = self.connection.getresponse()
        data = response.read()
        self.tag = response.getheader("ETag")
        if response.status != status if status else response.status >= 300:
            raise SystemExit(f"{method} {path} returned {response.status}: {data.decode()}")
        return data

    def state(self, method, path, token=None, body=None, fields=None):
        return json.loads(self.call(method, path, token, body, fields))


def log_in(port):
    """Starts a session, logs in, and goes to the list of items."""
    client = Client(port)
    state = client.state("POST", "/v1/sessions", body={"app": "items"})
    session = Session(state["id"], state["token"], "")

    def report(output, body=None):
        # A login takes long when there are many at the same time.
        answer = client.state("POST", f"{session.path}/screens/{state['focus']}/outputs/{output}", session.token, body,
                              {"Prefer": "wait=30"})
        # A request with a password gives the session a new token.
        session.token = answer.get("token", session.token)
        # Under callgrind a login may take longer than a request can wait.
        while answer["status"] == "busy":
            time.sleep(1)
            answer = client.state("GET", session.path, session.token)
        return answer

    state = report("submit", {"login": "demo", "password": "demo-password"})
    while state["screens"][state["focus"]]["name"] == "onboarding":
        state = report("finish")
    assert state["screens"][state["focus"]]["name"] == "itemsList", state
    session.list_key = state["focus"]
    session.revision = state["revision"]
    return session


def log_in_many(port, count):
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda _: log_in(port), range(count)))


def sample(port, session):
    """Returns the bodies of the responses to the two taps of a session: opening an item, and going back."""
    client = Client(port)
    opened = client.call("POST", f"{session.path}/screens/{session.list_key}/outputs/itemSelected", session.token, 3)
    closed = client.call("POST", f"{session.path}/back", session.token)
    return opened, closed


def refresh(port, sessions):
    """Updates the revision of each session."""
    client = Client(port)
    for session in sessions:
        session.revision = client.state("GET", session.path, session.token)["revision"]


def write(sessions, path):
    """Writes the file that taps.lua reads."""
    with open(path, "w") as file:
        for session in sessions:
            print(session.id, session.token, session.list_key, session.revision, file=file)


def count(path):
    """Returns the number of sessions in a file for taps.lua."""
    with open(path) as file:
        return sum(1 for _ in file)


def make_store(data, name, count):
    """Returns a store with `count` sessions at the root of their tabs, these sessions, and the responses to two taps."""
    store = data / f"{name}.db"
    with servers.usher(data, f"sqlite:{store}") as server:
        first = log_in(server.port)
        responses = sample(server.port, first)
    return store, [first] + multiply(store, first, count), responses


def stored_bytes(store):
    """Returns the average size of a stored session's state in bytes."""
    with closing(sqlite3.connect(store)) as database:
        return round(database.execute("SELECT AVG(LENGTH(record)) FROM history WHERE is_whole").fetchone()[0])


def multiply(store, session, count):
    """Copies a stored session until the file has `count` of them; the server must be stopped.

    The copies have random ids, as the server makes them, and the token of the original.
    """
    database = sqlite3.connect(store)
    database.row_factory = sqlite3.Row
    original = dict(database.execute("SELECT * FROM session WHERE id = ?", (session.id,)).fetchone())
    place = original["number"] << 32
    records = database.execute(
        "SELECT place & 4294967295, is_whole, generation, used_at, expires_at, record FROM history WHERE place BETWEEN "
        "(SELECT MAX(place) FROM history WHERE place BETWEEN ?1 AND ?2 AND is_whole) AND ?2 ORDER BY place",
        (place, place | 0xffffffff)).fetchall()
    have, last = database.execute("SELECT COUNT(*), MAX(number) FROM session").fetchone()
    ids = [str(uuid.uuid4()) for _ in range(count - have)]
    copies = ({**rows.session(original, id), "number": last + 1 + place} for place, id in enumerate(ids))
    names = ", ".join(f":{name}" for name in original)
    with database:
        database.executemany(f"INSERT INTO session ({', '.join(original)}) VALUES ({names})", copies)
        database.executemany(
            "INSERT INTO history (place, is_whole, generation, used_at, expires_at, record) VALUES (?, ?, ?, ?, ?, ?)", (
                (last + 1 + place << 32 | revision, *columns, rows.record(record, id, columns[1:3]))
                for place, id in enumerate(ids) for revision, *columns, record in records))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return [Session(id, session.token, session.list_key, session.revision) for id in ids]
