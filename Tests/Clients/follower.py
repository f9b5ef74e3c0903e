"""A client that follows a session with a library for server-sent events."""

import json
from collections import Counter

import httpx
import httpx_sse

from documents import Mismatch, patched

# Less than the pause between two comments, so that a missing event ends the wait; reached only by a failing test.
PATIENCE = 10  # seconds


class Follower:
    """The state that events lead to. The id of each event must be above that of the one before, also after a reconnection."""

    def __init__(self, address, path, token):
        self.token = token
        self.state = None
        self.revision = 0
        self.counts = Counter()
        self._url = f"{address}{path}/events"
        self._client = httpx.Client(timeout=PATIENCE)
        self._stream = None
        self._is_first = True

    @property
    def is_connected(self):
        return self._stream is not None

    def connect(self):
        """Opens the stream after the last event that was received."""
        fields = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream", "Cache-Control": "no-store"}
        last = self.last_event_id()
        if last is not None:
            fields["Last-Event-ID"] = last
            self.counts["reconnections"] += 1
        self._stream = self._client.stream("GET", self._url, headers=fields)
        self._events = httpx_sse.EventSource(self._stream.__enter__()).iter_sse()
        self._is_first = True

    def last_event_id(self):
        return str(self.revision) if self.revision else None

    def disconnect(self):
        if self._stream:
            self._stream.__exit__(None, None, None)
            self._stream = None

    def close(self):
        self.disconnect()
        self._client.close()

    def follow_until(self, revision):
        """Reads events until a revision."""
        while self.revision < revision:
            event = self._next(f"revision {revision}")
            if event.event == "end":
                raise Mismatch(f"the stream ended before revision {revision}: {event.data}")
            self.receive(event)

    def follow_until_end(self):
        """Reads events until the end of the stream and returns its reason."""
        while (event := self._next("the end")).event != "end":
            self.receive(event)
        self.disconnect()
        return json.loads(event.data)["reason"]

    def receive(self, event):
        revision = int(event.id)
        if revision <= self.revision:
            raise Mismatch(f"the event {event.event} {revision} came after revision {self.revision}")
        if event.event == "state":
            self.state = json.loads(event.data)
        elif event.event == "patch":
            content = json.loads(event.data)
            if content["from"] != self.revision:
                raise Mismatch(f"the patch to revision {revision} is from {content['from']} instead of {self.revision}")
            self.apply(content["patch"])
        else:
            raise Mismatch(f"an unknown event {event.event!r}")
        self.counts[event.event] += 1
        if self._is_first and self.revision:
            self.counts[f"{event.event} first after a reconnection"] += 1
        if revision > self.revision + 1 and self.revision:
            self.counts["events over several revisions"] += 1
        self.revision = revision
        self._is_first = False

    def apply(self, patch):
        self.state = patched(self.state, patch, in_place=True)

    def _next(self, what):
        try:
            # The library also reports a block that only has a `retry`; browsers report no event without data.
            event = next((event for event in self._events if event.data), None)
        except httpx.TimeoutException:
            raise Mismatch(f"no event for {PATIENCE} s at revision {self.revision}, while waiting for {what}") from None
        if event is None:
            raise Mismatch(f"the stream stopped at revision {self.revision} without an event, while waiting for {what}")
        return event
