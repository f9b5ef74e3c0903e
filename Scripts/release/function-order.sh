#!/usr/bin/env bash
# Records the order of functions in the shipped program, Scripts/function-order.txt, from the walks. It makes a tap faster.
# Run it before the benchmarks of a release, and when Scripts/checks/order.sh fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/build.sh benchmarks
(cd Benchmarks && python3 -m bench.order)
# The next build links it in the new order.
rm -f .build/release/usher
