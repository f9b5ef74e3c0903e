#!/usr/bin/env bash
# Checks the types of UsherUI in Clients/Swift and of Examples/swiftui against the declarations of SwiftUI in Clients/Swift/Stubs,
# because Linux has no SwiftUI.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# module NAME FOLDER…: compiles the declarations in folders, for the modules that import them.
module() {
    local name=$1
    shift
    find "$@" -name '*.swift' -print0 | sort -z | xargs -0 swiftc -swift-version 6 -warnings-as-errors -parse-as-library \
        -package-name usher-client -module-name "$name" -I "$work" -emit-module -emit-module-path "$work/$name.swiftmodule"
}

stubs=Clients/Swift/Stubs
for name in UIKit SwiftUI MapKit; do module "$name" "$stubs/$name"; done
module UsherClient Clients/Swift/Sources/UsherClient "$stubs/UsherClient"
for name in UsherRendering UsherUI; do module "$name" "Clients/Swift/Sources/$name"; done
# Without this, a condition in UsherUI that is never true would hide everything from the check.
grep -qa UsherView "$work/UsherUI.swiftmodule"

find Examples/swiftui -name '*.swift' -print0 | sort -z | xargs -0 swiftc -swift-version 6 -warnings-as-errors \
    -parse-as-library -I "$work" -typecheck
