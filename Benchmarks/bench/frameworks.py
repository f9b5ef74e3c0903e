"""The time from a press to the change on the wire: a tap on Usher and its event, and a press of a button in NiceGUI."""

import base64
import html
import json
import os
import re
import socket
import struct
import time
import uuid

from . import connections, servers, sessions
from .results import AT_MOST
from .streams import percentile

PRESSES = 500
WARM_UP = 50
ITEM = "Item 3"


def measure(results, data, rounds):
    stored, of, _ = sessions.make_store(data, "frameworks", 1)
    with servers.usher(data, f"sqlite:{stored}") as ours, servers.nicegui_peer() as nicegui:
        tap, press = Tap(ours.port, of[0]), Press(nicegui.port)
        times = {"tap to event, Usher, durable": (tap, []), "press to change, NiceGUI": (press, [])}
        for peer in (tap, press):
            for _ in range(WARM_UP):
                peer.perform()
        for _ in range(rounds):
            for peer, of_rounds in times.values():
                of_rounds.append([peer.perform() for _ in range(PRESSES)])
    for name, (_, of_rounds) in times.items():
        for percent in (50, 99):
            results.add(f"{name}, p{percent}", "ms", [percentile(values, percent) * 1e3 for values in of_rounds])
    (_, ours), (_, theirs) = times.values()
    for percent in (50, 99):
        results.compare(f"tap to event / press to change in NiceGUI, p{percent}", [percentile(values, percent) for values in ours],
                        [percentile(values, percent) for values in theirs], AT_MOST)


class Wire:
    """A connection with blocking reads."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""

    def send(self, data):
        self.socket.sendall(data)

    def until(self, end):
        """Returns all bytes up to the first occurrence of some bytes, with these."""
        while (found := self.received.find(end)) < 0:
            self._receive()
        return self.take(found + len(end))

    def take(self, count):
        while len(self.received) < count:
            self._receive()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def _receive(self):
        data = self.socket.recv(65_536)
        if not data:
            raise SystemExit(f"A server closed a connection after {self.received[-1000:]!r}.")
        self.received += data


class Tap:
    """A session of Usher with two connections, for its event stream and for taps, which open an item and go back in turn."""

    def __init__(self, port, session):
        self.session = session
        self.taps, self.stream = Wire(port), Wire(port)
        self.requests = [
            connections.request("POST", f"{session.path}/screens/{session.list_key}/outputs/itemSelected", session.token, body="3"),
            connections.request("POST", f"{session.path}/back", session.token)]
        self.stream.send(connections.event_stream(session))
        if not self.stream.until(b"\r\n\r\n").startswith(b"HTTP/1.1 200 "):
            raise SystemExit("An event stream did not open.")
        self.revision = self._event()[0]
        self.count = 0

    def perform(self):
        """Taps, and returns the seconds until the event has been read."""
        self.count += 1
        began = time.perf_counter()
        self.taps.send(self.requests[(self.count - 1) % 2])
        revision, event = self._event()
        elapsed = time.perf_counter() - began
        self.revision += 1
        head = self.taps.until(b"\r\n\r\n")
        body = json.loads(self.taps.take(connections.content_length(head)))
        screen = body["screens"][body["focus"]]["title"]
        if (revision, body["revision"]) != (self.revision, self.revision) or screen != (ITEM if self.count % 2 else "Items"):
            raise SystemExit(f"A tap led to “{screen}” with the revision {body['revision']}, and to the event {event}.")
        return elapsed

    def _event(self):
        """Reads an event, which may come in several chunks; returns its id and its text."""
        text = b""
        while not ((id := connections.EVENT_ID.search(text)) and text.endswith(b"\n\n")):
            # A comment is the heartbeat.
            text = b"" if text.startswith(b":") and text.endswith(b"\n\n") else text
            size = int(self.stream.until(b"\r\n"), 16)
            text += self.stream.take(size + 2)[:-2]
        return int(id[1]), text


class Press:
    """A page of NiceGUI with its websocket. The messages are those of Engine.IO (a digit) around Socket.IO (another digit)."""

    def __init__(self, port):
        page = Wire(port)
        page.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        length = re.search(rb"\r\ncontent-length: (\d+)\r\n", page.until(b"\r\n\r\n"))[1]
        text = page.take(int(length)).decode()
        self.client = re.search(r"'client_id': '([^']+)'", text)[1]
        elements = re.search(r"String\.raw`(.*?)`", text, re.DOTALL)[1]
        self.wire = Wire(port)
        query = "&".join((
            "EIO=4", "transport=websocket", f"client_id={self.client}", "next_message_id=0", "implicit_handshake=true",
            f"document_id={uuid.uuid4()}", f"tab_id={uuid.uuid4()}"))
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.send((
            f"GET /_nicegui_ws/socket.io/?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        if not self.wire.until(b"\r\n\r\n").startswith(b"HTTP/1.1 101 "):
            raise SystemExit("NiceGUI did not open a websocket.")
        self._read(b"0")
        self.wire.send(frame("40"))
        self._read(b"40")
        self.elements = json.loads(html.unescape(elements))
        self.count = 0

    def perform(self):
        """Presses the item or the button back, and returns the seconds until the message with the change has been read."""
        self.count += 1
        message = frame(f"42{json.dumps(['event', self._target(ITEM if self.count % 2 else 'Back')], separators=(',', ':'))}")
        began = time.perf_counter()
        self.wire.send(message)
        update = self._read(b'42["update",')
        elapsed = time.perf_counter() - began
        # The others are the number of the message, and elements that are gone.
        self.elements = {id: element for id, element in json.loads(update[2:])[1].items() if isinstance(element, dict)}
        labels = set(map(label_of, self.elements.values()))
        expected, other = ("No note yet.", "Items") if self.count % 2 else ("Items", "No note yet.")
        if expected not in labels or other in labels:
            raise SystemExit(f"A press in NiceGUI led to {labels} instead of “{expected}”.")
        return elapsed

    def _target(self, label):
        """Returns the event of a click on the element with a label, or on the one around it, as the page would send it."""
        id = next(id for id, element in self.elements.items() if label_of(element) == label)
        while not self.elements[id].get("events"):
            id = next(parent for parent, element in self.elements.items() if int(id) in element.get("children", []))
        listener = self.elements[id]["events"][0]["listener_id"]
        # A browser adds the fields of the click, which the application does not read.
        return {"id": int(id), "client_id": self.client, "listener_id": listener, "args": ["{}"]}

    def _read(self, start):
        """Reads messages until one begins with some bytes, and returns it."""
        while not (message := self._message()).startswith(start):
            if message == b"2":
                self.wire.send(frame("3"))
            elif message.startswith((b"1", b"41", b"44")):
                raise SystemExit(f"NiceGUI closed its websocket: {message.decode()}")
        return message

    def _message(self):
        """Reads a frame of a server (RFC 6455, section 5.2), which is not masked; none of its messages has several frames."""
        kind, length = self.wire.take(2)
        if kind == 0x89:
            self.wire.send(frame(self.wire.take(length), 0x8a))
            return self._message()
        if kind != 0x81:
            raise SystemExit(f"NiceGUI sent a frame of the kind {kind:#x}: {self.wire.take(length)!r}")
        if length == 126:
            length, = struct.unpack("!H", self.wire.take(2))
        elif length == 127:
            length, = struct.unpack("!Q", self.wire.take(8))
        return self.wire.take(length)


def frame(data, kind=0x81):
    """Returns a frame of a client, a text or an answer to a ping, with a mask of zeros, which changes nothing."""
    data = data if isinstance(data, bytes) else data.encode()
    assert len(data) < 65_536
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([kind]) + length + bytes(4) + data


def label_of(element):
    return element.get("text") or element.get("props", {}).get("label")
