#!/usr/bin/env bash
# Attacks the shipped program in sixteen ways, and measures honest clients beside each attack and the stop at its end (7 minutes).
# The arguments are those of Tests/Attacks.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build attack
Scripts/build.sh release
python3 Tests/Attacks "$@"
