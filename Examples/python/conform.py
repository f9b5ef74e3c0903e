"""Drives the client in this folder by the lines of `usher conform`.

    usher conform python3 Examples/python/conform.py
"""

import json
import os
import queue
import sys
import threading

from usher_client import Session, UsherError


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def perform(session, line):
    """Does what a line says, and returns the members of the line in return."""
    match line["do"]:
        case "report":
            return outcome(session.report(line["screen"], line["output"], line.get("payload")))
        case "tab":
            return outcome(session.select_tab(line["tab"]))
        case "back" | "dismiss":
            questions = []

            def confirm(question):
                questions.append(question)
                return line.get("confirmed", False)

            is_accepted = getattr(session, line["do"])(confirm=confirm)
            return {"outcome": "unconfirmed"} if questions and not is_accepted else outcome(is_accepted)
        case "rows":
            view = session.state["screens"][line["screen"]]["view"]
            source = next(element["source"] for element in view if element.get("source", {}).get("name") == line["source"])
            return {"rows": [row["key"] for row in session.rows(line["screen"], source)]}


def outcome(is_accepted):
    return {"outcome": "accepted" if is_accepted else "outdated"}


def work(session, lines):
    """Performs the lines one after another."""
    while line := lines.get():
        if line["do"] in ("open", "resume"):
            getattr(session, line["do"])()
            continue
        try:
            say(tap=line["tap"], **perform(session, line))
        except UsherError:
            say(tap=line["tap"], outcome="rejected")


session = Session(os.environ["CONFORM_SERVER"], os.environ["CONFORM_APP"], f"{os.environ['CONFORM_STORAGE']}/session.json")
session.changed = lambda state: say(shows=state)
session.over = lambda error: say(over="expired" if error.is_expired else "gone")
say(client="a client in Python", parts=["patches", "resume", "rows", "storage", "stream"])
lines = queue.Queue()
threading.Thread(target=work, args=[session, lines], daemon=True).start()
for text in sys.stdin:
    line = json.loads(text)
    if line["do"] == "close":
        break
    lines.put(line)
session.close()
