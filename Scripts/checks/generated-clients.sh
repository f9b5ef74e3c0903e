#!/usr/bin/env bash
# Generates clients in TypeScript and Swift from the OpenAPI document of the shipped program, and walks through an application with each.
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build clients typescript
python=$(Scripts/venv.sh Examples/generated/requirements.txt .build-generator-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

"$python" Examples/generated/walk.py "${python%/*}/openapi-generator-cli" < /dev/null
