import Foundation

/// A program that a test starts, and that prints its address.
package final class Program: Sendable {
    package let address: URL
    private let process: Process

    /// The folder of the repository.
    package static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized

    /// Starts a program in the folder of the repository, and waits for the address in its output.
    ///
    /// Its errors are a part of its output, unless there is another place for them.
    package init(_ words: [String], errors: FileHandle? = nil) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = Self.root
        // The server rejects variables that name no setting, and these tests have such variables.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("USHER_") }
        process.standardOutput = output
        process.standardError = errors ?? output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        self.process = process
        address = try Self.address(in: output.fileHandleForReading)
        // A program stops as soon as its pipe is full, so its output is read all the time.
        output.fileHandleForReading.readabilityHandler = { file in
            if file.availableData.isEmpty { file.readabilityHandler = nil }
        }
    }

    /// The words that start the server under test, as `USHER_COMMAND` has them.
    private static var command: [String] {
        let command = ProcessInfo.processInfo.environment["USHER_COMMAND"]
        return (command ?? ".build/release/usher serve --dev --store memory --port 0").split(separator: " ").map(
            String.init
        )
    }

    /// The server under test.
    package static func server(_ options: [String] = []) throws -> Program {
        try Program(command + options)
    }

    /// The output of another subcommand of the server's program.
    package static func output(of words: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command.prefix(1) + words
        process.currentDirectoryURL = root
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// A proxy in front of a server that drops, delays and doubles messages.
    package static func faultyProxy(of server: URL, seed: UInt64) throws -> Program {
        let words = ["python3", "Clients/Swift/Tests/faulty_proxy.py", server.absoluteString, "\(seed)"]
        return try Program(words, errors: .standardError)
    }

    /// Ends the program, and waits for its end.
    package func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    private static func address(in file: FileHandle) throws -> URL {
        var text = ""
        while case let data = file.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /http:\/\/(?:127\.0\.0\.1|localhost):\d+/),
                let url = URL(string: "\(match.0)")
            {
                return url
            }
        }
        throw NoAddress(output: text)
    }
}

/// A program has ended without printing its address.
struct NoAddress: Error {
    let output: String
}

/// Starts a server, and stops it at the end.
package func withServer<Result>(
    _ options: String...,
    isolation: isolated (any Actor)? = #isolation,
    body: (URL) async throws -> Result
) async throws -> Result {
    let server = try Program.server(options)
    defer { server.stop() }
    return try await body(server.address)
}
