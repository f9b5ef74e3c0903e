import Foundation

/// The scale of the torture tests: short in each test run, long with `make torture`.
enum Torture {
    /// Whether this is the long form.
    static let isFull = ProcessInfo.processInfo.environment["USHER_TORTURE"] == "full"

    /// The seed of all random choices.
    ///
    /// Set `USHER_TORTURE_SEED` to the seed of a failed run to repeat it.
    static let seed = ProcessInfo.processInfo.environment["USHER_TORTURE_SEED"].flatMap { UInt64($0) } ?? 1

    /// Returns the value for the present form, short or long.
    static func size<Value>(_ short: Value, full: Value) -> Value { isFull ? full : short }

    /// Prints a line of figures to standard output.
    static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("torture: \(line)\n".utf8))
    }
}
