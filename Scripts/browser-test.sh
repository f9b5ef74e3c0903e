#!/usr/bin/env bash
# Runs the walks of Tests/Browser in a headless browser, all of them or those named by the arguments.
# USHER_BROWSER=firefox chooses Firefox instead of Chromium. The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build browser

python=$(Scripts/browser-venv.sh)

if [[ -z ${USHER_COMMAND:-} ]]; then make release; fi

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

failed=()
for walk in "${walks[@]}"; do
    echo "== $walk"
    "$python" "$walk" < /dev/null || failed+=("$walk")
done
if ((${#failed[@]} > 0)); then
    echo "Failed: ${failed[*]}" >&2
    exit 1
fi
