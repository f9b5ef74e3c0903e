#!/usr/bin/env bash
# Reports whether the server keeps its guarantees under failures.
#
#     Scripts/torture.sh            kills, starves and restarts a server for some minutes
#     Scripts/torture.sh cluster    kills, pauses, upgrades and cuts off three servers behind HAProxy and their databases, also in
#                                   the middle of commits, for 20 minutes, and checks what each client has seen, and that each
#                                   effect has exactly one row
set -euo pipefail
cd "$(dirname "$0")/.."

tests=(--filter 'TortureTests|StorePowerCutTests|StoreFaultTests|PatchWalkTests' --skip ClusterTests)
if [[ ${1:-} == cluster ]]; then tests=(--filter ClusterTests); fi

Scripts/build.sh tests
USHER_TORTURE=full USHER_PATCH_STEPS=2000 Scripts/test.sh --skip-build --no-parallel "${tests[@]}"
