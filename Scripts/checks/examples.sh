#!/usr/bin/env bash
# Builds and tests Examples/Bank, a package that depends on this one, and explores its application.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build
# The build folder of all packages that depend on this one, which is compiled once for them.
scratch=${SCRATCH:-$PWD/.build-stranger}
swift test --package-path Examples/Bank --scratch-path "$scratch"
"$scratch/debug/bank-server" check bank
