"""The OpenAPI document of the shipped program describes what the program does.

    Scripts/checks/contract-test.sh

    STEPS  the steps of the random users in all applications together (default: 1,000)
    SEED   the choices of the users (default: 1)

The third-party packages are those of requirements.txt.
"""

import copy
import json
import os
import re
import sys
import time
import unittest
import uuid
from pathlib import Path

import httpx
import httpx_sse
from openapi_spec_validator import OpenAPIV31SpecValidator

from contract import Contract, Violation

for folder in ("Browser", "Clients"):
    sys.path.append(str(Path(__file__).resolve().parents[1] / folder))
from random_user import RandomUser
from server import Server

STEPS = int(os.environ.get("STEPS") or 1_000)
SEED = int(os.environ.get("SEED") or 1)
STEPS_OF_A_SESSION = 50
# One address plays all users, who start many sessions and ask for many codes.
WITHOUT_LIMITS = ["--address-new-sessions", "0", "--codes-per-day", "1000000000", "--log-level", "warning"]
# A session must expire before it can be resumed, and the shortest time for that is a minute. No shipped application has rows
# beside the state.
NOT_SEEN = {"resumeSession", "readRows"}


class ContractTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*WITHOUT_LIMITS)
        cls.addClassCleanup(cls.server.stop)
        cls.client = httpx.Client(base_url=cls.server.address, timeout=30)
        cls.addClassCleanup(cls.client.close)
        cls.document = cls.client.get("/openapi.json").json()
        cls.contract = Contract(cls.document)

    def call(self, method, path, token=None, contract=None, **options):
        """Sends a request, checks the response, and returns it."""
        fields = options.pop("headers", {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        response = self.client.request(method, path, headers=fields, **options)
        (contract or self.contract).check(response)
        return response

    def start(self, app, **members):
        response = self.call("POST", "/v1/sessions", json={"app": app} | members)
        self.assertEqual(response.status_code, 201)
        return response.json()

    def latest_code(self):
        messages = self.client.get("/dev/inbox").json()["messages"]
        return messages[-1]["code"] if messages else None

    def test_the_document_is_valid(self):
        OpenAPIV31SpecValidator(self.document).validate()

    def test_random_users_get_only_what_the_document_describes(self):
        apps = [app["name"] for app in self.call("GET", "/v1/apps").json()["apps"]]
        began = time.monotonic()
        for app in apps:
            with self.subTest(app):
                for number in range(max(1, STEPS // len(apps) // STEPS_OF_A_SESSION)):
                    self.walk(app, number)
        screens = {name for name in self.contract.seen if isinstance(name, str)}
        print(f"{STEPS} steps, {len(screens)} screens, {time.monotonic() - began:.0f} s", flush=True)
        self.assertGreater(len(screens), 40 if STEPS >= 1_000 else 5)

    def walk(self, app, number):
        user = RandomUser(f"{SEED} {app} {number}", self.latest_code)
        state = self.start(app)
        token, path = state["token"], f"/v1/sessions/{state['id']}"
        for _ in range(STEPS_OF_A_SESSION):
            action = user.next(state)
            options = {"json": action.body} if action.has_body else {}
            preferences = ["wait=5"] + (["messages"] if "/outputs/" in action.path and user.chance(50) else [])
            preferences += [f'patch-from="{state["revision"]}"'] if user.chance(30) else []
            response = self.call(
                "POST", path + action.path, token, headers={"Prefer": ", ".join(preferences)}, **options)
            if response.status_code == 401:
                return
            if response.headers.get("Content-Type") == "application/json":
                token = response.json().get("token", token)
            state = self.call("GET", path, token).json()
        history = self.call("GET", f"{path}/history?limit=100", token)
        self.assertEqual(history.status_code, 200)

    def test_each_operation_responds_as_described(self):
        self.sessions()
        self.devices()
        self.history()
        self.inspector()
        self.a2ui()
        self.agents()
        for path in ("/v1/apps", "/problems", "/problems/busy", "/openapi.json", "/healthz", "/readyz", "/metrics"):
            self.assertEqual(self.call("GET", path).status_code, 200, path)
        for app in self.client.get("/v1/apps").json()["apps"]:
            self.assertEqual(self.call("GET", app["href"]).status_code, 200)
            self.assertEqual(self.call("GET", app["href"] + "/map").status_code, 200)
        self.assertEqual(self.call("GET", "/v1/apps/none").status_code, 404)
        self.assertEqual(self.call("GET", "/v1/apps", headers={"Accept": "text/html"}).status_code, 406)
        succeeded = {operation for operation, status in
                     (key for key in self.contract.seen if isinstance(key, tuple)) if status < 300}
        self.assertEqual(self.contract.operations - succeeded, NOT_SEEN)

    def sessions(self):
        key = {"Idempotency-Key": str(uuid.uuid4())}
        state = self.call("POST", "/v1/sessions", headers=key, json={"app": "items"}).json()
        self.assertEqual(
            self.call("POST", "/v1/sessions", headers=key, json={"app": "items"}).headers["Idempotency-Replayed"], "true")
        path, token, focus = f"/v1/sessions/{state['id']}", state["token"], state["focus"]
        tag = {"If-None-Match": f'"{state["revision"]}"'}
        self.assertEqual(self.call("GET", path, token, headers=tag).status_code, 304)
        self.assertEqual(self.call("GET", path, token).status_code, 200)
        self.assertEqual(self.call("GET", path).status_code, 401)
        self.assertEqual(self.call("POST", f"{path}/screens/{focus}/outputs/none", token).status_code, 422)
        self.assertEqual(self.call("POST", f"{path}/screens/k999/outputs/submit", token).status_code, 409)
        self.assertEqual(self.call("GET", f"{path}/screens/{focus}/rows/none", token).status_code, 404)
        self.assertEqual(self.call("GET", f"{path}/screens/k999/rows/none", token).status_code, 409)
        submit = f"{path}/screens/{focus}/outputs/submit"
        self.assertEqual(self.call("POST", submit, token, json={"login": 1}).status_code, 422)
        self.assertEqual(self.call("POST", submit, token, content="{", headers={"Content-Type": "application/json"}).status_code, 400)
        self.assertEqual(self.call("POST", submit, token, content="x").status_code, 415)
        self.assertEqual(self.call("POST", f"{path}/back", token, headers={"If-Match": '"99"'}).status_code, 412)
        self.assertEqual(self.call("POST", f"{path}/back", token, headers={"If-Screen": "k999"}).status_code, 412)
        self.assertEqual(self.call("POST", f"{path}/back", token, headers={"If-Screen": "k4; k5"}).status_code, 400)
        self.assertEqual(self.call("POST", f"{path}/dismiss", token, json={"all": True}).status_code, 200)
        self.assertEqual(self.call("POST", f"{path}/links", token, json={"url": "usher://items/none"}).status_code, 422)
        self.assertEqual(self.call("POST", f"{path}/links", token, json={"url": "usher://items/terms"}).status_code, 200)
        minimal = self.call("POST", f"{path}/back", token, headers={"Prefer": "return=minimal"})
        self.assertEqual(minimal.status_code, 204)
        cookie = self.call("POST", "/v1/sessions", json={"credential": "cookie"}, headers={"Sec-Fetch-Site": "same-origin"})
        self.assertNotIn("token", cookie.json())
        self.client.cookies.clear()
        market = self.start("market")
        self.stream(f"/v1/sessions/{market['id']}", market["token"])
        shop = self.start("shop")
        tab = shop["navigation"]["routes"][0]["key"] if shop["navigation"]["type"] == "tabs" else "k1"
        self.call("POST", f"/v1/sessions/{shop['id']}/tabs/{tab}", shop["token"])
        self.tabs()
        self.assertEqual(self.call("DELETE", path, token).status_code, 204)

    def tabs(self):
        """Selects a tab of the items, after a login."""
        state, token = self.signed_in()
        key = state["navigation"]["routes"][1]["key"]
        self.assertEqual(self.call("POST", f"/v1/sessions/{state['id']}/tabs/{key}", token).status_code, 200)
        self.assertEqual(self.call("POST", f"/v1/sessions/{state['id']}/tabs/k999", token).status_code, 409)

    def signed_in(self):
        state = self.start("items", client={"platform": "test"})
        path, token = f"/v1/sessions/{state['id']}", state["token"]
        response = self.call(
            "POST", f"{path}/screens/{state['focus']}/outputs/submit", token, headers={"Prefer": "wait=20"},
            json={"login": "demo", "password": "demo-password"})
        state = response.json()
        token = state["token"]
        state = self.call("POST", f"{path}/screens/{state['focus']}/outputs/finish", token).json()
        return state, token

    def stream(self, path, token):
        """Validates the data of the events of a stream."""
        with self.client.stream("GET", f"{path}/events", headers={"Authorization": f"Bearer {token}"}) as response:
            self.contract.seen["followSession", response.status_code] += 1
            event = next(event for event in httpx_sse.EventSource(response).iter_sse() if event.data)
            self.assertEqual(event.event, "state")
            self.contract.validate(json.loads(event.data), "/components/schemas/State", "the stream")

    def devices(self):
        state, token = self.signed_in()
        path = f"/v1/sessions/{state['id']}"
        code = self.call("POST", f"{path}/handoffs", token).json()["code"]
        joined = self.call("POST", f"/v1/handoffs/{code}", json={"client": {"platform": "other"}})
        self.assertEqual(joined.status_code, 200)
        self.assertEqual(self.call("POST", f"/v1/handoffs/{code}").status_code, 410)
        credentials = self.call("GET", f"{path}/credentials", token).json()["credentials"]
        other = next(each["id"] for each in credentials if not each["current"])
        self.assertEqual(self.call("DELETE", f"{path}/credentials/{other}", token).status_code, 204)
        self.assertEqual(self.call("DELETE", f"{path}/credentials/{other}", token).status_code, 404)
        second, _ = self.signed_in()
        self.assertEqual(self.call("GET", f"{path}/account/sessions", token).status_code, 200)
        self.assertEqual(self.call("DELETE", f"{path}/account/sessions/{second['id']}", token).status_code, 204)
        self.assertEqual(self.call("DELETE", f"{path}/account/sessions", token).status_code, 204)
        guest = self.start("kanji")
        self.assertEqual(
            self.call("GET", f"/v1/sessions/{guest['id']}/account/sessions", guest["token"]).status_code, 403)

    def history(self):
        state, token = self.signed_in()
        path, revision = f"/v1/sessions/{state['id']}", state["revision"]
        self.assertEqual(self.call("GET", f"{path}/history?limit=3", token).status_code, 200)
        self.assertEqual(self.call("GET", f"{path}/history?limit=0", token).status_code, 400)
        self.assertEqual(self.call("GET", f"{path}/revisions/{revision}", token).status_code, 200)
        self.assertEqual(self.call("GET", f"{path}/revisions/{revision}/snapshot", token).status_code, 200)
        self.assertEqual(self.call("GET", f"{path}/revisions/999", token).status_code, 404)
        self.assertEqual(self.call("POST", f"{path}/forks", token, json={"revision": revision}).status_code, 201)

    def a2ui(self):
        """Reads a screen as messages of A2UI, and sends messages of a renderer."""
        state = self.start("items")
        path, token = f"/v1/sessions/{state['id']}", state["token"]
        accept = {"Accept": "application/a2ui+json"}
        self.assertEqual(self.call("GET", path, token, headers=accept).status_code, 200)
        context = {"screen": state["focus"]}
        for name, status in (("signUp", 200), ("signUp", 409), ("navigation.back", 409)):
            message = {"version": "v0.9", "action": {"name": name, "context": context}}
            self.assertEqual(self.call("POST", f"{path}/a2ui", token, json=message).status_code, status)
        error = {"version": "v0.9", "error": {"code": "UNKNOWN", "surfaceId": "s", "message": "No icon."}}
        self.assertEqual(self.call("POST", f"{path}/a2ui", token, json=error).status_code, 204)
        self.assertEqual(self.call("POST", f"{path}/a2ui", token, json={"version": "v0.1"}).status_code, 422)
        self.assertEqual(self.call("POST", f"{path}/back", token, headers=accept).status_code, 200)

    def agents(self):
        """Lets an agent into a session, which lists what it may do and follows it."""
        state = self.start("shop")
        path, token = f"/v1/sessions/{state['id']}", state["token"]
        invitation = self.call("POST", f"{path}/agents", token, json={})
        self.assertEqual(invitation.status_code, 201)
        joined = self.call("POST", invitation.json()["join"], json={"name": "Assistant"})
        self.assertEqual(joined.status_code, 201)
        self.assertEqual(self.call("POST", invitation.json()["join"], json={}).status_code, 410)
        agent = joined.json()["token"]
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        self.assertEqual(self.call("POST", "/mcp", agent, json=message).status_code, 200)
        self.assertEqual(self.call("POST", "/mcp", json=message).status_code, 401)
        self.assertEqual(self.call("POST", "/mcp", agent, json={"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code, 202)
        with self.client.stream("GET", "/mcp", headers={"Authorization": f"Bearer {agent}"}) as response:
            self.contract.seen["followAsAgent", response.status_code] += 1
            self.assertEqual(response.status_code, 200)

    def inspector(self):
        state, _ = self.signed_in()
        path, revision = f"/v1/inspector/sessions/{state['id']}", state["revision"]
        self.assertEqual(self.call("GET", "/v1/inspector/sessions?limit=2&app=items").status_code, 200)
        self.assertEqual(self.call("GET", "/v1/inspector/sessions?limit=0").status_code, 400)
        self.assertEqual(self.call("GET", "/v1/inspector/sessions", headers={"Sec-Fetch-Site": "cross-site"}).status_code, 403)
        for part in ("", "/history?limit=3", f"/revisions/{revision}", f"/revisions/{revision}/snapshot"):
            self.assertEqual(self.call("GET", path + part).status_code, 200, part)
        self.assertEqual(self.call("GET", "/v1/inspector/sessions/none").status_code, 404)
        self.assertEqual(self.call("GET", f"{path}/revisions/999").status_code, 404)
        self.assertEqual(self.call("POST", f"{path}/forks", json={"revision": revision}).status_code, 201)
        with self.client.stream("GET", f"/v1/inspector/events?session={state['id']}") as response:
            self.contract.seen["followLiveSessions", response.status_code] += 1
            events = {"sessions": "InspectedSessions", "session": "InspectedDetail"}
            for event in httpx_sse.EventSource(response).iter_sse():
                if event.data:
                    schema = events.pop(event.event)
                    self.contract.validate(json.loads(event.data), f"/components/schemas/{schema}", "the inspector's stream")
                if not events:
                    break

    def test_each_operation_of_a_session_needs_its_credential(self):
        state = self.start("kanji")
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if {"token": []} not in operation.get("security", []) or {} in operation["security"]:
                    continue
                where = path.replace("{id}", state["id"]).replace("{revision}", "1").replace("{limit}", "1")
                where = re.sub(r"\{[a-z]+\}", "k1", where)
                body = {"revision": 1} if path.endswith("/forks") else {}
                options = {"json": body} if method == "post" else {}
                response = self.call(method.upper(), where, headers={"Accept": "*/*"}, **options)
                self.assertEqual(response.status_code, 401, f"{method} {path}")

    def test_a_member_that_the_document_lacks_is_noticed(self):
        document = copy.deepcopy(self.document)
        del document["components"]["schemas"]["State"]["properties"]["expiresAt"]
        with self.assertRaisesRegex(Violation, "expiresAt"):
            self.call("POST", "/v1/sessions", contract=Contract(document), json={})

    def test_a_status_that_the_document_lacks_is_noticed(self):
        document = copy.deepcopy(self.document)
        del document["paths"]["/v1/sessions/{id}"]["get"]["responses"]["401"]
        with self.assertRaisesRegex(Violation, "this status"):
            self.call("GET", "/v1/sessions/none", contract=Contract(document))

    def test_the_props_of_another_type_are_noticed(self):
        document = copy.deepcopy(self.document)
        document["components"]["schemas"]["kanji.kanjiList.props"]["properties"]["title"] = {"type": "integer"}
        with self.assertRaisesRegex(Violation, "kanjiList"):
            self.call("POST", "/v1/sessions", contract=Contract(document), json={"app": "kanji"})


if __name__ == "__main__":
    unittest.main()
