#!/usr/bin/env bash
# Runs all tests, which are built, in four processes beside each other: those that compute, which keep a core busy, those of the
# program, those of stores, and the others, which mostly wait. The arguments go to each `swift test`. The output of the first
# three comes when they have ended; after it, once more, what failed further up, because a log is read from its end.
set -uo pipefail
cd "$(dirname "$0")/.."

declare -A lanes=(
    [computing]='^(ApplicationsTests|CoordinationTests|JSONTests)\.'
    [program]='^UsherTests\.'
    [stores]='^(TortureTests|SQLiteSessionsTests|PostgreSQLTests|PostgreSQLSessionsTests|FaultyDiskTests)\.'
)
# No process writes to the build folder, so none needs its lock.
options=(--skip-build --ignore-lock --no-parallel "$@")

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT

declare -A running=()
others=()
for lane in "${!lanes[@]}"; do
    others+=(--skip "${lanes[$lane]}")
    : > "$logs/$lane"
    Scripts/test.sh "${options[@]}" --filter "${lanes[$lane]}" >> "$logs/$lane" 2>&1 &
    running[$lane]=$!
    # Two that start at once fail to read the database of the build, and then find no tests.
    until grep -q 'Test run started' "$logs/$lane" || ! kill -0 "$!" 2> /dev/null; do sleep 1; done
done

Scripts/test.sh "${options[@]}" "${others[@]}" | tee "$logs/others"
status="${PIPESTATUS[0]}"

for lane in "${!lanes[@]}"; do
    wait "${running[$lane]}" || status=$?
    cat "$logs/$lane"
done
sed -sn '/^Failures, from the log above:$/,$p' "$logs"/*
exit "$status"
