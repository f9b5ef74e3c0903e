#!/usr/bin/env bash
# Checks that the shipped program does what its OpenAPI document says, with STEPS (1000) steps of random users, chosen by SEED (1),
# and that the client for terminals can draw it.
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients
python=$(Scripts/venv.sh Tests/Contract/requirements.txt .build-contract-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Tests/Contract/test_contract.py "$@" < /dev/null
"$python" Tests/Contract/test_terminal.py < /dev/null
