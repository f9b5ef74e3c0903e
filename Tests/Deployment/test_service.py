"""deploy/usher.service, as far as it can be tried where systemd is not the first process."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

from machine import ROOT, Usher, get, run
from test_haproxy import settings_of_unit

UNIT = ROOT / "deploy/usher.service"
PAGE = ROOT / "Documentation/operations.md"
#: The exposure that `systemd-analyze security` may report at most, of 10.
LIMIT = 1.8


def values(name, text=None):
    """Returns the values of a setting of the unit, in order."""
    return re.findall(rf"(?m)^{name}=(.*)$", text or UNIT.read_text())


def allowed_calls():
    """Returns the system calls that the unit's filter allows."""
    def expand(name):
        if not name.startswith("@"):
            return {name}
        lines = run(f"systemd-analyze syscall-filter {name}").splitlines()[1:]
        names = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
        return set().union(*[expand(each) for each in names if each != name])

    allowed = set()
    for value in values("SystemCallFilter"):
        names = set().union(*[expand(name) for name in value.lstrip("~").split()])
        allowed = allowed - names if value.startswith("~") else allowed | names
    return allowed


class Unit(unittest.TestCase):
    def unit_of_page(self):
        text = re.search(r"```ini\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
        file = Path("/tmp/usher.service")
        file.write_text(text)
        return file

    def test_both_units_are_valid(self):
        for file in [UNIT, self.unit_of_page()]:
            self.assertEqual(run(f"systemd-analyze verify --man=no {file}"), "")

    def test_the_exposure_of_both_units_is_low(self):
        for file in [UNIT, self.unit_of_page()]:
            report = run(f"systemd-analyze security --offline=true {file}")
            self.assertLessEqual(float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", report)[1]), LIMIT)

    def test_the_unit_on_the_page_has_the_same_restrictions(self):
        names = r"^(?:Protect|Private|Restrict|Capability|SystemCall|Memory|Lock|Remove|UMask|NoNew|ProcSubset).*$"
        self.assertEqual(
            set(re.findall(names, UNIT.read_text(), re.MULTILINE)),
            set(re.findall(names, self.unit_of_page().read_text(), re.MULTILINE)))

    def test_a_server_serves_under_the_restrictions(self):
        """The user, the capabilities, the mask, the address families and the system calls are those of the unit."""
        self.assertEqual(values("CapabilityBoundingSet"), [""])
        self.assertEqual(values("MemoryDenyWriteExecute"), ["yes"])
        Path("/etc/usher.json").write_text(json.dumps(settings_of_unit() | {"store": "sqlite:/var/lib/usher/unit.db"}))
        run("mkdir -p /var/lib/usher && chown usher:usher /var/lib/usher && rm -f /var/lib/usher/unit.db*")
        confined = [
            "setpriv", "--reuid=usher", "--regid=usher", "--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
            "/usr/bin/python3", "-B", str(Path(__file__).parent / "confine.py"), values("UMask")[0],
            ",".join(values("RestrictAddressFamilies")[0].split()), ",".join(sorted(allowed_calls())),
        ]
        # The walk reads the code that a user gets.
        environment = {"STATE_DIRECTORY": "/var/lib/usher", "USHER_DEV": "true"}
        with Usher("--config", "/etc/usher.json", "--port", "8080", "--host", "127.0.0.1", environment=environment, prefix=confined) as server:
            status = Path(f"/proc/{server.process.pid}/status").read_text()
            self.assertIn("Seccomp:\t2", status)
            self.assertIn("CapBnd:\t0000000000000000", status)
            self.assertEqual(get(server.address, "localhost")[0], 200)
            self.assertEqual(get(server.address, "shop.example", "/")[0], 200)
            walk = re.search(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
            run("set -euo pipefail\n" + walk, env={"PATH": os.environ["PATH"], "HOME": "/tmp"})
            metrics = get(server.address, "localhost", "/metrics")[1]
            self.assertRegex(metrics, r"process_resident_memory_bytes [1-9]")
            self.assertRegex(metrics, r"process_open_fds [1-9]")
            run(f"kill -HUP {server.process.pid}")
            self.assertEqual(get(server.address, "localhost")[0], 200)
            self.assertEqual(server.stop(), 0)
        log = server.log.read_text()
        self.assertNotIn("Operation not permitted", log)
        self.assertEqual(run("stat -c %a /var/lib/usher/unit.db").strip(), "600")

    def test_control_the_confinement_takes_calls_and_families_away(self):
        script = (
            "import socket, os\n"
            "for family in (socket.AF_INET, socket.AF_PACKET):\n"
            "    try: socket.socket(family, socket.SOCK_DGRAM).close(); print('yes')\n"
            "    except OSError as error: print(error.errno)\n"
            "import mmap\n"
            "try: mmap.mmap(-1, 4096, prot=7); print('yes')\n"
            "except OSError as error: print(error.errno)\n"
            "try: os.chroot('/'); print('yes')\n"
            "except OSError as error: print(error.errno)\n"
        )
        confine = str(Path(__file__).parent / "confine.py")
        families = ",".join(values("RestrictAddressFamilies")[0].split())
        result = subprocess.run(
            ["/usr/bin/python3", "-B", confine, "0077", families, ",".join(sorted(allowed_calls())), "/usr/bin/python3", "-c", script],
            text=True, stdout=subprocess.PIPE)
        self.assertEqual(result.stdout.split(), ["yes", "97", "1", "1"])
