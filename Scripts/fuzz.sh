#!/usr/bin/env bash
# Fuzzes the functions that get bytes from strangers: Scripts/fuzz.sh [SECONDS per target] [TARGET ...]
#
# With RUNS=10000000 each target gets that many inputs instead. The corpus stays in .build-fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(json snapshot link head request id cookie)

# lld, because gold fails on the debugging data of this build; libFuzzer is C++.
export USHER_FUZZ=1
swift build -c release --scratch-path .build-fuzz --product fuzz --sanitize address \
    -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld -Xlinker -lstdc++

limit=(-max_total_time="$seconds")
[ -z "${RUNS:-}" ] || limit=(-runs="$RUNS")
for target in "${targets[@]}"; do
    mkdir -p ".build-fuzz/corpus/$target" ".build-fuzz/findings"
    # The symbols of a finding take minutes to look up, and the input in the folder of findings says more.
    if ! ASAN_OPTIONS=symbolize=0:detect_leaks=0 USHER_FUZZ_TARGET=$target \
        .build-fuzz/release/fuzz "${limit[@]}" -max_len=65536 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix=".build-fuzz/findings/$target-" ".build-fuzz/corpus/$target" > ".build-fuzz/$target.log" 2>&1
    then
        tail -20 ".build-fuzz/$target.log"
        echo "fuzz.sh: $target has a finding; the input is in .build-fuzz/findings." >&2
        exit 1
    fi
    echo "$target: $(sed -n 's/stat::number_of_executed_units: *//p' ".build-fuzz/$target.log") inputs without a finding"
done
