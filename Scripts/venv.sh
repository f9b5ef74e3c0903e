#!/usr/bin/env bash
# Prints the Python of a virtual environment with the packages of a requirements file, which it makes if they have changed.
#
#     python=$(Scripts/venv.sh Tests/Clients/requirements.txt .build-clients-venv)
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=$1
venv=$2
if ! cmp --silent "$requirements" "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement "$requirements" >&2
    cp "$requirements" "$venv/requirements.txt"
fi
echo "$venv/bin/python"
