#!/usr/bin/env bash
# Tests the thread sanitizer run: builds the tests with a deliberate data race, and succeeds only if it is reported.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! grep -rqE '^ *#if +DELIBERATE_RACE' Tests; then
    echo "No file in Tests has a race under “#if DELIBERATE_RACE”, so there is nothing to find." >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
SCRATCH=.build-tsan-control Scripts/sanitize.sh thread -Xswiftc -DDELIBERATE_RACE --filter "${FILTER:-SessionsTests}" \
    > "$log" 2>&1 < /dev/null || status=$?

if grep -q 'WARNING: ThreadSanitizer: data race' "$log" && ((status != 0)); then
    echo "The deliberate race was found, as expected:"
    grep -m 1 -A 12 'WARNING: ThreadSanitizer: data race' "$log"
    exit 0
fi
cat "$log"
if ((status != 0)); then
    echo "The tests with the deliberate race failed (status $status), but for another reason." >&2
else
    echo "The deliberate race was NOT found: the thread sanitizer does not see races between sessions." >&2
fi
exit 1
