"""Proxies between browser and server: one that loses what a test tells it to, one with random faults, and a slow one."""

import collections
import contextlib
import http.client
import http.server
import random
import socket
import threading
import time
from urllib.parse import urlsplit

from loopback_server import LoopbackServer


class LossyProxy:
    """Forwards connections to a server. `lose_next_answer()` closes the connection of the next POST.

    The request arrives and the server acts; only its response is lost, as when a train enters a tunnel.
    """

    def __init__(self, server_address):
        parts = urlsplit(server_address)
        self._target = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._armed = threading.Event()
        self._away = threading.Event()
        self._connections = set()
        self._leaves = False
        self.lost = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_next_answer(self, then_leave=False):
        """:param then_leave: Whether to `leave()` then, before the request can be sent again."""
        self._leaves = then_leave
        self._armed.set()

    def leave(self):
        """Closes all connections, and each new one at once, until `come_back()`."""
        self._away.set()
        for connection in list(self._connections):
            close(connection)

    def come_back(self):
        self._away.clear()

    def stop(self):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._away.is_set():
                close(client)
                continue
            try:
                server = socket.create_connection(self._target)
            except OSError:
                close(client)
                continue
            self._connections |= {client, server}
            loses = threading.Event()
            threading.Thread(target=self._forward_requests, args=(client, server, loses), daemon=True).start()
            threading.Thread(target=self._forward_answers, args=(server, client, loses), daemon=True).start()

    def _forward_requests(self, client, server, loses):
        for data in chunks(client):
            if data.startswith(b"POST ") and self._armed.is_set():
                self._armed.clear()
                loses.set()
            try:
                server.sendall(data)
            except OSError:
                break
        close(server)

    def _forward_answers(self, server, client, loses):
        for data in chunks(server):
            if loses.is_set():
                if self._leaves:
                    self.leave()
                self.lost += 1
                close(server)
                break
            try:
                client.sendall(data)
            except OSError:
                break
        close(client)


class FaultyProxy:
    """Drops, delays and doubles a share of the requests to the API, and of the responses to them.

    Each of the three happens to `share` of the messages in each direction. A dropped request never arrives; a dropped response
    ends before or in its content, after the server has acted; a doubled request is sent on two connections at once, and either
    response is forwarded; a doubled response is followed by itself. The faults start with `faulty = True`, and end with a GET of
    `/calm`.
    """

    #: The longest delay of a message, in seconds.
    DELAY = 0.1

    def __init__(self, server_address, share=0.1, seed=1):
        self._share = share
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self._target = urlsplit(server_address).netloc
        self.faulty = False
        #: The number of requests, and of each fault, such as "response dropped".
        self.counts = collections.Counter()
        self._server = LoopbackServer(self._handler())
        self.address = self._server.address

    def stop(self):
        self._server.stop()

    def _happens(self, message, fault):
        with self._lock:
            happens = self.faulty and self._random.random() < self._share
            self.counts[f"{message} {fault}"] += happens
            return happens

    def _delay(self, message):
        if self._happens(message, "delayed"):
            with self._lock:
                delay = self._random.random() * self.DELAY
            time.sleep(delay)

    def _either(self):
        with self._lock:
            return self._random.random() < 0.5

    def _connect(self):
        return contextlib.closing(http.client.HTTPConnection(self._target, timeout=60))

    def _forward(self, request):
        """Returns the response to a request, and its content."""
        with self._connect() as connection:
            connection.request(*request)
            response = connection.getresponse()
            return response, response.read()

    def _forward_twice(self, request):
        """Sends a request on two connections at once; returns one of the responses, after both have come."""
        responses = []

        def send():
            with contextlib.suppress(OSError, http.client.HTTPException):
                responses.append(self._forward(request))

        threads = [threading.Thread(target=send) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if not responses:
            raise ConnectionError("neither request got a response")
        return responses[0 if self._either() else -1]

    def _handler(self):
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except (OSError, http.client.HTTPException):
                    self.close_connection = True

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                request = (self.command, self.path, body or None, dict(self.headers))
                if self.path == "/calm":
                    proxy.faulty = False
                    return self.respond(b"HTTP/1.1 200 OK\r\n", b"")
                if not self.path.startswith("/v1/"):
                    response, content = proxy._forward(request)
                    return self.respond(head(response), content)
                proxy.counts["requests"] += 1
                self.exchange(request)

            do_POST = do_DELETE = do_GET

            def exchange(self, request):
                proxy._delay("request")
                if proxy._happens("request", "dropped"):
                    return self.lose()
                if self.path.endswith("/events"):
                    return self.stream(request)
                forward = proxy._forward_twice if proxy._happens("request", "doubled") else proxy._forward
                response, content = forward(request)
                proxy._delay("response")
                if proxy._happens("response", "dropped"):
                    if proxy._either():
                        self.wfile.write(head(response, len(content)) + content[: len(content) // 2])
                    return self.lose()
                if proxy._happens("response", "doubled"):
                    # Only a connection that ends can have more than it was asked for: its next response would be taken for another.
                    self.close_connection = True
                    return self.wfile.write(2 * (head(response, len(content), "Connection: close\r\n") + content))
                self.respond(head(response), content)

            def stream(self, request):
                self.close_connection = True
                with proxy._connect() as connection:
                    connection.request(*request)
                    response = connection.getresponse()
                    self.wfile.write(head(response) + b"Connection: close\r\n\r\n")
                    while data := response.read1(65536):
                        proxy._delay("event")
                        if proxy._happens("event", "dropped"):
                            return
                        self.wfile.write(data)

            def respond(self, head, content):
                self.wfile.write(head + f"Content-Length: {len(content)}\r\n\r\n".encode() + content)

            def lose(self):
                self.close_connection = True

        return Handler


class SlowProxy(FaultyProxy):
    """Delays each request to the API, each response to it and each event of a stream by `delay`, in seconds."""

    def __init__(self, server_address):
        super().__init__(server_address)
        self.delay = 0

    def _delay(self, message):
        time.sleep(self.delay)


def head(response, length=None, more=""):
    """Returns the status line and the fields of a response, without those of its connection; complete if there is a length."""
    fields = "".join(
        f"{name}: {value}\r\n" for name, value in response.getheaders()
        if name.lower() not in ("connection", "keep-alive", "transfer-encoding", "content-length"))
    ending = "" if length is None else f"{more}Content-Length: {length}\r\n\r\n"
    return f"HTTP/1.1 {response.status} {response.reason}\r\n{fields}{ending}".encode("latin-1")


def chunks(connection):
    try:
        while data := connection.recv(65536):
            yield data
    except OSError:
        return


def close(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()
