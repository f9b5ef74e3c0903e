"""A random walk through one session that compares the states of three kinds of clients after each step."""

from collections import Counter

import httpx

from documents import Mismatch, patched, require_same
from follower import Follower
from random_user import RandomUser

PATCH = "application/json-patch+json"
# Refused by the application or as out of date; the random user does not think before a tap.
REFUSALS = {403, 404, 409, 412, 422}


def expected_tag(state, response):
    """Returns the tag of a state, in the coding of the response."""
    suffix = "-gzip" if response.headers.get("Content-Encoding") == "gzip" else ""
    return f'"{state["revision"]}{suffix}"'


class SessionEnded(Exception):
    """The session was ended by an action of its user."""


class CheckedWalk:
    """A session of an application, its random user, and the clients whose states must be the same.

    The first client applies the patch of each response, the second one follows the event stream, and both are compared with a
    third one that reads the whole state.
    """

    def __init__(self, client, app, seed, follower=Follower):
        """
        :param client: An HTTP client with the address of the server.
        :param follower: Makes the client of the event stream.
        """
        self.client = client
        self.counts = Counter()
        self.screens = set()
        self.revisions = set()
        self.actions = []
        self.user = RandomUser(seed, self._latest_code)
        response = client.post("/v1/sessions", json={"app": app})
        response.raise_for_status()
        self.state = response.json()
        self.path = f"/v1/sessions/{self.state['id']}"
        self.token = self.state["token"]
        self.follower = follower(str(client.base_url).rstrip("/"), self.path, self.token)
        self.follower.connect()
        self._compare()

    def step(self):
        """Performs one action of the user and compares the states.

        :raises Mismatch: if two of them differ.
        :raises SessionEnded: if the action has ended the session.
        """
        before = self.state
        action = self.user.next(before)
        self.actions.append(action)
        wants_patch = self.user.chance(85)
        response = self._post(action, before["revision"] if wants_patch else None)
        self.counts[response.status_code] += 1
        result = None
        if response.status_code in (200, 202):
            result = self._result(before, response)
        elif response.status_code == 401:
            self._require_end("ended")
            raise SessionEnded
        elif response.status_code == 429:
            self.counts["limited"] += 1
        elif response.status_code not in REFUSALS:
            raise Mismatch(f"{action} got {response.status_code}: {response.text[:1000]}")
        if result and "token" in result:
            self._renew(result["token"])
        self._compare()
        if result and result["revision"] == self.state["revision"]:
            require_same(result, self.state, f"the response to {action}")
            self.counts["compared responses"] += 1
        self.screens.add(self.state["screens"].get(self.state["focus"], {}).get("name"))

    def reconnect(self, missed_steps):
        """Connects the event stream again after some steps without it."""
        self.counts["interruptions"] += 1
        self.follower.disconnect()
        for _ in range(missed_steps):
            self.step()
        self.follower.connect()
        self._compare()

    def end(self):
        """Ends the session; its event stream must end, too."""
        if not self.follower.is_connected:
            self.follower.connect()
        response = self.client.delete(self.path, headers=self._credential)
        if response.status_code != 204:
            raise Mismatch(f"the end of the session got {response.status_code}: {response.text[:1000]}")
        self._require_end("ended")

    def close(self):
        self.follower.close()

    @property
    def _credential(self):
        return {"Authorization": f"Bearer {self.token}"}

    def _post(self, action, revision):
        preferences = ["wait=5"] + ([f'patch-from="{revision}"'] if revision is not None else [])
        fields = self._credential | {"Prefer": ", ".join(preferences)}
        path = self.path + action.path
        if action.has_body:
            return self.client.post(path, headers=fields, json=action.body)
        return self.client.post(path, headers=fields)

    def _result(self, before, response):
        """Returns the state that a response has or leads to."""
        if response.headers["Content-Type"].split(";")[0] != PATCH:
            return response.json()
        self.counts["patches in responses"] += 1
        state = self.patched_response(before, response.json())
        if (tag := response.headers["ETag"]) != expected_tag(state, response):
            raise Mismatch(f"the patch leads to revision {state['revision']}, its ETag is {tag}")
        return state

    def patched_response(self, before, patch):
        return patched(before, patch)

    def _renew(self, token):
        """Continues with a new token; the stream of the old one must have ended for that reason."""
        self.counts["renewed credentials"] += 1
        was_connected = self.follower.is_connected
        if was_connected:
            self._require_end("credentialRenewed")
        self.token = self.follower.token = token
        if was_connected:
            self.follower.connect()

    def _require_end(self, reason):
        if self.follower.is_connected and (actual := self.follower.follow_until_end()) != reason:
            raise Mismatch(f"the stream ended with {actual!r} instead of {reason!r}")

    def _compare(self):
        """Reads the whole state and compares the follower's state at the same revision with it."""
        # An effect or a timer can lead to a further revision between two requests.
        for _ in range(100):
            self.state = self._whole()
            if not self.follower.is_connected:
                return
            self.follower.follow_until(self.state["revision"])
            if self.follower.revision == self.state["revision"]:
                require_same(self.follower.state, self.state, f"the stream at revision {self.follower.revision}")
                self.counts["compared streams"] += 1
                return
        raise Mismatch("the session moves on by itself without an end")

    def _whole(self):
        response = self.client.get(self.path, headers=self._credential)
        if response.status_code != 200:
            raise Mismatch(f"a read of the state got {response.status_code}: {response.text[:1000]}")
        state = response.json()
        if response.headers["ETag"] != expected_tag(state, response):
            raise Mismatch(f"the state of revision {state['revision']} has the ETag {response.headers['ETag']}")
        if hasattr(self, "state") and state["revision"] < self.state["revision"]:
            raise Mismatch(f"revision {state['revision']} was read after {self.state['revision']}")
        self.revisions.add(state["revision"])
        return state

    def _latest_code(self):
        messages = self.client.get("/dev/inbox").json()["messages"]
        return messages[-1]["code"] if messages else None
