#!/usr/bin/env bash
# Runs all tests, which are built, in three processes beside each other: those that compute, which keep one core busy, those of
# the program, and the others, which mostly wait. The arguments go to each `swift test`. The output of the first two comes when
# they have ended; after it, once more, what failed further up, because a log is read from its end.
set -uo pipefail
cd "$(dirname "$0")/.."

computing='^(ApplicationsTests|CoordinationTests|JSONTests)\.'
program='^UsherTests\.'
# No process writes to the build folder, so none needs its lock.
options=(--skip-build --ignore-lock --no-parallel "$@")

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT

# begin LOG FILTER: starts the tests that match the filter; their output goes to the log.
begin() {
    Scripts/test.sh "${options[@]}" --filter "$2" > "$1" 2>&1 &
    # Two that start at once fail to read the database of the build, and then find no tests.
    until grep -q 'Test run started' "$1" || ! kill -0 "$!" 2> /dev/null; do sleep 1; done
}

begin "$logs/computing" "$computing"
computing_tests=$!
begin "$logs/program" "$program"
program_tests=$!

Scripts/test.sh "${options[@]}" --skip "$computing" --skip "$program" | tee "$logs/others"
status="${PIPESTATUS[0]}"

wait "$program_tests" || status=$?
cat "$logs/program"
wait "$computing_tests" || status=$?
cat "$logs/computing"
sed -sn '/^Failures, from the log above:$/,$p' "$logs/others" "$logs/program"
exit "$status"
