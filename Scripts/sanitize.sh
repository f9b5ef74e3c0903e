#!/usr/bin/env bash
# Runs the tests with a sanitizer (thread or address), in a build folder of its own; further arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build

sanitizer=${1:?"name a sanitizer: thread or address"}
shift
case "$sanitizer" in
thread)
    scratch=.build-tsan
    export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=0:exitcode=66}
    ;;
address)
    scratch=.build-asan
    # Swift's runtime never frees its type metadata, which the leak check would report.
    export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
    ;;
*)
    echo "sanitize.sh: unknown sanitizer “$sanitizer”; use thread or address." >&2
    exit 64
    ;;
esac

# The sanitizers' shadow memory collides with some of the kernel's random address layouts.
fixed_layout=()
if setarch --addr-no-randomize true 2> /dev/null; then
    fixed_layout=(setarch --addr-no-randomize)
fi

"${fixed_layout[@]}" Scripts/test.sh --no-parallel --sanitize="$sanitizer" --scratch-path "${SCRATCH:-$scratch}" "$@"
