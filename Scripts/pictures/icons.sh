#!/usr/bin/env bash
# Draws the icons of Public/manifest.webmanifest from Public/favicon.svg, with rsvg-convert of Debian's librsvg2-bin.
set -euo pipefail
cd "$(dirname "$0")/../../Public"

mkdir -p icons
for size in 192 512; do
    rsvg-convert --width "$size" --height "$size" favicon.svg --output "icons/icon-$size.png"
done
# A maskable icon fills its square, because the system cuts it to its own shape; the drawing is within the safe zone.
sed 's/ rx="15"//' favicon.svg | rsvg-convert --width 512 --height 512 --output icons/maskable-512.png
