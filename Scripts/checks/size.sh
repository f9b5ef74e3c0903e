#!/usr/bin/env bash
# Prints the size of the stripped program; fails above 40 MB, or if the program contains the data of ICU again.
# The program is a new release build, or the argument: Scripts/checks/size.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."

if (($# == 0)); then Scripts/build.sh release; fi
program=${1:-.build/release/usher}
limit=40000000

stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT
strip -o "$stripped" "$program"
bytes=$(stat -c %s "$stripped")
echo "size-check: the stripped program has $bytes bytes"

# The symbol of ICU's data, which Sources/Program/NoLocaleData defines as an empty table.
data=$(nm --defined-only "$program" | { grep -oE '\bicudt[0-9]+_dat$' || true; } | sort -u | paste -sd ' ')
expected=$(grep -oE '\bicudt[0-9]+_dat\b' Sources/Program/NoLocaleData/NoLocaleData.c | sort -u)
if [[ -n $data && $data != "$expected" ]]; then
    echo "size-check: Foundation requires $data, but Sources/Program/NoLocaleData defines $expected" >&2
    exit 1
fi
if ((bytes > limit)); then
    echo "size-check: the limit is $limit bytes" >&2
    exit 1
fi
