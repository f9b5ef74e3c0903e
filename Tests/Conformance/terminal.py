#!/usr/bin/env python3
"""Drives the terminal client by the lines of `usher conform`.

    usher conform python3 Tests/Conformance/terminal.py
"""

import json
import os
import select
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Examples" / "terminal"))
from usher_terminal import Client, Drawing, Lost, Problem, Session


def say(**message):
    print(json.dumps(message), flush=True)


class Adapter(Client):
    """The client, whose user is the suite."""

    def __init__(self):
        self.is_confirmed = self.was_asked = False
        self.shown = self.said = None

    def read(self, prompt, **_):
        """The user's response to a question."""
        self.was_asked = True
        return "y" if self.is_confirmed else "n"

    def open(self):
        super().__init__(Session(os.environ["CONFORM_SERVER"], app=os.environ["CONFORM_APP"]))
        self.show()
        self.follow()

    def drawing(self):
        return Drawing(self.session.state, self.session.clock, self.session.rows)

    def show(self):
        while not self.session.news.empty():
            self.session.adopt(self.session.news.get())
        if self.session.state is not self.shown:
            self.shown = self.session.state
            say(shows=self.shown, texts=self.drawing().lines)
        if self.session.over and self.session.over is not self.said:
            self.said = self.session.over
            say(over="expired" if self.said.status == 410 else "gone")

    def outcome(self, line):
        """What has become of a tap."""
        drawing, self.was_asked, self.is_confirmed = self.drawing(), False, line.get("confirmed", False)
        match line["do"]:
            case "back" | "dismiss":
                notice = self.perform(line["do"][0], drawing)
            case "tab":
                notice = self.session.post(f"{self.session.path}/tabs/{line['tab']}", {})
            case "press":
                [row] = [row for element in self.session.state["screens"][line["screen"]]["view"]
                         for section in element.get("sections", []) for row in section["rows"] if row["key"] == line["row"]]
                notice = drawing.report(row["report"])(self)
            case _ if output := drawing.outputs.get(line["output"]):
                notice = self.report(output, line.get("payload"))
            case _:
                notice = "The screen does not offer this."
        if self.was_asked and not self.is_confirmed:
            return "unconfirmed"
        return "outdated" if notice else "accepted"

    def take(self, line):
        match line["do"]:
            case "open":
                self.open()
            case "resume":
                self.resume()
            case "rows":
                [source] = [element["source"] for element in self.session.state["screens"][line["screen"]]["view"]
                            if "source" in element]
                rows = self.session.rows(line["screen"], source)
                while rows["next"]:
                    self.session.read_rows(rows)
                say(tap=line["tap"], rows=[row["key"] for row in rows["rows"]])
            case _:
                try:
                    say(tap=line["tap"], outcome=self.outcome(line))
                except (Problem, Lost):
                    say(tap=line["tap"], outcome="rejected")

    def run(self):
        say(client="the terminal client", parts=["elements", "resume", "rows", "stream"])
        text = b""
        while True:
            opened = [self.woken] if self.shown else []
            ready, _, _ = select.select([0, *opened], [], [])
            if 0 in ready:
                data = os.read(0, 65_536)
                text += data
                *lines, text = text.split(b"\n")
                for line in map(json.loads, lines):
                    if line["do"] == "close":
                        return
                    self.take(line)
                    self.show()
                if not data:
                    return
            else:
                os.read(self.woken, 4096)
            if self.shown:
                self.show()


Adapter().run()
