#!/usr/bin/env bash
# Compiles and tests the client library in Clients/Kotlin with the program, TAPS (400) of the taps through a network with
# faults, chosen by SEED (1). The server is a new release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).
# With names of test classes as arguments, runs those only.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build kotlin

if [[ -z ${USHER_COMMAND:-} ]]; then Scripts/build.sh release; fi

read -ra command <<< "${USHER_COMMAND:-.build/release/usher}"
library=Clients/Kotlin
output=$PWD/.build-kotlin-client
junit=/usr/share/java/junit4.jar:/usr/share/java/hamcrest-core.jar
mkdir -p "$output"

# compile JAR CLASSPATH FRIEND FOLDER...: compiles the sources of the folders, with access to what is internal in FRIEND,
# unless an archive that is newer is there.
compile() {
    local jar=$output/$1 classpath=$2 friend=$output/$3
    shift 3
    if [[ -f $jar && -z $(find "$@" ${classpath//:/ } "$0" -newer "$jar" -print -quit) ]]; then return; fi
    mapfile -t sources < <(find "$@" -name '*.kt' | sort)
    # The compiler runs so short that code of the second compiler of Java comes too late. Its launcher passes an option that Java
    # warns of.
    JAVA_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" \
        kotlinc "${sources[@]}" ${warnings:-} -classpath "$classpath" -Xfriend-paths="$friend" -d "${jar%.jar}.new.jar" 2> >(grep -v 'OpenJDK 64-Bit' >&2)
    mv "${jar%.jar}.new.jar" "$jar"
}

# run CLASS...: runs tests.
run() {
    USHER_STATES=$output/states USHER_LOSSY_TAPS=${TAPS:-400} USHER_LOSSY_SEED=${SEED:-1} \
        java -cp "$archives:$junit:/usr/share/java/kotlin-stdlib.jar" org.junit.runner.JUnitCore "$@" < /dev/null
}

# tests MODULE: prints the names of the classes with tests.
tests() {
    (cd "$library/$1/src/test/kotlin" && find . -name '*Tests.kt' | sed 's|^\./||; s|\.kt$||; s|/|.|g' | sort)
}

# Every state that an exploration of the applications reaches, for the tests that draw them.
if [[ ! -d $output/states || ${command[0]} -nt $output/states ]]; then
    rm -rf "$output/states"
    # It rejects variables that name no setting.
    env -u USHER_COMMAND "${command[0]}" check all --states "$output/states.new" > "$output/exploration" 2>&1 &
    exploration=$!
    trap 'kill "$exploration" 2> /dev/null || true' EXIT
fi

archives=$output/client.jar
compile client.jar "" none "$library/usher-client/src/main"
compile client-tests.jar "$archives:$junit" client.jar "$library/usher-client/src/test"
archives+=:$output/client-tests.jar
if (($# == 0)); then
    mapfile -t names < <(tests usher-client)
    run "${names[@]}" > "$output/client-tests" 2>&1 &
    client_tests=$!
fi

compile rendering.jar "$output/client.jar" none "$library/usher-rendering/src/main"
archives+=:$output/rendering.jar
compile rendering-tests.jar "$archives:$junit" rendering.jar "$library/usher-rendering/src/test"
archives+=:$output/rendering-tests.jar

# The views, and an app with them, are only type-checked: the declarations of Android and Compose are written by hand.
warnings=-nowarn compile stubs.jar "" none "$library/usher-compose/stubs"
views=$output/client.jar:$output/rendering.jar:$output/stubs.jar
compile views.jar "$views" none "$library/usher-compose/src/main"
mkdir -p "$output/example"
types=$(echo "package example.items" && env -u USHER_COMMAND "${command[0]}" types items --language kotlin)
if [[ $types != "$(cat "$output/example/Screens.kt" 2> /dev/null)" ]]; then echo "$types" > "$output/example/Screens.kt"; fi
compile example.jar "$views:$output/views.jar" none Examples/compose "$output/example"

if [[ -n ${exploration:-} ]]; then
    wait "$exploration" || { cat "$output/exploration" && exit 1; }
    trap - EXIT
    mv "$output/states.new" "$output/states"
fi
if (($# > 0)); then
    run "$@"
    exit
fi
mapfile -t names < <(tests usher-rendering)
status=0
run "${names[@]}" || status=$?
wait "$client_tests" || status=$?
cat "$output/client-tests"
exit "$status"
