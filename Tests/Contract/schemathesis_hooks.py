"""Gives the requests that schemathesis generates the tokens of the sessions that it has started, and often what their states offer."""

import json
import re
import threading
from random import Random

import schemathesis

SESSIONS = 50
# In percent: how often a request is about a session that there is, and how often a report is one that its state offers.
LIVE, OFFERED = 75, 60


class Sessions:
    """The latest sessions with their tokens and states."""

    def __init__(self):
        self._sessions = {}
        self._random = Random(1)
        self._lock = threading.Lock()

    def chance(self, percent):
        return self._random.randrange(100) < percent

    def get(self, name):
        return self._sessions.get(name)

    def any(self):
        return self._random.choice(list(self._sessions.values())) if self._sessions else None

    def offered(self, state):
        """Returns an output of the screen in front, or None."""
        outputs = state["screens"].get(state["focus"], {}).get("outputs", [])
        return self._random.choice(outputs) if outputs else None

    def learn(self, state):
        with self._lock:
            known = self._sessions.setdefault(state["id"], {})
            known |= {"state": state} | ({"token": state["token"]} if "token" in state else {})
            if len(self._sessions) > SESSIONS:
                del self._sessions[next(iter(self._sessions))]

    def forget(self, name):
        self._sessions.pop(name, None)


sessions = Sessions()


def is_positive(case):
    """Whether nothing in the request is meant to be rejected."""
    return case.meta is None or case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    if "Prefer" in case.headers:
        # The server would wait for a revision that never comes.
        case.headers["Prefer"] = re.sub(r"wait=\d+", "wait=1", str(case.headers["Prefer"]))
    parameters = case.path_parameters
    if "id" not in (parameters or {}):
        return
    live = sessions.get(parameters["id"]) or (sessions.any() if sessions.chance(LIVE) else None)
    if live is None or "token" not in live:
        return
    state = live["state"]
    parameters["id"] = state["id"]
    case.headers["Authorization"] = f"Bearer {live['token']}"
    if "name" not in parameters:
        return
    output = sessions.offered(state)
    if output and sessions.chance(OFFERED):
        parameters["key"], parameters["name"] = state["focus"], output["name"]
        if "schema" not in output and is_positive(case):
            case.body = schemathesis.core.NOT_SET


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() == "DELETE" and response.status_code == 204 and "account" not in case.path:
        sessions.forget((case.path_parameters or {}).get("id"))
    try:
        body = json.loads(response.content)
    except ValueError:
        return
    for state in (body, body.get("state") if isinstance(body, dict) else None):
        # The state at an earlier revision is not what the session offers now.
        if isinstance(state, dict) and "screens" in state and "gestures" in state and "/revisions/" not in case.path:
            sessions.learn(state)
