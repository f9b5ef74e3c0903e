#!/usr/bin/env bash
# Tests the package of the web client, Public/client: in Node with the real program, its size, its types, and `usher conform`.
#
# The program is a new release build, or that of the command in USHER_COMMAND (see Tests/Browser/server.py). USHER_WALK_TAPS and
# USHER_WALK_SEED choose the walks.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build typescript

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi
command=${USHER_COMMAND:-.build/release/usher serve --dev --store memory --port 0}
program=$(realpath "${command%% *}")

limit=12288
size=$(esbuild --log-level=warning --bundle --minify --format=esm Public/client/index.js | gzip -9 | wc -c)
echo "web-kit: the package has $size bytes with gzip"
if ((size > limit)); then
    echo "web-kit: the limit is $limit bytes" >&2
    exit 1
fi

# The defaults of platform.js are the only place for what a browser has and Node has not.
globals='\b(window|document|navigator|location|history|localStorage|sessionStorage|addEventListener|BroadcastChannel|reportError)\b'
if grep -nE "^[^/*]*(globalThis|$globals)[.(\[?]" Public/client/*.js | grep -v '^Public/client/platform.js:'; then
    echo "web-kit: only platform.js may read the global object" >&2
    exit 1
fi

# A program beside the package as it is published, which the compiler finds as any other package.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$folder/node_modules/@usher/client
mkdir -p "$package"
cp Public/client/*.js Public/client/package.json Public/client/README.md "$package"
tsc --project Public/client --outDir "$package/types"
cp Tests/ClientPackage/types.ts "$folder"
(cd "$folder" && tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom types.ts)
echo '{"type": "module"}' > "$folder/package.json"
(cd "$folder" && node --input-type=module --eval 'import { Session } from "@usher/client"; new Session({ server: "http://localhost" }).close();')
echo "web-kit: the types agree with the example"

node --test Tests/ClientPackage < /dev/null

# The checks of a clean clone run conformance.sh, which has this client among others, when nothing else runs.
if [[ -n ${CI:-} ]]; then exit 0; fi

# A program rejects USHER_ variables that name no setting.
env --unset=USHER_COMMAND --unset=USHER_WALK_TAPS --unset=USHER_WALK_SEED \
    "$program" conform --jobs 4 --timeout 20 node Tests/Conformance/web/adapter.mjs < /dev/null
