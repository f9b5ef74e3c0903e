#!/usr/bin/env bash
# Starts the shipped program with 60,000 due timers. It must be ready within a second.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/build.sh release
Scripts/build.sh tests
USHER_DUE_TIMERS=60000 USHER_PROGRAM=.build/release/usher \
    Scripts/test.sh --skip-build --filter DueTimersProgramTests
