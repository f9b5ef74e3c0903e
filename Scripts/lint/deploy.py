#!/usr/bin/env python3
"""Checks the files in `deploy` and the operators' pages without running anything; `Scripts/checks/deployment.sh` runs them.

- The files are well-formed: JSON, YAML (where Python has PyYAML, Debian's python3-yaml) and, where HAProxy is installed, its
  configuration.
- Each metric, setting and option that they name exists.
- The table of log messages in Documentation/operations.md has the messages of the sources, and no others, and the alerts and
  pages name no other.
- The Dockerfile builds the program with the flags of Scripts/flags.sh.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy"
PAGES = ROOT / "Documentation"
OPERATIONS = PAGES / "operations.md"


def reject(names, sentence):
    """Raises an error if there are any names."""
    if names:
        raise ValueError(f"{sentence}: {', '.join(sorted(names))}")


def sources():
    return [path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift"))]


def logged():
    """Returns the messages in the sources' calls of a logger; a text in them that depends on the call is left out."""
    call = r'\b(?:(?:trace|debug|info|notice|warning|error|critical)\(|level: [\w.]+,|\bwrite\()\s*"([A-Z][^"\\]*)"'
    return {message for text in sources() if "import Logging" in text for message in re.findall(call, text)}


def listed():
    """Returns the messages in the table of log messages; `…` stands for the rest of a message."""
    table = OPERATIONS.read_text().partition("| message | level |")[2].partition("\n\n")[0]
    return re.findall(r"(?m)^\| `([^`]+)` \|", table)


def check_log_messages():
    table = listed()
    whole = {name for name in table if not name.endswith("…")}
    beginnings = [name.removesuffix("…").strip() for name in table if name.endswith("…")]
    reject(
        {each for each in logged() if each not in whole and not each.startswith(tuple(beginnings))},
        "the table of log messages lacks")
    code = "".join(sources())
    reject({each for each in whole if f'"{each}"' not in code}, "the sources have no log message")
    reject({each for each in beginnings if each not in code}, "no log message of the sources begins with")
    named = set(re.findall(r"'([A-Z][a-z]+(?: [a-z]+)+)'", (FOLDER / "alerts.yaml").read_text()))
    for page in PAGES.glob("*.md"):
        named |= set(re.findall(r"(?:logs?|log has|writes|writes a line|a warning|error|line) `([A-Z][a-z]+(?: [a-z]+(?![a-z=]))+)", page.read_text()))
    reject(named - whole, "no log message is")


def check_names():
    metrics = set(re.findall(r"(?:usher|process)_\w+", OPERATIONS.read_text()))
    settings = (PAGES / "settings.md").read_text()
    variables = set(re.findall(r"USHER_\w+", settings))
    options = set(re.findall(r"--[a-z-]+", settings)) | {"--config", "--data"}
    for path in FOLDER.iterdir():
        text = path.read_text()
        found = {re.sub(r"_(bucket|sum|count)$", "", name) for name in re.findall(r"\busher_[a-z_]+", text)}
        reject(found - metrics, f"{path.name}: operations.md describes no metric")
        reject(set(re.findall(r"USHER_[A-Z_]+", text)) - variables, f"{path.name}: there is no setting")
    for path, pattern in [("alerts.yaml", r"(--[a-z-]+)"), ("haproxy.cfg", r"(--[a-z-]+)"), ("usher.service", r"usher serve (--[a-z-]+)")]:
        reject(set(re.findall(pattern, (FOLDER / path).read_text())) - options, f"{path}: there is no option")
    reject(set(re.findall(r"USHER_[A-Z_]+", OPERATIONS.read_text())) - variables, "operations.md: there is no setting")


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
    ports = {port["name"] for container in pod["containers"] for port in container["ports"]}
    for container in pod["containers"]:
        for probe in ["livenessProbe", "readinessProbe"]:
            if container[probe]["httpGet"]["port"] not in ports:
                raise ValueError(f"the port of the {probe} has no name")


def check_compose(documents):
    compose = documents[0]
    for name, service in compose["services"].items():
        for secret in service.get("secrets", []):
            if secret not in compose["secrets"]:
                raise ValueError(f"{name} has an unknown secret {secret}")
        for other in service.get("depends_on", []):
            if other not in compose["services"]:
                raise ValueError(f"{name} depends on an unknown service {other}")


def check_flags():
    script = 'source Scripts/flags.sh release && printf "%s\\n" "${flags[@]}"'
    flags = subprocess.run(["bash", "-c", script], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    command = re.search(r"(?m)^RUN (swift build (?:.*\\\n)*.*)$", (ROOT / "Dockerfile").read_text())[1].replace("\\\n", "")
    words = [word.replace("/src/", f"{ROOT}/") for word in shlex.split(command)]
    if words != ["swift", "build", "--force-resolved-versions", *flags, "--product", "usher"]:
        raise ValueError(f"the Dockerfile builds with other flags than Scripts/flags.sh: {shlex.join(words)}")


def checks():
    yield "*", check_names
    yield "../Dockerfile", check_flags
    yield "../Documentation/operations.md", check_log_messages
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
