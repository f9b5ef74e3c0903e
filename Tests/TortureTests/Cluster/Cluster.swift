import Foundation
import PostgreSQLServers
import Programs

/// Three servers behind HAProxy that share a store in PostgreSQL.
///
/// Its primary has a synchronous standby.
///
/// The servers reach each database through a ``DatabaseProxy``. Its calls block. Only one thread uses it.
final class Cluster {
    /// The program that runs as each server.
    enum Program {
        /// The server for torture tests, with the command line options of its deliberate bugs.
        case ledger(bugs: [String])
        /// The program itself with its five applications.
        case usher
    }

    /// A database server, the network before it and its disk.
    struct Database {
        let server: PostgreSQLServer
        let proxy: DatabaseProxy
        /// The disk of its data, or `nil` where nothing may be mounted.
        let disk: SmallDisk?
    }

    /// The number of servers.
    static let size = 3
    /// The duration of a lease in seconds.
    ///
    /// A server renews it every five.
    static let leaseDuration = 8
    /// The seconds by which the clock of each server is wrong.
    private static let clockOffsets = [0, 60, -60]

    private let folder: TemporaryFolder
    private let program: Program
    private(set) var primary: Database
    private(set) var standby: Database
    /// The connection URI, with both database servers.
    private let url: String
    private(set) var nodes: [ServerProcess] = []
    /// The servers of the next release.
    private var upgraded: Set<Int> = []
    /// The ports of the servers.
    private(set) var ports: [Int] = []
    private let proxy: HAProxy

    /// Starts the database servers and the servers.
    ///
    /// - Throws: The error of a program that does not start.
    init(_ program: Program) throws {
        self.program = program
        folder = try TemporaryFolder()
        primary = try Self.database(following: nil)
        standby = try Self.database(following: primary.server)
        url =
            "postgres:///postgres?host=127.0.0.1,127.0.0.1&port=\(primary.proxy.port),\(standby.proxy.port)"
            + "&user=usher&connect_timeout=2"
        try Self.replicateSynchronously(primary.server)
        var key = SystemRandomNumberGenerator()
        try Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &key) })
            .write(to: URL(filePath: folder.path + "/code-key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path + "/code-key")
        for number in 0..<Self.size {
            let node = try Self.start(number, program, url, folder, options: [])
            nodes.append(node.server)
            ports.append(node.port)
        }
        proxy = try HAProxy(before: ports)
    }

    /// The port of the proxy.
    var port: Int { proxy.port }

    /// The number of the server that the proxy gives a name in its responses.
    func number(of name: String) -> Int? { nodes.indices.first { HAProxy.name(of: $0) == name } }

    private static func database(following primary: PostgreSQLServer?) throws -> Database {
        // PostgreSQL refuses to run as root, which it would be in a user namespace.
        let disk = getuid() == 0 ? try SmallDisk.mount(megabytes: 512) : nil
        let place = disk.map { PostgreSQLServer.Disk(path: $0.path, launcher: $0.launcher) }
        let server =
            if let primary { try PostgreSQLServer(following: primary, on: place) } else {
                try PostgreSQLServer(on: place)
            }
        return Database(server: server, proxy: try DatabaseProxy(before: server.socket), disk: disk)
    }

    /// Starts a server and waits until it is ready.
    ///
    /// As an orchestrator does, it starts the server again if it ends because the database does not answer in time. On a machine
    /// with too much to do that happens without a fault.
    private static func start(
        _ number: Int,
        _ program: Program,
        _ url: String,
        _ folder: TemporaryFolder,
        options release: [String]
    ) throws -> (server: ServerProcess, port: Int) {
        for _ in 0..<4 {
            let server = try launch(number, program, url, folder, options: release)
            do { return (server, try server.port()) } catch {
                guard server.text.contains("timeout expired") else { throw error }
            }
        }
        let server = try launch(number, program, url, folder, options: release)
        return (server, try server.port())
    }

    private static func launch(
        _ number: Int,
        _ program: Program,
        _ url: String,
        _ folder: TemporaryFolder,
        options release: [String]
    ) throws -> ServerProcess {
        switch program {
        case .ledger(let bugs):
            let options = [
                url, folder.path + "/effects", "--lease-duration", "\(leaseDuration)", "--effect-delay", "20",
                "--clock-offset=\(clockOffsets[number])",
            ]
            return try ServerProcess(options + bugs + release)
        case .usher:
            let options = [
                "serve", "--dev", "--store", url, "--code-key", folder.path + "/code-key", "--port", "0", "--data",
                "\(folder.path)/\(number)", "--log-level", "error", "--session-history", "1000",
                "--address-new-sessions", "0",
            ]
            return try ServerProcess(options, program: "usher")
        }
    }

    /// Kills a server and starts another one in its place.
    func replace(_ number: Int) throws {
        nodes[number].kill()
        try startAgain(number)
    }

    /// Stops a server as an operator does, and starts another one in its place.
    func restart(_ number: Int) throws {
        nodes[number].stop()
        try startAgain(number)
    }

    /// Stops a server, unless it is of the next release, and starts a server of the next release in its place.
    func upgrade(_ number: Int) throws {
        if upgraded.insert(number).inserted { try restart(number) }
    }

    /// Replaces each server of the next release by one of the first release.
    ///
    /// - Returns: The numbers of the replaced servers.
    func rollBack() throws -> Set<Int> {
        let numbers = upgraded
        for number in numbers.sorted() {
            upgraded.remove(number)
            try restart(number)
        }
        return numbers
    }

    /// The latest release among the servers.
    var release: Int { upgraded.isEmpty ? 1 : 2 }

    /// Replaces all servers by servers of the next release, if one of them runs already.
    func finishUpgrade() throws {
        if !upgraded.isEmpty { for number in nodes.indices { try upgrade(number) } }
    }

    private func startAgain(_ number: Int) throws {
        let release = upgraded.contains(number) ? ["--release", "2"] : []
        (nodes[number], ports[number]) = try Self.start(number, program, url, folder, options: release)
        try proxy.set(number, port: ports[number])
    }

    /// Makes the standby the primary after the loss of the primary's machine, and the machine the standby once it is back.
    func failOver() throws {
        try primary.server.crash()
        try standby.server.promote()
        swap(&primary, &standby)
        // From here on no commit ends before the other one follows.
        try Self.replicateSynchronously(primary.server)
        try standby.server.follow(primary.server)
    }

    /// Changes the network between the servers and both databases.
    func set(_ network: DatabaseProxy.Network) {
        for database in [primary, standby] { database.proxy.set(network) }
    }

    /// Makes each commit wait for the standby from now on, also after a failover.
    private static func replicateSynchronously(_ primary: PostgreSQLServer) throws {
        try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.execute("SELECT pg_reload_conf()")
    }

    func stop() {
        for node in nodes { node.kill() }
        proxy.stop()
        for database in [standby, primary] {
            database.proxy.stop()
            try? database.server.stop()
        }
    }
}
