"""nginx and HAProxy in the configurations that Documentation/operations.md recommends, and in looser ones.

A proxy listens on a socket in its folder, so it needs no port, and forwards to a port of this machine.
"""

import pathlib
import shutil
import socket
import subprocess
import time

NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    client_header_timeout 1s;
    client_body_timeout 1s;
    keepalive_timeout 1s;
    large_client_header_buffers 4 64k;
    {http}
    upstream usher {{
        server 127.0.0.1:{port};
        keepalive 1;
        keepalive_timeout 30s;
    }}
    server {{
        listen unix:{socket};
        location / {{
            proxy_pass http://usher;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host {host};
            proxy_set_header X-Forwarded-For 192.0.2.1;
            proxy_set_header X-Request-Id {prefix}$request_id;
            proxy_set_header X-Method $request_method;
            proxy_read_timeout 5s;
            client_max_body_size 64k;
            {location}
        }}
    }}
}}
"""

HAPROXY = """
global
    nbthread 1
    {settings}
defaults
    mode http
    timeout connect 5s
    timeout client 1s
    timeout http-request 1s
    timeout http-keep-alive 1s
    timeout server 5s
    http-reuse always
    {defaults}
frontend front
    bind unix@{socket}
    http-request del-header X-Request-Id
    http-request set-header X-Request-Id {prefix}%[uuid()]
    http-request set-header X-Method %[method]
    http-request set-header X-Forwarded-For 192.0.2.1
    default_backend usher
backend usher
    server usher 127.0.0.1:{port} pool-max-conn 1
"""


class Proxy:
    """A kind of proxy in one configuration; `with` starts it and gives the path of its socket."""

    def __init__(self, name, command, text, **parts):
        self.name = name
        self._command = command
        self._text = text
        self._parts = parts

    def start(self, folder, port, prefix):
        return Running(self._command, self._text, self._parts, pathlib.Path(folder), port, prefix)


class Running:
    def __init__(self, command, text, parts, folder, port, prefix):
        program = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin")
        if not program:
            raise SystemExit(f"Install {command[0]}: Scripts/setup.sh proxies")
        folder.mkdir()
        self.socket = str(folder / "front")
        file = folder / "configuration"
        file.write_text(text.format(folder=folder, socket=self.socket, port=port, prefix=prefix, **parts))
        self._log = open(folder / "log", "wb")
        arguments = [each.format(file=file, folder=folder) for each in command[1:]]
        self._process = subprocess.Popen([program, *arguments], stdout=self._log, stderr=self._log)
        for _ in range(500):
            try:
                self.connect(1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise SystemExit(f"{command[0]} did not start: {(folder / 'log').read_text()}")

    def connect(self, timeout):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(timeout)
        client.connect(self.socket)
        return client

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)
        self._log.close()


def nginx(name, http="", location="", host="$host"):
    command = ["nginx", "-p", "{folder}", "-c", "{file}", "-e", "{folder}/error.log"]
    return Proxy(name, command, NGINX, http=http, location=location, host=host)


def haproxy(name, settings="", defaults=""):
    return Proxy(name, ["haproxy", "-q", "-db", "-f", "{file}"], HAPROXY, settings=settings, defaults=defaults)


ALL = [
    nginx("nginx"),
    nginx(
        "nginx, lenient and unbuffered",
        "ignore_invalid_headers off; underscores_in_headers on;",
        "proxy_request_buffering off;",
        "$http_host",
    ),
    haproxy("haproxy"),
    haproxy("haproxy, lenient", "h1-accept-payload-with-any-method", "option accept-invalid-http-request"),
]
