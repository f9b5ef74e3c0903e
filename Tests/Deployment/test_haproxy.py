"""deploy/haproxy.cfg in a real HAProxy."""

import json
import re
import socket
import subprocess
import threading
import unittest
from pathlib import Path

from machine import ROOT, Process, Usher, get, wait_until

FILE = (ROOT / "deploy/haproxy.cfg").read_text()
RULE = re.search(r"    http-request disable-l7-retry .*\n", FILE)[0]


class HAProxy(Process):
    """HAProxy with the file, but with servers on ports of this machine in place of those that Docker's resolver finds."""

    def __init__(self, ports, text=FILE):
        servers = [f"    server node{number} 127.0.0.1:{port}" for number, port in enumerate(ports)]
        for old, new in [
            ("resolvers docker\n    parse-resolv-conf\n    hold valid 2s\n", ""),
            ("    server-template usher 3 usher:8080 resolvers docker init-addr none", "\n".join(servers)),
        ]:
            assert text.count(old) == 1, f"haproxy.cfg has no {old!r}"
            text = text.replace(old, new)
        text = "global\n    stats socket /tmp/haproxy-admin level admin\n" + text
        Path("/tmp/haproxy.cfg").write_text(text)
        super().__init__(["/usr/sbin/haproxy", "-db", "-f", "/tmp/haproxy.cfg"], "/tmp/haproxy.log")

    def states(self):
        """Returns the state of each server by its checks, such as UP or DOWN."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.connect("/tmp/haproxy-admin")
            admin.sendall(b"show stat\n")
            table = b"".join(iter(lambda: admin.recv(65_536), b"")).decode()
        rows = [line.split(",") for line in table.splitlines() if line.startswith("usher,node")]
        return [row[17] for row in rows if row[36] not in ("", "INI", "* INI")]


class BreakingServer:
    """A server that is ready, reads each request, and closes the connection without a response, as one that is killed does."""

    def __init__(self):
        self.requests = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            data = b""
            while b"\r\n\r\n" not in data:
                part = connection.recv(65_536)
                if not part:
                    return
                data += part
            line = data.split(b"\r\n", 1)[0].decode()
            if " /readyz " in line:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                self.requests.append(line.split()[0])

    def close(self):
        self._listener.close()


class Repetitions(unittest.TestCase):
    """A request whose connection breaks after the server has read it."""

    def arrivals(self, method, fields=(), text=FILE):
        """Returns how often a request arrives that a client sends once, and the status that the client gets."""
        server = BreakingServer()
        with HAProxy([server.port], text) as proxy:
            wait_until(lambda: proxy.states() == ["UP"], "the server is up")
            lines = [f"{method} /v1/sessions HTTP/1.1", "Host: shop.example", "Content-Length: 2", "Connection: close", *fields]
            with socket.create_connection(("127.0.0.1", 8080), timeout=20) as client:
                client.sendall(("\r\n".join(lines) + "\r\n\r\n{}").encode())
                response = b"".join(iter(lambda: client.recv(65_536), b""))
        server.close()
        self.assertRegex(response, rb"^HTTP/1.1 50[24] ")
        self.assertEqual(set(server.requests), {method})
        return len(server.requests)

    def test_a_request_that_could_act_twice_arrives_once(self):
        for method in ["POST", "PUT", "PATCH"]:
            with self.subTest(method):
                self.assertEqual(self.arrivals(method), 1)
        self.assertEqual(self.arrivals("PATCH", ["Idempotency-Key: a"]), 1)

    def test_a_request_that_does_nothing_more_the_second_time_is_sent_again(self):
        for method in ["GET", "DELETE"]:
            with self.subTest(method):
                self.assertEqual(self.arrivals(method), 3)
        self.assertEqual(self.arrivals("POST", ["Idempotency-Key: a-tap"]), 3)

    def test_control_without_the_rule_a_post_without_a_key_arrives_again(self):
        self.assertEqual(self.arrivals("POST", text=FILE.replace(RULE, "")), 3)


def settings_of_unit():
    """The file of settings in the comment of deploy/usher.service."""
    text = (ROOT / "deploy/usher.service").read_text()
    comment = re.search(r"# /etc/usher.json: +(\{.*?\})\n", text, re.DOTALL)[1]
    return json.loads(re.sub(r"\n# +", " ", comment))


class Checks(unittest.TestCase):
    """The checks of the proxy, with each of the settings in deploy."""

    def state(self, *arguments, text=FILE):
        with Usher("--store", "memory", "--port", "0", *arguments, log="/tmp/deployment-node.log") as server:
            with HAProxy([server.port], text) as proxy:
                wait_until(lambda: proxy.states(), "a check")
                state = proxy.states()
                status = get("http://127.0.0.1:8080", "localhost", "/healthz")[0]
        self.assertEqual(status, 200 if state == ["UP"] else 503)
        return state

    def names(self, *names):
        return [option for name in names for option in ("--host-name", name)]

    def test_a_server_with_the_settings_of_the_unit_is_up(self):
        self.assertEqual(self.state("--host", "0.0.0.0", *self.names(*settings_of_unit()["host-name"])), ["UP"])

    def test_a_server_with_the_settings_of_compose_is_up(self):
        name = re.search(r"USHER_HOST_NAME: (\S+)", (ROOT / "deploy/compose.yaml").read_text())[1]
        self.assertEqual(self.state("--host", "0.0.0.0", *self.names(name)), ["UP"])

    def test_a_server_with_an_operations_address_is_up_with_the_port_that_the_comment_names(self):
        edit = re.search(r'write "(check port 9090 inter 1s)" below', FILE.replace("\n    # ", " "))[1]
        text = FILE.replace("check inter 1s", edit)
        self.assertNotEqual(text, FILE)
        options = ["--host", "0.0.0.0", *self.names("shop.example", "localhost"), "--operations-listen", "0.0.0.0:9090"]
        self.assertEqual(self.state(*options, text=text), ["UP"])
        self.assertEqual(self.state(*options), ["DOWN"])

    def test_control_a_server_that_does_not_accept_the_name_of_the_check_is_down(self):
        self.assertEqual(self.state("--host", "0.0.0.0", *self.names("shop.example")), ["DOWN"])

    def test_the_whole_file_is_valid(self):
        subprocess.run(["/usr/sbin/haproxy", "-c", "-f", ROOT / "deploy/haproxy.cfg"], check=True, stdout=subprocess.DEVNULL)
