#!/usr/bin/env bash
# Tests the web client with all applications in headless Chromium and Firefox, on every look of every screen.
set -euo pipefail
cd "$(dirname "$0")/../.."

export USHER_EVERY_SCREEN=1
Scripts/browser-test.sh
USHER_BROWSER=firefox Scripts/browser-test.sh
