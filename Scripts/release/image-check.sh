#!/usr/bin/env bash
# Replays the Dockerfile, and that of a package which `usher new` makes, without a container engine, in fresh Debian roots; starts each
# result and requests its health.
#
# Fresh bookworm roots replace the base images: the build stage gets this machine's Swift toolchain where the official image
# has one, and the run stage gets only what the Dockerfile installs. The script runs in a mount namespace of its own, so only
# it sees its mounts. KEEP=folder keeps the bare root for the next run.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ((EUID != 0)); then
    echo "image-check.sh must run as root, because it creates Debian root file systems and mounts into them." >&2
    exit 1
fi
if [[ ${1:-} != --inside ]]; then
    Scripts/setup.sh image
    exec unshare --mount --propagation private -- "$PWD/Scripts/image-check.sh" --inside
fi

context=$PWD
work=$(mktemp -d "${TMPDIR:-/var/tmp}/image-check.XXXXXX")
network= program_pid=

clean_up() {
    local status=$?
    set +e
    for process in $program_pid $network; do
        kill "$process" 2> /dev/null
        wait "$process" 2> /dev/null
    done
    # Deepest first. A folder that is still mounted must not be deleted with the root that contains its mount point.
    awk -v work="$work/" 'index($5, work) == 1 { print $5 }' /proc/self/mountinfo | sort -r | while read -r mounted; do
        umount "$mounted"
    done
    rm -rf --one-file-system "$work"
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

say() {
    echo "image-check: $*"
}

# ---- The settings of this machine that a fresh root lacks: the sources of Debian and of the package dependencies.

# The mirror that apt uses here for the release's main suite.
mirror() {
    {
        sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) bookworm .*/\2/p' /etc/apt/sources.list 2> /dev/null || true
        awk '/^URIs:/ { uri = $2 } /^Suites:.* bookworm( |$)/ { print uri }' /etc/apt/sources.list.d/*.sources 2> /dev/null || true
        echo http://deb.debian.org/debian
    } | awk 'NF { print; exit }'
}

# The network settings of apt (proxies, dates of archives), in the format of its configuration files.
apt_settings() {
    apt-config dump | grep -E '^Acquire::(http|https|Retries|Check-Valid-Until|Check-Date)' | grep -v ' "";$' || true
}

# The local replacements of git repositories: “folder<tab>url” for each one on this machine.
local_repositories() {
    git config --get-regexp '^url\..*\.insteadof$' | while read -r key instead; do
        base=${key#url.}
        base=${base%.insteadof}
        if [[ $base == /* && -d $base ]]; then printf '%s\t%s\n' "$base" "$instead"; fi
    done || true
}

# ---- Roots

# bare ROOT: creates a minimal bookworm root; the first one is kept and copied later.
bare() {
    local kept=${KEEP:-$work}/bare
    if [[ ! -e $kept/.complete ]]; then
        say "creating a bookworm root from $(mirror)"
        rm -rf --one-file-system "$kept"
        mkdir -p "$kept"
        debootstrap --variant=minbase bookworm "$kept" "$(mirror)" > "$work/debootstrap.log" 2>&1 || {
            tail -n 20 "$work/debootstrap.log" >&2
            return 1
        }
        touch "$kept/.complete"
    fi
    cp -a "$kept" "$1"
    apt_settings > "$1/etc/apt/apt.conf.d/99image-check"
    cp /etc/resolv.conf "$1/etc/resolv.conf" 2> /dev/null || true
    cp /etc/hosts "$1/etc/hosts" 2> /dev/null || true
    mkdir -p "$1/proc" "$1/dev"
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
}

# The other contents of the official toolchain image: everything for compiling, linking and fetching.
add_toolchain() {
    local root=$1 toolchain base
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
    in_root "$root" / "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends binutils ca-certificates git libc6-dev libcurl4 libedit2 libncurses6 libpython3.11 \
        libsqlite3-0 libstdc++-12-dev libxml2 tzdata zlib1g-dev"
    bind "$toolchain" "$root/opt/toolchain"
    while IFS=$'\t' read -r base _; do
        bind "$base" "$root$base"
    done < <(local_repositories | sort -u -k 1,1)
}

# bind FOLDER TARGET: mounts the folder at the target, read-only.
bind() {
    mountpoint -q "$2" 2> /dev/null && return
    mkdir -p "$2"
    mount --bind "$1" "$2"
    mount -o remount,bind,ro "$2"
}

# in_root ROOT FOLDER COMMAND: runs a command in a root, as RUN does.
in_root() {
    local root=$1 folder=$2 command=$3 settings=() count=0 base instead
    while IFS=$'\t' read -r base instead; do
        settings+=("GIT_CONFIG_KEY_$count=url.$base.insteadOf" "GIT_CONFIG_VALUE_$count=$instead")
        count=$((count + 1))
    done < <(local_repositories)
    # The repositories belong to another user, and git refuses those without this setting.
    settings+=("GIT_CONFIG_KEY_$count=safe.directory" "GIT_CONFIG_VALUE_$count=*" "GIT_CONFIG_COUNT=$((count + 1))")
    env -i HOME=/root LANG=C.UTF-8 PATH=/opt/toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        "${settings[@]}" chroot "$root" /bin/sh -c "cd '$folder' || exit"$'\n'"$command" < /dev/null
}

# ---- The steps

# The root of each stage of the file that is replayed, and the folder of each build context that has a name.
declare -A roots=() contexts=()
stages=0
root= folder=/ user=root
entrypoint=() command=() health=()

replay() {
    local source=
    case "$1" in
    FROM)
        stages=$((stages + 1))
        root=$work/stage$stages
        roots[${3:-$stages}]=$root
        folder=/ user=root entrypoint=() command=() health=()
        bare "$root"
        case "$2" in
        swift:*-bookworm) add_toolchain "$root" ;;
        debian:bookworm-slim) ;;
        *)
            echo "image-check.sh has no replacement for the base image $2." >&2
            return 1
            ;;
        esac
        ;;
    RUN) in_root "$root" "$folder" "$2" ;;
    COPY)
        source=$context/$3
        if [[ -n $2 && -n ${contexts[$2]:-} ]]; then
            source=${contexts[$2]}/$3
        elif [[ -n $2 ]]; then
            source=${roots[$2]}$3
        fi
        target=$4
        if [[ $target != /* ]]; then target=$folder/$target; fi
        # The content of a folder is copied into the target; a file is copied to the target, or into it if it ends in a
        # slash.
        if [[ -d $source ]]; then
            mkdir -p "$root$target"
            cp -r --preserve=mode,timestamps "$source/." "$root$target"
        else
            mkdir -p "$(dirname "$root${target}x")"
            cp --preserve=mode,timestamps "$source" "$root$target"
        fi
        ;;
    WORKDIR)
        folder=$2
        mkdir -p "$root$folder"
        ;;
    USER) user=$2 ;;
    EXPOSE) port=$2 ;;
    ENTRYPOINT) entrypoint=("${@:2}") ;;
    CMD) command=("${@:2}") ;;
    HEALTHCHECK) health=("${@:2}") ;;
    esac
}

# replay_file DOCKERFILE: replays a file with the build context of its folder.
replay_file() {
    local steps line
    steps=$(Scripts/release/dockerfile-steps.py "$1")
    context=$(dirname "$1")
    roots=()
    while read -r line; do
        # Safe to evaluate, because Python's shlex has quoted each word.
        eval "step=($line)"
        say "${step[*]}"
        replay "${step[@]}"
    done <<< "$steps"
}

# ---- The results

# check_libraries: fails if the program of the last stage lacks a library.
check_libraries() {
    local program unresolved
    program=$root/usr/local/bin/${entrypoint[0]}
    say "the program has $(stat -c %s "$program") bytes, the root $(du -sm --one-file-system "$root" | cut -f 1) MB"
    unresolved=$(chroot "$root" ldd "/usr/local/bin/${entrypoint[0]}" 2> /dev/null | grep 'not found' || true)
    if [[ -n $unresolved ]]; then
        echo "The run stage is missing libraries:"$'\n'"$unresolved" >&2
        exit 1
    fi
}

# as_user COMMAND…: replaces the shell by a command with the user and environment that a container engine would use.
as_user() {
    exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
}

# A network namespace of its own, in which the image's port is free and no other server can respond.
export -f as_user
status_of_health() {
    exec 3<> "/dev/tcp/127.0.0.1/$port" || return 1
    printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
    head -n 1 <&3
}
export -f status_of_health
unshare --net -- sleep infinity &
network=$!
for _ in {1..50}; do
    [[ $(readlink "/proc/$network/ns/net") != "$(readlink /proc/self/ns/net)" ]] && break
    sleep 0.1
done
in_network() {
    nsenter --net="/proc/$network/ns/net" -- "$@"
}
in_network ip link set lo up

# check_health: starts the last stage as an engine would, and requests its health.
check_health() {
    local answer= verdict=0
    export root user folder port
    say "starting ${entrypoint[*]} ${command[*]} as $user"
    (
        # Each command replaces the one before, so the process that is stopped at the end is the program itself.
        exec nsenter --net="/proc/$network/ns/net" -- \
            bash -c 'as_user "$@"' bash "${entrypoint[@]}" "${command[@]}" < /dev/null > "$work/server.log" 2>&1
    ) &
    program_pid=$!

    for _ in {1..100}; do
        kill -0 "$program_pid" 2> /dev/null || break
        answer=$(in_network bash -c status_of_health 2> /dev/null | tr -d '\r' || true)
        [[ -n $answer ]] && break
        sleep 0.1
    done
    [[ $answer == "HTTP/1.1 200 "* ]] || verdict=1
    if ((verdict == 0)); then
        in_network bash -c 'as_user "$@"' bash "${health[@]}" < /dev/null || verdict=2
    fi
    kill "$program_pid" 2> /dev/null || true
    wait "$program_pid" 2> /dev/null || true
    program_pid=
    case "$verdict" in
    0) say "/healthz responded with “$answer”, and “${health[*]}” succeeded" ;;
    1) say "/healthz responded with “$answer” instead of 200; output of the program:" ;;
    2) say "/healthz responded with “$answer”, but “${health[*]}” failed; output of the program:" ;;
    esac
    ((verdict == 0)) || {
        cat "$work/server.log"
        exit 1
    }
}

replay_file "$PWD/Dockerfile"
check_libraries
check_health

# The package is made by the program of the image, beside a folder that has what the program looks for there.
made=$root/tmp/made
mkdir -p "$made/usher/Scripts"
cp Package.swift "$made/usher"
cp Scripts/dependencies.json "$made/usher/Scripts"
chroot "$root" /bin/sh -c 'cd /tmp/made && usher new bank --usher ../usher'
contexts[usher]=$PWD
replay_file "$made/bank/Dockerfile"
check_libraries
check_health
