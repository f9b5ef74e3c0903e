"""A server that takes the body of a request for further requests, to show that the checks detect it."""

import re
import socket
import threading


class LengthIgnoringServer:
    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        unread = b""
        try:
            while data := client.recv(65_536):
                unread += data
                while b"\r\n\r\n" in unread:
                    head, _, unread = unread.partition(b"\r\n\r\n")
                    identifier = re.search(rb"\r\n[Xx]-[Rr]equest-[Ii]d: *([^\r\n]*)", head)
                    field = b"X-Request-Id: " + identifier[1] + b"\r\n" if identifier else b""
                    status = b"200 OK" if b"/healthz" in head.split(b"\r\n")[0] else b"404 Not Found"
                    client.sendall(b"HTTP/1.1 " + status + b"\r\n" + field + b"Content-Length: 0\r\n\r\n")
        except OSError:
            pass
        finally:
            client.close()
