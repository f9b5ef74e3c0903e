#!/usr/bin/env bash
# Builds and tests a package that depends on this one's products, then serves the application in the README.
set -euo pipefail
cd "$(dirname "$0")/.."

export USHER_CHECKOUT=$PWD
scratch=${SCRATCH:-$PWD/.build-stranger}
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
cp -r Tests/Stranger/. "$package"

# The README's first two blocks of Swift are an application and its main.swift.
mkdir -p "$package/Sources/profile"
awk -v folder="$package/Sources/profile" '
    /^```swift$/ { block += 1; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && block == 1 { print > (folder "/Profile.swift") }
    inside && block == 2 { print > (folder "/main.swift") }
' README.md

# No flags, because users of the package build without any.
swift build --package-path "$package" --scratch-path "$scratch"

# Port 8080 may be in use here, so the program listens on a free one.
sed -i 's/^try UsherServer(\(.*\)).run()$/var settings = UsherServer.Settings()\
settings.http.port = 0\
try UsherServer(\1, settings: settings).run()/' "$package/Sources/profile/main.swift"
grep -q 'settings: settings' "$package/Sources/profile/main.swift"
swift test --package-path "$package" --scratch-path "$scratch"

log=$package/log
"$scratch/debug/profile" 2> "$log" &
program=$!
trap 'kill "$program" 2> /dev/null || true; rm -rf "$package"' EXIT
for _ in {1..100}; do
    address=$(sed -n 's/.*address=\(http:[^ ]*\).*/\1/p' "$log")
    [ -n "$address" ] && break
    sleep 0.1
done
state=$(curl -fsS -X POST "$address/v1/sessions")
[[ $state == *'"name":"userEdit"'* ]] || { echo "stranger.sh: the response is not from the README's application: $state" >&2; exit 1; }
metrics=$(curl -fsS "$address/metrics")
[[ $metrics == *$'\n'usher_* ]] || { echo "stranger.sh: /metrics has no metrics of Usher." >&2; exit 1; }
kill -TERM "$program"
wait "$program" || { echo "stranger.sh: the program exited with $? on SIGTERM." >&2; cat "$log" >&2; exit 1; }
echo "The external package builds, passes its tests, and serves the README's application."
