"""The corpus through one proxy."""

import pathlib
import re
import secrets
import socket
import threading

from tap import Tap

# The time in which a proxy responds to an honest request, and after which a client gives up on a case.
TIMEOUT = 10


class Run:
    def __init__(self, proxy, port, folder, corpus, is_slow):
        self.name = proxy.name
        self.is_slow = is_slow
        self.failures = []
        self.cases = 0
        self.forwarded = 0
        self.reused = 0
        self._proxy = proxy
        self._port = port
        self._folder = pathlib.Path(folder) / secrets.token_hex(4)
        # Large requests take long byte by byte and show nothing else.
        self._corpus = [case for case in corpus if not is_slow or len(case[1]) < 1_000]
        self._prefix = "tap-" + secrets.token_hex(8) + "-"
        self._head = re.compile(rb"\r\n[Xx]-[Rr]equest-[Ii]d: *(" + self._prefix.encode() + rb"[0-9a-f-]+)\r\n")

    def run(self):
        with Tap(self._port) as tap, self._proxy.start(self._folder, tap.port, self._prefix) as proxy:
            for number, (name, data) in enumerate(self._corpus):
                tap.case = number
                try:
                    self._attack(proxy, data)
                    self._check_honest(proxy, tap, number, name)
                except OSError as failure:
                    self.failures.append(f"{name}: {failure!r}")
                self.cases += 1
        for connection in tap.connections:
            self._check(connection)
        return self

    def _attack(self, proxy, data):
        client = proxy.connect(TIMEOUT)
        # A proxy may respond and close before it has read everything; the reader sees that.
        writer = threading.Thread(target=self._write, args=(client, data))
        writer.start()
        try:
            while client.recv(65_536):
                pass
        except ConnectionError:
            pass
        finally:
            writer.join()
            client.close()

    def _write(self, client, data):
        try:
            if self.is_slow:
                for byte in data:
                    client.sendall(bytes([byte]))
            else:
                client.sendall(data)
        except OSError:
            pass

    def _check_honest(self, proxy, tap, number, name):
        """Sends an honest request, whose response must be the server's to this request."""
        target = f"/healthz?{self._prefix}{number}"
        client = proxy.connect(TIMEOUT)
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        response = bytearray()
        while data := client.recv(65_536):
            response += data
        client.close()
        request = next((each for each in tap.connections if target.encode() in each.sent), None)
        if not request:
            self.failures.append(f"{name}: the honest request was not forwarded: {bytes(response[:80])}")
            return
        start = request.sent.index(target.encode())
        expected = self._head.search(request.sent, start)
        got = self._head.search(response)
        if not response.startswith(b"HTTP/1.1 200 ") or not got or got[1] != expected[1]:
            self.failures.append(f"{name}: an honest request got {bytes(response[:40])}")
        if request.cases.index(number) > 0 or self._head.search(request.sent, 0, start):
            self.reused += 1

    def _check(self, connection):
        """Compares the requests that the proxy forwarded on a connection with the responses of the server."""
        name = self._corpus[connection.cases[0]][0] if connection.cases else "no case"
        if len(connection.cases) > 1:
            name += f" to {self._corpus[connection.cases[-1]][0]}"
        forwarded = [each[1] for each in self._head.finditer(connection.sent)]
        methods = re.findall(rb"\r\n[Xx]-[Mm]ethod: *([^\r\n]*)\r\n", connection.sent)
        self.forwarded += len(forwarded)
        rest = bytes(connection.received)
        answered = []
        closes = False
        while rest:
            head, end, rest = rest.partition(b"\r\n\r\n")
            status = re.match(rb"HTTP/1\.[01] ([0-9]{3}) ", head)
            if not status or not end:
                self.failures.append(f"{name}: the server sent {head[:80]}")
                return
            if status[1] == b"100":
                continue
            if closes:
                self.failures.append(f"{name}: the server sent another response after a rejection")
                return
            identifier = self._head.search(head + b"\r\n")
            answered.append(identifier and identifier[1])
            closes = b"\r\nconnection: close" in head.lower()
            number = len(answered) - 1
            if answered[-1] is None and not (int(status[1]) >= 400 and closes):
                self.failures.append(f"{name}: the server responded to a request that the proxy did not forward: {head[:80]}")
            elif answered[-1] is not None and (number >= len(forwarded) or forwarded[number] != answered[-1]):
                self.failures.append(f"{name}: response {number} has the id of another request: {head[:80]}")
            length = re.search(rb"\r\ncontent-length: *([0-9]+)", (head + b"\r\n").lower())
            is_head = number < len(methods) and methods[number] == b"HEAD"
            size = 0 if is_head or status[1] in (b"204", b"304") else int(length[1]) if length else 0
            content, rest = rest[:size], rest[size:]
            # libmicrohttpd sends the head of its response to a malformed length twice, and then closes the connection.
            if closes and content.startswith(head[:12]) and rest.endswith(b"</body></html>") and b"HTTP/1." not in rest:
                rest = b""
        if len(answered) > len(forwarded):
            self.failures.append(f"{name}: {len(answered)} responses to {len(forwarded)} requests")
