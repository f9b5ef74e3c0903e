#!/usr/bin/env bash
# Lays out the packages of the web client as they are published: Scripts/web-package.sh FOLDER makes FOLDER/@usher/client and
# FOLDER/@usher/web, with their types. `npm pack` and `npm publish` work in either.
#
# The files of @usher/web are those of Public/web, except that they name the package @usher/client in place of its folder. `dist` has
# them as a few files with the client in them, for pages without a bundler. Needs esbuild and tsc.
set -euo pipefail
target=$(realpath -m "${1:?usage: Scripts/web-package.sh FOLDER}")
cd "$(dirname "$0")/.."

client=$target/@usher/client
web=$target/@usher/web
mkdir -p "$client" "$web"

cp Public/client/*.js Public/client/package.json Public/client/README.md "$client"
tsc --project Public/client --outDir "$client/types"

cp -r Public/web/. "$web"
sed -i 's|"\.\./client/index\.js"|"@usher/client"|' "$web/client.js"
grep -q '"@usher/client"' "$web/client.js"
rm "$web/tsconfig.json"

# The compiler reads no scripts in folders of the name node_modules, except for their types.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/client" "$work/web/node_modules/@usher"
cp -r "$web/." "$work/web"
cp -r "$client" "$work/web/node_modules/@usher/client"
cp Public/client/tsconfig.json "$work/client"
cp Public/web/tsconfig.json "$work/web"
tsc --project "$work/web" --outDir "$work/types"
cp -r "$work/types" "$web/types"

esbuild --log-level=warning --bundle --minify --sourcemap --splitting --format=esm --outdir="$web/dist" \
    Public/web/index.js Public/web/usher-app.js Public/web/{style,wide,forced-colors}.css
