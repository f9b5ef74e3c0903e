#!/usr/bin/env bash
# Builds the guide into .build/documentation. Fails on every warning, such as a link to a symbol or page that does not exist.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/setup.sh build
source Scripts/flags.sh debug

swift build "${flags[@]}" --target Coordination
modules=$(swift build "${flags[@]}" --show-bin-path)/Modules
graphs=.build/symbol-graphs
rm -rf "$graphs" .build/documentation
mkdir -p "$graphs"

# The symbols of JSONValues belong to the guide, because an import of Coordination imports them, too.
swift-symbolgraph-extract -module-name Coordination -I "$modules" \
    -target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" \
    -minimum-access-level public -emit-extension-block-symbols -experimental-allowed-reexported-modules=JSONValues \
    -output-dir "$graphs"
docc convert Sources/Core/Flows/Coordination/Coordination.docc --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name Coordination --fallback-bundle-identifier usher.Coordination \
    --output-path .build/documentation --warnings-as-errors
echo "The guide is .build/documentation; 'docc preview' or any web server shows it."
