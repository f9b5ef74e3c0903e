"""The example of nginx in Documentation/operations.md."""

import gzip
import json
import re
import socket
import ssl
import time
import unittest
from pathlib import Path

from machine import ROOT, Process, Usher, run, wait_until

EXAMPLE = re.search(r"```nginx\n(.*?)```", (ROOT / "Documentation/operations.md").read_text(), re.DOTALL)[1]
FRAME = "daemon off; master_process off; error_log /tmp/nginx-error; events {{ }} http {{ access_log off; {settings}\n{example} }}"


class Nginx(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run("openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=shop.example -keyout /etc/ssl/shop.example.key"
            " -out /etc/ssl/shop.example.pem 2> /dev/null")
        # The command in the comment of the example.
        options = re.search(r"# usher serve (--host-name .*)", EXAMPLE)[1].split()
        cls.server = Usher("--store", "memory", "--port", "8080", *options, log="/tmp/deployment-nginx-node.log")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def start(self, settings="", example=EXAMPLE):
        Path("/tmp/nginx.conf").write_text(FRAME.format(settings=settings, example=example))
        process = Process(["/usr/sbin/nginx", "-c", "/tmp/nginx.conf", "-e", "/tmp/nginx-error"], "/tmp/nginx.log")
        self.addCleanup(process.stop)
        wait_until(lambda: self.connect().close() is None, "nginx")

    def connect(self):
        context = ssl.create_default_context(cafile="/etc/ssl/shop.example.pem")
        context.check_hostname = False
        return context.wrap_socket(socket.create_connection(("127.0.0.1", 443), timeout=20), server_hostname="shop.example")

    def send(self, method, path, body="", **fields):
        """Returns the status, the fields in lower case, and the body of a response."""
        fields = {"Host": "shop.example", "Connection": "close", "Content-Type": "application/json", **fields}
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        with self.connect() as client:
            client.sendall(f"{method} {path} HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            data = b"".join(iter(lambda: client.recv(65_536), b""))
        head, _, content = data.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        found = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if found.get("transfer-encoding") == "chunked":
            whole = b""
            while content and (size := int(content.split(b"\r\n", 1)[0], 16)):
                content = content.split(b"\r\n", 1)[1]
                whole, content = whole + content[:size], content[size + 2:]
            content = whole
        return int(lines[0].split()[1]), found, content

    def check_walk(self, encoding):
        """Follows a session: a state, a stream that gets the next one at once, and a report that names the state."""
        status, _, body = self.send("POST", "/v1/sessions", '{"app": "items"}')
        self.assertEqual(status, 201)
        session = json.loads(body)
        token = {"Authorization": f"Bearer {session['token']}"}
        path = f"/v1/sessions/{session['id']}"
        status, fields, body = self.send("GET", path, Accept_Encoding=encoding, **token)
        self.assertEqual(status, 200)
        if fields.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        self.assertEqual(json.loads(body)["revision"], 1)
        with self.connect() as stream:
            head = f"GET {path}/events HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: gzip\r\nAuthorization: {token['Authorization']}\r\n\r\n"
            stream.sendall(head.encode())
            received = b""
            while b"event: state" not in received:
                received += stream.recv(65_536)
            began = time.monotonic()
            key = session["focus"]
            status, _, body = self.send("POST", f"{path}/screens/{key}/outputs/signUp", **token)
            self.assertEqual(status, 200, body)
            while b"id: 2" not in received:
                received += stream.recv(65_536)
            # An event that nginx held back would come with the heartbeat, after 15 seconds.
            self.assertLess(time.monotonic() - began, 5)
        return fields

    def test_the_example_as_it_is_printed(self):
        self.start()
        self.check_walk("gzip")
        for path in ["/metrics", "/readyz", "/healthz"]:
            self.assertEqual(self.send("GET", path)[0], 404)
        _, fields, _ = self.send("GET", "/")
        self.assertEqual(fields["strict-transport-security"], "max-age=63072000")

    def test_the_example_with_compression_by_nginx(self):
        settings = re.search(r"With `(gzip on)` and `(gzip_types [^`]+)`", (ROOT / "Documentation/operations.md").read_text()).groups()
        example = EXAMPLE.replace("gzip off;", "".join(f"{each}; " for each in settings) + 'proxy_set_header Accept-Encoding "";')
        self.assertNotEqual(example, EXAMPLE)
        self.start(example=example)
        fields = self.check_walk("gzip")
        self.assertEqual(fields["content-encoding"], "gzip")
        self.assertTrue(fields["etag"].startswith("W/"))
