import Concurrency
package import Foundation

/// A program in a child process, with its output.
package final class ProgramProcess: Sendable {
    private let process: Lock<Process>
    private let output = Monitor((text: "", hasEnded: false))

    /// The folder in which the build puts programs and tests.
    package static var folder: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// Starts a program and returns at once.
    ///
    /// - Parameters:
    ///   - command: The path of the program and its arguments.
    ///   - environment: Variables to add to the environment of the tests. `USHER_…` variables are removed from it, because the
    ///     program rejects variables that name no setting.
    ///   - standardOutput: A file for standard output. Without one it goes to the pipe that ``text`` reads.
    ///   - standardError: A file for standard error. Without one it goes to that pipe, too.
    /// - Throws: The error of `Process.run()` if the program can't be started, or `ThreadError` if the system provides no
    ///   thread to read its output.
    package init(
        _ command: [String],
        environment: [String: String] = [:],
        standardOutput: FileHandle? = nil,
        standardError: FileHandle? = nil
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("USHER_") }
            .merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = standardOutput ?? pipe
        process.standardError = standardError ?? pipe
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
            output.withLock { $0.hasEnded = true }
        }
    }

    package var id: Int32 { process.withLock { $0.processIdentifier } }

    /// The output of the program so far.
    package var text: String { output.wait(while: { _ in false }) { $0.text } }

    /// Waits until the output contains a text or the program has ended, and returns the output so far.
    package func text(containing part: String) -> String {
        output.wait(while: { !$0.hasEnded && !$0.text.contains(part) }) { $0.text }
    }

    package func signal(_ signal: Int32) {
        process.withLock { process in
            if process.isRunning { _ = kill(process.processIdentifier, signal) }
        }
    }

    /// Waits until the program has ended, and blocks the thread meanwhile.
    ///
    /// - Returns: Its whole output and its exit code.
    @discardableResult
    package func end() -> (output: String, status: Int32) {
        let text = output.wait(while: { !$0.hasEnded }) { $0.text }
        return process.withLock { process in
            process.waitUntilExit()
            return (text, process.terminationStatus)
        }
    }

    /// Waits up to a limit until the program has ended, and blocks the thread meanwhile.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it, or `nil` if it is still running.
    package func status(within limit: Duration) -> Int32? {
        let deadline = ContinuousClock.now + limit
        let hasEnded = output.wait(
            while: { !$0.hasEnded && ContinuousClock.now < deadline },
            recheckAfter: { _ in 50 }
        ) { $0.hasEnded }
        return hasEnded ? end().status : nil
    }

    /// Sends SIGTERM to the program, and waits until it has ended.
    package func stop() {
        signal(SIGTERM)
        end()
    }
}
