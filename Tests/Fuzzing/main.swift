// Generates inputs for one function of the server with libFuzzer (https://llvm.org/docs/LibFuzzer.html):
//
//     USHER_FUZZ_TARGET=json fuzz -max_total_time=60 corpus/ seeds/
//
// Scripts/fuzz.sh builds it and runs all targets.

import FuzzTargets
import SystemPackage

#if canImport(Glibc)
import Glibc
#endif

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

let name = unsafe getenv("USHER_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? "none"
guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    print("USHER_FUZZ_TARGET is '\(name)'; set it to one of \(names).")
    exit(2)
}
let fuzzed = target

// The last folder gets the seeds, because libFuzzer adds the inputs that it finds to the first one.
if let folder = CommandLine.arguments.last, !folder.hasPrefix("-"), CommandLine.arguments.count > 1 {
    for (number, seed) in target.seeds.enumerated() {
        let file = try FileDescriptor.open(
            FilePath(folder).appending("seed-\(number)"),
            .writeOnly,
            options: [.create, .truncate],
            permissions: .ownerReadWrite
        )
        try file.closeAfter { _ = try file.writeAll(seed) }
    }
}
var count = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
exit(
    unsafe runFuzzer(&count, &arguments) { bytes, size in
        let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
        precondition(fuzzed.runsInTime(input), "The input took longer than the limit.")
        return 0
    }
)
