import Foundation
import Programs
import Testing

/// The program `usher` as a user starts it, with a data folder of its own.
struct Program: Sendable {
    let process: ProgramProcess
    /// Where it keeps its sessions, unless a test says where.
    private let data: TemporaryFolder

    /// Starts the program and returns at once.
    static func start(
        _ arguments: [String],
        environment: [String: String] = [:],
        standardError: FileHandle? = nil
    ) throws -> Program {
        let data = try TemporaryFolder()
        let process = try ProgramProcess(
            [ProgramProcess.folder.appending(path: "usher").path] + arguments,
            environment: ["USHER_DATA": data.path].merging(environment) { $1 },
            standardError: standardError
        )
        return Program(process: process, data: data)
    }

    /// Where the server says that it listens, once it does.
    func address() async throws -> String {
        let text = process.text(containing: "Usher is ready.")
        let found = try #require(text.firstMatch(of: /Open (http:\/\/[^\/]+:[0-9]+)\//), "\(text)")
        return String(found.1)
    }

    var id: Int32 { process.id }

    func signal(_ signal: Int32) { process.signal(signal) }

    /// All that the program has written, once it has ended.
    @discardableResult
    func end() -> (output: String, status: Int32) { process.end() }

    /// Asks the program to end, and waits until it has.
    func stop() { process.stop() }

    /// Runs some program to its end.
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
