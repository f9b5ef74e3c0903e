#!/usr/bin/env bash
# Tests the packages of the web client: Public/client in Node with the real program, and `usher conform`; Public/web in Node as far as it
# needs no page, which Tests/Browser/test_web_kit.py has; the sizes and types of both, and what they may read of a page.
#
# The program is a new release build, or that of the command in USHER_COMMAND (see Tests/Browser/server.py). USHER_WALK_TAPS and
# USHER_WALK_SEED choose the walks.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build typescript

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi
command=${USHER_COMMAND:-.build/release/usher serve --dev --store memory --port 0}
program=$(realpath "${command%% *}")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# measure PACKAGE LIMIT FILE…: the size of files with gzip, each by itself.
measure() {
    local package=$1 limit=$2 size=0 file
    for file in "${@:3}"; do size=$((size + $(gzip -9 < "$file" | wc -c))); done
    echo "web-kit: @usher/$package has $size bytes with gzip"
    if ((size > limit)); then
        echo "web-kit: the limit is $limit bytes" >&2
        exit 1
    fi
}

esbuild --log-level=warning --bundle --minify --format=esm --outfile="$folder/client.js" Public/client/index.js
measure client 12288 "$folder/client.js"
# With the client and without what is loaded when it is needed: two languages, the plots of maps, the dialog for other devices.
Scripts/web-package.sh "$folder/node_modules"
dist=$folder/node_modules/@usher/web/dist
measure web 59392 "$dist"/index.js "$dist"/chunk-*.js "$dist"/{style,wide,forced-colors}.css

# The defaults of platform.js are the only place for what a browser has and Node has not.
globals='\b(window|document|navigator|location|history|localStorage|sessionStorage|addEventListener|BroadcastChannel|reportError)\b'
if grep -nE "^[^/*]*(globalThis|$globals)[.(\[?]" Public/client/*.js | grep -v '^Public/client/platform.js:'; then
    echo "web-kit: only platform.js may read the global object" >&2
    exit 1
fi

# Only a view that has the page may read or change what there is once in it: its address, title, history and nodes outside of the view.
once='\b(location|history|localStorage|window|document\.(title|body|documentElement|getElementById|querySelector))\b'
if grep -rnE "^[^/*]*$once[.(\[?]" Public/web --include=*.js | grep -vE '^Public/web/(page|words)/|[#.]history'; then
    echo "web-kit: only Public/web/page may use what a page has once" >&2
    exit 1
fi
# Variables of a module would be shared by all views. Those of a map have what is the same for all, and that of dom.js is empty between drawings.
if grep -rnE '^(let|var) ' Public/web --include=*.js | grep -vE '^Public/web/render/(map\.js:[0-9]+:let (plots|loading)|map-plot\.js:[0-9]+:let ruler|dom\.js:[0-9]+:let mounts) '; then
    echo "web-kit: views share no variables" >&2
    exit 1
fi

# Programs beside the packages as they are published, which the compiler finds as any other package.
for package in client web; do
    examples=Tests/${package^}Package/types.ts
    cp "$examples" "$folder/$package.ts"
    (cd "$folder" && tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom,dom.iterable "$package.ts")
done
echo '{"type": "module"}' > "$folder/package.json"
(cd "$folder" && node --input-type=module --eval 'import { Session } from "@usher/client"; new Session({ server: "http://localhost" }).close();')
# A program that renders pages on a server imports it, too.
(cd "$folder" && node --input-type=module --eval 'import { mount, readTheme } from "@usher/web"; readTheme({}); if (typeof mount !== "function") throw 0;')
(cd "$folder/node_modules/@usher/web" && npm pack --dry-run --json 2> /dev/null || true) | grep -q '"path": "dist/style.css"' || {
    echo "web-kit: npm would not pack the style sheet" >&2
    exit 1
}
echo "web-kit: the types agree with the examples"

node --test Tests/ClientPackage Tests/WebPackage < /dev/null

# The checks of a clean clone run conformance.sh, which has this client among others, when nothing else runs.
if [[ -n ${CI:-} ]]; then exit 0; fi

# A program rejects USHER_ variables that name no setting.
env --unset=USHER_COMMAND --unset=USHER_WALK_TAPS --unset=USHER_WALK_SEED \
    "$program" conform --jobs 4 --timeout 20 node Tests/Conformance/web/adapter.mjs < /dev/null
