/// The compiler of the toolchain that has built the tests.
package enum SwiftCompiler {
    /// Compiles the files `Screens.swift` and `main.swift` of a folder, with warnings as errors, and runs the program.
    ///
    /// - Parameters:
    ///   - folder: The folder, which gets the program.
    ///   - arguments: The arguments of the program.
    /// - Returns: The output of the program and its exit code, or those of the compiler if it fails.
    /// - Throws: The error of `ProgramProcess` if one of them can't be started.
    package static func run(_ folder: TemporaryFolder, arguments: [String] = []) throws -> (
        output: String, status: Int32
    ) {
        let program = "\(folder.path)/program"
        let compiler = try ProgramProcess([
            "/usr/bin/env", "swiftc", "-swift-version", "6", "-warnings-as-errors", "-Onone", "-o", program,
            "\(folder.path)/Screens.swift", "\(folder.path)/main.swift",
        ]).end()
        return compiler.status == 0 ? try ProgramProcess([program] + arguments).end() : compiler
    }
}
