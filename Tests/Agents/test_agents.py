"""Agents with the official client of the Model Context Protocol, in the sessions of three applications.

    USHER_COMMAND  starts the server and prints its address (see Tests/Browser/server.py)
"""

import asyncio
import json
import sys
import unittest
import warnings
from pathlib import Path

import anyio
import anyio.lowlevel
import httpx
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

sys.path.append(str(Path(__file__).resolve().parents[1] / "Browser"))
from server import Server  # noqa: E402

STATE = "session:///state"
# The stateless revision, and the last one with a handshake.
MODES = ["2026-07-28", "auto", "legacy"]


class User:
    """A session as its user's device has it."""

    def __init__(self, address, app, test):
        self.http = httpx.Client(base_url=address, timeout=20)
        test.addCleanup(self.http.close)
        self.take(self.http.post("/v1/sessions", json={"app": app}))
        self.path = f"/v1/sessions/{self.state['id']}"

    def take(self, response):
        response.raise_for_status()
        self.state = response.json()
        if "token" in self.state:
            self.http.headers["Authorization"] = f"Bearer {self.state['token']}"

    def read(self):
        self.take(self.http.get(self.path))
        return self.screen

    @property
    def screen(self):
        return self.state["screens"][self.state["focus"]]["name"]

    def report(self, output, payload=None):
        url = f"{self.path}/screens/{self.state['focus']}/outputs/{output}"
        self.take(self.http.post(url, json=payload, headers={"Prefer": "wait=10"}))

    def invite(self, name):
        """Returns the token of an agent."""
        invitation = self.http.post(f"{self.path}/agents", json={}).json()
        return httpx.post(str(self.http.base_url.join(invitation["join"])), json={"name": name}).json()

    def history(self):
        return self.http.get(f"{self.path}/history", params={"limit": 100}).json()["entries"]


class Agent:
    """An agent with the official client."""

    def __init__(self, address, token, mode, on_message=None):
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=20)
        transport = streamable_http_client(f"{address}/mcp", http_client=http)
        self.http = http
        self.client = Client(transport, mode=mode, message_handler=on_message, cache=None)

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        try:
            return await self.client.__aexit__(*error)
        finally:
            await self.http.aclose()

    async def tools(self):
        return {tool.name: tool for tool in (await self.client.list_tools()).tools}

    async def call(self, name, payload=None, **arguments):
        tool = (await self.tools())[name]
        screen = tool.input_schema["properties"].get("screen")
        if screen:
            arguments["screen"] = screen["const"]
        if payload is not None:
            arguments["payload"] = payload
        return await self.client.call_tool(name, arguments)

    async def screen(self):
        return (await self.client.call_tool("readScreen", {})).structured_content["screen"]


def first_report(screen, output):
    """Returns the payload of the first element that reports an output."""
    found = []

    def visit(value):
        if isinstance(value, dict):
            if value.get("output") == output and "payload" in value:
                found.append(value["payload"])
            for child in value.values():
                visit(child)
        elif isinstance(value, list):
            for child in value:
                visit(child)

    visit(screen)
    return found[0]


class AgentWalks(unittest.IsolatedAsyncioTestCase):

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.address = cls.server.address

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    async def asyncSetUp(self):
        # Its lines about calls that block say nothing about the server.
        asyncio.get_running_loop().set_debug(False)

    def agent(self, user, mode, name="Assistant", **options):
        return Agent(self.address, user.invite(name)["token"], mode, **options)

    async def test_market(self):
        """An agent puts goods into the cart of a guest."""
        for mode in MODES:
            with self.subTest(mode=mode):
                user = User(self.address, "market", self)
                async with self.agent(user, mode) as agent:
                    self.assertEqual(agent.client.protocol_version, "2025-11-25" if mode == "legacy" else "2026-07-28")
                    if mode != "2026-07-28":  # With a revision named from outside, the client asks for no introduction.
                        self.assertIn("list them again", agent.client.instructions)
                    for _ in range(6):
                        name = (await agent.screen())["name"]
                        if name == "feed":
                            break
                        skip = {"stories": "stories.skip", "deliveryCity": "deliveryCity.skip"}.get(name)
                        if skip:
                            self.assertFalse((await agent.call(skip)).is_error)
                    tabs = (await agent.tools())["selectTab"]
                    key = tabs.input_schema["properties"]["tab"]["enum"][1]
                    self.assertIn(f"{key} is 'catalog'", tabs.description)
                    await agent.client.call_tool("selectTab", {"tab": key})
                    screen = await agent.screen()
                    self.assertEqual(screen["name"], "categories")
                    await agent.call("categories.categorySelected", first_report(screen, "categorySelected"))
                    screen = await agent.screen()
                    await agent.call("category.grocerySelected", first_report(screen, "grocerySelected"))
                    screen = await agent.screen()
                    self.assertEqual(screen["name"], "product")
                    change = first_report(screen, "quantityChanged")
                    result = await agent.call("product.quantityChanged", change)
                    self.assertFalse(result.is_error, result.content)
                self.assertEqual(user.read(), "product")
                badges = [route.get("badge") for route in user.state["navigation"]["routes"]]
                self.assertIn("1", badges)

    async def test_items(self):
        """An agent writes an item, which the user must allow on the own screen."""
        for mode in MODES:
            with self.subTest(mode=mode):
                user = User(self.address, "items", self)
                user.report("submit", {"login": "demo", "password": "demo-password"})
                while user.screen != "itemsList":
                    if user.screen == "onboarding":
                        user.report("finish")
                    user.read()
                async with self.agent(user, mode, name="Scribe") as agent:
                    await agent.call("itemsList.createItem")
                    await agent.call("itemCreate.chooseCategory")
                    screen = await agent.screen()
                    await agent.call("itemCategory.categorySelected", first_report(screen, "categorySelected"))
                    asked = await agent.call("itemCreate.complete", {"title": f"Bread {mode}"})
                    self.assertEqual(asked.structured_content["screen"]["name"], "agentRequest")
                    self.assertNotIn("agentRequest.allow", await agent.tools())
                    with self.assertRaises(MCPError):
                        await agent.client.call_tool("agentRequest.allow", {})
                    self.assertEqual(user.read(), "agentRequest")
                    self.assertIn(f"Bread {mode}", json.dumps(user.state))
                    user.report("allow")
                    self.assertNotEqual(user.screen, "agentRequest")
                    self.assertIn(f"Bread {mode}", json.dumps((await agent.screen())))
                acts = [entry for entry in user.history() if entry.get("holder") == "agent"]
                self.assertEqual({entry["event"].get("agent") for entry in acts}, {"Scribe"})

    async def test_shop(self):
        """An agent can't do what the application does not allow, and not after the user has ended its access."""
        for mode in MODES:
            with self.subTest(mode=mode):
                user = User(self.address, "shop", self)
                async with self.agent(user, mode) as agent:
                    while "home.showProduct" not in await agent.tools():
                        user.read()
                    self.assertNotIn("home.account", await agent.tools())
                    refused = await agent.client.call_tool("home.account", {"screen": user.state["focus"]})
                    self.assertTrue(refused.is_error)
                    self.assertEqual(user.read(), "home")
                    screen = await agent.screen()
                    await agent.call("home.showProduct", first_report(screen, "showProduct"))
                    self.assertEqual((await agent.screen())["name"], "product")
                    wrong = await agent.call("product.cartAdd", {"nonsense": True})
                    self.assertTrue(wrong.is_error)
                    contents = (await agent.client.read_resource(STATE)).contents[0]
                    self.assertEqual(json.loads(contents.text)["app"], "shop")
                    resources = (await agent.client.list_resources()).resources
                    self.assertEqual([resource.uri for resource in resources], [STATE])
                    self.assertEqual((await agent.client.list_resource_templates()).resource_templates, [])
                    if mode == "legacy":
                        with warnings.catch_warnings(action="ignore"):
                            await agent.client.send_ping()
                    devices = user.http.get(f"{user.path}/credentials").json()["credentials"]
                    [device] = [device for device in devices if device.get("agent")]
                    self.assertEqual(device["platform"], "Assistant")
                    user.http.delete(f"{user.path}/credentials/{device['id']}").raise_for_status()
                    with self.assertRaises(Exception):
                        await agent.client.list_tools()

    async def test_subscription(self):
        """The stateless revision has a stream that tells of changes by the user."""
        user = User(self.address, "shop", self)
        async with self.agent(user, "2026-07-28") as agent:
            async with agent.client.listen(tools_list_changed=True, resource_subscriptions=[STATE]) as events:
                while user.screen != "home" or not user.state["screens"][user.state["focus"]].get("outputs"):
                    user.read()
                user.report("cartToggle")
                kinds = set()
                with anyio.fail_after(20):
                    async for event in events:
                        kinds.add(type(event).__name__)
                        if kinds == {"ToolsListChanged", "ResourceUpdated"}:
                            break
                self.assertIn("cart.backToShopping", await agent.tools())

    async def test_notifications(self):
        """The revisions with a handshake have a stream of their own, which tells that the tools have changed."""
        user = User(self.address, "shop", self)
        changed = anyio.Event()

        async def take(message):
            if "ToolListChanged" in type(message).__name__:
                changed.set()

        async with self.agent(user, "legacy", on_message=take) as agent:
            # The client does not say when its stream is open, so the user goes on until it tells something.
            with anyio.fail_after(20):
                while not changed.is_set():
                    await agent.tools()
                    user.read()
                    user.report("cartToggle" if user.screen == "home" else "backToShopping")
                    await anyio.lowlevel.checkpoint()

    def test_tokens(self):
        """The token of an agent opens nothing but the agents' endpoint."""
        user = User(self.address, "shop", self)
        token = user.invite("Assistant")["token"].rsplit(".", 1)[1]
        own = {"Authorization": f"Bearer {token}"}
        for method, path in [("GET", ""), ("GET", "/events"), ("GET", "/history"), ("POST", "/back"), ("DELETE", "")]:
            response = httpx.request(method, self.address + user.path + path, headers=own)
            self.assertEqual(response.status_code, 401, f"{method} {path}")
        resumed = httpx.post(f"{self.address}/v1/sessions", headers=own, json={"resume": user.state["id"]})
        self.assertEqual(resumed.status_code, 401)


if __name__ == "__main__":
    unittest.main()
