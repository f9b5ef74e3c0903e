#!/usr/bin/env bash
# Builds a part of the project, after it has installed the packages that are missing: Scripts/build.sh PART
#
#     release       the shipped program, .build/release/usher, and the bundle of the web client beside it, public
#     debug         all targets but the tests
#     tests         all targets
#     benchmarks    the release, and the programs of Benchmarks
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build

case "${1:-}" in
release)
    source Scripts/flags.sh release
    Scripts/dependencies.py pin
    swift build --force-resolved-versions "${flags[@]}" "${imports[@]}" --product usher
    # The bundle takes seconds, and most builds change no file of the client.
    bundle=.build/release/public
    if [[ ! -e $bundle/index.html || -n $(find Public Scripts/bundle.sh -newer "$bundle/index.html" -print -quit) ]]; then
        Scripts/bundle.sh Public "$bundle"
    fi
    ;;
debug)
    source Scripts/flags.sh debug
    swift build "${flags[@]}"
    ;;
tests)
    source Scripts/flags.sh debug
    swift build "${flags[@]}" --build-tests
    ;;
benchmarks)
    Scripts/setup.sh bench
    Scripts/build.sh release
    source Scripts/flags.sh release
    swift build "${flags[@]}" --package-path Benchmarks
    ;;
*)
    echo "build.sh: name a part: release, debug, tests or benchmarks." >&2
    exit 64
    ;;
esac
