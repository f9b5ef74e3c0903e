#!/usr/bin/env python3
"""A small client that keeps the rules of the state API, with a switch for each mistake that `usher conform` finds.

    usher conform python3 Tests/Conformance/reference.py
    usher conform python3 Tests/Conformance/reference.py --mistake new-key-for-each-try

It shows what a client has to do and nothing else. `test_controls.py` makes each mistake and compares the cases that fail.
"""

import copy
import http.client
import json
import os
import queue
import sys
import threading
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

PARTS = ["patches", "stream", "resume", "storage", "offline", "rows", "drafts", "elements"]
PAUSES = [0.2, 0.4, 0.8, 1.6, 3.2]
PATCH = "application/json-patch+json"

#: Each mistake, and the cases that it fails.
MISTAKES = {
    "new-key-for-each-try": [
        "a tap whose response is lost acts once", "a tap whose request is lost twice is sent until it arrives",
        "a page of the network's own is neither a state nor an outcome"],
    "one-retry": ["a tap whose request is lost twice is sent until it arrives"],
    "no-key": ["a tap that the network doubles acts once"],
    "409-is-an-outcome": ["409 without a state is tried again with the same key"],
    "one-key-for-a-control": ["each tap has a key of its own"],
    "new-key-for-a-new-session": ["a session whose first response is lost is not started twice"],
    "sends-taps-at-once": ["taps act in the order of the user"],
    "ignores-retry-after": ["503 with Retry-After is waited for"],
    "any-200-is-an-outcome": ["a page of the network's own is neither a state nor an outcome"],
    "if-match-on-reports": ["taps beside data that changes every 150 ms are neither lost nor doubled"],
    "draws-older-states": ["a response that is older than the state on the screen is dropped"],
    "strict-members": ["unknown members do no harm"],
    "crashes-for-unknown-kinds": [
        "elements of unknown kinds do no harm", "an element of an unknown kind is drawn as its fallback"],
    "leaves-out-fallbacks": ["an element of an unknown kind is drawn as its fallback"],
    "takes-every-event-for-a-state": ["an unknown event of the stream does no harm"],
    "applies-every-patch": ["a patch for another revision makes the client read the whole state"],
    "follows-one-stream-only": ["a stream that is cut off is followed again from its last revision"],
    "follows-without-the-last-revision": ["a stream that is cut off is followed again from its last revision"],
    "needs-a-stream": ["a client whose stream is refused follows the session all the same"],
    "keeps-the-old-token": [
        "the renewed token is used", "the renewed token is used when the response with it was lost",
        "401 `credential-replaced` beside a sign-in is no end of the session",
        "the session is followed with the renewed token"],
    "new-key-for-a-secret": ["the renewed token is used when the response with it was lost"],
    "401-ends-the-session": ["401 `credential-replaced` beside a sign-in is no end of the session"],
    "follows-with-the-old-token": ["the session is followed with the renewed token"],
    "ignores-the-state-of-409": ["409 for a screen that is covered by now draws the state of the problem"],
    "goes-back-without-if-match": ["back has a condition, and 412 draws the state of the problem"],
    "asks-no-question": ["a question is asked before a gesture that discards"],
    "sends-gestures-that-are-not-listed": ["a gesture that the state does not list is not sent"],
    "goes-back-from-a-sheet": ["a sheet is dismissed, and tabs are selected"],
    "follows-after-the-end": ["an ended session is shown as ended, and not followed any more"],
    "expired-is-gone": ["the user learns that a session has expired"],
    "starts-anew-after-an-expiry": ["an expired session goes on by the request in `resume`"],
    "finds-rows-by-their-place": ["a row is found by its key when the list has another order"],
    "reads-one-page-of-rows": ["rows beside the state are read page by page, and again when their version changes"],
    "reads-rows-once": ["rows beside the state are read page by page, and again when their version changes"],
    "stores-secrets": ["a secret is never stored"],
    "forgets-its-session": [
        "a restarted client goes on with its session", "a tap without a response acts once after a restart",
        "what was typed into a form is there after a restart"],
    "new-key-after-a-restart": ["a tap without a response acts once after a restart"],
    "forgets-drafts": ["what was typed into a form is there after a restart"],
}

mistake = sys.argv[sys.argv.index("--mistake") + 1] if "--mistake" in sys.argv else None
printing = threading.Lock()


def say(**message):
    with printing:
        print(json.dumps(message), flush=True)


class Problem(Exception):
    """A response with 4xx or 5xx."""

    def __init__(self, status, body, fields):
        super().__init__(status)
        self.status, self.body = status, body if isinstance(body, dict) else {}
        self.retry_after = fields.get("Retry-After")

    @property
    def is_transient(self):
        is_running = self.status == 409 and "state" not in self.body and mistake != "409-is-an-outcome"
        return is_running or self.status in (429, 502, 503, 504)

    @property
    def is_gone(self):
        return self.status == 401


class Storage:
    """The file of what the client keeps through a restart: its session, its taps and its drafts."""

    def __init__(self):
        self.path = Path(os.environ["CONFORM_STORAGE"]) / "client.json"
        self.lock = threading.Lock()

    def read(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def write(self, content):
        with self.lock:
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(content))
            new.replace(self.path)


class Client:
    def __init__(self):
        self.server = urlsplit(os.environ["CONFORM_SERVER"])
        self.storage = Storage()
        self.lock = threading.RLock()
        self.id = self.token = self.state = self.expired = None
        self.first_rows = self.first_order = None
        self.rows_read = {}
        self.is_over = False
        self.taps, self.drafts = [], {}
        self.waking = threading.Condition(self.lock)

    # Requests

    def exchange(self, method, path, body=None, fields=None, timeout=30):
        """Sends a request once. An OSError says that there was no response of the server."""
        fields = {"Accept": f"application/json, {PATCH}"} | (fields or {})
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        connection = http.client.HTTPConnection(self.server.hostname, self.server.port, timeout=timeout)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), fields)
            response = connection.getresponse()
            content = response.read()
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()
        is_json = "json" in (response.getheader("Content-Type") or "")
        if mistake == "any-200-is-an-outcome" and response.status == 200 and not is_json:
            raise Problem(400, {}, response.headers)
        if response.status < 400 and response.status not in (204, 304) and not is_json:
            raise OSError("The response is not one of the server.")
        try:
            content = json.loads(content) if content and is_json else None
        except ValueError as error:
            raise OSError("The response was cut off.") from error
        if response.status >= 400:
            raise Problem(response.status, content, response.headers)
        return response, content

    def insist(self, method, path, body=None, fields=None, is_first=False):
        """Sends a request with the same key until it has a response."""
        attempt, earlier = 0, None
        fields = dict(fields or {})
        while True:
            used = self.token
            pause = PAUSES[min(attempt, len(PAUSES) - 1)]
            try:
                return self.exchange(method, path, body, fields)
            except Problem as problem:
                # Another request may have replaced the token while this one was on its way.
                if problem.status == 401 and used != self.token and used != earlier:
                    earlier = used
                    continue
                if not problem.is_transient or attempt == 20:
                    raise
                if problem.retry_after and mistake != "ignores-retry-after":
                    pause = float(problem.retry_after)
            except OSError:
                if mistake == "one-retry" and attempt == 1 and path.endswith("/add"):
                    raise
                if mistake == "new-key-for-each-try" and path.endswith("/add"):
                    fields["Idempotency-Key"] = f'"{uuid.uuid4()}"'
                if mistake == "new-key-for-a-secret" and path.endswith("/enter"):
                    fields["Idempotency-Key"] = f'"{uuid.uuid4()}"'
                if mistake == "new-key-for-a-new-session" and is_first:
                    fields["Idempotency-Key"] = f'"{uuid.uuid4()}"'
            attempt += 1
            time.sleep(pause)

    # States

    def adopt(self, state):
        """Takes a state unless a newer one of the session is known, and shows it."""
        with self.lock:
            if mistake == "strict-members" and "weather" in state:
                raise ValueError("unknown member weather")
            token = state.get("token")
            if token and (mistake != "keeps-the-old-token" or not self.token):
                self.token = token
            state = {name: value for name, value in state.items() if name != "token"}
            is_late = self.state and state["id"] == self.state["id"] and state["revision"] < self.state["revision"]
            if is_late and mistake != "draws-older-states":
                return
            self.id, self.state = state["id"], state
            if self.first_order is None:
                self.first_order = self.order()
            self.store()
            say(shows=state, texts=list(self.texts(state)))
            self.waking.notify_all()

    def texts(self, state):
        screen = state["screens"].get(state["focus"] or "", {})
        for element in screen.get("view", []):
            known = element["kind"] in ("text", "heading", "button", "list", "form", "search", "empty")
            if not known and mistake == "crashes-for-unknown-kinds":
                raise SystemExit("unknown kind")
            drawn = element if known else {} if mistake == "leaves-out-fallbacks" else element.get("fallback", {})
            yield drawn.get("text") or drawn.get("label") or drawn.get("title") or ""

    def order(self):
        """The keys of the rows in front."""
        screen = self.state["screens"].get(self.state["focus"] or "", {})
        return [row["key"] for element in screen.get("view", []) if element["kind"] == "list"
                for section in element.get("sections", []) for row in section["rows"]]

    def changed(self, response, content, base):
        if response.getheader("Content-Type", "").startswith(PATCH):
            return patched(base, content)
        return content

    def read_whole(self):
        return self.insist("GET", f"/v1/sessions/{self.id}")[1]

    def lose(self, problem):
        """Tells the user that the session is over."""
        with self.lock:
            self.is_over = True
            if problem.status == 410:
                self.expired = problem.body
            is_expired = problem.status == 410 and mistake != "expired-is-gone"
            say(over="expired" if is_expired else "gone")

    # The life of a session

    def open(self):
        stored = {} if mistake == "forgets-its-session" else self.storage.read()
        if stored.get("id"):
            self.id, self.token, self.drafts = stored["id"], stored["token"], stored["drafts"]
            self.taps = stored["taps"]
            if mistake == "new-key-after-a-restart":
                for tap in self.taps:
                    tap["key"] = str(uuid.uuid4())
            self.adopt(self.read_whole())
        else:
            self.start({})
        threading.Thread(target=self.follow, daemon=True).start()
        threading.Thread(target=self.send_taps, daemon=True).start()
        if mistake == "sends-taps-at-once":
            for tap in self.taps:
                threading.Thread(target=self.send, args=[tap], daemon=True).start()

    def start(self, body):
        body = {"app": os.environ["CONFORM_APP"], "client": {"platform": "reference"}} | body
        fields = {"Idempotency-Key": f'"{uuid.uuid4()}"', "Content-Type": "application/json"}
        state = self.insist("POST", "/v1/sessions", body, fields, is_first=True)[1]
        with self.lock:
            self.is_over, self.token, self.state = False, state["token"], None
            self.adopt(state)

    def resume(self):
        request = self.expired.get("resume", {}).get("body", {})
        if mistake == "starts-anew-after-an-expiry":
            self.token, request = None, {}
        self.start({"resume": request["resume"]} if "resume" in request else {})

    def store(self):
        taps = [{name: value for name, value in tap.items() if name != "line"} for tap in self.taps
                if mistake == "stores-secrets" or not tap.get("secret")]
        drafts = {} if mistake == "forgets-drafts" else self.drafts
        self.storage.write({"id": self.id, "token": self.token, "taps": taps, "drafts": drafts})

    # Following

    def follow(self):
        while True:
            if self.is_over or self.state["status"] == "ended":
                if mistake == "follows-after-the-end" and not self.is_over:
                    self.exchange("GET", f"/v1/sessions/{self.id}")
                time.sleep(0.3)
                continue
            try:
                self.stream()
                time.sleep(0.3)
            except Problem as problem:
                if problem.is_gone and mistake == "401-ends-the-session":
                    self.lose(problem)
                elif problem.status == 410:
                    self.lose(problem)
                elif problem.status in (401, 503):
                    time.sleep(0.3)
                elif mistake != "needs-a-stream":
                    self.poll()
                else:
                    time.sleep(60)
            except (OSError, http.client.HTTPException):
                time.sleep(0.3)
            if mistake == "follows-one-stream-only" and self.was_open and not self.was_renewed:
                return

    was_open = was_renewed = False

    def stream(self):
        base = self.state
        token = self.first_token if mistake == "follows-with-the-old-token" and self.first_token else self.token
        self.first_token = token
        fields = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
        if mistake != "follows-without-the-last-revision":
            fields["Last-Event-ID"] = str(base["revision"])
        connection = http.client.HTTPConnection(self.server.hostname, self.server.port, timeout=40)
        try:
            connection.request("GET", f"/v1/sessions/{self.id}/events", headers=fields)
            response = connection.getresponse()
            if response.status != 200:
                content = response.read()
                is_json = "json" in (response.getheader("Content-Type") or "")
                raise Problem(response.status, json.loads(content) if is_json else None, response.headers)
            self.was_open, self.was_renewed = True, False
            event = {}
            for line in response:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    event[name] = value
                    continue
                if "data" in event:
                    content = json.loads(event["data"])
                    if event.get("event") == "end":
                        self.was_renewed = content["reason"] == "credentialRenewed"
                        if content["reason"] in ("expired", "ended"):
                            self.adopt(self.read_whole())
                        return
                    base = self.after(event.get("event"), content, base)
                    self.adopt(base)
                if self.state["status"] == "ended":
                    return
                event = {}
        finally:
            connection.close()

    first_token = None

    def after(self, name, content, base):
        """The state after an event."""
        if name == "state" or (name != "patch" and mistake == "takes-every-event-for-a-state"):
            return content
        if name == "patch":
            if content["from"] == base["revision"] or mistake == "applies-every-patch":
                return patched(base, content["patch"], is_careless=mistake == "applies-every-patch")
            return self.read_whole()
        return base

    def poll(self):
        fields = {"If-None-Match": f'"{self.state["revision"]}"', "Prefer": "wait=5"}
        response, content = self.exchange("GET", f"/v1/sessions/{self.id}", None, fields)
        if response.status == 200:
            self.adopt(content)

    # Taps

    def add(self, line):
        key = str(uuid.uuid4())
        if mistake == "one-key-for-a-control" and line.get("output") == "add":
            key = "add"
        tap = {"do": line["do"], "tap": line["tap"], "key": key, "secret": line.get("secret", False)}
        for name in ("screen", "output", "payload", "tab", "confirmed"):
            if name in line:
                tap[name] = line[name]
        with self.lock:
            self.taps.append(tap)
            self.store()
            self.waking.notify_all()
        if mistake == "sends-taps-at-once":
            threading.Thread(target=self.send, args=[tap], daemon=True).start()

    def send_taps(self):
        while mistake != "sends-taps-at-once":
            with self.lock:
                while not self.taps or self.is_over:
                    self.waking.wait()
                tap = self.taps[0]
            self.send(tap)

    def send(self, tap):
        try:
            outcome = self.outcome(tap)
        except Problem as problem:
            outcome = "rejected"
            if "state" in problem.body and (problem.status != 409 or mistake != "ignores-the-state-of-409"):
                self.adopt(problem.body["state"])
                outcome = "outdated"
            elif problem.status in (401, 410):
                self.lose(problem)
        except OSError:
            outcome = "lost"
        with self.lock:
            if tap in self.taps:
                self.taps.remove(tap)
            self.store()
            self.waking.notify_all()
        say(tap=tap["tap"], outcome=outcome)

    def outcome(self, tap):
        base = self.state
        request = self.request(tap, base)
        if isinstance(request, str):
            return request
        path, body, is_gesture = request
        fields = {"Idempotency-Key": f'"{tap["key"]}"', "Content-Type": "application/json",
                  "Prefer": f'patch-from="{base["revision"]}"'}
        is_conditional = is_gesture and mistake != "goes-back-without-if-match"
        if is_conditional or mistake == "if-match-on-reports":
            fields["If-Match"] = f'"{base["revision"]}"'
        if mistake == "no-key" and tap.get("output") == "work":
            del fields["Idempotency-Key"]
        response, content = self.insist("POST", path, body, fields)
        state = self.changed(response, content, base)
        self.adopt(state)
        # While an effect runs, the screen reports nothing.
        while self.state["status"] == "busy" and not self.is_over:
            time.sleep(0.05)
        return "accepted"

    def request(self, tap, state):
        """The path, the content, and whether it needs a condition; or an outcome without a request."""
        session = f"/v1/sessions/{self.id}"
        gestures = state["gestures"]
        if tap["do"] == "report":
            return f"{session}/screens/{tap['screen']}/outputs/{tap['output']}", tap.get("payload"), False
        if tap["do"] == "tab":
            return f"{session}/tabs/{tap['tab']}", {}, True
        name = tap["do"]
        if mistake == "goes-back-from-a-sheet" and name == "dismiss":
            name = "back"
        elif name not in gestures and mistake != "sends-gestures-that-are-not-listed":
            return "outdated"
        asks = name in gestures.get("confirm", {}).get("gestures", [])
        if asks and not tap.get("confirmed") and mistake != "asks-no-question":
            return "unconfirmed"
        return f"{session}/{name}", {}, True

    def press(self, line):
        """Presses the row with a key."""
        order = self.first_order if mistake == "finds-rows-by-their-place" else self.order()
        row = self.order()[order.index(line["row"])]
        self.add({"do": "report", "tap": line["tap"], "screen": line["screen"], "output": "choose", "payload": row})

    def rows(self, line):
        """Reads all rows of a source of the state."""
        name, screen = line["source"], self.state["screens"][line["screen"]]
        [source] = [element["source"] for element in screen["view"] if "source" in element]
        version = name if mistake == "reads-rows-once" else source["version"]
        if version not in self.rows_read:
            path, rows = f"/v1/sessions/{self.id}/screens/{line['screen']}/rows/{name}", []
            while path:
                page = self.insist("GET", path)[1]
                rows += [row["key"] for row in page["rows"]]
                path = page.get("next") if mistake != "reads-one-page-of-rows" else None
            self.rows_read[version] = rows
        say(tap=line["tap"], rows=self.rows_read[version])

    def draft(self, line):
        name = f"{line['screen']} {line['output']}"
        if "values" not in line:
            return say(draft=self.drafts.get(name))
        with self.lock:
            self.drafts[name] = line["values"]
            self.store()

    def run(self):
        say(client="reference", parts=PARTS)
        for text in sys.stdin:
            line = json.loads(text)
            match line["do"]:
                case "open":
                    self.open()
                case "report" | "back" | "dismiss" | "tab":
                    self.add(line)
                case "press":
                    self.press(line)
                case "rows":
                    threading.Thread(target=self.rows, args=[line], daemon=True).start()
                case "draft":
                    self.draft(line)
                case "resume":
                    threading.Thread(target=self.resume, daemon=True).start()
                case "close":
                    break
        with self.lock:
            self.store()
            sys.stdout.flush()
            os._exit(0)


def patched(document, operations, is_careless=False):
    """The document after the operations that the server uses: add, replace and remove (RFC 6902)."""
    document = copy.deepcopy(document)
    for operation in operations:
        try:
            *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
            place = document
            for part in parents:
                place = place[int(part) if isinstance(place, list) else part]
            last = int(last) if isinstance(place, list) else last
            if operation["op"] == "remove":
                del place[last]
            elif operation["op"] == "add" and isinstance(place, list):
                place.insert(last, operation["value"])
            else:
                place[last] = operation["value"]
        except (KeyError, IndexError):
            if not is_careless:
                raise
    return document


if __name__ == "__main__":
    Client().run()
