import Foundation
import Programs
import RawHTTP

/// The server that is tortured, as a process of its own; blocks, so it belongs on a thread where that is allowed.
struct ServerProcess: Sendable {
    private let process: ProgramProcess

    /// Starts the server and returns at once.
    ///
    /// - Parameters:
    ///   - arguments: What `torture-server` is told.
    ///   - launcher: A program with its arguments that starts the server in surroundings of its own.
    init(_ arguments: [String], through launcher: [String] = []) throws {
        let server = ProgramProcess.folder.appending(path: "torture-server").path
        // A backtrace of a crash that is wanted would only take time.
        process = try ProgramProcess(launcher + [server] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// Waits until the server says where it listens.
    func port() throws -> Int {
        let text = process.text(containing: "/\n")
        let found = text.firstMatch(of: /Usher is ready\. Open http:\/\/127\.0\.0\.1:([0-9]+)\//)
        guard let port = found.flatMap({ Int($0.1) }) else { throw RawClient.Failure(text: "no server: \(text)") }
        return port
    }

    /// What the server has written so far.
    var text: String { process.text }

    /// Waits until the server has come to its end by itself.
    func wait() { process.end() }

    /// Kills the server and waits until it is gone.
    func kill() {
        process.signal(SIGKILL)
        process.end()
    }

    /// Asks the server to stop, and waits for a limited time until it has.
    ///
    /// - Returns: Its exit code, or the number of the signal that ended it; `nil` when it is still running.
    func stop(within limit: Duration) -> Int32? {
        process.signal(SIGTERM)
        return process.status(within: limit)
    }

    /// Asks the server to stop, and waits until it has.
    func stop() { process.stop() }
}
