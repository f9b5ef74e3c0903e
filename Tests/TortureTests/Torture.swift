import Foundation

/// How much is tortured: a little in every run of the tests, a lot with `make torture`.
enum Torture {
    /// Whether this is the long form.
    static let isFull = ProcessInfo.processInfo.environment["USHER_TORTURE"] == "full"

    /// Where chance begins; `USHER_TORTURE_SEED` takes the same way again.
    static let seed = ProcessInfo.processInfo.environment["USHER_TORTURE_SEED"].flatMap { UInt64($0) } ?? 1

    /// What differs between the short form and the long one.
    static func size<Value>(_ short: Value, full: Value) -> Value { isFull ? full : short }

    /// Prints a line of figures for whoever runs the torture.
    static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("torture: \(line)\n".utf8))
    }
}
