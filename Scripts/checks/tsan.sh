#!/usr/bin/env bash
# Runs the tests of threads, the HTTP server and sessions with the thread sanitizer, in a build of these alone.
# `make tsan` runs all tests.
set -euo pipefail
cd "$(dirname "$0")/../.."

USHER_TEST_TARGETS="ConcurrencyTests MicroHTTPTests SessionsTests" Scripts/sanitize.sh thread --test-product usherPackageTests
