"""A relay between a proxy and a server, which records the bytes of each connection."""

import socket
import threading


class Connection:
    """The bytes of one connection, and the numbers of the cases in which it was used."""

    def __init__(self):
        self.sent = bytearray()
        self.received = bytearray()
        self.cases = []
        self.ended_by_server = False


class Tap:
    def __init__(self, port):
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.connections = []
        self.case = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client = self._listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                return
            connection = Connection()
            self.connections.append(connection)
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._send, args=(client, server, connection), daemon=True).start()
            threading.Thread(target=self._receive, args=(client, server, connection), daemon=True).start()

    def _send(self, client, server, connection):
        try:
            while data := client.recv(65_536):
                if self.case not in connection.cases[-1:]:
                    connection.cases.append(self.case)
                connection.sent += data
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _receive(self, client, server, connection):
        try:
            while data := server.recv(65_536):
                connection.received += data
                client.sendall(data)
            connection.ended_by_server = True
            client.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            # The proxy closes its side, which ends the other thread.
            server.close()
