#!/usr/bin/env bash
# Generates a TypeScript client from the OpenAPI document of the shipped program, and walks through an application with it.
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build clients typescript
python=$(Scripts/venv.sh Examples/typescript/requirements.txt .build-typescript-venv)

if [[ -z ${USHER_COMMAND:-} ]]; then make release; fi

"$python" Examples/typescript/walk.py "${python%/*}/openapi-generator-cli" < /dev/null
