"""A reader of the project's pages, who types the commands as they are printed."""

import json
import re
import shlex
import subprocess
import time
import urllib.request
from pathlib import Path

from machine import ROOT, Usher, run
from pages import blocks, fits, prompts

END = "end of command, status "
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
#: Commands that another check executes as they are printed, and that take too long to do it twice.
ELSEWHERE = {"usher check all": "make check"}


class Shell:
    """A shell of a user on one of the machines of a page."""

    def __init__(self, user, home, **environment):
        run(f"mkdir -p {home} && chown {user}: {home}")
        path = f"{PROGRAMS}:/tmp/tools:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        self.user = user
        self.environment = {"PATH": path, "HOME": home, "USER": user, **environment}
        self._process = subprocess.Popen(
            [*as_user(user), "bash", "-u"], cwd=home, env=self.environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, command):
        """Runs a command; returns its output and its status."""
        self._process.stdin.write(f'{{ {command}\n}} < /dev/null\necho "{END}$?"\n')
        self._process.stdin.flush()
        output = []
        for line in self._process.stdout:
            if END in line:
                before, _, status = line.partition(END)
                return "".join(output) + before, int(status)
            output.append(line)
        raise AssertionError(f"the shell ended at {command}: {''.join(output)}")

    def close(self):
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


def as_user(user):
    return [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


class Reader:
    """Follows the commands of a section; a server runs in the background until the next one."""

    #: The commands that readers have followed: the path of the page, and the number of the line.
    followed = set()

    @classmethod
    def missed(cls):
        """Returns the commands that no reader has followed, on the pages in Documentation."""
        return [
            f"{page}:{number}: {command}"
            for page in (str(path.relative_to(ROOT)) for path in sorted((ROOT / "Documentation").glob("*.md")))
            for language, start, lines in blocks((ROOT / page).read_text()) if language == "console"
            for number, _, command, _ in prompts(start, lines) if (page, number) not in cls.followed
        ]

    def __init__(self, page, **shells):
        self.page = page
        self.shells = shells
        self.server = None
        self._text = (ROOT / page).read_text()

    def section(self, title):
        level, rest = re.search(rf"(?m)^(#+) {re.escape(title)}\n((?:.|\n)*)", self._text).groups()
        # A prompt of root looks like a heading of the first level.
        return re.split(rf"(?m)^#{{2,{max(2, len(level))}}} ", rest)[0]

    def follow(self, title, until=None, since=None):
        """Runs the commands of a section, from the first with one text up to the first with another, and returns their number."""
        section = self.section(title)
        first = self._text[:self._text.index(section)].count("\n")
        count = 0
        for language, start, lines in blocks(section):
            if language != "console":
                continue
            for number, prompt, command, expected in prompts(start, lines):
                if until and until in command:
                    return count
                if since and since not in command:
                    continue
                since = None
                self.type(command, expected, self.shells[{"$": "user", "#": "root"}.get(prompt, prompt.rstrip("$"))], title)
                self.followed.add((self.page, first + number))
                count += 1
        return count

    def type(self, command, expected, shell, title):
        words = shlex.split(command.replace("\\\n", ""), comments=True)
        if " ".join(words) in ELSEWHERE:
            return
        while words and re.match(r"\w+=", words[0]):
            words = words[1:]
        if words[:2] == ["usher", "serve"] and "--print-config" not in words:
            self.serve(command, shell)
            return
        if words[:1] == ["docker"]:
            self.docker(words)
            return
        deadline = time.monotonic() + 5
        output, status = shell.run(command)
        # PostgreSQL reads its settings a moment after it was told to.
        while status == 0 and expected and not fits(output, expected) and time.monotonic() < deadline:
            time.sleep(0.1)
            output, status = shell.run(command)
        if status or (expected and not fits(output, expected)):
            raise AssertionError(f"{self.page}, {title}: {command}\n{status}: {output}")
        self.output = output

    def serve(self, command, shell):
        self.stop()
        words = shlex.split(command.replace("\\\n", ""), comments=True)
        start = words.index("usher")
        environment = shell.environment | dict(word.split("=", 1) for word in words[:start])
        self.server = Usher(
            *words[start + 2:], environment=environment, prefix=[*as_user(shell.user), "env", "-C", shell.environment["HOME"]])

    def docker(self, words):
        """Does what an engine would do, with the Dockerfile on this machine, which has what its image has."""
        dockerfile = (ROOT / "Dockerfile").read_text()
        if words[1] == "build":
            run(f"{ROOT}/Scripts/release/dockerfile-steps.py {ROOT}/Dockerfile")
            return
        options = {"-d": 0, "--name": 1, "--restart": 1, "--stop-timeout": 1, "-p": 1, "-v": 1, "-e": 1}
        words, environment = words[2:], {}
        while words[0].startswith("-"):
            if words[0] == "-e":
                environment |= [words[1].split("=", 1)]
            words = words[options[words[0]] + 1:]
        assert words == ["usher"], f"the image has arguments: {words}"
        self.stop()
        command = json.loads(re.search(r"(?m)^CMD (\[.*\])$", dockerfile)[1])
        user = re.search(r"(?m)^USER (\w+)$", dockerfile)[1]
        self.server = Usher(*command[1:], environment=environment, prefix=as_user(user))

    def stop(self):
        if self.server:
            assert self.server.stop() == 0, self.server.log.read_text()
        self.server = None


def start_session(address, host="localhost"):
    request = urllib.request.Request(
        address + "/v1/sessions", b'{"app": "items"}', {"Content-Type": "application/json", "Host": host})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def read_session(address, session, host="localhost"):
    headers = {"Authorization": f"Bearer {session['token']}", "Host": host}
    with urllib.request.urlopen(urllib.request.Request(f"{address}/v1/sessions/{session['id']}", headers=headers), timeout=30) as response:
        return json.load(response)
