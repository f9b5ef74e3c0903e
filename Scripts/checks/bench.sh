#!/usr/bin/env bash
# Runs short benchmarks. It fails if a ratio is a quarter worse than in Benchmarks/results.json, or a count a tenth.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/build.sh benchmarks
cd Benchmarks
python3 -m bench --check
