"""A server of the client's real pages and of a fake API with one state, which has every kind of element."""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from loopback_server import LoopbackServer

ROOT = Path(__file__).resolve().parents[2]
#: The client as `make release` bundles it: a page loads 8 files of it, and 105 of the plain modules.
BUNDLE = ROOT / ".build/release/public"
#: The plain modules, for tests that import one of them.
MODULES = ROOT / "Public"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-HZ4rB03Xrq48TXRrshZ0A/rzCbrI8O6Hcrjxi45i7Q8='; img-src 'self' https: data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


class ElementsServer:
    """Responds to every POST with the same state, one revision later, and stores the posted bodies and the launches.

    `reject_next` is a problem for the next POST; `renew_next` makes its response one with a new credential; `busy_next` makes the next POST's effect last until `done`; while `open` is
    not set, the responses to POSTs wait. `rows` has the pages of rows by their path and query; without one it is a 503. `streams` counts the event streams
    that have sent the state, so that a change of `state` after it is not in them; they send the data of a patch that is put into `events`, and end with a reason that is put there.
    """

    def __init__(self, state, public=BUNDLE):
        self.state = state
        self.public = public
        self.posts = []
        self.launches = []
        self.reject_next = None
        self.renew_next = False
        self.busy_next = threading.Event()
        self.done = threading.Event()
        self.open = threading.Event()
        self.open.set()
        self.rows = {}
        self.streams = 0
        self.events = queue.Queue()
        self._server = LoopbackServer(self._handler())
        self.address = self._server.address

    def stop(self):
        self._server.stop()

    def _handler(self):
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                if self.path.endswith("/events"):
                    return self.stream()
                if "/rows/" in self.path:
                    page = owner.rows.get(self.path)
                    return self.respond(200, page) if page else self.respond(503, {"status": 503, "title": "Unavailable"})
                if self.path.startswith("/v1/"):
                    if owner.state["status"] == "busy" and owner.done.wait(20):
                        owner.state.update(status="active", revision=owner.state["revision"] + 1)
                    return self.respond(200, owner.state)
                file = owner.public / (self.path.split("?")[0].lstrip("/") or "index.html")
                if not file.suffix:
                    file = owner.public / "index.html"
                if not file.is_file() or file.suffix not in TYPES:
                    return self.respond(404, {"status": 404})
                self.send(200, file.read_bytes(), TYPES[file.suffix], {"Content-Security-Policy": POLICY})

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path == "/v1/sessions":
                    owner.launches.append(json.loads(body))
                    return self.respond(201, owner.state)
                owner.posts.append({
                    "output": self.path.rsplit("/", 1)[-1],
                    "payload": json.loads(body) if body else None,
                    "if_screen": self.headers.get("If-Screen"),
                    "key": self.headers.get("Idempotency-Key"),
                    "type": self.headers.get("Content-Type"),
                })
                owner.open.wait(20)
                if owner.reject_next:
                    problem, owner.reject_next = owner.reject_next, None
                    return self.respond(problem["status"], problem, "application/problem+json")
                owner.state["revision"] += 1
                if owner.busy_next.is_set():
                    owner.busy_next.clear()
                    owner.state["status"] = "busy"
                renewal = {"Credential-Renewed": "true"} if owner.renew_next else {}
                owner.renew_next = False
                self.respond(202 if owner.state["status"] == "busy" else 200, owner.state, headers=renewal)

            def stream(self):
                self.close_connection = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                try:
                    self.wfile.write(f"id: {owner.state['revision']}\nevent: state\ndata: {json.dumps(owner.state)}\n\n".encode())
                    owner.streams += 1
                    while isinstance(event := owner.events.get(timeout=20), dict):
                        self.wfile.write(f"id: {owner.state['revision']}\nevent: patch\ndata: {json.dumps(event)}\n\n".encode())
                    self.wfile.write(f'event: end\ndata: {{"reason": "{event}"}}\n\n'.encode())
                except (queue.Empty, BrokenPipeError, ConnectionResetError):
                    pass  # Nothing more comes, or the browser has left the page.

            def respond(self, status, body, type="application/json", headers={}):
                fields = {"ETag": f'"{owner.state["revision"]}"', "Cache-Control": "no-store", **headers}
                self.send(status, json.dumps(body).encode(), type, fields)

            def send(self, status, data, type, headers):
                self.send_response(status)
                for name, value in {"Content-Type": type, "Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(data)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # The browser has left the page.

        return Handler
