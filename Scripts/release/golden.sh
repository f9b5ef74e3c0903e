#!/usr/bin/env bash
# Records the snapshots of a release, which later releases must restore: Scripts/release/golden.sh 0.2.0
#
# Run it once, in the commit that sets the version, before it is published. A release that is recorded is rejected.
set -euo pipefail
cd "$(dirname "$0")/../.."

release=${1:?"name the release, such as 0.2.0"}
Scripts/build.sh tests
USHER_GOLDEN=$release Scripts/test.sh --skip-build --filter GoldenRecording
