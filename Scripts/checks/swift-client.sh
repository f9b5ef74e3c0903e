#!/usr/bin/env bash
# Tests the client library in Clients/Swift and its rendering model with the program, TAPS (400) of the taps through a network
# with faults, chosen by SEED (1).
# The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

# The package has no dependencies, so a folder that others share would only be cleared of theirs.
USHER_LOSSY_TAPS=${TAPS:-400} USHER_LOSSY_SEED=${SEED:-1} swift test --package-path Clients/Swift \
    --scratch-path "$PWD/.build-swift-client" --no-parallel < /dev/null
