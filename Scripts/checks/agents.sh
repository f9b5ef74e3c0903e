#!/usr/bin/env bash
# Walks through three applications as an agent, with the official client of the Model Context Protocol in both of its generations.
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients
python=$(Scripts/venv.sh Tests/Agents/requirements.txt .build-agents-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Tests/Agents/test_agents.py "$@" < /dev/null
