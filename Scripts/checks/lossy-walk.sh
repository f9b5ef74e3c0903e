#!/usr/bin/env bash
# Repeats TAPS (2000) taps in each application through a proxy that drops, delays and doubles messages, in a headless browser, and
# compares the states.
set -euo pipefail
cd "$(dirname "$0")/../.."

USHER_LOSSY_TAPS=${TAPS:-2000} Scripts/browser-test.sh test_lossy_walk
