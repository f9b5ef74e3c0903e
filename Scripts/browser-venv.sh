#!/usr/bin/env bash
# Prints the Python of the virtual environment with the packages of the browser tests.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(Scripts/venv.sh Tests/Browser/requirements.txt .build-venv)
if ! "$python" -m pip show --quiet axe-playwright-python 2> /dev/null; then
    "$python" -m pip install --quiet --no-deps --requirement Tests/Browser/axe.txt >&2
fi
echo "$python"
