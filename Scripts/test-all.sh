#!/usr/bin/env bash
# Runs all tests, which are built, in two processes beside each other: those that compute, which keep one core busy, and
# those that mostly wait. The arguments go to both `swift test`. The output of the first comes when it has ended.
set -uo pipefail
cd "$(dirname "$0")/.."

computing='^(ApplicationsTests|CoordinationTests|JSONTests)\.'
# Neither process writes to the build folder, so neither needs its lock.
options=(--skip-build --ignore-lock --no-parallel "$@")

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

Scripts/test.sh "${options[@]}" --filter "$computing" > "$log" 2>&1 &
computing_tests=$!

Scripts/test.sh "${options[@]}" --skip "$computing"
status=$?

wait "$computing_tests" || status=$?
cat "$log"
exit "$status"
