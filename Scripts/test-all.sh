#!/usr/bin/env bash
# Runs all tests, which are built, in two processes beside each other: those that compute, which keep one core busy, and
# those that mostly wait. The arguments go to both `swift test`. The output of the first comes when it has ended; after it,
# once more, what failed of the others, because a log is read from its end.
set -uo pipefail
cd "$(dirname "$0")/.."

computing='^(ApplicationsTests|CoordinationTests|JSONTests)\.'
# Neither process writes to the build folder, so neither needs its lock.
options=(--skip-build --ignore-lock --no-parallel "$@")

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT

Scripts/test.sh "${options[@]}" --filter "$computing" > "$logs/computing" 2>&1 &
computing_tests=$!
# Two that start at once fail to read the database of the build, and then find no tests.
until grep -q 'Test run started' "$logs/computing" || ! kill -0 "$computing_tests" 2> /dev/null; do sleep 1; done

Scripts/test.sh "${options[@]}" --skip "$computing" | tee "$logs/waiting"
status="${PIPESTATUS[0]}"

wait "$computing_tests" || status=$?
cat "$logs/computing"
sed -n '/^Failures, from the log above:$/,$p' "$logs/waiting"
exit "$status"
