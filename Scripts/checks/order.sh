#!/usr/bin/env bash
# Fails if fewer than three quarters of the functions of function-order.txt are in the shipped program in this order: with fewer,
# a request calls functions all over the program again.
# The program is a new release build, or the argument: Scripts/checks/order.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/../.."

if (($# == 0)); then Scripts/build.sh release; fi
program=${1:-.build/release/usher}
order=Scripts/function-order.txt
symbols=$(nm --defined-only "$program")
read -r listed found ordered < <(awk '
    NR == FNR { address[$3] = $1; next }
    { listed++ }
    $1 in address { found++; if (address[$1] > last) ordered++; last = address[$1] }
    END { print listed, found + 0, ordered + 0 }' - "$order" <<< "$symbols")
echo "order-check: the program has $found of $listed functions, $ordered behind the one before"

if ((found * 4 < listed * 3)); then
    echo "order-check: many were renamed since the order was recorded; record it anew with 'Scripts/release/function-order.sh'" >&2
    exit 1
fi
if ((ordered * 4 < listed * 3)); then
    echo "order-check: the objects were compiled before there was an order; use 'make clean' and build again" >&2
    exit 1
fi
