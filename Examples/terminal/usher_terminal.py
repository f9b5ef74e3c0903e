#!/usr/bin/env python3
"""A client of the state API for a terminal: it draws any application of a server and reports what the user chooses.

    python3 usher_terminal.py http://127.0.0.1:8080 --app items

Type a number or the beginning of a label. `b` goes back, `d` dismisses a modal, `l URL` opens a link, `q` quits.
"""

import argparse
import contextlib
import getpass
import http.client
import json
import os
import queue
import select
import socket
import sys
import threading
import time
import uuid
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

#: The pauses before the next try of a request without a response, in seconds.
PAUSES = [0.4, 1, 2, 4, 8, 10, 10]
LEVELS = {"error": "!", "warning": "!", "info": "i", "success": "*"}


class Problem(Exception):
    """A response with a problem (RFC 9457); its arguments are the body and the status."""

    def __init__(self, body, status=0, retry_after=None):
        body = body if isinstance(body, dict) else {}
        super().__init__({"detail": f"The server responds with {status}."} | body, status)
        self.body, self.status, self.retry_after = self.args[0], status, retry_after

    def __str__(self):
        return self.body["detail"]

    @property
    def is_passing(self):
        """Whether the same request may succeed later; 409 without a state says that its first try still runs."""
        return self.status in (429, 502, 503, 504) or (self.status == 409 and "state" not in self.body)


class Lost(Exception):
    """No response of the server; something between may have responded in its place."""

    def __str__(self):
        return "The server can't be reached. It is not known whether it has got the last action."


class Session:
    """A session at the server: its token and the newest state that is known."""

    def __init__(self, address, **launch):
        """:param launch: The members of the start that have a value: `app`, `link`, `input`, `identity`, `embedded`."""
        self.address = urlsplit(address)
        self.state, self.token, self.clock = None, None, 0
        self.news, self.lists, self.stream, self.over = queue.SimpleQueue(), {}, None, None
        self.create({name: value for name, value in launch.items() if value})

    def create(self, wanted):
        """Starts a session, or continues an expired one if `wanted` says so."""
        state = self.send("POST", "/v1/sessions", {**wanted, "client": {"platform": "terminal"}})
        self.state, self.over = None, None
        self.adopt(state)

    def send(self, method, path, body=None, is_insisting=True, **fields):
        """Sends a request until it has a response, each time with the same key, and returns its JSON or None."""
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if method == "POST":
            fields |= {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        for pause in PAUSES if is_insisting else ():
            try:
                return self.exchange(method, path, data, fields)
            except Problem as problem:
                if not problem.is_passing:
                    raise
                time.sleep(problem.retry_after or pause)
            except Lost:
                time.sleep(pause)
        return self.exchange(method, path, data, fields)

    def exchange(self, method, path, data, fields):
        """Sends a request once."""
        fields = fields | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        connection = self.connection()
        try:
            connection.request(method, path, data, fields)
            response = connection.getresponse()
            content = response.read()
            is_json = "json" in response.getheader("Content-Type", "")
            result = json.loads(content) if content and is_json else None
        except (OSError, http.client.HTTPException, ValueError) as failure:
            raise Lost from failure
        finally:
            connection.close()
        if response.status >= 400:
            raise Problem(result, response.status, float(response.getheader("Retry-After", 0)))
        if not is_json and response.status not in (204, 304):
            raise Lost
        if date := response.getheader("Date"):
            self.clock = parsedate_to_datetime(date).timestamp() - time.time()
        return result

    def connection(self, timeout=60):
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        return kind(self.address.hostname, self.address.port, timeout=timeout)

    def adopt(self, state):
        """Takes a state unless a newer one is known; the higher revision is the newer state."""
        # It is no part of the state: a patch of this state would bring an old one back.
        self.token = state.pop("token", self.token)
        self.path = f"/v1/sessions/{state['id']}"
        if self.state is None or state["id"] != self.state["id"] or state["revision"] >= self.state["revision"]:
            self.state = state
        if self.state["status"] == "ended":
            self.stop_following()

    def post(self, path, body=None, is_gesture=True):
        """Reports an event; a problem with a state is not an error, because the state says what is possible now.

        Only a gesture has a condition, because an output names the screen that it is for.
        """
        condition = {"If_Match": f'"{self.state["revision"]}"'} if is_gesture else {}
        try:
            state = self.send("POST", path, body, Prefer="messages, wait=20", **condition)
        except Problem as problem:
            if problem.status in (401, 410):
                self.over = problem
            if "state" not in problem.body:
                raise
            self.adopt(problem.body["state"])
            return str(problem)
        self.adopt(state)
        while self.state["status"] == "busy":
            self.wait()
        return None

    def wait(self):
        """Waits for the next revision (long poll)."""
        if state := self.send("GET", self.path, If_None_Match=f'"{self.state["revision"]}"', Prefer="wait=25"):
            self.adopt(state)

    def rows(self, screen, source):
        """The list of the rows of a source, with those that were read; a new version is read from its first page on."""
        place = (self.state["id"], screen, source["name"])
        if self.lists.get(place, {}).get("version") != source["version"]:
            href = f"{self.path}/screens/{screen}/rows/{source['name']}"
            self.lists[place] = {"version": source["version"], "rows": [], "next": href}
            self.read_rows(self.lists[place])
        return self.lists[place]

    def read_rows(self, rows):
        """Reads the next page of rows; after an error the user can ask again."""
        try:
            page = self.send("GET", rows["next"])
            rows["rows"], rows["next"] = rows["rows"] + page["rows"], page.get("next")
        except (Lost, Problem) as failure:
            return str(failure)

    def follow(self, wake):
        """Follows the session on a thread of its own; `wake` is called when there is a new state, or when it is over.

        It reads the event stream, or waits for each revision where there is none.
        """
        state = self.state
        while self.over is None and self.state["id"] == state["id"] and self.state["status"] != "ended":
            token = self.token
            try:
                for state in self.states(state):
                    self.news.put(state)
                    wake()
            except Problem as problem:
                # A request of this client may have replaced the token, and its response is on the way.
                is_replaced = problem.body.get("type", "").endswith("credential-replaced") or token != self.token
                if self.state["id"] != state["id"]:
                    return
                if problem.status == 410 or (problem.status == 401 and not is_replaced):
                    self.over = problem
                    wake()
                elif problem.status != 401 and not problem.is_passing:
                    self.poll(state, wake)
                else:
                    time.sleep(problem.retry_after or 0.5)
            except (OSError, http.client.HTTPException, Lost):
                time.sleep(1)

    def states(self, state):
        """The states of the event stream after one that is known, until the stream ends."""
        connection = self.connection(timeout=40)
        try:
            fields = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream",
                      "Last-Event-ID": str(state["revision"])}
            connection.request("GET", f"{self.path}/events", headers=fields)
            self.stream = connection.sock
            response = connection.getresponse()
            if response.status != 200:
                is_json = "json" in response.getheader("Content-Type", "")
                raise Problem(json.loads(response.read()) if is_json else None, response.status)
            name = None
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data" and name == "end":
                    if json.loads(value)["reason"] in ("ended", "expired"):
                        # The response says what has become of the session.
                        self.send("GET", self.path, is_insisting=False)
                    return
                elif field == "data" and name in ("state", "patch"):
                    state = self.after(state, name, json.loads(value))
                    yield state
        finally:
            connection.close()

    def after(self, state, name, content):
        """The state after an event. A patch for another revision can't be applied, so the whole state is read."""
        if name == "state":
            return content
        is_fit = content["from"] == state["revision"]
        return patched(state, content["patch"]) if is_fit else self.send("GET", self.path)

    def poll(self, state, wake):
        """Waits for the next revision, beside the other thread."""
        fields = {"If_None_Match": f'"{state["revision"]}"', "Prefer": "wait=25"}
        if newer := self.send("GET", self.path, is_insisting=False, **fields):
            self.news.put(newer)
            wake()

    def stop_following(self):
        """Ends the stream, also while the other thread waits for an event."""
        if self.stream:
            with contextlib.suppress(OSError):
                self.stream.shutdown(socket.SHUT_RDWR)


def patched(document, patch):
    """Returns a document after the operations that the server uses: add, replace and remove (RFC 6902)."""
    document = json.loads(json.dumps(document))
    for operation in patch:
        *parents, last = [token.replace("~1", "/").replace("~0", "~") for token in operation["path"].split("/")[1:]]
        place = document
        for token in parents:
            place = place[int(token) if isinstance(place, list) else token]
        last = int(last) if isinstance(place, list) else last
        if operation["op"] == "remove":
            del place[last]
        elif operation["op"] == "add" and isinstance(place, list):
            place.insert(last, operation["value"])
        else:
            place[last] = operation["value"]
    return document


#: The keys of the gestures. A session that is a part of another app is left from its first screen, where back would be.
GESTURES = (("b", "back"), ("b", "leave"), ("d", "dismiss"))


class Drawing:
    """The lines of a state, and the numbered actions that the user can choose from."""

    def __init__(self, state, clock, rows=None):
        """:param rows: Gives the list of rows of a source on a screen, which are not in the state."""
        self.state, self.clock, self.rows = state, clock, rows
        self.lines, self.actions = [], []
        if state["status"] == "ended":
            self.lines.append("The session has ended. Type q.")
            if "result" in state:
                self.lines.append(f"Its result: {json.dumps(state['result'], ensure_ascii=False)}")
            return
        front = state["modals"][-1] if state["modals"] else None
        screen = state["screens"].get(state["focus"] or "", {})
        self.outputs = {output["name"]: output for output in screen.get("outputs", [])}
        title = screen.get("title", "")
        kind = f" ({front['presentation']})" if front else ""
        self.lines += ["", f"=== {title}{kind} ===" if "navigationBar" not in screen.get("hides", []) else "==="]
        for message in screen.get("messages", []):
            self.lines.append(f" {LEVELS[message['level']]} {message['text']}")
        for element in screen.get("view", []):
            self.draw(element)
        self.lines += [] if "view" in screen else [json.dumps(screen.get("props", {}), ensure_ascii=False)]
        if not front and "tabBar" not in screen.get("hides", []):
            self.tabs(state["navigation"])
        ways = [f"{key} {name}" for key, name in GESTURES if name in state["gestures"]]
        self.lines.append(f"[{', '.join(ways + ['q quit'])}]")

    def draw(self, element):
        if known := getattr(self, f"draw_{element['kind']}", None):
            known(element)
        elif "fallback" in element:
            self.draw(element["fallback"])

    def offer(self, text, label, perform, output=None, until=None):
        """Adds a line that can be chosen if its output is possible now."""
        left = datetime.fromisoformat(until).timestamp() - time.time() - self.clock if until else 0
        if output is not None and output not in self.outputs:
            self.lines.append(f"     {text} (not now)")
        elif left > 0:
            self.lines.append(f"     {text} (in {left:.0f} s)")
        else:
            self.actions.append((label, perform))
            self.lines.append(f"{len(self.actions):4} {text}")

    def report(self, description, payload=None):
        name = description["output"]
        payload = description.get("payload") if payload is None else payload
        return lambda client: client.report(self.outputs[name], payload)

    def draw_heading(self, element):
        self.lines += ["", element["text"]]

    def draw_text(self, element):
        self.lines.append("     " + element["text"].replace("\n", "\n     "))

    def draw_image(self, element):
        self.lines.append("     " + picture(element))

    def draw_button(self, element, indent=""):
        mark = {True: "[x] ", False: "[ ] "}.get(element.get("selected"), "")
        self.offer(f"{indent}{mark}{element['label']}{badge(element)}", element["label"], self.report(element),
                   element["output"], element.get("enabledAt"))

    def draw_toggle(self, element, indent=""):
        text = "  ".join([f"{indent}[{'x' if element['value'] else ' '}] {element['label']}", element.get("help", "")])
        self.offer(text, element["label"], self.report(element, entered(element, not element["value"])), element["output"])

    def draw_stepper(self, element, indent=""):
        self.lines.append(f"     {indent}{element['label']}: {element['value']}")
        for sign, name in ((1, "more"), (-1, "less")):
            value = element["value"] + sign * element["step"]
            if element["min"] <= value <= element["max"]:
                self.offer(f"{indent}{name}", f"{element['label']} {name}", self.report(element, entered(element, value)),
                           element["output"])

    def draw_search(self, element):
        self.offer(f"search: {element['value'] or element['placeholder']}", "search", lambda client: client.report(self.outputs[element["output"]], client.read("search: ")), element["output"])

    def draw_list(self, element):
        rows = self.rows(self.state["focus"], element["source"]) if "source" in element and self.rows else None
        for row in rows["rows"] if rows else []:
            self.row(row)
        if rows and rows["next"]:
            self.offer("more", "more", lambda client: client.session.read_rows(rows))
        for section in element.get("sections", []):
            if "header" in section:
                self.lines += ["", f"  {section['header']}"]
            for row in section["rows"]:
                self.row(row)
            if "footer" in section:
                self.lines.append(f"     {section['footer']}")
        if "more" in element:
            self.draw_button(element["more"])
        if "empty" in element and not (rows and rows["rows"]):
            self.draw_empty(element["empty"])

    def row(self, row):
        parts = [picture(row["image"]) if "image" in row else None, row["title"], row.get("subtitle"), row.get("time")]
        if "price" in row:
            parts.append(f"{row['price']['amount'] / 100:.2f} {row['price']['currency']}")
        mark = {"checkmark": "v", "disclosure": ">", "detail": "i"}.get(row.get("accessory"))
        text = "  ".join(part for part in [*parts, row.get("badge"), mark] if part)
        if "report" in row:
            self.offer(text, row["title"], self.report(row["report"]), row["report"]["output"])
        else:
            self.lines.append("     " + text)
        if "control" in row:
            getattr(self, f"draw_{row['control']['kind']}")(row["control"], indent="  ")

    def draw_map(self, element):
        for marker in element["markers"]:
            position = f"{marker['latitude']:.3f}° {marker['longitude']:.3f}°"
            self.row(marker | {"subtitle": position, "accessory": "checkmark" if marker.get("selected") else "none"})

    def draw_form(self, element):
        names = ", ".join(field["label"] for field in element["fields"])
        self.offer(f"{element['submit']} ({names})", element["submit"],
                   lambda client: client.fill(self.outputs[element["output"]], element), element["output"])

    def draw_confirm(self, element):
        self.lines += ["", f"  {element['title']}", *([f"     {element['text']}"] if "text" in element else [])]
        for action in element["actions"]:
            self.draw_button(action)

    def draw_progress(self, element):
        bar = f"[{'#' * round(element['value'] * 20):20}]" if "value" in element else "..."
        self.lines.append(f"     {element.get('label', '')} {bar}")

    def draw_empty(self, element):
        self.draw_confirm(element | {"actions": [element["action"]] if "action" in element else []})

    def tabs(self, container):
        if container["type"] != "tabs":
            return
        self.lines.append("")
        for index, tab in enumerate(container["routes"]):
            mark, path = "*" if index == container["index"] else "-", f"/v1/sessions/{self.state['id']}/tabs/{tab['key']}"
            self.offer(f"{mark} {tab['title']}{badge(tab)}", tab["title"], lambda client, path=path: client.session.post(path, {}))
        if selected := container["routes"][container["index"]].get("state"):
            self.tabs(selected)


def picture(image):
    if "url" in image:
        return f"<{image['alt']}>" if image.get("alt") else ""
    return image.get("characters") or f"<{image.get('alt') or image.get('symbol') or 'image'}>"


def badge(thing):
    return f" ({thing['badge']})" if thing.get("badge") else ""


def entered(element, value):
    """The payload of a control with the value that the user has chosen."""
    return {**element["payload"], element["member"]: value} if "member" in element else value


class Client:
    """The loop between the user and the session."""

    def __init__(self, session):
        self.session = session
        self.buffer, (self.woken, self.waker) = b"", os.pipe()

    def follow(self):
        threading.Thread(target=self.session.follow, args=[lambda: os.write(self.waker, b".")], daemon=True).start()

    def run(self):
        self.follow()
        notice = None
        while True:
            if self.session.over:
                notice = f"{self.session.over} Type r to go on."
            drawing = Drawing(self.session.state, self.session.clock, self.session.rows)
            print("\n".join(drawing.lines + ([f" ! {notice}"] if notice else [])))
            line = self.read("> ", is_interrupted=True)
            if line in ("q", None):
                return
            notice = self.perform(line, drawing) if line else None

    def perform(self, line, drawing):
        """Does what the user has typed, and returns a sentence if it has failed."""
        gestures = self.session.state["gestures"]
        try:
            if name := next((name for key, name in GESTURES if key == line and name in gestures), None):
                question = gestures.get("confirm", {})
                if name in question.get("gestures", []) and self.read(f"{question['title']} (y/n) ") != "y":
                    return None
                return self.session.post(gestures[name], {})
            if line == "r" and self.session.over:
                return self.resume()
            if line.startswith("l "):
                return self.session.post(f"{self.session.path}/links", {"url": line[2:].strip()})
            found = [action for number, (label, action) in enumerate(drawing.actions, 1)
                     if line == str(number) or label.lower().startswith(line.lower())]
            return found[0](self) if found else f"There is no “{line}” here."
        except (Problem, Lost) as failure:
            return str(failure)

    def resume(self):
        """Continues an expired session, or starts one in place of a session that is gone."""
        proposal = self.session.over.body.get("resume")
        if self.session.over.status == 401:
            self.session.token = None
        self.session.stop_following()
        self.session.create(proposal["body"] if proposal else {"app": self.session.state["app"]})
        self.follow()

    def report(self, output, payload=None):
        return self.session.post(output["href"], payload, is_gesture=False)

    def fill(self, output, form):
        """Asks for the value of each field; an empty line keeps the value that is there, and leaves out an empty field."""
        schema = output.get("schema", {})
        is_object = schema.get("type") == "object"
        payload = {}
        for field in form["fields"]:
            member = schema["properties"].get(field["name"], {}) if is_object else schema
            if (value := self.value(field, member)) is not None:
                payload[field["name"]] = value
        return self.report(output, payload if is_object else next(iter(payload.values()), None))

    def value(self, field, schema):
        initial = field.get("value")
        choices = "".join(f"\n  {choice['value']}: {choice['label']}" for choice in field.get("choices", []))
        hint = " (y/n)" if field["input"] == "toggle" else f" [{initial}]" if initial not in (None, "") else ""
        text = self.read(f"{field['label']}{choices}{hint}: ", is_secret=field.get("secret", False))
        if not text:
            return initial if initial is not None or field["input"] != "toggle" else False
        types = schema.get("type")
        if field["input"] == "toggle" or types == "boolean":
            return text.lower().startswith("y")
        if types in ("integer", "number") and text.replace(".", "", 1).lstrip("-").isdigit():
            return int(text) if types == "integer" and "." not in text else float(text)
        return text

    def read(self, prompt, is_secret=False, is_interrupted=False):
        """Reads a line; an empty one if a new state has come and `is_interrupted` allows it; None at the end of the input."""
        if is_secret and sys.stdin.isatty():
            return getpass.getpass(prompt)
        print(prompt, end="", flush=True)
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([0, self.woken] if is_interrupted else [0], [], [])
            if self.woken in ready and 0 not in ready:
                os.read(self.woken, 4096)
                before = self.session.state["revision"]
                while not self.session.news.empty():
                    self.session.adopt(self.session.news.get())
                if self.session.state["revision"] > before or self.session.over:
                    return ""
                continue
            if not (data := os.read(0, 65_536)):
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode().strip()


def main():
    parser = argparse.ArgumentParser(description="Draws an application of a server in the terminal.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8080")
    parser.add_argument("--app")
    parser.add_argument("--link")
    parser.add_argument("--input", type=json.loads, help="what the application needs to know, as JSON")
    parser.add_argument("--identity", help="the token of a user who has signed in elsewhere")
    parser.add_argument("--embedded", action="store_true", help="go back from the first screen, which ends the session")
    options = vars(parser.parse_args())
    try:
        Client(Session(options.pop("address"), **options)).run()
    except (Problem, Lost) as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
