"""The states of every screen of the applications, as `usher check all --states` reaches them with sample values.

    USHER_EVERY_SCREEN  if set, the tests use a state of every look of every screen; without it, the fullest look of each name
    USHER_STATES        a folder with the documents of an earlier exploration, to save the time of another one
"""

import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from server import ROOT

#: The events that are applied in each application for the short form.
FEW = 1500


def explored(folder=None, every=bool(os.environ.get("USHER_EVERY_SCREEN"))):
    """Returns pairs of a name, such as `shop-007-cart`, and a state.

    :param folder: Where to put the documents of all states; a temporary folder without one.
    :param every: Whether to explore everything, and to return each look of each screen.
    """
    if os.environ.get("USHER_STATES"):
        return chosen(Path(os.environ["USHER_STATES"]), every)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(folder or temporary)
        program = shlex.split(os.environ.get("USHER_COMMAND", ".build/release/usher"))[0]
        command = [program, "check", "all", "--states", str(folder.resolve()), *([] if every else ["--steps", str(FEW)])]
        # The program rejects variables that name no setting, such as those of these tests.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("USHER_")}
        # An exploration that is cut off has findings, such as screens that it has not reached.
        subprocess.run(command, cwd=ROOT, env=environment, check=every, stdout=subprocess.DEVNULL)
        return chosen(folder, every)


def chosen(folder, every):
    """Returns the states in a folder without those that look the same as an earlier one."""
    states = {file.stem: json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))}
    looks = {}
    for name, state in states.items():
        looks.setdefault(look(state) if every else screen(state), []).append(name)
    # In the short form the fullest look of a screen stands for the others; its first one may say only that it is loading.
    names = [each[0] if every else max(each, key=lambda name: fullness(states[name])) for each in looks.values()]
    return [(name, states[name]) for name in sorted(names)]


def fullness(state):
    """Returns the length of the elements of the screen in front."""
    front = state["screens"].get(state["focus"]) or {}
    return len(json.dumps(front.get("view", [])))


def screen(state):
    """Returns what distinguishes a screen in the short form: its name, because the flows of accounts are the same everywhere."""
    front = state["screens"].get(state["focus"]) or {}
    return front.get("name"), state["status"] == "ended"


def look(state):
    """Returns what distinguishes one look of a screen from another: its elements and messages, and what is below it."""
    front = state["screens"].get(state["focus"]) or {}
    parts = [each["kind"] + each.get("placement", "") for each in front.get("view", [])]
    codes = [each["code"] for each in front.get("messages", [])]
    containers = [[each["presentation"] for each in state["modals"]], state["status"], state["gestures"].keys()]
    return state["app"], screen(state), json.dumps([parts, codes, front.get("variant"), [str(each) for each in containers]])
