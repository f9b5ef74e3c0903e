#!/usr/bin/env bash
# Uses the night trains of Examples/NightTrain in a browser: Scripts/checks/night-train.sh
#
# Scripts/checks/examples.py builds the program before. This is a check of its own, because a browser that gets little of a busy machine's
# time shows nothing before the tests have stopped waiting.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=${SCRATCH:-$PWD/.build-stranger}/debug/night-train
if [[ ! -x $program ]]; then
    echo "There is no $program. Run Scripts/checks/examples.py first." >&2
    exit 1
fi
USHER_COMMAND="$program serve --store memory --port 0 --public Public" \
    exec Scripts/browser-test.sh test_night_train test_notifications
