#!/usr/bin/env bash
# Executes the files in deploy and the commands on the pages with the shipped program and real servers, as root, in namespaces of
# its own: Scripts/checks/deployment.sh [TEST...]
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build deployment
Scripts/build.sh release
/usr/bin/python3 Tests/Deployment "$@"
