#!/usr/bin/env bash
# Checks the types of Examples/swiftui against the declarations of SwiftUI in Examples/swiftui/Stub, because Linux has no SwiftUI.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
swiftc -swift-version 6 -parse-as-library -emit-module -module-name SwiftUI -emit-module-path "$work/SwiftUI.swiftmodule" \
    Examples/swiftui/Stub/SwiftUI.swift
swiftc -swift-version 6 -parse-as-library -typecheck -I "$work" Examples/swiftui/StateView.swift
