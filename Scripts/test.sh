#!/usr/bin/env bash
# Runs `swift test` with the given arguments, and lists what failed at the end, where the reader of a long log looks. It uses the
# build of `make test`, so nothing is compiled twice: Scripts/test.sh --filter ItemsScenarioTests
set -uo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh test

# A build with a sanitizer has flags of its own.
flags=()
if [[ " $*" != *" --sanitize"* ]]; then source Scripts/flags.sh debug; fi
# Only a build needs the same hashes as the one before. Tests that are built have others in each run, so none can depend on them.
if [[ " $*" == *" --skip-build"* ]]; then unset SWIFT_DETERMINISTIC_HASHING; fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

swift test "${flags[@]}" "$@" 2>&1 | tee "$log"
status="${PIPESTATUS[0]}"

if [[ "$status" != 0 ]]; then
    printf '\nFailures, from the log above:\n'
    # A line of an issue, with the comments that follow it.
    awk '/ recorded an issue / { print; shown = 1; next }
         /^↳ / && shown { print; next }
         /^✘ Test / || /^(error|Fatal error|.*: Fatal error): / { print }
         { shown = 0 }' "$log" | cut -c1-600
    # The reports of a sanitizer, whole.
    awk '/(WARNING|ERROR): (Thread|Address)Sanitizer: / { report = 1 }
         report { print }
         /^SUMMARY: / { report = 0 }' "$log" | cut -c1-300 | head -n 200
fi
exit "$status"
