"""Walks through the applications: the taps of a user, and the recording of the requests.

A walk begins after the login or as a guest, goes through tabs, lists, forms and modals, and ends where it began. A session
numbers its keys and revisions, so each lap adds the same number of both, and the requests of all laps can be derived from
those of the first two.
"""

import json
import re
import time
from dataclasses import dataclass, field

from . import sessions

LOG_IN = {"login": "demo", "password": "demo-password"}
INCOMPLETE = {"login": "demo"}
BOOTS = {"product": "cairn", "color": "c18"}


@dataclass
class Tap:
    """One tap of a user, and the expected status of the response."""

    kind: str
    name: str | int = ""
    payload: object = None
    status: int = 200


def report(output, payload=None, status=200):
    """Returns a tap that reports an output of the focused screen."""
    return Tap("output", output, payload, status)


def wait_for(output):
    """Returns a pause until the focused screen offers an output."""
    return Tap("wait", output)


def tab(index):
    return Tap("tab", index)


def amount(grocery, quantity):
    return report("quantityChanged", {"grocery": grocery, "quantity": quantity})


BACK = Tap("back")


@dataclass
class Step:
    """A recorded request. Below the path of the session, its path is `front`, the key in lap 0, and `back`."""

    status: int
    revision: int
    """The revision after the request, relative to the beginning of the lap."""
    front: str
    key: int
    """The number of the key in lap 0, to which each lap adds `rise`; -1 if the path has no key."""
    back: str
    body: str
    rise: int = 0


@dataclass
class Walk:
    app: str
    lead: list
    """The taps from the first screen to the beginning of the walk."""
    lap: list
    revisions: int = 0
    """The number of revisions that a lap adds."""
    beginning: int = 0
    """The revision at the beginning of the first lap."""
    focus: str = ""
    """The key of the focused screen at the beginning of the first lap."""
    steps: list = field(default_factory=list)

    @property
    def logs_in(self):
        return any(tap.payload == LOG_IN for tap in self.lead)


def walks():
    """Returns one walk through each application; none changes stored data of accounts, such as favorites and orders.

    In `market` and `shop`, the user is a guest: the cart of an account is saved after each change, and that adds a revision
    at any time. No tap needs a recent login: the copy of a session has none.
    """
    return [
        Walk("items", [report("submit", LOG_IN), report("finish"), tab(1), tab(0)], [
            report("itemSelected", 3), BACK, report("itemSelected", 7), BACK,
            report("createItem"), report("complete", {"title": ""}, 422), report("chooseCategory"),
            report("categorySelected", "Book"), report("writeNote"), report("noteWritten", {"note": "Second edition"}),
            report("hide"),
            tab(1), report("security"), report("changePassword"), BACK, BACK, tab(0),
        ]),
        Walk("kanji", [], [
            report("kanjiSelected", "水"), report("wordSelected", "水曜日"), BACK, BACK,
            report("search", "sky"), report("kanjiSelected", "空"), BACK, report("search", "xyzzy"), report("search", ""),
        ]),
        Walk("market", [
            report("skip"), report("citySelected", "Berlin"), tab(4), tab(3), tab(2), tab(1), tab(0),
        ], [
            report("promotionSelected", "breakfast"), report("grocerySelected", "apples"), amount("apples", 1),
            amount("apples", 2), report("facts"), BACK, report("delivery"), report("chooseCity"),
            report("citySelected", "Vienna"), report("close"), BACK, BACK,
            tab(1), report("search", "milk"), report("grocerySelected", "milk"), amount("milk", 1), BACK,
            report("search", ""), report("categorySelected", "dairy"), BACK,
            tab(3), report("logIn"), report("forgotPassword"), BACK, report("close"),
            tab(2), amount("milk", 0), report("checkOut"), report("submit", INCOMPLETE, 422), report("signUp"), BACK,
            report("close"), amount("apples", 0),
            tab(4), report("logIn"), report("close"), report("changeCity"), report("citySelected", "Berlin"), tab(0),
        ]),
        Walk("profile", [], [
            report("selectCity"), report("citySelected", "Tokyo"), report("editAreas"), report("selectCity"),
            report("regionSelected", "Tatarstan"), report("citySelected", "Kazan"), BACK,
            report("regionSelected", "Tatarstan"), report("citySelected", "Kazan"), BACK, report("done"),
            report("save", {"name": ""}, 422), report("save", {"name": "Ada"}),
            report("editProfile"), report("selectCity"), report("citySelected", "St Petersburg"),
            report("save", {"name": "Pavel"}),
        ]),
        Walk("shop", [wait_for("showProduct"), report("cartToggle"), report("backToShopping")], [
            report("cartBuyNow", "ridge"), report("close"), report("showCategory", "shoes"), report("showProduct", "cairn"),
            report("cartAdd", BOOTS), report("cartToggle"), report("checkOut"), report("submit", INCOMPLETE, 422),
            report("signUp"), BACK, report("close"),
            report("cartRemove", BOOTS), report("keep"), report("cartRemove", BOOTS), report("remove", BOOTS),
            report("backToShopping"), BACK, BACK, report("account"), report("forgotPassword"), BACK, BACK,
        ]),
    ]


class Visitor:
    """A user of a new session."""

    def __init__(self, port, app):
        self.client = sessions.Client(port)
        self.state = self.client.state("POST", "/v1/sessions", body={"app": app})
        self.session = sessions.Session(self.state["id"], self.state["token"], "")

    def lead(self, walk):
        """Performs the taps from the first screen to the beginning of a walk, and waits for effects in between."""
        for tap in walk.lead:
            if tap.kind in ("output", "wait"):
                self.wait_for(tap.name)
            if tap.kind != "wait":
                self.take(tap)
        while self.state["revision"] < walk.beginning:
            self.wait()
        self.session.revision = self.state["revision"]

    def wait_for(self, output):
        while not any(offered["name"] == output for offered in self.state["screens"][self.state["focus"]]["outputs"]):
            self.wait()

    def wait(self):
        """Waits for the next revision."""
        self.state = self.client.state(
            "GET", self.session.path, self.session.token,
            fields={"Prefer": "wait=30", "If-None-Match": f'"{self.state["revision"]}"'})

    def take(self, tap):
        """Performs a tap and returns its request."""
        step = self.step(tap)
        path = self.session.path + step.front + (str(step.key) if step.key >= 0 else "") + step.back
        response = self.client.call("POST", path, self.session.token, tap.payload, {"Prefer": "wait=30"}, tap.status)
        if tap.status == 200:
            self.state = json.loads(response)
            self.session.token = self.state.get("token", self.session.token)
        step.revision = self.state["revision"]
        return step

    def step(self, tap):
        body = "" if tap.payload is None else json.dumps(tap.payload, ensure_ascii=False)
        if tap.kind == "back":
            return Step(tap.status, 0, "/back", -1, "", body)
        if tap.kind == "tab":
            return Step(tap.status, 0, "/tabs/k", number(self.state["navigation"]["routes"][tap.name]["key"]), "", body)
        return Step(tap.status, 0, "/screens/k", number(self.state["focus"]), f"/outputs/{tap.name}", body)

    def appearance(self):
        """Returns the state without the parts that differ from lap to lap."""
        told = {name: value for name, value in self.state.items() if name not in ("revision", "expiresAt", "token")}
        return re.sub(r'"k\d+"', '"k"', json.dumps(told))


def number(key):
    return int(key.removeprefix("k"))


def record(port, walk):
    """Records a walk with a session that is deleted afterwards."""
    visitor = Visitor(port, walk.app)
    visitor.lead(walk)
    # An effect that no screen waits for also adds a revision.
    time.sleep(1)
    visitor.state = visitor.client.state("GET", visitor.session.path, visitor.session.token)
    walk.beginning, walk.focus = visitor.state["revision"], visitor.state["focus"]
    # A form keeps the text that was entered, so the first lap may end in another state than it began in.
    laps, appearances = [], []
    for _ in range(3):
        laps.append([visitor.take(tap) for tap in walk.lap])
        appearances.append(visitor.appearance())
    if appearances[1] != appearances[2]:
        raise SystemExit(f"The walk through {walk.app} does not end where it began.")
    visitor.client.call("DELETE", visitor.session.path, visitor.session.token)
    walk.revisions = laps[0][-1].revision - walk.beginning
    for steps in zip(*laps):
        first, second, third = steps
        first.rise = second.key - first.key
        if third.key - second.key != first.rise or third.revision - first.revision != 2 * walk.revisions:
            raise SystemExit(f"The walk through {walk.app} is not the same in each lap: {steps}")
        first.revision -= walk.beginning
        walk.steps.append(first)


def write(path, walks_and_sessions):
    """Writes the file that the walker reads."""
    with open(path, "w") as file:
        for walk, of in walks_and_sessions:
            print("walk", walk.revisions, sep="\t", file=file)
            for step in walk.steps:
                print("step", step.status, step.revision, step.front, step.key, step.rise, step.back, step.body, sep="\t",
                      file=file)
            for session in of:
                print("session", session.id, session.token, session.revision, sep="\t", file=file)
