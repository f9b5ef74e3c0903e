"""Random sessions of all applications, followed with an SSE client and a JSON Patch library that know nothing of this server.

    Scripts/checks/clients-test.sh

    STEPS  the steps in all applications together (default: 10,000)
    SEED   the choices of the users (default: 1)

The third-party packages are those of requirements.txt.
"""

import os
import sys
import time
import unittest
from collections import Counter
from pathlib import Path
from random import Random

import httpx

from checked_walk import CheckedWalk, SessionEnded
from documents import Mismatch
from follower import Follower

sys.path.append(str(Path(__file__).resolve().parents[1] / "Browser"))
from server import Server

STEPS = int(os.environ.get("STEPS") or 10_000)
SEED = int(os.environ.get("SEED") or 1)
STEPS_OF_A_SESSION = (60, 200)
# The mean number of steps between two interruptions of the stream.
STEPS_OF_A_CONNECTION = 50
# One address plays all users, who start many sessions and ask for many codes.
WITHOUT_LIMITS = ["--address-new-sessions", "0", "--codes-per-day", "1000000000", "--log-level", "warning"]


class Walks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*WITHOUT_LIMITS)
        cls.addClassCleanup(cls.server.stop)
        cls.client = httpx.Client(base_url=cls.server.address, timeout=30)
        cls.addClassCleanup(cls.client.close)
        cls.apps = [app["name"] for app in cls.client.get("/v1/apps").json()["apps"]]

    def walk(self, app, steps, number, totals=None, follower=Follower, kind=CheckedWalk):
        """Walks through a session of an application until a number of steps or the session's end; returns the steps taken."""
        seed = f"{SEED} {app} {number}"
        walk = kind(self.client, app, seed, follower)
        taken = 0
        try:
            while taken < steps:
                if walk.user.random.randrange(STEPS_OF_A_CONNECTION) == 0:
                    missed = min(walk.user.random.randrange(4), steps - taken)
                    walk.reconnect(missed)
                    taken += missed
                else:
                    taken += 1
                    walk.step()
            walk.end()
        except SessionEnded:
            pass
        except Mismatch as mismatch:
            latest = "\n".join(map(str, walk.actions[-10:]))
            raise Mismatch(
                f"{mismatch}\nSEED={SEED} STEPS={STEPS}: {app}, session {number}, action {len(walk.actions)}; the latest ones:\n{latest}"
            ) from mismatch
        finally:
            walk.close()
            if totals is not None:
                totals.add(walk)
        return taken


class Totals:
    """The figures of all sessions of an application."""

    def __init__(self):
        self.sessions = 0
        self.revisions = 0
        self.screens = set()
        self.counts = Counter()

    def add(self, walk):
        self.sessions += 1
        self.revisions += len(walk.revisions)
        self.screens |= walk.screens
        self.counts += walk.counts + walk.follower.counts


class RandomSessions(Walks):
    def test_all_clients_have_the_same_state_after_each_step(self):
        share = STEPS // len(self.apps)
        for app in self.apps:
            with self.subTest(app):
                totals, taken, began = Totals(), 0, time.monotonic()
                while taken < share:
                    number = totals.sessions
                    length = Random(f"{SEED} {app} {number}").randint(*STEPS_OF_A_SESSION)
                    taken += self.walk(app, min(length, share - taken), number, totals)
                self.report(app, totals, taken, time.monotonic() - began)
                self.check_progress(app, totals, taken)

    def report(self, app, totals, taken, seconds):
        counts = ", ".join(f"{name}: {count}" for name, count in sorted(totals.counts.items(), key=str))
        print(f"{app}: {taken} steps in {totals.sessions} sessions, {totals.revisions} distinct revisions, "
              f"{len(totals.screens)} distinct screens, {seconds:.0f} s; {counts}", flush=True)

    def check_progress(self, app, totals, taken):
        """Fails if the users got nowhere, so that there was nothing to compare."""
        declared = self.client.get(f"/v1/apps/{app}").json()["screens"]
        counts = totals.counts
        self.assertGreater(totals.revisions, taken / 3, "distinct revisions")
        self.assertGreater(counts["patch"], taken / 3, "patches on the event stream")
        self.assertGreater(counts["patches in responses"], taken / 4, "patches in responses")
        self.assertGreater(counts["compared responses"], taken / 3, "responses compared with the whole state")
        self.assertLess(counts["limited"], 1 + taken / 100, "responses 429")
        if taken >= 1_000:
            self.assertGreater(len(totals.screens), len(declared) / 3, "distinct screens")
            self.assertGreater(counts["interruptions"], taken / (2 * STEPS_OF_A_CONNECTION), "interruptions of the stream")
            self.assertGreater(counts["patch first after a reconnection"], 0, "reconnections that continued with a patch")


class LosesOnePatch(Follower):
    """Ignores the tenth patch."""

    def apply(self, patch):
        if self.counts["patch"] != 9:
            super().apply(patch)


class AppliesTwice(Follower):
    def apply(self, patch):
        super().apply(patch)
        super().apply(patch)


class ReceivesTwice(Follower):
    def receive(self, event):
        super().receive(event)
        if self.counts["patch"] > 9:
            super().receive(event)


class ReconnectsTooEarly(Follower):
    """Asks for the events after the one before its last one."""

    def last_event_id(self):
        return str(self.revision - 1) if self.revision else None


class PatchesAnotherState(CheckedWalk):
    """Applies the patch of a response to the state before that one which it is meant for."""

    earlier = None

    def patched_response(self, before, patch):
        before, self.earlier = self.earlier or before, before
        return super().patched_response(before, patch)


class Controls(Walks):
    """The comparison notices clients that are wrong on purpose."""

    STEPS = 300

    def notices(self, pattern, **clients):
        with self.assertRaisesRegex(Mismatch, pattern):
            self.walk("shop", self.STEPS, number=0, **clients)

    def test_a_lost_patch_is_noticed(self):
        self.notices("the stream at revision|does not fit", follower=LosesOnePatch)

    def test_a_patch_that_is_applied_twice_is_noticed(self):
        self.notices("the stream at revision|does not fit", follower=AppliesTwice)

    def test_an_event_that_comes_twice_is_noticed(self):
        self.notices("came after revision", follower=ReceivesTwice)

    def test_a_stream_that_continues_at_an_earlier_revision_is_noticed(self):
        self.notices("the patch to revision .* is from|came after revision", follower=ReconnectsTooEarly)

    def test_a_patch_of_another_revision_is_noticed(self):
        self.notices("the response to|does not fit|its ETag is", kind=PatchesAnotherState)


if __name__ == "__main__":
    unittest.main()
