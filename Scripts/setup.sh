#!/usr/bin/env bash
# Installs the missing Debian 12 packages for building (or: test, lint, cost, browser, clients, typescript, kotlin, bench, attack, proxies, deployment, image); silent if none is missing.
set -euo pipefail

# Keep in step with the Dockerfile, whose base image contains all of these but libmicrohttpd, libsodium, SQLite, libcurl, libpq, ICU,
# libphonenumber, jemalloc, esbuild and brotli.
missing=()

# need COMMAND PACKAGE: adds the package if the command is missing.
need() {
    command -v "$1" > /dev/null || missing+=("$2")
}

# need_library MODULE PACKAGE: adds the package if pkg-config doesn't find the module.
need_library() {
    pkg-config --exists "$1" 2> /dev/null || missing+=("$2")
}

# need_file PATTERN PACKAGE: adds the package if no file matches.
need_file() {
    compgen -G "$1" > /dev/null || missing+=("$2")
}

for purpose in "${@:-build}"; do
    case "$purpose" in
    build)
        need git git
        need make make
        need curl curl
        need jq jq
        need pkg-config pkg-config
        # The web client is bundled with these.
        need esbuild esbuild
        need brotli brotli
        need_library libmicrohttpd libmicrohttpd-dev
        need_library gnutls libgnutls28-dev
        need_library hogweed nettle-dev
        need_library libsodium libsodium-dev
        need_library sqlite3 libsqlite3-dev
        need_library libcurl libcurl4-openssl-dev
        need_library zlib zlib1g-dev
        need_library libpq libpq-dev
        need_library icu-i18n libicu-dev
        need_library jemalloc libjemalloc-dev
        # It has no file for pkg-config.
        need_file "/usr/include/phonenumbers/phonenumberutil.h" libphonenumber-dev
        # The toolchain compiles and links C and C++ against these.
        need ld binutils
        need_file "/usr/include/stdlib.h" libc6-dev
        need_file "/usr/include/c++/*/vector" libstdc++-12-dev
        ;;
    test)
        # Debian's packages start services, which the tests don't use; `systemctl disable --now postgresql haproxy pgbouncer` stops them.
        need_file "/usr/lib/postgresql/*/bin/initdb" postgresql
        need_file "/usr/sbin/haproxy" haproxy
        need_file "/usr/sbin/pgbouncer" pgbouncer
        need setpriv util-linux
        ;;
    lint)
        need python3 python3
        need codespell codespell
        ;;
    browser)
        need chromium chromium
        need chromedriver chromium-driver
        need firefox-esr firefox-esr
        need zbarimg zbar-tools
        # The kanji of an application, in screenshots.
        need_file "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf" fonts-ipafont-gothic
        need python3 python3
        # For two servers that share a database; see the purpose test.
        need_file "/usr/lib/postgresql/*/bin/initdb" postgresql
        need_file "/usr/sbin/haproxy" haproxy
        need setpriv util-linux
        python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
        ;;
    clients)
        need python3 python3
        python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
        ;;
    typescript)
        need java default-jre-headless
        need node nodejs
        need tsc node-typescript
        ;;
    kotlin)
        need java default-jre-headless
        need kotlinc kotlin
        # The tests of the client library use it.
        need_file "/usr/share/java/junit4.jar" junit4
        need python3 python3
        ;;
    cost)
        need python3 python3
        need valgrind valgrind
        ;;
    bench)
        need wrk wrk
        need python3 python3
        need valgrind valgrind
        need node nodejs
        need strip binutils
        # Some contenders come from PyPI.
        python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
        # Debian's packages start services; `systemctl disable --now postgresql haproxy pgbouncer` stops them.
        need_file "/usr/lib/postgresql/*/bin/initdb" postgresql
        need setpriv util-linux
        need_file "/usr/sbin/haproxy" haproxy
        ;;
    attack)
        need slowhttptest slowhttptest
        need python3 python3
        ;;
    proxies)
        # Debian's packages start services; `systemctl disable --now nginx haproxy` stops them.
        need_file "/usr/sbin/nginx" nginx-light
        need_file "/usr/sbin/haproxy" haproxy
        need python3 python3
        ;;
    deployment)
        # Debian's packages start services; `systemctl disable --now postgresql nginx haproxy` stops them. The packages of Python are
        # those of /usr/bin/python3.
        need_file "/usr/lib/postgresql/*/bin/initdb" postgresql
        need_file "/usr/sbin/nginx" nginx-light
        need_file "/usr/sbin/haproxy" haproxy
        need_file "/usr/lib/python3/dist-packages/yaml" python3-yaml
        need_file "/usr/lib/python3/dist-packages/seccomp*" python3-seccomp
        need systemd-analyze systemd
        need openssl openssl
        need setpriv util-linux
        need ip iproute2
        need python3 python3
        ;;
    image)
        need debootstrap debootstrap
        need python3 python3
        need unshare util-linux
        need ip iproute2
        ;;
    *)
        echo "setup.sh: unknown purpose “$purpose”; use build, test, lint, browser, clients, typescript, kotlin, bench, attack, proxies, deployment or image." >&2
        exit 64
        ;;
    esac
done

if ((${#missing[@]} > 0)); then
    if ! command -v apt-get > /dev/null; then
        echo "These Debian packages, or their equivalents on your system, are missing: ${missing[*]}" >&2
        exit 1
    fi
    as_root=()
    if ((EUID != 0)); then
        if ! command -v sudo > /dev/null; then
            echo "Please install, as root: ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq < /dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" < /dev/null
fi

if ! command -v swift > /dev/null; then
    echo "The Swift toolchain is missing. Install 6.3 or later from https://www.swift.org/install/linux/ and add it to PATH." >&2
    exit 1
fi
version=$(swift --version 2>&1 | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
if [[ -z $version ]] || ! printf '6.3\n%s\n' "$version" | sort --check=quiet --version-sort; then
    echo "Swift 6.3 or later is required, but “swift --version” prints: $(swift --version 2>&1 | head -n 1)" >&2
    exit 1
fi
