#!/usr/bin/env bash
# Sends requests to the shipped program that are generated from its OpenAPI document: EXAMPLES (300) for each operation in each
# phase, chosen by SEED (1), at most 10,000 in all; nothing may be found.
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients
python=$(Scripts/venv.sh Tests/Contract/requirements.txt .build-contract-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Tests/Contract/check_contract.py < /dev/null
