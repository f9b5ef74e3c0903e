#!/usr/bin/env bash
# Formats every source file in Swift, or with the argument `check` fails on each that is not formatted or lacks documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=(Package.swift Plugins Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples/Bank Examples/NightTrain Examples/generated/swift
    Examples/swiftui/DictionaryApp.swift Examples/swiftui/KanjiView.swift Clients/Swift)
if [[ ${1:-} == check ]]; then
    swift format lint --strict -r "${folders[@]}"
else
    swift format -i -r "${folders[@]}"
fi
