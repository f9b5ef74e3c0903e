import Foundation
import Programs
import Testing

/// The program `usher` in a child process, with a data folder of its own.
struct Program: Sendable {
    let process: ProgramProcess
    /// The folder for its sessions, unless a test names another one.
    private let data: TemporaryFolder

    /// Starts the program and returns at once.
    static func start(
        _ arguments: [String],
        environment: [String: String] = [:],
        standardOutput: FileHandle? = nil,
        standardError: FileHandle? = nil
    ) throws -> Program {
        let data = try TemporaryFolder()
        let process = try ProgramProcess(
            [ProgramProcess.folder.appending(path: "usher").path] + arguments,
            environment: ["USHER_DATA": data.path].merging(environment) { $1 },
            standardOutput: standardOutput,
            standardError: standardError
        )
        return Program(process: process, data: data)
    }

    /// Waits until the server prints its address, and returns it.
    func address() async throws -> String {
        let text = process.text(containing: "Usher is ready.")
        let found = try #require(text.firstMatch(of: /Open (http:\/\/[^\/]+:[0-9]+)\//), "\(text)")
        return String(found.1)
    }

    var id: Int32 { process.id }

    func signal(_ signal: Int32) { process.signal(signal) }

    /// Waits until the program has ended, and returns its whole output and its exit code.
    @discardableResult
    func end() -> (output: String, status: Int32) { process.end() }

    /// Sends SIGTERM to the program, and waits until it has ended.
    func stop() { process.stop() }

    /// Runs a program to its end, and returns its output and its exit code.
    static func run(_ path: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
