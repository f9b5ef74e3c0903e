import Foundation
import RawHTTP
import Threads

/// The server that is tortured, as a process of its own; blocks, so it belongs on a thread where that is allowed.
final class ServerProcess: Sendable {
    private let process: Lock<Process>
    private let output = Monitor((text: "", isOver: false))

    /// Starts the server and returns at once.
    ///
    /// - Parameters:
    ///   - arguments: What `torture-server` is told.
    ///   - launcher: A program with its arguments that starts the server in surroundings of its own.
    init(_ arguments: [String], through launcher: [String] = []) throws {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let command = launcher + [folder.appending(path: "torture-server").path] + arguments
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        self.process = Lock(process)
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        _ = try NamedThread(name: "output") { [output] in
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

    /// Waits until the server says where it listens.
    func port() throws -> Int {
        let text = output.waiting(while: { !$0.isOver && !$0.text.contains("/\n") }) { $0.text }
        let found = text.firstMatch(of: /Usher is ready\. Open http:\/\/127\.0\.0\.1:([0-9]+)\//)
        guard let port = found.flatMap({ Int($0.1) }) else { throw RawClient.Failure(text: "no server: \(text)") }
        return port
    }

    /// What the server has written so far.
    var text: String { output.waiting(while: { _ in false }) { $0.text } }

    /// Waits until the server has come to its end by itself.
    func wait() {
        _ = output.waiting(while: { !$0.isOver }) { $0.isOver }
        process.withLock { $0.waitUntilExit() }
    }

    /// Kills the server and waits until it is gone.
    func kill() { end(by: SIGKILL) }

    /// Asks the server to stop, and waits until it has.
    func stop() { end(by: SIGTERM) }

    private func end(by signal: Int32) {
        process.withLock { process in
            if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
            process.waitUntilExit()
        }
    }
}
