#!/usr/bin/env bash
# Compiles the types of the shipped applications in TypeScript and Kotlin, and compares them with the screens that an exploration reaches.
# The program is a new release build, or that of the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build typescript kotlin

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

python3 Tests/ClientTypes/check_types.py "$@" < /dev/null
