#!/usr/bin/env bash
# Checks that every screen that the shipped applications reach follows the published schemas of A2UI as its messages, and executes
# the commands of Documentation/a2ui.md.
# The program is a new release build, or that of the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients
python=$(Scripts/venv.sh Tests/A2UI/requirements.txt .build-a2ui-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Tests/A2UI/test_a2ui.py "$@" < /dev/null
