"""The commands on the pages for operators, as they are printed, and the other files in `deploy` on the machine that they make."""

import json
import os
import re
import shlex
import subprocess
import unittest
import urllib.error
from pathlib import Path

import yaml

from machine import HOSTS, ROOT, Process, Usher, get, run, wait_until
from reader import Reader, Shell, as_user, read_session, start_session
from test_haproxy import settings_of_unit


class Operations(unittest.TestCase):
    """Documentation/operations.md: a file is backed up while its server runs, and restored."""

    def test_backup_and_restore(self):
        run("rm -rf /var/lib/usher /var/backups/usher && install -d -m 700 -o usher -g usher /var/lib/usher")
        arguments = ["--port", "8080", "--data", "/var/lib/usher"]
        root = Shell("root", "/root")
        reader = Reader("Documentation/operations.md", root=root)
        self.addCleanup(root.close)
        self.addCleanup(reader.stop)
        user = Shell("usher", "/var/lib/usher")
        self.addCleanup(user.close)

        # Where systemd is not the first process, these stand for its commands.
        def systemctl(action):
            reader.stop() if action == "stop" else reader.serve(f"usher serve {' '.join(arguments)}", user)
            return "", 0

        commands = root.run
        root.run = lambda command: systemctl(command.split()[1]) if command.startswith("systemctl ") else commands(command)
        systemctl("start")
        before = start_session(reader.server.address)
        self.assertEqual(reader.follow("Backup and restore", until="systemctl"), 4)
        after = start_session(reader.server.address)
        self.assertEqual(reader.follow("Backup and restore", since="systemctl stop"), 7)
        self.assertEqual(read_session(reader.server.address, before)["screens"], before["screens"])
        with self.assertRaises(urllib.error.HTTPError) as lost:
            read_session(reader.server.address, after)
        self.assertEqual(lost.exception.code, 401)
        reader.stop()
        self.assertEqual(run("stat -c %a /var/backups/usher/usher.db").strip(), "600")


class PostgreSQL(unittest.TestCase):
    """Documentation/postgresql.md with two real servers, and the files in deploy that use a database."""

    @classmethod
    def setUpClass(cls):
        run("rm -rf /var/lib/usher && install -d -m 700 -o usher -g usher /var/lib/usher")
        machines = {
            name: Shell("postgres", f"/var/lib/{name}", PGDATA=f"/var/lib/{name}/data", PGHOST=f"/run/{name}") for name in ["db1", "db2"]
        }
        for name in machines:
            run(f"install -d -o postgres /run/{name}")
        cls.db1, cls.db2 = machines["db1"], machines["db2"]
        # As Debian makes a cluster: other users of the machine by their name, and other machines by their password.
        cls.administer("initdb --no-sync --auth-local=peer --auth-host=scram-sha-256 > /dev/null")
        cls.administer("printf 'logging_collector = on\\n' >> $PGDATA/postgresql.conf")
        # On this machine the two have a folder each for their sockets; the standby copies the settings of the primary.
        cls.administer("pg_ctl start -o '-k /run/db1' > /dev/null")
        cls.db2.run("pg_ctl() { if [ $1 = start ]; then command pg_ctl start -o '-k /run/db2'; else command pg_ctl \"$@\"; fi; }")
        cls.user = Shell("usher", "/var/lib/usher", USHER_AUDIT_LOG="store")
        cls.page = Reader("Documentation/postgresql.md", user=cls.user, **{f"postgres@{name}": shell for name, shell in machines.items()})

    @classmethod
    def tearDownClass(cls):
        cls.page.stop()
        for shell in [cls.db1, cls.db2]:
            shell.run("pg_ctl stop --mode=immediate")
        for shell in [cls.db1, cls.db2, cls.user]:
            shell.close()

    @classmethod
    def administer(cls, command):
        output, status = cls.db1.run(command)
        assert status == 0, f"{command}: {output}"
        return output.strip()

    def durability(self):
        return json.loads(get(self.page.server.address)[1])["store"]["durability"]

    def content(self):
        """Returns the number of rows and a digest of each table of sessions and accounts."""
        names = self.administer(
            "psql usher -At -c \"SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE nspname = 'usher' AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'server' ORDER BY 1\"").split()
        self.assertIn("session", names)
        return {
            name: self.administer(
                f"psql usher -At -c \"SELECT count(*), md5(string_agg(t::text, ',' ORDER BY t::text)) FROM usher.{name} t\"")
            for name in names
        }

    def test_1_the_first_server_starts_on_an_empty_database(self):
        self.page.follow("Start")
        self.assertEqual(self.durability(), "disk")
        self.administer("psql -c 'ALTER SYSTEM RESET unix_socket_directories'")
        rights = self.administer("psql -At -c \"SELECT rolsuper, rolreplication, rolcreatedb FROM pg_roles WHERE rolname = 'usher'\"")
        self.assertEqual(rights, "f|f|f")

    def test_2_the_standby_of_the_example_makes_the_store_replicated(self):
        self.page.follow("A primary and a standby")
        section = self.page.section("A primary and a standby")
        store = re.search(r'--store "(\S+)"', section)[1]
        self.page.serve(f"usher serve --store {store} --code-key code-key --port 8080", self.user)
        self.assertEqual(self.durability(), "replicated")
        type(self).session = start_session(self.page.server.address)
        # Patroni's settings are those of the commands, and PostgreSQL has them.
        parameters = yaml.safe_load(re.search(r"```yaml\n(.*?)```", section, re.DOTALL)[1])["postgresql"]["parameters"]
        for name, value in parameters.items():
            self.assertEqual(self.administer(f"psql -At -c 'SHOW {name}'"), value)
            self.assertIn(f"ALTER SYSTEM SET {name} = '{value}'", section)

    def test_3_a_restart_of_the_primary_ends_within_seconds_for_a_client(self):
        self.administer("pg_ctl restart -o '-k /run/db1' > /dev/null")
        wait_until(lambda: start_session(self.page.server.address), "a commit", 4)
        wait_until(lambda: get(self.page.server.address)[0] == 200 and self.durability() == "replicated", "replication", 4)

    def test_4_a_dump_is_restored_without_an_error(self):
        self.assertEqual(self.page.follow("Backup and restore", until="DROP SCHEMA"), 2)
        before = self.content()
        lost = start_session(self.page.server.address)
        self.page.stop()
        self.assertEqual(self.page.follow("Backup and restore", since="DROP SCHEMA"), 2)
        self.assertEqual(self.content(), before)
        self.page.serve('usher serve --store postgres://usher@db1.example,db2.example/usher --code-key code-key --port 8080', self.user)
        self.assertEqual(read_session(self.page.server.address, self.session)["screens"], self.session["screens"])
        with self.assertRaises(urllib.error.HTTPError):
            read_session(self.page.server.address, lost)
        self.page.stop()
        # Control: the command against which the page warns.
        status = self.user.run('pg_restore --clean --if-exists --dbname="$USHER_STORE" usher.dump')[1]
        self.assertEqual(status, 1)

    def test_5_the_container_of_compose_starts_and_is_healthy(self):
        compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
        service = compose["services"]["usher"]
        run("mkdir -p /run/secrets && printf %s PASSWORD > /run/secrets/password && cp /var/lib/usher/code-key /run/secrets/code-key")
        run("chmod 644 /run/secrets/*")
        # Compose writes $$ for a dollar.
        command = [*service["entrypoint"], *[part.replace("$$", "$") for part in service["command"]]]
        environment = {"PATH": os.environ["PATH"], "HOME": "/var/lib/usher"} | service["environment"]
        with Process([*as_user("usher"), *command], env=environment, cwd="/var/lib/usher") as container:
            container.wait_for(" is ready. ")
            self.assertEqual(get("http://localhost:8080")[0], 200)
            self.assertEqual(get("http://localhost:8080", path="/")[0], 200)
            health = json.loads(re.search(r"HEALTHCHECK .*CMD (\[.*\])", (ROOT / "Dockerfile").read_text())[1])
            self.assertEqual(subprocess.run(health, env=environment, stdout=subprocess.DEVNULL).returncode, 0)
            self.assertEqual(container.stop(), 0)
        # The check of the database, from the same network.
        test = compose["services"]["database"]["healthcheck"]["test"]
        self.assertEqual(test[0], "CMD")
        self.assertEqual(self.db1.run(shlex.join([each.replace("localhost", HOSTS["database"]) for each in test[1:]]))[1], 0)

    def test_6_the_pod_of_kubernetes_starts_and_its_probes_succeed(self):
        documents = list(yaml.safe_load_all((ROOT / "deploy/kubernetes.yaml").read_text()))
        pod = documents[0]["spec"]["template"]["spec"]
        run("mkdir -p /secrets /run/usher && cp /var/lib/usher/code-key /secrets/code-key && chmod 640 /secrets/code-key"
            " && chown usher: /secrets/code-key /run/usher")
        [key], [container] = pod["initContainers"], pod["containers"]
        subprocess.run([*as_user("usher"), *key["command"]], check=True)
        environment = {"PATH": os.environ["PATH"], "HOME": "/var/lib/usher"}
        for each in container["env"]:
            environment[each["name"]] = each.get("value", "postgres://usher:PASSWORD@db.example/usher")
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        with Process([*as_user("usher"), "usher", *container["args"]], env=environment, cwd="/var/lib/usher") as server:
            server.wait_for(" is ready. ")
            for name in ["livenessProbe", "readinessProbe"]:
                probe = container[name]["httpGet"]
                # The kubelet sends the address of the pod as the host.
                address = f"http://{HOSTS['usher1.example']}:{ports[probe['port']]}"
                self.assertEqual(get(address, path=probe["path"])[0], 200)
            self.assertEqual(get(f"http://{HOSTS['usher1.example']}:{ports['http']}", "shop.example", "/v1/apps")[0], 200)
            self.assertEqual(server.stop(), 0)

    def test_7_the_settings_of_the_unit_reach_both_databases(self):
        settings = settings_of_unit()
        Path("/etc/usher.json").write_text(json.dumps(settings))
        self.page.serve("usher serve --config /etc/usher.json --code-key code-key", self.user)
        self.assertEqual(get("http://localhost:8080")[0], 200)
        self.page.stop()

    def test_8_after_a_failover_the_servers_find_the_new_primary(self):
        self.page.serve('usher serve --store postgres://usher@db1.example,db2.example/usher --code-key code-key --port 8080', self.user)
        session = start_session(self.page.server.address)
        self.assertEqual(self.page.follow("Failover"), 2)
        wait_until(lambda: get(self.page.server.address)[0] == 200, "readiness")
        self.assertEqual(self.durability(), "disk")
        self.assertEqual(read_session(self.page.server.address, session)["screens"], session["screens"])
        self.page.stop()

    def test_9_a_file_is_copied_into_a_database(self):
        # The database of the section is the new primary, and empty.
        hosts = Path("/etc/hosts")
        hosts.write_text(hosts.read_text().replace(f"{HOSTS['db.example']} db.example", f"{HOSTS['db2.example']} db.example"))
        output, status = self.db2.run("psql usher -c 'DROP SCHEMA usher CASCADE'")
        self.assertEqual(status, 0, output)
        with Usher("--data", "/var/lib/usher", "--port", "0", environment=self.user.environment, prefix=as_user("usher")) as server:
            session = start_session(server.address)
        self.page.follow("From a file to PostgreSQL, and back")
        self.assertEqual(read_session(self.page.server.address, session)["screens"], session["screens"])
