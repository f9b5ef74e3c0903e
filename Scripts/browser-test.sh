#!/usr/bin/env bash
# Runs the walks of Tests/Browser in a headless browser, all of them or those named by the arguments.
# USHER_BROWSER=firefox chooses Firefox instead of Chromium. The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build browser

python=$(Scripts/browser-venv.sh)

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

# A walk is a file that runs as a program; the other files are modules that the walks share.
walks=()
for file in Tests/Browser/*.py; do
    name=$(basename "$file" .py)
    if grep -q '__name__ == "__main__"' "$file" && { (($# == 0)) || [[ " $* " == *" $name "* ]]; }; then
        walks+=("$file")
    fi
done
if ((${#walks[@]} == 0)); then
    echo "There is no such walk in Tests/Browser." >&2
    exit 1
fi

# Runs a walk and prints its output when it has ended.
run() {
    local log
    log=$(mktemp)
    "$python" "$1" < /dev/null > "$log" 2>&1 || echo "$1" >> "$failures"
    printf '== %s\n%s\n' "$1" "$(< "$log")"
    rm "$log"
}
export -f run
export python
failures=$(mktemp)
export failures
trap 'rm -f "$failures"' EXIT

# Two walks at a time, one for each core; those that measure time come last, alone.
measuring='/test_(first_paint|motion)\.py$'
printf '%s\n' "${walks[@]}" | { grep -vE "$measuring" || true; } | xargs -r -P 2 -I{} bash -c 'run "$1"' - {}
printf '%s\n' "${walks[@]}" | { grep -E "$measuring" || true; } | xargs -r -I{} bash -c 'run "$1"' - {}

if [[ -s $failures ]]; then
    echo "Failed: $(paste -sd ' ' "$failures")" >&2
    exit 1
fi
