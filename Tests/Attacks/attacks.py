"""The attackers: each is a context that attacks a server on a port until it is left."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading
import time

ADDRESS = "127.0.0.2"
# The calls of the function of an attack, or the connections that it opened, counted over all processes.
ATTEMPTS = multiprocessing.Value("Q", 0)
CONNECTIONS = 1_000

# Combining marks whose classes descend, so that putting them in canonical order takes the most work.
MARKS = "".join(chr(mark) for mark in (0x0345, 0x0360, 0x035C, 0x0315, 0x031B, 0x0300, 0x0323, 0x0327, 0x0334))


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(ADDRESS, 0))


def request(method, path, body=b"", fields=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", *fields]
    if body:
        lines.append("Content-Type: application/json")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@contextlib.contextmanager
def in_own_process(attack, port):
    """Runs an attack in a process of its own, so that it does not share Python's lock with the honest client.

    Attackers have computers of their own. Here they get what the server and the honest client leave of the processors
    (SCHED_IDLE, sched(7)), and the server's work for them still competes with its work for the client.
    """
    stopping = multiprocessing.Event()

    def hold():
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with attack(port):
            stopping.wait()

    process = multiprocessing.Process(target=hold)
    process.start()
    try:
        yield process
    finally:
        stopping.set()
        process.join()


def count(attempts=1):
    with ATTEMPTS.get_lock():
        ATTEMPTS.value += attempts


def established(port):
    """Returns the number of connections to a port of this machine that neither side has closed (proc(5), net/tcp)."""
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "01" for row in rows)


@contextlib.contextmanager
def repeated(attempt, threads=4):
    """Calls a function again and again on threads; an attacker expects errors of the network and cut responses."""
    stopping = threading.Event()
    failures = []

    def loop():
        while not stopping.is_set():
            count()
            try:
                attempt()
            except (OSError, ValueError):
                time.sleep(0.01)
            except Exception as failure:
                failures.append(failure)
                return

    running = [threading.Thread(target=loop, daemon=True) for _ in range(threads)]
    for thread in running:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in running:
            thread.join()
        if failures:
            raise failures[0]


def exchange(port, *requests):
    with connect(port) as client:
        for each in requests:
            client.sendall(each)
            client.recv(65_536)


def receive(client):
    """Reads one response; returns its status and its content."""
    text = b""
    while b"\r\n\r\n" not in text:
        text += received(client)
    head, _, content = text.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    while len(content) < (int(length[1]) if length else 0):
        content += received(client)
    return int(head.split(b" ")[1]), content


def received(client):
    part = client.recv(65_536)
    if not part:
        raise OSError("The server has closed the connection.")
    return part


def start_session(client):
    """Starts a session on a connection; returns its state, or nothing if it was rejected."""
    client.sendall(request("POST", "/v1/sessions", b'{"app":"kanji"}'))
    status, content = receive(client)
    return json.loads(content) if status == 201 else None


def nothing(_):
    """No attack: the figures to compare with."""
    return contextlib.nullcontext()


# The sequences with which a terminal shows colors.
PLAIN = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@contextlib.contextmanager
def idle_connections(port):
    """A thousand connections that send half a header, and are opened again when the server closes them."""
    stopping = threading.Event()
    held = []

    def hold():
        while not stopping.is_set():
            try:
                if len(held) < CONNECTIONS:
                    client = connect(port)
                    client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
                    held.append(client)
                    count()
                else:
                    held.pop(0).close()
                    time.sleep(0.005)
            except OSError:
                time.sleep(0.01)

    thread = threading.Thread(target=hold, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
        for client in held:
            client.close()


def slow(*options):
    """slowhttptest in one of its modes."""

    @contextlib.contextmanager
    def attack(port):
        program = shutil.which("slowhttptest")
        if not program:
            raise SystemExit("Install slowhttptest: Scripts/setup.sh attack")
        # Without a buffer the figures of a program that is terminated would be lost.
        command = ["stdbuf", "-oL", program, *options, "-c", str(CONNECTIONS), "-r", "200", "-l", "3600", "-u", f"http://127.0.0.1:{port}/"]
        stopping = threading.Event()
        failures = []

        def run():
            """Runs the program again when it ends because the server has closed all its connections."""
            while not stopping.is_set():
                with tempfile.TemporaryFile("w+") as output:
                    start = time.monotonic()
                    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
                    while running.poll() is None and not stopping.wait(0.1):
                        pass
                    if running.poll() is None:
                        running.terminate()
                    running.wait()
                    output.seek(0)
                    text = output.read()
                    opened = [int(a) + int(b) for a, b in re.findall(r"connected:\D*?(\d+)\s.*?closed:\D*?(\d+)\s", PLAIN.sub("", text), re.DOTALL)]
                    count(max(opened, default=0))
                if time.monotonic() - start < 1 and not stopping.is_set():
                    failures.append(f"slowhttptest ended at once: {text[-500:]}")
                    return

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join()
            if failures:
                raise SystemExit(failures[0])

    return attack


def marks(port):
    """Bodies with long runs of combining marks, as names and as values."""
    run = (MARKS * 3_000)[:30_000]
    bodies = [json.dumps({run: 1}, ensure_ascii=False), json.dumps({"app": run}, ensure_ascii=False)]
    requests = [request("POST", "/v1/sessions", body.encode()) for body in bodies]
    return repeated(lambda: exchange(port, *requests))


def deep_json(port):
    """Bodies of the allowed size with as many values as fit."""
    body = b"[" + b"0," * 30_000 + b"0]"
    return repeated(lambda: exchange(port, request("POST", "/v1/sessions", body)))


def new_sessions(port):
    """As many new sessions as one address gets."""
    return repeated(lambda: exchange(port, *[request("POST", "/v1/sessions")] * 20))


def log_ins(port):
    """Log-ins with unknown names, each in a session of its own."""

    def attempt():
        with connect(port) as client:
            client.sendall(request("POST", "/v1/sessions", b'{"app":"items"}'))
            text = client.recv(65_536).partition(b"\r\n\r\n")[2]
            if not text.startswith(b"{") or b'"token"' not in text:
                return
            state = json.loads(text)
            body = json.dumps({"login": f"x{time.monotonic_ns()}", "password": "wrong password"}).encode()
            path = f"/v1/sessions/{state['id']}/screens/{state['focus']}/outputs/submit"
            client.sendall(request("POST", path, body, [f"Authorization: Bearer {state['token']}"]))
            client.recv(65_536)

    return repeated(attempt)


@contextlib.contextmanager
def queued_log_ins(port):
    """A thousand clients of 250 addresses, each of which always has a log-in in flight or was rejected within a second."""
    counts = [0, 0, 0]
    threading.Thread(target=lambda: asyncio.run(log_in_as_many(port, counts)), daemon=True).start()
    try:
        yield
    finally:
        count(counts[0])
        print(f"    log-ins: {counts[0]} sent, {counts[1]} checked, {counts[2]} rejected because the queue was full")


async def log_in_as_many(port, counts):
    await asyncio.gather(*[log_in_for_ever(port, f"127.1.0.{number % 250 + 1}", counts) for number in range(CONNECTIONS)])


async def log_in_for_ever(port, address, counts):
    """Logs in with unknown names, five times in each session, because a session has five free attempts."""
    while True:
        writer = None
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            state = await exchange_json(reader, writer, request("POST", "/v1/sessions", b'{"app":"items"}'))
            attempts = 0
            while attempts < 5 and "token" in state:
                body = json.dumps({"login": f"x{time.monotonic_ns()}", "password": "wrong password"}).encode()
                path = f"/v1/sessions/{state['id']}/screens/{state['focus']}/outputs/submit"
                fields = [f"Authorization: Bearer {state['token']}", "Prefer: wait=30"]
                counts[0] += 1
                result = await exchange_json(reader, writer, request("POST", path, body, fields))
                if "focus" in result:
                    counts[1] += 1
                    attempts += 1
                    state |= result
                else:
                    counts[2] += 1
                    await asyncio.sleep(1)
            if not attempts:
                await asyncio.sleep(1)
        except (OSError, EOFError, ValueError):
            await asyncio.sleep(1)
        finally:
            if writer:
                writer.close()


async def exchange_json(reader, writer, data):
    writer.write(data)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("\r\ncontent-length:")[2].partition("\r\n")[0] or 0)
    return json.loads(await reader.readexactly(length) or b"{}")


def unknown_sessions(port):
    """Reads of sessions that don't exist."""
    read = request("GET", "/v1/sessions/s_0000000000000", fields=["Authorization: Bearer " + "A" * 43])
    return repeated(lambda: exchange(port, *[read] * 50))


def bad_framing(port):
    """Requests whose length is ambiguous."""
    bad = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    return repeated(lambda: exchange(port, bad))


def departing_waits(port):
    """Long polls whose client leaves at once."""

    def attempt():
        with connect(port) as client:
            state = start_session(client)
            if not state:
                return
            fields = [
                f"Authorization: Bearer {state['token']}",
                "Prefer: wait=30",
                f'If-None-Match: "{state["revision"]}"',
            ]
            for _ in range(20):
                with connect(port) as waiting:
                    waiting.sendall(request("GET", f"/v1/sessions/{state['id']}", fields=fields))

    return repeated(attempt)


def event_stream(state):
    return request("GET", f"/v1/sessions/{state['id']}/events", fields=[f"Authorization: Bearer {state['token']}"])


def departing_streams(port):
    """Event streams that are opened and abandoned, more than a session may have."""

    def attempt():
        with connect(port) as client:
            state = start_session(client)
        if not state:
            return
        with contextlib.ExitStack() as streams:
            for number in range(40):
                stream = streams.enter_context(connect(port))
                stream.sendall(event_stream(state))
                count()
                # Some leave before the response, and some after it.
                if number % 2:
                    received(stream)

    return repeated(attempt)


@contextlib.contextmanager
def slow_streams(port):
    """Event streams whose clients never read, in sessions that change all the time."""
    held = []

    def attempt():
        with connect(port) as client:
            state = start_session(client)
            if not state:
                return
            for _ in range(16):
                stream = socket.socket()
                # So that the server can't send much without a reader.
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
                stream.settimeout(30)
                stream.bind((ADDRESS, 0))
                stream.connect(("127.0.0.1", port))
                stream.sendall(event_stream(state))
                held.append(stream)
            fields = [f"Authorization: Bearer {state['token']}"]
            path = f"/v1/sessions/{state['id']}"
            for _ in range(50):
                for tap in [f"{path}/screens/{state['focus']}/outputs/kanjiSelected", f"{path}/back"]:
                    body = b"{}" if tap.endswith("/back") else json.dumps("\u6c34").encode()
                    client.sendall(request("POST", tap, body, fields))
                    if receive(client)[0] != 200:
                        raise RuntimeError(f"{tap} was rejected")
                    count()
        while len(held) > CONNECTIONS // 2:
            held.pop(0).close()

    try:
        with repeated(attempt, threads=2):
            yield
    finally:
        for stream in held:
            stream.close()


def guessed_handoffs(port):
    """Codes of hand-offs, guessed with the id of a session, from 250 addresses; none may open the session."""
    with connect(port) as client:
        session = start_session(client)["id"]
    numbers = iter(range(1 << 62))

    def attempt():
        address = f"127.1.1.{next(numbers) % 250 + 1}"
        with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0)) as client:
            for _ in range(10):
                client.sendall(request("POST", f"/v1/handoffs/{session}.{secrets.token_urlsafe(32)}", b"{}"))
                if receive(client)[0] < 300:
                    OPENED.value += 1

    return guessing(attempt)


# The sessions that a guess has opened.
OPENED = multiprocessing.Value("Q", 0)


@contextlib.contextmanager
def guessing(attempt):
    with repeated(attempt):
        yield
    if OPENED.value:
        raise SystemExit(f"{OPENED.value} guesses were right")


ALL = {
    "half headers": idle_connections,
    "slowhttptest -H": slow("-H", "-i", "5"),
    "slowhttptest -B": slow("-B", "-i", "5", "-s", "8192"),
    "slowhttptest -R": slow("-R"),
    "slowhttptest -X": slow("-X", "-w", "1", "-y", "8", "-n", "2", "-z", "8", "-k", "3"),
    "combining marks": marks,
    "many values": deep_json,
    "new sessions": new_sessions,
    "log-ins": log_ins,
    "unknown sessions": unknown_sessions,
    "ambiguous framing": bad_framing,
    "departing waits": departing_waits,
    "departing streams": departing_streams,
    "slow streams": slow_streams,
    "guessed hand-offs": guessed_handoffs,
}

# The connections that an attack must hold while honest clients are measured. slowhttptest opens 200 a second, and the server
# closes them at its deadlines.
HELD = {"half headers": CONNECTIONS, "slow streams": 100} | dict.fromkeys([name for name in ALL if name.startswith("slowhttptest")], 100)

# Attacks beside which a guest reads a first screen.
BESIDE_GUESTS = {"1,000 log-ins": queued_log_ins}
