"""A client of Usher's state API for programs and tools, with the standard library alone.

    with Session("http://127.0.0.1:8080", "market") as session:
        session.changed = lambda state: print(state["revision"], state["focus"])
        session.open()
        session.report(session.state["focus"], "submit", {"city": "Vienna"})

Calls block until the server has responded, however long the network takes. A thread beside them follows the session.
"""

import contextlib
import dataclasses
import http.client
import json
import logging
import pathlib
import random
import threading
import time
import urllib.parse
import uuid

log = logging.getLogger("usher")

_PATCH_TYPE = "application/json-patch+json"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.3, 10.0
#: The server sends something every 15 seconds.
_SILENCE = 35.0


class UsherError(Exception):
    """The server rejects a request; `type` is the last part of the problem's type, such as `stale-screen`."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail") or problem.get("title") or f"status {status}")
        self.status = status
        self.problem = problem
        self.type = problem.get("type", "").rsplit("/", 1)[-1]

    @property
    def is_temporary(self):
        return self.status in {429, 502, 503, 504} or (self.status == 409 and "state" not in self.problem)


class SessionOver(UsherError):
    """The session has expired (410), or this client has no access to it any more (401)."""

    @property
    def is_expired(self):
        return self.status == 410


class NoResponse(Exception):
    """The request or its response was lost, or something else than the server has responded."""


@dataclasses.dataclass
class Response:
    status: int
    headers: http.client.HTTPMessage
    content: object


class Session:
    """A session, which can be continued from a file.

    `state` is the newest state. `changed` is called with each, `over` with the error that ends the session; both are called on
    any thread, one at a time.
    """

    def __init__(self, server, app=None, file=None):
        self._server = urllib.parse.urlsplit(server)
        self._app = app
        self._file = pathlib.Path(file) if file else None
        self._lock = threading.RLock()
        self._sending = threading.Lock()
        self._closing = threading.Event()
        self._stream_socket = None
        self._token = None
        self._ended_by = None
        self._rows = {}
        self.state = None
        self.changed = self.over = lambda _: None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The life of a session

    def open(self):
        """Continues the session in the file, or starts one."""
        stored = json.loads(self._file.read_text()) if self._file and self._file.exists() else None
        if stored:
            self._token = stored["token"]
            self._take(self._persist("GET", f"/v1/sessions/{stored['id']}").content)
            self._follow()
        else:
            self._start({"app": self._app} if self._app else {})

    def resume(self):
        """Continues the session that has expired, or starts another one if it can't be continued."""
        proposal = self._ended_by.problem.get("resume", {}) if self._ended_by else {}
        self._start(proposal.get("body") or {"app": self._app}, proposal.get("href", "/v1/sessions"))

    def close(self):
        """Stops following. The session stays at the server, and in the file."""
        self._closing.set()
        self._hang_up()

    def _start(self, body, path="/v1/sessions"):
        response = self._persist("POST", path, {**body, "client": {"platform": "python"}}, key=str(uuid.uuid4()))
        with self._lock:
            self._hang_up()
            self.state, self._ended_by, self._rows = None, None, {}
            self._token = response.content["token"]
            self._take(response.content)
        self._follow()

    # The actions of the user

    def report(self, screen, output, payload=None):
        """Reports an output of a screen, and returns whether it was accepted.

        It has no `If-Match`, because it names its screen, and live data would make the revision an old one.
        """
        return self._event(f"screens/{screen}/outputs/{output}", lambda _: (payload,), has_condition=False)

    def back(self, to=None, confirm=lambda question: False):
        return self._gesture("back", {"to": to} if to else {}, confirm)

    def dismiss(self, confirm=lambda question: False):
        return self._gesture("dismiss", {}, confirm)

    def select_tab(self, key):
        return self._event(f"tabs/{key}", lambda _: ({},))

    def rows(self, screen, source):
        """All rows of a list with a `source`, which are read once for each of its versions."""
        place = (self.state["id"], screen, source["name"], source["version"])
        if place not in self._rows:
            rows, page = [], f"{self._path}/screens/{screen}/rows/{source['name']}?limit=100"
            while page:
                content = self._persist("GET", page).content
                rows.extend(content["rows"])
                page = content.get("next")
            self._rows[place] = rows
        return self._rows[place]

    def _gesture(self, name, body, confirm):
        """A way back, unless the state has none or the user wants to keep what was entered."""
        def prepare(state):
            gestures = state["gestures"]
            question = gestures.get("confirm")
            is_asked = question and name in question["gestures"]
            return (body,) if name in gestures and (not is_asked or confirm(question)) else None

        return self._event(name, prepare)

    def _event(self, rest, prepare, has_condition=True):
        """Posts an event after those before it, and waits for its effects."""
        with self._sending:
            if self._ended_by or self.state["status"] == "ended":
                return False
            base = self.state
            body = prepare(base)
            if body is None:
                return False
            headers = {"Prefer": f'patch-from="{base["revision"]}"'}
            if has_condition:
                headers["If-Match"] = f'"{base["revision"]}"'
            try:
                response = self._persist("POST", f"{self._path}/{rest}", body[0], headers, str(uuid.uuid4()))
            except SessionOver as error:
                self._end(error)
                raise
            except UsherError as error:
                if "state" not in error.problem:
                    raise
                self._take(error.problem["state"])
                return False
            self._take(self._content(response, base))
            while self.state["status"] == "busy" and not self._ended_by:
                self._wait_once()
            return True

    # States

    @property
    def _path(self):
        return f"/v1/sessions/{self.state['id']}"

    def _take(self, state):
        """Takes a state, unless a newer one of the session is here."""
        with self._lock:
            state = dict(state)
            self._token = state.pop("token", self._token)
            current = self.state
            if current and state["id"] == current["id"] and state["revision"] <= current["revision"]:
                self._store()
                return
            self.state = state
            self._store()
            if state["status"] == "ended":
                self._hang_up()
            self.changed(state)

    def _store(self):
        """Stores the credential alone: the state is read again, and no payload is kept."""
        if self._file and self.state:
            new = self._file.with_name(f"{self._file.name}.new")
            new.touch(mode=0o600)
            new.write_text(json.dumps({"id": self.state["id"], "token": self._token}))
            new.replace(self._file)

    def _content(self, response, base):
        """The state in a response, which may be a patch of the state that was known when it was asked for."""
        if response.headers.get_content_type() != _PATCH_TYPE:
            return response.content
        return self._patched(base, base["revision"], response.content)

    def _patched(self, base, revision, patch):
        if base["revision"] == revision:
            with contextlib.suppress(LookupError, ValueError, TypeError):
                return apply_patch(base, patch)
        return self._persist("GET", self._path).content

    def _end(self, error):
        with self._lock:
            if self._ended_by is None:
                self._ended_by = error
                self.over(error)

    # Following

    def _follow(self):
        threading.Thread(target=self._follow_session, args=[self.state["id"]], daemon=True).start()

    def _follow_session(self, id):
        """Follows the session by its stream, or by waiting for each revision where streams do not arrive."""
        failures = 0

        def is_followed():
            is_open = not self._closing.is_set() and self._ended_by is None
            return is_open and self.state["id"] == id and self.state["status"] != "ended"

        while is_followed():
            token, pause = self._token, 0.2
            try:
                if self._read_stream():
                    failures = 0
            except UsherError as error:
                if not is_followed():
                    return
                # The new token is in the response to an event of this client, which is still on its way.
                is_replaced = error.type == "credential-replaced" or token != self._token
                if error.status == 410 or (error.status == 401 and not is_replaced):
                    return self._end(SessionOver(error.status, error.problem))
                if error.status != 401 and not error.is_temporary:
                    with contextlib.suppress(NoResponse):
                        self._wait_once(persists=False)
                    continue
            except (NoResponse, OSError, http.client.HTTPException) as error:
                log.debug("the stream was lost: %s", error)
                failures += 1
                pause = min(_FIRST_PAUSE * 2**failures, _LONGEST_PAUSE)
            self._closing.wait(pause)

    def _read_stream(self):
        """Reads events until the stream ends, and returns whether there were any."""
        base, has_events = self.state, False
        connection = self._connect(_SILENCE)
        try:
            headers = self._headers({"Accept": "text/event-stream", "Last-Event-ID": str(base["revision"])})
            connection.request("GET", f"{self._path}/events", headers=headers)
            self._stream_socket = connection.sock
            response = connection.getresponse()
            if response.status != 200:
                raise UsherError(response.status, _problem(response, response.read()))
            for name, data in _events(response):
                has_events = True
                if name == "state":
                    base = data
                elif name == "patch":
                    base = self._patched(base, data["from"], data["patch"])
                elif name == "end":
                    if data.get("reason") in ("expired", "ended"):
                        self._request("GET", self._path)
                    elif data.get("reason") == "replaced":
                        self._closing.wait(30)
                    return has_events
                else:
                    continue
                self._take(base)
        finally:
            self._stream_socket = None
            connection.close()
        return has_events

    def _hang_up(self):
        """Ends the stream, for the thread that waits for its next event."""
        if stream := self._stream_socket:
            with contextlib.suppress(OSError):
                stream.shutdown(2)

    def _wait_once(self, persists=True):
        """Waits for the next revision."""
        base = self.state
        headers = {"If-None-Match": f'"{base["revision"]}"', "Prefer": f'wait=25, patch-from="{base["revision"]}"'}
        send = self._persist if persists else self._request
        response = send("GET", self._path, None, headers)
        if response.status == 200:
            self._take(self._content(response, base))

    # Requests

    def _persist(self, method, path, body=None, headers=None, key=None):
        """Sends a request, with the same key each time, until the server has responded to it."""
        pause, used_before = _FIRST_PAUSE, None
        while True:
            token = self._token
            try:
                return self._request(method, path, body, headers, key)
            except NoResponse as error:
                log.debug("%s %s: %s", method, path, error)
                asked = 0
            except UsherError as error:
                # Another request has got a new token while this one was on its way.
                if error.status == 401 and self._token not in (token, used_before):
                    used_before = token
                    continue
                if error.status in (401, 410):
                    raise SessionOver(error.status, error.problem) from error
                if not error.is_temporary:
                    raise
                asked = error.problem.get("retry-after", 0)
            time.sleep(max(asked, pause * random.uniform(0.8, 1.2)))
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _request(self, method, path, body=None, headers=None, key=None):
        """Sends a request once."""
        headers = self._headers({"Accept": f"application/json, {_PATCH_TYPE}", **(headers or {})})
        if key:
            headers |= {"Idempotency-Key": f'"{key}"', "Content-Type": "application/json"}
        connection = self._connect(60)
        try:
            connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            response = connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise NoResponse(f"{type(error).__name__} {error}") from error
        finally:
            connection.close()
        if response.status >= 400 and response.status != 511:
            problem = _problem(response, data)
            with contextlib.suppress(ValueError):
                problem["retry-after"] = float(response.headers.get("Retry-After", 0))
            raise UsherError(response.status, problem)
        if response.status in (204, 304):
            return Response(response.status, response.headers, None)
        if response.status not in (200, 201, 202) or "json" not in response.headers.get_content_subtype():
            raise NoResponse(f"{response.status} with {response.headers.get_content_type()}")
        try:
            return Response(response.status, response.headers, json.loads(data))
        except ValueError as error:
            raise NoResponse("the response was cut off") from error

    def _headers(self, more):
        return more | ({"Authorization": f"Bearer {self._token}"} if self._token else {})

    def _connect(self, timeout):
        is_secure = self._server.scheme == "https"
        kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        return kind(self._server.hostname, self._server.port, timeout=timeout)


def _problem(response, data):
    """The problem in a response, or an empty one if the response is not of the server."""
    with contextlib.suppress(ValueError):
        problem = json.loads(data)
        if isinstance(problem, dict):
            return problem
    return {}


def _events(lines):
    """The events of a stream as names and contents (WHATWG HTML, section 9.2.6). Comments are left out."""
    name, data = "message", []
    for line in lines:
        line = line.decode().rstrip("\r\n")
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif not line:
            if data:
                yield name, json.loads("\n".join(data))
            name, data = "message", []


def apply_patch(document, patch):
    """A document after the operations add, replace and remove (RFC 6902). The parts without a change are shared."""
    for operation in patch:
        names = [name.replace("~1", "/").replace("~0", "~") for name in operation["path"].split("/")[1:]]
        document = _changed(document, names, operation)
    return document


def _changed(part, names, operation):
    if not names:
        return operation["value"]
    copy = list(part) if isinstance(part, list) else dict(part)
    name = int(names[0]) if isinstance(part, list) else names[0]
    if len(names) > 1:
        copy[name] = _changed(copy[name], names[1:], operation)
    elif operation["op"] == "remove":
        del copy[name]
    elif operation["op"] == "add" and isinstance(part, list):
        if name > len(part):
            raise IndexError(operation["path"])
        copy.insert(name, operation["value"])
    elif operation["op"] == "replace" and isinstance(part, dict) and name not in part:
        raise KeyError(operation["path"])
    else:
        copy[name] = operation["value"]
    return copy
