#!/usr/bin/env bash
# Tests the thread sanitizer run: builds the tests with a deliberate data race, and succeeds only if it is reported.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! grep -rqE '^ *#if +DELIBERATE_RACE' Tests; then
    echo "No file in Tests has a race under “#if DELIBERATE_RACE”, so there is nothing to detect." >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
SCRATCH=.build-tsan-control Scripts/sanitize.sh thread -Xswiftc -DDELIBERATE_RACE --filter "${FILTER:-SessionsTests}" \
    > "$log" 2>&1 < /dev/null || status=$?

if grep -q 'WARNING: ThreadSanitizer: data race' "$log" && ((status != 0)); then
    echo "The deliberate race was detected, as expected:"
    grep -m 1 -A 12 'WARNING: ThreadSanitizer: data race' "$log"
    exit 0
fi
cat "$log"
if ((status != 0)); then
    echo "The tests with the deliberate race failed (status $status), but not because of the race." >&2
else
    echo "The deliberate race was NOT detected; the results of the thread sanitizer are not reliable." >&2
fi
exit 1
