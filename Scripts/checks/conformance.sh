#!/usr/bin/env bash
# Tries five clients against the rules of the state API with `usher conform`, follows Documentation/conformance.md as it is printed, and
# makes each mistake of the reference client.
#
#     Scripts/checks/conformance.sh            all of them
#     Scripts/checks/conformance.sh python     those in Python alone, which need neither Node nor a network
#
# The program is a new release build, or that of the command in USHER_COMMAND (see Tests/Browser/server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ ${1:-} == python ]]; then Scripts/setup.sh build; else Scripts/setup.sh build clients typescript; fi

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi
command=${USHER_COMMAND:-.build/release/usher serve --dev --store memory --port 0}
program=$(realpath "${command%% *}")

try() {
    # A program rejects USHER_ variables that name no setting.
    env --unset=USHER_COMMAND "$program" conform --jobs 6 --timeout 20 "$@" < /dev/null
}

try python3 Examples/python/conform.py
try python3 Tests/Conformance/terminal.py
python3 Tests/Conformance/test_page.py "$program" < /dev/null
python3 Tests/Conformance/test_controls.py "$program" < /dev/null
if [[ ${1:-} == python ]]; then exit; fi

try node Tests/Conformance/web/adapter.mjs

# The package has no dependencies, so a folder that others share would only be cleared of theirs.
swift build --quiet --package-path Tests/Conformance/swift-adapter --scratch-path "$PWD/.build-swift-adapter" < /dev/null
try .build-swift-adapter/debug/adapter

python=$(Scripts/venv.sh Examples/generated/requirements.txt .build-generator-venv)
"$python" Examples/generated/walk.py "${python%/*}/openapi-generator-cli" "$program" < /dev/null
