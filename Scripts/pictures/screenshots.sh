#!/usr/bin/env bash
# Draws every screen of the applications at three sizes in both themes: Scripts/pictures/screenshots.sh [BEFORE]
#
# The pictures, a contact sheet (index.html, and a PNG for each application) and the differences from those of BEFORE, by default the
# last run, are in .build/screenshots. USHER_COMMAND is as for Scripts/browser-test.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build browser
if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi
python=$(Scripts/browser-venv.sh)
public=.build/screenshots-public
Scripts/bundle.sh Public "$public"
exec "$python" Scripts/pictures/screenshots.py --public "$public" "$@"
