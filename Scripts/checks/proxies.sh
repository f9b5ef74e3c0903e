#!/usr/bin/env bash
# Sends the corpus of 1,344 ambiguous, invalid and valid requests through nginx and HAProxy to the shipped program.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build proxies
Scripts/build.sh release
Scripts/build.sh tests
USHER_CORPUS=.build/corpus.json Scripts/test.sh --skip-build --filter CorpusRecording
python3 Tests/Proxies --corpus .build/corpus.json
