#!/usr/bin/env bash
# Runs the server under mixed load for USHER_LOAD_SECONDS (60), and checks its memory.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/build.sh tests
USHER_LOAD_SECONDS=${USHER_LOAD_SECONDS:-60} Scripts/test.sh --skip-build --filter LoadTests
