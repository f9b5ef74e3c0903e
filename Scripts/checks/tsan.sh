#!/usr/bin/env bash
# Runs the tests of threads, the HTTP server and sessions with the thread sanitizer, in their own build folder. `make tsan` runs all.
set -euo pipefail
cd "$(dirname "$0")/../.."

USHER_TEST_TARGETS="ConcurrencyTests MicroHTTPTests SessionsTests" Scripts/sanitize.sh thread --test-product usherPackageTests
