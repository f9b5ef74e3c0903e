"""A user who does anything that the screen in front allows, with payloads from views and from JSON Schemas."""

from dataclasses import dataclass
from random import Random

# Texts that parsers of JSON, of JSON Pointers and of event streams could read in another way than they were meant.
TEXTS = [
    "tea", "Straße", "水", "night train", '"quoted" \\ text', "a/b~1c~0d", "line one\nline two", "\u2028\u2029\x85", "🙂",
    "data: no event", "\r\n\r\n", "e\u0301", "0", "apples", "cairn",
]
# The usual and another text, and how often the usual one is chosen. The other password is too short for a new one: the password
# of the account stays, so that all sessions can sign in.
LIKELY = {"login": ("demo", "ada", 90), "password": ("demo-password", "wrong", 90), "current": ("demo-password", "wrong", 90)}


@dataclass
class Action:
    """A request that a user makes: its path below the session's, and its JSON."""

    path: str
    has_body: bool = False
    body: object = None


class RandomUser:
    def __init__(self, seed, latest_code):
        """
        :param seed: The same seed makes the same choices on the same states.
        :param latest_code: Returns the last code that was sent to a phone, or None.
        """
        self.random = Random(seed)
        self._latest_code = latest_code

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def next(self, state):
        """Returns the next action on a state: a report, a gesture, or the choice of a tab."""
        focus = state["focus"]
        screen = state["screens"].get(focus, {})
        outputs = screen.get("outputs", [])
        tabs = tabs_of(state)
        if outputs and tabs and self.chance(10):
            return Action(f"/tabs/{self.random.choice(tabs)}")
        if self.chance(2):
            return Action("/links", True, {"url": f"usher://{state['app']}/"})
        if not outputs or self.chance(12):
            gestures = [f"/{name}" for name in state["gestures"] if name in ("back", "dismiss")]
            # Going back at a root is legal, and changes nothing.
            return Action(self.random.choice(gestures or ["/back"]))
        schemas = {output["name"]: output.get("schema") for output in outputs}
        # Rows and buttons name their payloads; the other outputs have a schema.
        offered = [report for report in reports_in(screen.get("view", [])) if report[0] in schemas]
        if offered and self.chance(60):
            name, has_payload, payload = self.random.choice(offered)
            return Action(f"/screens/{focus}/outputs/{name}", has_payload, payload)
        name, schema = self.random.choice(list(schemas.items()))
        path = f"/screens/{focus}/outputs/{name}"
        return Action(path) if schema is None else Action(path, True, self.payload(schema))

    def payload(self, schema, name=""):
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                required = schema.get("required", [])
                return {
                    member: self.payload(of, member) for member, of in schema.get("properties", {}).items()
                    if member in required or self.chance(60)}
            case "array":
                return [self.payload(schema.get("items", {})) for _ in range(self.random.randrange(3))]
            case "boolean":
                return self.chance(50)
            case "integer" | "number":
                low = schema.get("minimum", 0)
                return self.random.randint(low, min(low + 5, schema.get("maximum", low + 5)))
            case _:
                return self.text(name, schema)

    def text(self, name, schema):
        if name in LIKELY:
            usual, other, percent = LIKELY[name]
            return usual if self.chance(percent) else other
        if name == "code":
            return (self._latest_code() if self.chance(80) else None) or "000000"
        if name == "phone":
            return f"+49 170 76{self.random.randrange(10_000):05}"
        text = self.random.choice(TEXTS)[: schema.get("maxLength", 64)]
        # An empty text can break the schema, and is refused then.
        return "" if self.chance(5) else text


def tabs_of(state):
    navigation = state["navigation"]
    return [route["key"] for route in navigation["routes"]] if navigation["type"] == "tabs" else []


def reports_in(view):
    """Yields the reports of all elements at any depth, except forms: output, whether there is a payload, payload."""
    if isinstance(view, list):
        for element in view:
            yield from reports_in(element)
    elif isinstance(view, dict):
        if isinstance(view.get("output"), str) and "fields" not in view:
            yield view["output"], "payload" in view, view.get("payload")
        for member in view.values():
            yield from reports_in(member)
