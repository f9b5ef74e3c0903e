#!/usr/bin/env python3
"""The packages and system libraries that a release consists of.

dependencies.py check   compares the packages that SwiftPM has resolved with Scripts/dependencies.json; exit code 1 if they differ
dependencies.py pin     makes SwiftPM use the versions in Scripts/dependencies.json
dependencies.py update  writes the resolved versions into Scripts/dependencies.json
dependencies.py sbom PROGRAM
                        prints the bill of materials of a program (CycloneDX 1.5, JSON): the packages, and the Debian packages of
                        the libraries that it is linked to
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "Scripts/dependencies.json"
RESOLVED = ROOT / "Package.resolved"


def pins(path):
    """Returns the pins of a file in the format of Package.resolved, by identity."""
    return {pin["identity"]: pin for pin in json.loads(path.read_text())["pins"]}


def version(pin):
    state = pin["state"]
    return f"{state.get('version', 'no version')} ({state['revision'][:12]})"


def resolved():
    if not RESOLVED.exists():
        subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True, stdout=sys.stderr)
    return pins(RESOLVED)


def check():
    listed, found = pins(LIST), resolved()
    differences = [
        f"{name}: listed is {version(listed[name]) if name in listed else 'nothing'}, "
        f"resolved is {version(found[name]) if name in found else 'nothing'}"
        for name in sorted(listed.keys() | found.keys())
        if name not in listed or name not in found or listed[name]["state"] != found[name]["state"]
    ]
    for difference in differences:
        print(difference, file=sys.stderr)
    if differences:
        sys.exit("Run `Scripts/dependencies.py pin` to use the listed versions, or `… update` to list the resolved ones.")
    print(f"dependencies: the {len(listed)} packages are those of Scripts/dependencies.json")


def pin():
    # The package manager plans the whole build again when the file is newer.
    if not RESOLVED.exists() or RESOLVED.read_text() != LIST.read_text():
        shutil.copyfile(LIST, RESOLVED)


def update():
    content = {"pins": [resolved()[name] for name in sorted(resolved())], "version": 2}
    LIST.write_text(json.dumps(content, indent=2) + "\n")


def package(pin):
    location = re.sub(r"^https://|\.git$", "", pin["location"])
    name = location.rsplit("/", 1)[-1]
    state = pin["state"]
    purl = f"pkg:swift/{location}@{state['version']}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": state["version"],
        "purl": purl,
        "externalReferences": [{"type": "vcs", "url": pin["location"]}],
        "properties": [{"name": "git:commit", "value": state["revision"]}],
    }


def libraries(program):
    """Returns the Debian packages of the libraries that a program is linked to."""
    links = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    packages = {}
    for path in sorted(set(re.findall(r"(?:=> )?(/\S+) \(0x", links))):
        # Of a debug build only; a release has Swift's libraries in itself, and the compiler's version says which.
        if "/swift/linux/" in path:
            continue
        for candidate in (path, os.path.realpath(path), re.sub(r"^/usr", "", path), "/usr" + path):
            owner = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True)
            if owner.returncode == 0:
                break
        else:
            sys.exit(f"No Debian package owns {path}, so it can't be listed.")
        name = owner.stdout.split(": ", 1)[0].split(",")[0]
        packages.setdefault(name, []).append(path)
    components = []
    for name, paths in sorted(packages.items()):
        fields = "${Package}\t${Version}\t${Architecture}"
        text = subprocess.run(
            ["dpkg-query", "--show", "--showformat", fields, name], check=True, capture_output=True, text=True).stdout
        plain, number, architecture = text.split("\t")
        purl = f"pkg:deb/debian/{plain}@{quote(number, safe='')}?arch={architecture}"
        components.append({
            "type": "library",
            "bom-ref": purl,
            "name": plain,
            "version": number,
            "purl": purl,
            "properties": [{"name": "linked", "value": os.path.basename(path)} for path in paths],
        })
    return components


def sbom(program):
    number = re.search(r'version: "([^"]+)"', (ROOT / "Sources/Program/usher/UsherProgram+shipped.swift").read_text())[1]
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    components = [package(pin) for pin in pins(LIST).values()] + libraries(program)
    name = os.path.basename(program)
    print(json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": name,
                "name": name,
                "version": number,
                "properties": [
                    {"name": "git:commit", "value": commit or "unknown"},
                    {"name": "swift", "value": (re.search(r"Swift version ([^ ]+)", compiler) or ["", "unknown"])[1]},
                ],
            },
        },
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [component["bom-ref"] for component in components]}],
    }, indent=2))


def main():
    match sys.argv[1:]:
        case ["check"]:
            check()
        case ["pin"]:
            pin()
        case ["update"]:
            update()
        case ["sbom", program]:
            sbom(program)
        case _:
            sys.exit(__doc__)


main()
