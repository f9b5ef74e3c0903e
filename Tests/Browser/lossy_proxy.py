"""A proxy between browser and server that can drop a response after the server has acted, and be away for a time."""

import socket
import threading
from urllib.parse import urlsplit


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
        self.lost = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_next_answer(self):
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
            server = socket.create_connection(self._target)
            self._connections |= {client, server}
            loses = threading.Event()
            threading.Thread(target=self._forward_requests, args=(client, server, loses), daemon=True).start()
            threading.Thread(target=self._forward_answers, args=(server, client, loses), daemon=True).start()

    def _forward_requests(self, client, server, loses):
        for data in chunks(client):
            if data.startswith(b"POST ") and self._armed.is_set():
                self._armed.clear()
                loses.set()
            server.sendall(data)
        close(server)

    def _forward_answers(self, server, client, loses):
        for data in chunks(server):
            if loses.is_set():
                self.lost += 1
                close(server)
                break
            client.sendall(data)
        close(client)


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
