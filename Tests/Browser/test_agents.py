"""An agent in the session of a browser: the user lets it in, sees what it does, decides about it, and ends its access.

    Scripts/browser-test.sh test_agents
"""

import json
import re
import unittest
import urllib.error
import urllib.request

from browser import wait_until
from walk import Walk

USE_ELSEWHERE = "Use on another device"


class Agent:
    """An agent of the Model Context Protocol, with the requests of revision 2025-11-25."""

    def __init__(self, address, code):
        self.address = address
        self.token = self.post(f"/v1/agents/{code}", {"name": "Scribe"}).get("token")

    def post(self, path, body):
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        if path == "/mcp":
            request.add_header("Authorization", f"Bearer {self.token}")
            request.add_header("MCP-Protocol-Version", "2025-11-25")
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def send(self, method, **params):
        return self.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})["result"]

    def call(self, name, **arguments):
        [tool] = [tool for tool in self.send("tools/list")["tools"] if tool["name"] == name]
        arguments["screen"] = tool["inputSchema"]["properties"]["screen"]["const"]
        return self.send("tools/call", name=name, arguments=arguments)


class Agents(Walk):
    app = "items"

    def setUp(self):
        super().setUp()
        self.start()
        self.browser.shows("Log in")
        self.browser.type("Username", "demo")
        self.browser.type("Password", "demo-password")
        self.browser.press("Log in")
        self.browser.shows("Welcome")
        self.browser.press("Got it")
        self.browser.shows("Items")

    def let_in(self):
        """Lets an agent in by the dialog of the devices."""
        self.browser.press(USE_ELSEWHERE)
        self.browser.press("Let an assistant in")
        code = wait_until(
            lambda: self.browser.driver.execute_script("return document.querySelector('.devices__agent')?.textContent"),
            "the code",
        )
        self.browser.screenshot("agent-invitation")
        agent = Agent(self.server.address, code)
        self.browser.find("button", "Remove Scribe")
        return agent

    def test_the_user_sees_what_an_agent_does_and_decides_about_it(self):
        agent = self.let_in()
        self.browser.press("Close")
        agent.call("itemsList.createItem")
        self.browser.shows("New item")
        agent.call("itemCreate.complete", payload={"title": "Bread"})
        self.browser.find("alertdialog", "Save this item?")
        self.browser.says("Scribe asks for this.")
        self.browser.says("title: Bread")
        self.browser.screenshot("agent-request")
        self.browser.press("Don't allow")
        self.browser.shows("New item")
        agent.call("itemCreate.complete", payload={"title": "Bread"})
        self.browser.press("Allow")
        self.browser.says("Bread")

    def test_an_agent_that_the_user_has_removed_can_do_nothing(self):
        agent = self.let_in()
        self.browser.press("Remove Scribe")
        wait_until(lambda: not self.browser.has("button", "Remove Scribe"), "the list without the agent")
        with self.assertRaises(urllib.error.HTTPError) as failure:
            agent.send("tools/list")
        self.assertEqual(failure.exception.code, 401)
        failure.exception.close()


if __name__ == "__main__":
    unittest.main()
