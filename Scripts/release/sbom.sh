#!/usr/bin/env bash
# Writes the bill of materials of the shipped program (CycloneDX) into .build/usher.cdx.json.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/build.sh release
Scripts/dependencies.py sbom .build/release/usher > .build/usher.cdx.json
echo "The bill of materials is .build/usher.cdx.json."
