"""The commands on pages that need no database and no proxy, as they are printed."""

import contextlib
import json
import re
import sqlite3
import ssl
import unittest
import urllib.request
from pathlib import Path

from machine import ROOT, Usher, get, run
from reader import Reader, Shell, start_session

HOME = "/var/lib/reader"
#: A server of the operations pages, on their addresses.
OPTIONS = ["--data", "/var/lib/usher", "--port", "8080"]


def send(address, path, body=None, token=None):
    """Returns the JSON of a response."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(address + path, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


class Pages(unittest.TestCase):
    def reader(self, page, **environment):
        """Returns a reader of a page, who is root on a machine without data."""
        run(f"rm -rf {HOME} /var/lib/usher && install -d -m 700 -o usher -g usher /var/lib/usher")
        self.shell = Shell("root", HOME, **environment)
        self.addCleanup(self.shell.close)
        reader = Reader(page, user=self.shell)
        self.addCleanup(reader.stop)
        return reader

    def state(self, name):
        """Returns the content of a file of the reader."""
        return Path(HOME, name).read_text()


class Readme(Pages):
    """README.md, on a machine that has built the program."""

    def test_the_first_session(self):
        reader = self.reader("README.md")
        rule = re.search(r"(?m)^\t@exec (?:\S+/)?(usher serve .*)$", (ROOT / "Makefile").read_text())[1]
        arguments = rule.replace("$(PORT)", "8080").replace("$(PUBLIC)", "/usr/share/usher/Public")
        typed = self.shell.run

        def make(command):
            self.assertEqual(command.partition("#")[0].strip(), "make run")
            reader.serve(arguments, self.shell)
            return "", 0

        self.shell.run = lambda command: make(command) if command.startswith("make ") else typed(command)
        self.assertEqual(reader.follow("Start"), 2)
        self.assertIn('"status":"active"', reader.output)


class Operations(Pages):
    """Documentation/operations.md."""

    def test_install_and_run(self):
        reader = self.reader("Documentation/operations.md")
        self.assertEqual(reader.follow("Install and run", until="docker"), 4)
        self.assertEqual(reader.server.address, "http://127.0.0.1:8080")
        self.assertTrue(Path(HOME, ".local/state/usher/usher.db").exists())
        self.assertEqual(reader.follow("Install and run", since="docker"), 2)
        self.assertEqual(get("http://localhost:8080", "shop.example", "/healthz")[0], 200)
        run("usher health", env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"})

    def test_files_for_phones(self):
        reader = self.reader("Documentation/operations.md")
        self.assertEqual(reader.follow("Files for other programs"), 1)
        # The shipped applications claim no host, so they have no files. AssociationFilesTests compares those of one that does.
        self.assertEqual(get(reader.server.address)[0], 200)

    def test_https(self):
        reader = self.reader("Documentation/operations.md")
        run(f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=shop.example -keyout {HOME}/privkey.pem"
            f" -out {HOME}/fullchain.pem 2> /dev/null && chmod 600 {HOME}/privkey.pem")
        self.assertEqual(reader.follow("HTTPS"), 1)
        context = ssl.create_default_context(cafile=f"{HOME}/fullchain.pem")
        context.check_hostname = False
        request = urllib.request.Request("https://127.0.0.1/healthz", headers={"Host": "shop.example"})
        with urllib.request.urlopen(request, timeout=30, context=context) as response:
            self.assertEqual(response.status, 200)
            self.assertIn("max-age", response.headers["Strict-Transport-Security"])

    def test_histories(self):
        title = "Histories of sessions"
        reader = self.reader("Documentation/operations.md")
        self.assertEqual(reader.follow(title, until="curl"), 2)
        session = start_session(reader.server.address)
        self.shell.run(f"ID={session['id']}")
        operators = "$(cat /etc/usher/operators)"
        self.assertEqual(reader.follow(title, since=operators, until="localhost:9090"), 1)
        self.assertEqual(json.loads(reader.output[reader.output.index("{"):])["entries"][0]["revision"], 1)
        # Without a token they are for programs on this machine.
        reader.serve(f"usher serve {' '.join(OPTIONS)} --operations-listen 127.0.0.1:9090", self.shell)
        session = start_session(reader.server.address)
        path, token = f"/v1/sessions/{session['id']}", session["token"]
        for _ in range(10):
            focus = send(reader.server.address, path, token=token)["focus"]
            send(reader.server.address, f"{path}/screens/{focus}/outputs/signUp", {}, token)
            send(reader.server.address, f"{path}/back", {}, token)
        self.shell.run(f"ID={session['id']}")
        self.assertEqual(reader.follow(title, since="localhost:9090"), 4)
        self.assertIn('"token":', reader.output)

    def test_accounts(self):
        reader = self.reader("Documentation/operations.md")
        reader.serve(f"usher serve --dev {' '.join(OPTIONS)}", self.shell)
        walk = re.search(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
        run("set -euo pipefail\n" + walk.replace("ann$RANDOM", "ann"), env={"PATH": "/usr/bin:/bin", "HOME": "/tmp"})
        self.assertEqual(reader.follow("Accounts"), 3)


class Store(Pages):
    """Documentation/store.md: the session of the last command is quarantined."""

    def test_commands(self):
        reader = self.reader("Documentation/store.md", USHER_DATA=HOME)
        with Usher("--data", HOME, "--port", "0") as server:
            session = start_session(server.address)
        self.shell.run(f"ID={session['id']}")
        self.assertEqual(reader.follow("Commands", until="$ID"), 3)
        self.assertEqual(self.reasons("UPDATE session SET quarantine_reason = 'a test' RETURNING quarantine_reason"), ["a test"])
        self.assertEqual(reader.follow("Commands", since="$ID"), 1)
        self.assertTrue(Path(HOME, "copy.db.services").exists())
        self.assertEqual(self.reasons("SELECT quarantine_reason FROM session"), [None])

    def reasons(self, statement):
        with contextlib.closing(sqlite3.connect(f"{HOME}/usher.db", isolation_level=None)) as store:
            return [row[0] for row in store.execute(statement)]


class Settings(Pages):
    """Documentation/settings.md: an option, a variable and a file are the same setting."""

    def test_the_three_ways(self):
        reader = self.reader("Documentation/settings.md")
        self.assertEqual(reader.follow("Settings", until="USHER_PORT"), 1)
        self.assertEqual(reader.server.port, 9000)
        self.assertEqual(reader.follow("Settings", since="USHER_PORT", until="echo"), 1)
        self.assertEqual(reader.server.port, 9000)
        self.assertEqual(reader.follow("Settings", since="echo"), 2)
        self.assertEqual(reader.server.port, 9000)
        self.assertEqual(get(reader.server.address, "www.shop.example", "/v1/apps")[0], 200)


class StateAPI(Pages):
    """Documentation/state-api.md: a second device gets a credential of its own."""

    def test_several_devices(self):
        reader = self.reader("Documentation/state-api.md")
        reader.serve(f"usher serve {' '.join(OPTIONS)}", self.shell)
        session = start_session(reader.server.address)
        self.shell.run(f"ID={session['id']} TOKEN={session['token']}")
        self.assertEqual(reader.follow("Several devices", until="$CODE"), 1)
        self.shell.run(f"CODE={json.loads(reader.output)['code']}")
        self.assertEqual(reader.follow("Several devices", since="$CODE"), 1)
        self.assertEqual(json.loads(reader.output)["id"], session["id"])

    def test_types_for_a_client(self):
        reader = self.reader("Documentation/state-api.md")
        self.assertEqual(reader.follow("Types for a client"), 3)
        self.assertIn("public struct VerifyPhoneProps: Codable, Equatable, Sendable {", self.state("Screens.swift"))
        self.assertIn("export interface VerifyPhoneProps {", self.state("screens.ts"))
        self.assertIn("data class VerifyPhoneProps(", self.state("Screens.kt"))


    def test_what_a_tap_is_about(self):
        reader = self.reader("Documentation/state-api.md")
        reader.serve(f"usher serve {' '.join(OPTIONS)}", self.shell)
        session = start_session(reader.server.address)
        self.shell.run(f"ID={session['id']} TOKEN={session['token']}")
        self.assertEqual(reader.follow("What a tap is about"), 1)

    def test_a_session_inside_another_app(self):
        reader = self.reader("Documentation/state-api.md")
        reader.serve(f"usher serve {' '.join(OPTIONS)}", self.shell)
        self.assertEqual(reader.follow("A session inside another app"), 2)


class Clients(Pages):
    """Documentation/clients.md: the first request of a client, and the suite that tries one."""

    def test_the_first_request(self):
        reader = self.reader("Documentation/clients.md")
        reader.serve(f"usher serve {' '.join(OPTIONS)}", self.shell)
        self.assertEqual(reader.follow("The first request"), 4)

    def test_try_it(self):
        reader = self.reader("Documentation/clients.md")
        self.assertEqual(reader.follow("Try it"), 1)


class Agents(Pages):
    """Documentation/agents.md: an agent joins a session, and lists what it may do."""

    def test_let_an_agent_in(self):
        reader = self.reader("Documentation/agents.md")
        reader.serve(f"usher serve {' '.join(OPTIONS)}", self.shell)
        session = start_session(reader.server.address)
        self.shell.run(f"ID={session['id']} TOKEN={session['token']}")
        self.assertEqual(reader.follow("Let an agent in", until="$CODE"), 1)
        self.shell.run(f"CODE={json.loads(reader.output)['code']}")
        self.assertEqual(reader.follow("Let an agent in", since="$CODE", until="$AGENT"), 1)
        self.shell.run(f"AGENT={json.loads(reader.output)['token']}")
        self.assertEqual(reader.follow("Let an agent in", since="$AGENT"), 1)
        self.assertIn("readScreen", [tool["name"] for tool in json.loads(reader.output)["result"]["tools"]])


class Checking(Pages):
    """Documentation/checking.md: the reports of an exploration."""

    def test_the_exploration(self):
        reader = self.reader("Documentation/checking.md")
        self.assertEqual(reader.follow("The exploration"), 4)
        self.assertEqual(json.loads(self.state("items.sarif"))["version"], "2.1.0")
        self.assertGreater(len(list(Path(HOME, "states").iterdir())), 10)
