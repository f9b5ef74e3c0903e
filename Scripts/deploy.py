#!/usr/bin/env python3
"""Checks that the files in `deploy` are well-formed: JSON, YAML and, where HAProxy is installed, its configuration.

YAML is checked where Python has PyYAML (Debian's python3-yaml).
"""

import json
import pathlib
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    yaml = None

FOLDER = pathlib.Path(__file__).parent.parent / "deploy"


def check_dashboard(path):
    panels = json.loads(path.read_text())["panels"]
    ids = [panel["id"] for panel in panels]
    if len(ids) != len(set(ids)):
        raise ValueError("two panels have the same id")
    for panel in panels:
        if not panel["title"] or not all(target["expr"] for target in panel["targets"]):
            raise ValueError(f"the panel {panel['id']} has no title or a target without an expression")


def check_alerts(documents):
    for group in documents[0]["groups"]:
        for rule in group["rules"]:
            if not (rule["alert"] and rule["expr"] and rule["annotations"]["summary"] and rule["labels"]["severity"]):
                raise ValueError(f"the rule {rule} is incomplete")


def check_kubernetes(documents):
    for document in documents:
        if not (document["apiVersion"] and document["kind"] and document["metadata"]["name"]):
            raise ValueError("a document has no apiVersion, kind or name")
    # Each container mounts volumes that exist.
    pod = documents[0]["spec"]["template"]["spec"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    for container in pod["initContainers"] + pod["containers"]:
        for mount in container["volumeMounts"]:
            if mount["name"] not in volumes:
                raise ValueError(f"there is no volume {mount['name']}")


def check_compose(documents):
    compose = documents[0]
    for name, service in compose["services"].items():
        for secret in service.get("secrets", []):
            if secret not in compose["secrets"]:
                raise ValueError(f"{name} has an unknown secret {secret}")
        for other in service.get("depends_on", []):
            if other not in compose["services"]:
                raise ValueError(f"{name} depends on an unknown service {other}")


def checks():
    yield "grafana.json", lambda: check_dashboard(FOLDER / "grafana.json")
    if yaml:
        for name, check in [
            ("alerts.yaml", check_alerts),
            ("kubernetes.yaml", check_kubernetes),
            ("compose.yaml", check_compose),
        ]:
            yield name, lambda name=name, check=check: check(list(yaml.safe_load_all((FOLDER / name).read_text())))
    if haproxy := shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"):
        yield "haproxy.cfg", lambda: subprocess.run(
            [haproxy, "-c", "-f", FOLDER / "haproxy.cfg"], check=True, capture_output=True, text=True
        )


failed = False
for name, check in checks():
    try:
        check()
    except subprocess.CalledProcessError as error:
        print(f"deploy/{name}: {error.stderr.strip()}")
        failed = True
    except Exception as error:
        print(f"deploy/{name}: {type(error).__name__}: {error}")
        failed = True
sys.exit(1 if failed else 0)
