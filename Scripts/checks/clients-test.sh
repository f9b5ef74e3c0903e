#!/usr/bin/env bash
# Follows random sessions with an SSE client and a JSON Patch library of others: STEPS (10000) steps, chosen by SEED (1).
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients

python=$(Scripts/venv.sh Tests/Clients/requirements.txt .build-clients-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Tests/Clients/test_random_sessions.py "$@" < /dev/null
