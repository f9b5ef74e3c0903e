#!/usr/bin/env bash
# Builds and tests packages that depend on this one's products: Tests/Stranger with the program in the README, and the package
# that `usher new` makes. Then it runs both programs. They have none of the options, and `usher`, which is built from outside, too,
# has all of them.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build

export CHECKOUT=$PWD
scratch=${SCRATCH:-$PWD/.build-stranger}
# The shipped program has other flags than the packages, so it is compiled in a folder of its own.
shipped=${SHIPPED:-$PWD/.build-shipped}
work=$(mktemp -d)
program=
trap 'kill $program 2> /dev/null || true; rm -rf "$work"' EXIT

fail() {
    echo "stranger.sh: $*" >&2
    exit 1
}

# expect TEXT PART WHAT: fails if the text does not contain the part.
expect() {
    [[ $1 == *"$2"* ]] || fail "$3 does not have '$2': $1"
}

# serve PROGRAM OPTION...: starts a server on a free port, and sets its address.
serve() {
    log=$work/log
    # The shell makes the file when the program starts, which may be after the first look at it.
    : > "$work/output"
    "$scratch/debug/$1" serve --port 0 "${@:2}" > "$work/output" 2> "$log" &
    program=$!
    for _ in {1..600}; do
        address=$(sed -n 's/.* Open \(http:[^ ]*\)\/ in .*/\1/p' "$work/output")
        [ -n "$address" ] && return
        sleep 0.1
    done
    fail "$1 does not serve: $(cat "$work/output" "$log")"
}

# stop: stops the server gracefully.
stop() {
    kill -TERM "$program"
    wait "$program" || fail "the program exited with $? on SIGTERM: $(cat "$log")"
    program=
}

cp -r Tests/Stranger "$work/stranger"
# The README's first two blocks of Swift are an application and its main.swift.
mkdir -p "$work/stranger/Sources/profile"
awk -v folder="$work/stranger/Sources/profile" '
    /^```swift$/ { block += 1; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && block == 1 { print > (folder "/Profile.swift") }
    inside && block == 2 { print > (folder "/main.swift") }
' README.md

# No flags, because users of the package build without any. The second package has the same scratch folder, so it compiles only
# its own targets.
swift build --scratch-path "$shipped" --product usher
swift test --package-path "$work/stranger" --scratch-path "$scratch"

# The libraries of a program without options are those of the core, and what Swift and C++ need.
allowed='lib(microhttpd|sodium|sqlite3|swift.*|Foundation.*|_Foundation.*|BlocksRuntime|dispatch|stdc\+\+|m|gcc_s|c)\.so|ld-linux'
others=$(readelf -d "$scratch/debug/profile" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE "^($allowed)" || true)
[[ -z $others ]] || fail "a program without options needs $others"

# The command of the README, as it is printed: its folder of Usher is this one, and its server gets a free port.
usher() { "$shipped/debug/usher" "${@/#..\/usher/$CHECKOUT}"; }
swift() {
    case "$*" in
    test) command swift test --scratch-path "$scratch" ;;
    "run bank serve") HOME=$work/home serve bank --store memory --host-name '*' ;;
    *) command swift "$@" ;;
    esac
}
export USHER_NOTES=$work/notes
printed=$(sed -n 's/^\$ \(usher new bank .*\)/\1/p' README.md)
[[ $printed == *"swift run bank serve" ]] || fail "the README has no command that makes a package: $printed"
cd "$work"
eval "$printed"
cd "$CHECKOUT"
report() {
    focus=$(jq -r .focus <<< "$session")
    session=$(curl -fsS -X POST "$address/v1/sessions/$(jq -r .id <<< "$session")/screens/$focus/outputs/$1" \
        -H "Authorization: Bearer $token" -H "Content-Type: application/json" -H "Prefer: wait=20" ${2:+-d "$2"})
}
session=$(curl -fsS -X POST "$address/v1/sessions")
token=$(jq -r .token <<< "$session")
report write
report submit '{"text": "Buy milk"}'
expect "$(jq -c '[.screens[].name]' <<< "$session")" '["noteList"]' "the state after a note"
[[ $(cat "$USHER_NOTES"/*) == "Buy milk" ]] || fail "the effect has not saved the note"
stop
unset -f usher swift
unset USHER_NOTES
swift format lint --strict --configuration .swift-format -r "$work/bank"

# The Dockerfile of a package beside Usher copies all that the package manager needs to load it. `Scripts/release/image-check.sh`
# builds the image.
image=$work/image
mkdir "$work/beside"
ln -s "$CHECKOUT" "$work/beside/usher"
(cd "$work/beside" && "$shipped/debug/usher" new bank --usher ../usher)
Scripts/release/dockerfile-steps.py "$work/beside/bank/Dockerfile" | while read -r step; do
    # Safe to evaluate, because Python's shlex has quoted each word.
    eval "words=($step)"
    [[ ${words[0]} == COPY ]] || continue
    case ${words[1]} in
    usher) from=$CHECKOUT to=$image${words[3]} ;;
    "") from=$work/beside/bank to=$image/src/bank/${words[3]} ;;
    *) continue ;;
    esac
    if [[ -d $from/${words[2]} ]]; then
        mkdir -p "$(dirname "$to")"
        cp -r "$from/${words[2]}" "$to"
    else
        mkdir -p "$(dirname "${to}x")"
        cp "$from/${words[2]}" "$to"
    fi
done
(cd "$image/src/bank" && swift package --scratch-path "$work/image-build" show-dependencies --force-resolved-versions > "$work/dependencies")
expect "$(cat "$work/dependencies")" "GRDB.swift" "the package that the Dockerfile copies"

# The program in the README: names, settings and commands are its own, and accounts are not there.
profile=$scratch/debug/profile
export HOME=$work/home
[[ $("$profile" --version) == 1.0 ]] || fail "profile --version prints $("$profile" --version)"
expect "$("$profile" serve --print-config)" "store: profile.db in the data folder (default)" "profile serve --print-config"
expect "$("$profile" help store copy)" "profile store copy sqlite:/var/lib/profile/profile.db" "the help of profile"
[[ $("$profile" settings) != *code-webhook* ]] || fail "profile has settings of accounts"
expect "$("$profile" serve --prot 1 2>&1 || true)" "profile: Unknown option '--prot'" "an error of profile"
expect "$(USHER_PROT=1 "$profile" serve 2>&1 || true)" "the closest match is USHER_PORT" "an error of profile"
expect "$("$profile" check all)" "profile" "profile check"
serve profile --log-format json
state=$(curl -fsS -X POST "$address/v1/sessions")
expect "$state" '"name":"userEdit"' "the response of profile"
expect "$(curl -fsS "$address/metrics")" $'\n'usher_ "/metrics"
expect "$(cat "$log")" '"logger":"profile"' "the log of profile"
stop
expect "$("$profile" store stats)" "profile/profile.db" "profile store stats"
expect "$("$profile" store check)" "no problems found" "profile store check"

echo "Both packages build and pass their tests, and their programs serve."
