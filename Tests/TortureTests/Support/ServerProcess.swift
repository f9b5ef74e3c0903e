import Foundation
import Programs
import RawHTTP

/// The `torture-server` program, or another server, as a child process.
///
/// Its calls block, so make them only on a thread that may block.
struct ServerProcess: Sendable {
    private let process: ProgramProcess
    /// The end of the line that has the address.
    private let lastWords: String

    /// Starts the server and returns at once.
    ///
    /// - Parameters:
    ///   - arguments: The command line arguments of the program.
    ///   - program: The name of the program.
    ///   - launcher: A program with its arguments that starts the server in another environment, such as a mount namespace.
    /// - Throws: The errors of `ProgramProcess`.
    init(_ arguments: [String], program: String = "torture-server", through launcher: [String] = []) throws {
        let server = ProgramProcess.folder.appending(path: program).path
        lastWords = program == "usher" ? "/v1/sessions." : "/\n"
        // Some tests crash the server on purpose, and writing a backtrace would only slow them down.
        process = try ProgramProcess(launcher + [server] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Waits until the server prints its address, and returns the port.
    func port() throws -> Int {
        let text = process.text(containing: lastWords)
        let found = text.firstMatch(of: /Usher is ready\. Open http:\/\/127\.0\.0\.1:([0-9]+)\//)
        guard let port = found.flatMap({ Int($0.1) }) else { throw RawClient.Failure(text: "no server: \(text)") }
        return port
    }

    /// The output of the server so far.
    var text: String { process.text }

    /// Waits until the server exits without a signal from the test.
    func wait() { process.end() }

    /// Sends a signal to the server.
    func signal(_ signal: Int32) { process.signal(signal) }

    /// Kills the server and waits until it has exited.
    func kill() {
        process.signal(SIGKILL)
        process.end()
    }

    /// Sends SIGTERM to the server, and waits up to a limit for its exit.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it, or `nil` if it is still running.
    func stop(within limit: Duration) -> Int32? {
        process.signal(SIGTERM)
        return process.status(within: limit)
    }

    /// Sends SIGTERM to the server, and waits for its exit.
    func stop() { process.stop() }
}
