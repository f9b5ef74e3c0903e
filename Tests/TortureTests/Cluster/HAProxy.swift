import Concurrency
import Foundation
import Programs
import RawHTTP

/// HAProxy before the servers of a cluster, with the configuration in `deploy`, on a port of this machine.
final class HAProxy: Sendable {
    let port: Int
    private let folder: TemporaryFolder
    private let process: Lock<Process>

    private static let configuration = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/haproxy.cfg")

    /// Starts HAProxy.
    ///
    /// - Parameter ports: The ports of the servers.
    /// - Throws: `RawClient.Failure` if the configuration has no longer the lines that differ here, and errors of Foundation.
    init(before ports: [Int]) throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/haproxy.cfg"
        let text = try Self.adapted(try String(contentsOf: Self.configuration, encoding: .utf8), to: ports, folder)
        try Data(text.utf8).write(to: URL(filePath: path))
        let (listener, port) = try LoopbackListener.open()
        self.port = port
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/haproxy")
        process.arguments = ["-db", "-f", path]
        // The configuration binds to the socket that is its standard input, so nothing else can take the port.
        process.standardInput = FileHandle(fileDescriptor: listener, closeOnDealloc: true)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = Lock(process)
        guard try eventually({ UnixSocket.connect(to: folder.path + "/admin").map { close($0) } != nil }) else {
            throw RawClient.Failure(text: "HAProxy does not start.")
        }
    }

    /// Replaces the names of Docker by ports, and adds the socket for changes.
    private static func adapted(_ text: String, to ports: [Int], _ folder: TemporaryFolder) throws -> String {
        let servers = ports.enumerated().map { "    server \(name(of: $0.offset)) 127.0.0.1:\($0.element)" }
        let changes = [
            ("defaults\n", "global\n    stats socket \(folder.path)/admin level admin\ndefaults\n"),
            ("resolvers docker\n    parse-resolv-conf\n    hold valid 2s\n", ""),
            // Names the server in each response.
            ("bind :8080", "bind fd@0\n    http-response set-header X-Server %s"),
            (
                "    server-template usher 3 usher:8080 resolvers docker init-addr none",
                servers.joined(separator: "\n")
            ),
        ]
        return try changes.reduce(text) { text, change in
            guard text.contains(change.0) else { throw RawClient.Failure(text: "haproxy.cfg has no \(change.0)") }
            return text.replacing(change.0, with: change.1)
        }
    }

    /// The name of a server in the configuration, and in the `X-Server` field of its responses.
    static func name(of number: Int) -> String { "node\(number)" }

    /// Sends the requests for a server to another port from now on.
    func set(_ number: Int, port: Int) throws {
        guard let socket = UnixSocket.connect(to: folder.path + "/admin") else {
            throw RawClient.Failure(text: "HAProxy has ended.")
        }
        defer { close(socket) }
        let command = "set server usher/\(Self.name(of: number)) addr 127.0.0.1 port \(port)\n"
        guard UnixSocket.send(Array(command.utf8), to: socket), UnixSocket.receive(from: socket) != nil else {
            throw RawClient.Failure(text: "HAProxy takes no command.")
        }
    }

    func stop() {
        process.withLock { process in
            process.terminate()
            process.waitUntilExit()
        }
    }
}
