"""Connections of one event loop, for many event streams and for requests at set times. No HTTP library, which would take longer
than the server does."""

import asyncio
import re
import resource
import time

EVENT_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Connection(asyncio.Protocol):
    """A kept connection. Responses come in the order of the requests; after the head of an event stream, only events come."""

    def __init__(self):
        self.waiting = []
        self.received = bytearray()
        self.head = None
        self.events = None

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, _):
        for respond in self.waiting:
            respond(0, b"", b"", time.monotonic())
        self.waiting.clear()

    def send(self, request, respond):
        """Sends a request; `respond` gets the status, the head and the body of the response, and the time of its arrival."""
        self.waiting.append(respond)
        self.transport.write(request)

    async def call(self, request, wanted=200):
        """Sends a request and returns the body of the response, which must have a status."""
        response = asyncio.get_running_loop().create_future()
        self.send(request, lambda status, _, body, __: response.set_result((status, body)))
        status, body = await response
        if status != wanted:
            raise SystemExit(f"A request got the status {status}: {body.decode()}")
        return body

    async def follow(self, request, observe=None):
        """Opens an event stream and waits for its first event; `observe` gets the id and the time of each event, and no id for
        a comment."""
        opened = asyncio.get_running_loop().create_future()
        self.events = Events(observe, opened)
        self.send(request, lambda status, _, body, __: opened.set_exception(
            SystemExit(f"An event stream got the status {status}: {body.decode()}")))
        await opened

    def data_received(self, data):
        now = time.monotonic()
        if self.events and self.events.has_begun:
            self.events.add(data, now)
            return
        self.received += data
        while True:
            if self.head is None:
                end = self.received.find(b"\r\n\r\n")
                if end < 0:
                    return
                self.head = bytes(self.received[:end + 4])
                del self.received[:end + 4]
                if b"\r\nContent-Type: text/event-stream\r\n" in self.head:
                    self.waiting.clear()
                    self.events.has_begun = True
                    rest, self.received, self.head = self.received, None, None
                    self.events.add(rest, now)
                    return
            size = content_length(self.head)
            if len(self.received) < size:
                return
            head, body, self.head = self.head, bytes(self.received[:size]), None
            del self.received[:size]
            self.waiting.pop(0)(int(head[9:12]), head, body, now)


class Events:
    """The events of a stream, which come in chunks (RFC 9112, section 7.1)."""

    def __init__(self, observe, opened):
        self.observe, self.opened = observe, opened
        self.has_begun = False
        # The lines of the event that is being observed.
        self.last = b""
        self.encoded, self.text = bytearray(), bytearray()

    def add(self, data, now):
        self.encoded += data
        while (end := self.encoded.find(b"\r\n")) >= 0:
            size = int(self.encoded[:end], 16)
            if len(self.encoded) < end + 2 + size + 2:
                break
            self.text += self.encoded[end + 2:end + 2 + size]
            del self.encoded[:end + 2 + size + 2]
        while (end := self.text.find(b"\n\n")) >= 0:
            event = self.text[:end + 1]
            del self.text[:end + 2]
            id = EVENT_ID.search(event)
            if id and not self.opened.done():
                self.opened.set_result(None)
            self.last = bytes(event)
            if self.observe:
                self.observe(int(id[1]) if id else None, now)


async def connect(port):
    """Opens a connection to a server on the loopback interface."""
    _, connection = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", port)
    return connection


def request(method, path, token, fields="", body=""):
    """Returns the bytes of a request; each field ends with a line break of HTTP."""
    data = body.encode()
    if data:
        fields += "Content-Type: application/json\r\n"
    if method == "POST":
        fields += f"Content-Length: {len(data)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{fields}\r\n".encode() + data


def event_stream(session):
    """Returns the request for the event stream of a session."""
    return request("GET", f"{session.path}/events", session.token, "Accept: text/event-stream\r\n")


def content_length(head):
    field = re.search(rb"\r\nContent-Length: (\d+)\r\n", head)
    return int(field[1]) if field else 0


def revision(head):
    """Returns the revision in the head of a response, or none."""
    field = re.search(rb'\r\nETag: "(\d+)(?:-gzip)?"\r\n', head)
    return int(field[1]) if field else None


def allow_open_files(count):
    """Raises the limit of open files for this process and for the servers that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise SystemExit(f"This needs {count:,} open files, and the limit is {hard:,}; see `ulimit -Hn`.")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
