import Foundation
import Testing
import Threads

/// The program `usher` as a user starts it: a process of its own.
final class Program: Sendable {
    private let process: Lock<Process>
    /// Where it keeps its sessions, unless a test says where.
    private let data: TemporaryFolder
    private let output = Monitor((text: "", isOver: false))

    /// The folder that the build puts programs and tests in.
    static var folder: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent() }

    /// Starts the program and returns at once.
    static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
        let process = Process()
        let data = try TemporaryFolder()
        process.executableURL = folder.appending(path: "usher")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["USHER_DATA": data.path]) { $1 }
            .merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return try Program(process, data, pipe.fileHandleForReading)
    }

    private init(_ process: sending Process, _ data: TemporaryFolder, _ handle: FileHandle) throws {
        self.process = Lock(process)
        self.data = data
        let output = output
        let descriptor = dup(handle.fileDescriptor)
        _ = try NamedThread(name: "output") {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = unsafe read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                let text = String(decoding: buffer[..<count], as: UTF8.self)
                output.withLock { $0.text += text }
            }
            close(descriptor)
            output.withLock { $0.isOver = true }
        }
    }

    /// Where the server says that it listens, once it does.
    func address() async throws -> String {
        let text = output.waiting(while: { !$0.isOver && !$0.text.contains("Usher is ready.") }) { $0.text }
        let found = try #require(text.firstMatch(of: /Open (http:\/\/[^\/]+:[0-9]+)\//), "\(text)")
        return String(found.1)
    }

    /// All that the program has written, once it has ended.
    func end() -> (output: String, status: Int32) {
        let text = output.waiting(while: { !$0.isOver }) { $0.text }
        return process.withLock { process in
            process.waitUntilExit()
            return (text, process.terminationStatus)
        }
    }

    var id: Int32 { process.withLock { $0.processIdentifier } }

    func signal(_ signal: Int32) {
        kill(id, signal)
    }

    /// Asks the program to end, and waits until it has.
    func stop() {
        signal(SIGTERM)
        _ = end()
    }

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
