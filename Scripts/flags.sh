# The flags of the builds. `source Scripts/flags.sh debug` or `source Scripts/flags.sh release` sets the array `flags`.

# A target may import only what its row of Package.swift names.
imports=(--explicit-target-dependency-import-check error)

# The package manager takes the traits from a set, and gives the compiler one flag for each. A target whose flags come in another
# order is compiled again. The order of a set follows from hashes, so the hashes are the same in all builds.
export SWIFT_DETERMINISTIC_HASHING=1

case "$1" in
debug)
    # The targets that take most of the tests' time are optimized, with all assertions (see Package.swift). All commands that use
    # this build have it, so that none compiles everything again for another one.
    export USHER_OPTIMIZED=1
    flags=("${imports[@]}")
    ;;
release)
    # The program is optimized across the borders of modules, and needs no libraries of Swift. lld links it with packed relative
    # relocations, without which it has 7 % more bytes (glibc 2.36 reads them), and without a second table of its symbols for
    # libraries to call, which none does and which has 5 % of the bytes. The functions of a request are beside each other, because
    # code that is spread over the program makes a tap take a quarter more CPU time. There is no debug information, which takes
    # 7 % of the build, because backtraces name functions without it.
    # The manifest can't have these flags, because packages that depend on this one would be refused for them. The Dockerfile has
    # them, too.
    flags=(
        -c release --static-swift-stdlib -debug-info-format none -Xswiftc -cross-module-optimization
        -Xswiftc -Xfrontend -Xswiftc -function-sections
        -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
        -Xlinker --symbol-ordering-file="$PWD/Scripts/function-order.txt" -Xlinker --no-warn-symbol-ordering
    )
    ;;
esac
