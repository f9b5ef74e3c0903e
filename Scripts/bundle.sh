#!/usr/bin/env bash
# Bundles the web client: Scripts/bundle.sh SOURCE TARGET, as in `Scripts/bundle.sh Public .build/release/public`.
#
# The target has one script, the early script that asks for the first state, the scripts that few screens need, one style sheet, and
# those that few windows need, all with the hash of their content in their names; a source map of each; the service worker; the
# pictures; and gzip and Brotli files beside all texts. The front door, the inspector and the gallery are pages with a script and a style sheet of their own, so that
# the client does not grow by them. Needs esbuild and brotli.
set -euo pipefail

source=$1
target=$2
new=$target.new
rm -rf "$new"
mkdir -p "$new"

bundle() {
    esbuild --log-level=warning --bundle --minify --sourcemap --format=esm --outdir="$new" "$@"
}

# The early script shares no file with the main one, which would be a request more. Its syntax is that of older browsers, because it
# tells them that they are too old. Older syntax still would need functions in a shared file, another request.
bundle --entry-names='[name]-[hash]' --chunk-names='[name]-[hash]' --splitting --target=es2018 --supported:dynamic-import=true \
    "$source/early.js"
bundle --entry-names='[name]-[hash]' --chunk-names='[name]-[hash]' --splitting \
    --define:SERVICE_WORKER='"/service-worker.js"' "$source/main.js" "$source/style/main.css"
early=$(basename "$new"/early-*.js)
main=$(basename "$new"/main-*.js)
style=$(basename "$new"/main-*.css)
# The style sheets that index.html names, with those that few windows need. Each gets its name with the hash.
sheets=()
renamings=()
for sheet in web/wide web/forced-colors $(cd "$source" && printf '%s\n' themes/*.css | sed 's/\.css$//'); do
    bundle --entry-names="[name]-[hash]" "$source/$sheet.css"
    sheets+=("$(basename "$new/$(basename "$sheet")"-*.css)")
    renamings+=(-e "s|\"/$sheet.css\"|\"/${sheets[-1]}\"|")
done
# Browsers ask twice for an icon that is a file, and it would be a request more.
icon="data:image/svg+xml;base64,$(base64 --wrap=0 "$source/favicon.svg")"

# Comments and indents are for readers of the source.
sed -e "s|\"/early.js\"|\"/$early\"|; s|\"/main.js\"|\"/$main\"|; s|\"/style/main.css\"|\"/$style\"|; s|\"/favicon.svg\"|\"$icon\"|" \
    "${renamings[@]}" -e '/^ *<!--.*-->$/d; s/^ *//' "$source/index.html" > "$new/index.html"
for name in "/$early" "/$main" "/$style" "${sheets[@]/#//}" "$icon"; do
    grep -q "\"$name\"" "$new/index.html" || { echo "bundle.sh: index.html does not name $name." >&2; exit 1; }
done

# A page beside the client: page FOLDER TARGET PREFIX STYLE, where the script and the style sheet get names that begin with PREFIX.
page() {
    local folder=$1 target=$2 prefix=$3 style=$4
    bundle --entry-names="$prefix-[hash]" "$source/$folder/main.js" "$source/$folder/$style.css"
    local script styles
    script=$(dirname "/$prefix")
    script=${script%/}/$(basename "$new/$prefix"-*.js)
    styles=$(dirname "$script")
    styles=${styles%/}/$(basename "$new/$prefix"-*.css)
    mkdir -p "$new/$target"
    sed -e "s|\"/$folder/main.js\"|\"$script\"|; s|\"/$folder/$style.css\"|\"$styles\"|; s|\"/favicon.svg\"|\"$icon\"|" \
        -e '/^ *<!--.*-->$/d; s/^ *//' "$source/$folder/index.html" > "$new/$target/index.html"
    for name in "$script" "$styles"; do
        grep -q "\"$name\"" "$new/$target/index.html" || { echo "bundle.sh: $folder/index.html does not name $name." >&2; exit 1; }
    done
}
page door door door door
# In the folder of its page, which servers keep from clients.
page inspector inspector inspector/page inspector
# Views in other pages have their style sheet beside their script.
page gallery gallery gallery/page gallery
bundle --entry-names='gallery/[name]' "$source"/web/{style,wide,forced-colors}.css
door=$(basename "$new"/door-*.js)
doorStyle=$(basename "$new"/door-*.css)

cp -r "$source/icons" "$source/pictures" "$source/favicon.svg" "$new"
if [[ -d $source/.well-known ]]; then cp -r "$source/.well-known" "$new"; fi
sed "s|\"favicon.svg\"|\"$icon\"|" "$source/manifest.webmanifest" > "$new/manifest.webmanifest"
others='"manifest.webmanifest", "icons/icon-192.png"'
version=$(cat "$new/index.html" "$new/door/index.html" "$new/manifest.webmanifest" "$new/icons/icon-192.png" | sha256sum | cut -c 1-16)
shellSheets=$(printf '"%s", ' "${sheets[@]}")
bundle --define:SHELL="{\"version\": \"$version\", \"hashed\": [\"$early\", \"$main\", \"$style\", $shellSheets\"$door\", \"$doorStyle\"], \"others\": [$others]}" \
    "$source/service-worker.js"

find "$new" -type f -size +1023c ! -name '*.png' | while read -r file; do
    gzip -9 --no-name --keep "$file"
    brotli --best --keep "$file"
done

# A server that is running keeps the files that it has read.
rm -rf "$target"
mv "$new" "$target"
