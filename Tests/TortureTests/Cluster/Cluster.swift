import Foundation
import PostgreSQLServers
import Programs

/// Three servers that share a store in PostgreSQL, whose primary has a synchronous standby.
///
/// Its calls block. Only one thread uses it.
final class Cluster {
    /// The number of servers.
    static let size = 3
    /// The duration of a lease in seconds; a server renews it every five.
    static let leaseDuration = 8

    private let folder: TemporaryFolder
    private let options: [String]
    private(set) var primary: PostgreSQLServer
    private(set) var standby: PostgreSQLServer
    /// The connection URI, with both database servers.
    private let url: String
    private(set) var nodes: [ServerProcess] = []
    private(set) var ports: [Int] = []

    /// Starts the database servers and the servers.
    ///
    /// - Parameter options: The command line options of the servers' deliberate bugs.
    /// - Throws: The error of a program that does not start.
    init(options: [String]) throws {
        self.options = options
        folder = try TemporaryFolder()
        primary = try PostgreSQLServer()
        standby = try PostgreSQLServer(following: primary)
        url = "postgres:///postgres?host=\(primary.host),\(standby.host)&user=usher&connect_timeout=2"
        try Self.replicateSynchronously(primary)
        for number in 0..<Self.size {
            nodes.append(try start(number))
            ports.append(try nodes[number].port())
        }
    }

    /// The file in which the servers record their effects.
    var effects: String { folder.path + "/effects" }

    private func start(_ number: Int) throws -> ServerProcess {
        try ServerProcess(
            [url, effects, "--lease-duration", "\(Self.leaseDuration)", "--effect-delay", "20"] + options
        )
    }

    /// Kills a server and starts another one in its place.
    func replace(_ number: Int) throws {
        nodes[number].kill()
        nodes[number] = try start(number)
        ports[number] = try nodes[number].port()
    }

    /// Stops a server as an operator does, and starts another one in its place.
    func restart(_ number: Int) throws {
        nodes[number].stop()
        nodes[number] = try start(number)
        ports[number] = try nodes[number].port()
    }

    /// Makes the standby the primary after the loss of the primary's machine, and the machine the standby once it is back.
    func failOver() throws {
        try primary.crash()
        try standby.promote()
        swap(&primary, &standby)
        // From here on no commit ends before the other one follows.
        try Self.replicateSynchronously(primary)
        try standby.follow(primary)
    }

    /// Makes each commit wait for the standby from now on, also after a failover.
    private static func replicateSynchronously(_ primary: PostgreSQLServer) throws {
        try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.execute("SELECT pg_reload_conf()")
    }

    func stop() {
        for node in nodes { node.kill() }
        try? standby.stop()
        try? primary.stop()
    }
}
