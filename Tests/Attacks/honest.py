"""An honest client that measures how long its requests take."""

import http.client
import json
import threading
import time


class Honest(threading.Thread):
    """Reads its session and taps in it, over a kept connection and now and then over a new one.

    Its requests come from an address of its own, so that limits by address count it apart from an attacker.
    """

    ADDRESS = "127.0.0.3"
    PAUSE = 0.01

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port = port
        self.latencies = []
        self.failures = []
        self._stopping = threading.Event()
        self._connection = self._connect()
        state = self._request("POST", "/v1/sessions", {"app": "kanji"})
        self._path = f"/v1/sessions/{state['id']}"
        self._fields = {"Authorization": f"Bearer {state['token']}"}

    def _connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(self.ADDRESS, 0))

    def _request(self, method, path, body=None, fields=None, connection=None):
        connection = connection or self._connection
        headers = dict(fields or {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:200]!r}")
        return json.loads(text) if text else {}

    def run(self):
        self._repeat(self._request_in_turn)

    def _request_in_turn(self, turn):
        if turn % 10 == 0:
            fresh = self._connect()
            self._request("GET", self._path, fields=self._fields, connection=fresh)
            fresh.close()
        elif turn % 2 == 0:
            self._request("POST", f"{self._path}/back", {}, self._fields)
        else:
            self._request("GET", self._path, fields=self._fields)

    def _repeat(self, attempt):
        """Calls a function with 1, 2 and so on until the client is stopped, and measures each call."""
        turn = 0
        while not self._stopping.is_set():
            turn += 1
            start = time.monotonic()
            try:
                attempt(turn)
                self.latencies.append(time.monotonic() - start)
            except (OSError, RuntimeError, http.client.HTTPException) as failure:
                self.failures.append(repr(failure))
                self._connection.close()
                self._connection = self._connect()
            time.sleep(self.PAUSE)

    def stop(self):
        self._stopping.set()
        self.join()


class Guest(Honest):
    """Starts sessions, each over a connection of its own, and reads the first screen as a guest's browser does."""

    PAUSE = 0.05

    def run(self):
        self._repeat(lambda _: self._read_first_screen())

    def _read_first_screen(self):
        fresh = self._connect()
        state = self._request("POST", "/v1/sessions", {"app": "items"}, connection=fresh)
        fields = {"Authorization": f"Bearer {state['token']}"}
        state = self._request("GET", f"/v1/sessions/{state['id']}", fields=fields, connection=fresh)
        fresh.close()
        if state["screens"][state["focus"]]["name"] != "login":
            raise RuntimeError(f"the first screen is {state['screens'][state['focus']]['name']}")


def percentile(values, share):
    """Returns the value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
