#!/usr/bin/env bash
# Fuzzes each function that gets bytes from strangers, with libFuzzer and the address sanitizer:
# Scripts/fuzz.sh [SECONDS for each] [TARGET ...]
#
# With RUNS=10000000 each target gets that many inputs instead. It begins with the seeds in the code and with
# Tests/FuzzCorpora; what it finds stays in .build-fuzz/corpus. With KEEP=60 that many of the inputs that cover the most are
# then stored in Tests/FuzzCorpora instead of those that are there, as inputs for FuzzingTests.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build

seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(json snapshot change link head request id cookie)

# lld, because gold fails on the debugging data of this build; libFuzzer is C++.
export USHER_FUZZ=1
swift build -c release --scratch-path .build-fuzz --product fuzz --sanitize address \
    -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld -Xlinker -lstdc++

limit=(-max_total_time="$seconds")
[ -z "${RUNS:-}" ] || limit=(-runs="$RUNS")
# The symbols of a finding take minutes to look up, and the input in the folder of findings says more.
export ASAN_OPTIONS=symbolize=0:detect_leaks=0
for target in "${targets[@]}"; do
    export USHER_FUZZ_TARGET=$target
    stored=Tests/FuzzCorpora/$target found=.build-fuzz/corpus/$target seeds=.build-fuzz/seeds/$target
    mkdir -p "$stored" "$found" "$seeds" .build-fuzz/findings
    if ! .build-fuzz/release/fuzz "${limit[@]}" -max_len=65536 -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix=".build-fuzz/findings/$target-" "$found" "$stored" "$seeds" > ".build-fuzz/$target.log" 2>&1
    then
        tail -20 ".build-fuzz/$target.log"
        echo "fuzz.sh: $target has a finding; the input is in .build-fuzz/findings." >&2
        exit 1
    fi
    echo "$target: $(sed -n 's/stat::number_of_executed_units: *//p' ".build-fuzz/$target.log") inputs without a finding"
    [ -n "${KEEP:-}" ] || continue
    # The merge writes the files in the order in which each adds the most to those before it.
    merged=.build-fuzz/merged/$target
    rm -rf "$merged" && mkdir -p "$merged"
    .build-fuzz/release/fuzz -set_cover_merge=1 -max_len=2048 "$merged" "$found" "$stored" "$seeds" \
        > ".build-fuzz/$target-merge.log" 2>&1
    rm -f "$stored"/*
    mapfile -t best < <(ls -tr "$merged")
    for name in "${best[@]:0:$KEEP}"; do mv "$merged/$name" "$stored/"; done
    echo "$target: $(ls "$stored" | wc -l) inputs in $stored"
done
