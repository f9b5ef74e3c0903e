import Concurrency
import Foundation
package import PostgreSQL
import Programs

/// A PostgreSQL server with a new database, in a folder of its own, which ends with this object and with the tests.
///
/// It listens on a Unix socket in its folder only, so servers need no ports of their own. It does not sync its files, which
/// would only slow the tests down: what it has written outlives its processes, though not the machine. The functions that
/// start, change or ask a server block their thread until that is done.
package final class PostgreSQLServer: Sendable {
    /// A command that failed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// A server for tests that do not stop it.
    ///
    /// Each uses a schema of its own.
    package static let shared = Result { try PostgreSQLServer() }

    /// A disk for the data of a server, without its write-ahead log.
    ///
    /// When it is full, queries fail and the server goes on.
    package struct Disk: Sendable {
        let path: String
        let launcher: [String]

        /// Describes a disk.
        ///
        /// - Parameters:
        ///   - path: A folder to which any user may write.
        ///   - launcher: The program with its arguments through which a process must be started to see the disk.
        package init(path: String, launcher: [String]) {
            self.path = path
            self.launcher = launcher
        }
    }

    private let folder: TemporaryFolder
    private let disk: Disk?
    private let programs: String
    private let options: [String]
    /// The settings of ``listen(certificate:key:password:)``.
    private let network = Lock<[String]>([])
    private let running = Lock<Run?>(nil)

    /// A process of the server.
    private struct Run {
        let process: Process
        /// When this is closed without a line, as happens when the tests end, a shell ends the server and removes the folder.
        let lifeline: FileHandle
    }

    /// Makes a database and starts the server.
    ///
    /// - Parameters:
    ///   - options: Settings of the server, such as `fsync=on`.
    ///   - disk: The disk of its data. By default they are in the server's own folder.
    /// - Throws: ``Failure`` if a program of PostgreSQL fails, or an error of Foundation if one is missing.
    package init(options: [String] = [], on disk: Disk? = nil) throws {
        self.options = options
        self.disk = disk
        folder = try TemporaryFolder()
        programs = try Self.programFolder()
        // PostgreSQL refuses to run as root.
        if getuid() == 0 { try Self.run(["/bin/chown", "nobody", folder.path]) }
        let initialization = [
            programs + "/initdb", "--no-sync", "-A", "trust", "-U", "usher", "-E", "UTF8", "--locale", "C", "-D", data,
        ]
        try Self.run(launcher + initialization + logOptions)
        try start()
    }

    deinit {
        try? stop(with: SIGQUIT)
    }

    /// Makes a standby of a running server, which follows it from now on, and starts it.
    ///
    /// - Parameters:
    ///   - primary: The server to follow.
    ///   - disk: The disk of its data. By default they are in the server's own folder.
    /// - Throws: ``Failure`` if a program of PostgreSQL fails.
    package init(following primary: PostgreSQLServer, on disk: Disk? = nil) throws {
        options = []
        self.disk = disk
        folder = try TemporaryFolder()
        programs = try Self.programFolder()
        if getuid() == 0 { try Self.run(["/bin/chown", "nobody", folder.path]) }
        try follow(primary)
    }

    /// Makes this server, which is stopped, a standby of another one, and replaces its data by that server's data.
    package func follow(_ primary: PostgreSQLServer) throws {
        try Self.run(launcher + ["/bin/rm", "-rf", data, log])
        try Self.run(
            launcher + [
                programs + "/pg_basebackup", "--no-sync", "-h", primary.folder.path, "-U", "usher", "-D", data, "-R",
                "-X", "stream", "-c", "fast",
            ] + logOptions
        )
        try start()
    }

    /// Makes a standby the primary.
    package func promote() throws {
        var settings = settings()
        settings.string += " target_session_attrs=any"
        try Connection(settings).query("SELECT pg_promote()")
    }

    /// Restarts the server so that it also listens on an address of this machine, there with TLS and a password only.
    ///
    /// The address is a random one of the loopback network, so that its port is free.
    ///
    /// - Parameters:
    ///   - certificate: The certificate of the server, as PEM.
    ///   - key: The private key of the certificate, as PEM.
    ///   - password: The password of the user.
    /// - Returns: The address.
    /// - Throws: ``Failure`` if a program of PostgreSQL fails.
    package func listen(certificate: String, key: String, password: String) throws -> String {
        try execute("ALTER USER usher PASSWORD '\(password)'")
        try stop()
        let files = [
            "server.crt": certificate, "server.key": key,
            "pg_hba.conf": "local all all trust\nhostssl all all 127.0.0.0/8 scram-sha-256\n",
        ]
        for (name, text) in files {
            let path = folder.path + "/" + name
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            // Its owner must be the user of the server.
            let command = "umask 77; cat '\(path)' > '\(data)/\(name)'"
            try Self.run(launcher + ["/bin/sh", "-c", command])
        }
        let address = "127." + (0..<3).map { _ in "\(Int.random(in: 1...254))" }.joined(separator: ".")
        network.withLock { $0 = ["listen_addresses=\(address)", "ssl=on"] }
        try start()
        return address
    }

    /// Makes commits wait for a standby from now on, or no longer.
    ///
    /// Blocks until the server knows.
    package func waitForStandby(_ waits: Bool) throws {
        let names = waits ? "*" : ""
        try execute("ALTER SYSTEM SET synchronous_standby_names TO '\(names)'")
        try execute("SELECT pg_reload_conf()")
        let connection = try Connection(settings(schema: "public"))
        while try connection.query("SHOW synchronous_standby_names").first?.text(0) != names { usleep(10_000) }
    }

    /// Runs commands as the user of the database.
    package func execute(_ commands: String) throws {
        try Connection(settings(schema: "public")).execute(commands)
    }

    /// Runs a program of PostgreSQL, such as `pg_dump`.
    ///
    /// - Returns: Its output.
    /// - Throws: ``Failure`` if its exit code is not 0.
    @discardableResult
    package func run(_ program: String, _ arguments: String...) throws -> String {
        try Self.run([programs + "/" + program] + arguments)
    }

    /// Returns the content of all tables, as `pg_dump` writes it.
    ///
    /// - Throws: ``Failure`` if `pg_dump` fails.
    package func dump() throws -> String {
        try run("pg_dump", "--data-only", "-h", host, "-U", "usher", "postgres")
    }

    /// The folder of the socket, by which libpq names a server that listens on no port, and of all files of the server.
    package var host: String { folder.path }

    /// The socket of the server.
    package var socket: String { folder.path + "/.s.PGSQL.5432" }

    private var data: String { (disk?.path ?? folder.path) + "/data" }

    /// The folder of the write-ahead log where that is not among the data.
    private var log: String { folder.path + "/wal" }
    private var logOptions: [String] { disk == nil ? [] : ["--waldir", log] }

    /// The start of a command that runs as an ordinary user who sees the data.
    private var launcher: [String] { (disk?.launcher ?? []) + Self.asUser }

    private static func programFolder() throws -> String {
        try run(["/usr/bin/pg_config", "--bindir"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts the server, and waits until it accepts connections.
    package func start() throws {
        let process = Process(), lifeline = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        let script = """
            folder=$1; shift; exec 3<&0
            (read line <&3 && exit; kill -QUIT $$; while kill -0 $$; do sleep 0.1; done; rm -rf "$folder") 2> /dev/null &
            exec 3<&-; exec "$@" < /dev/null
            """
        process.arguments =
            ["-c", script, "sh", folder.path] + launcher + [
                programs + "/postgres", "-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off",
                // Tests that run in parallel share a server.
                "-c", "max_connections=500",
            ] + (options + network.withLock { $0 }).flatMap { ["-c", $0] }
        process.standardInput = lifeline
        let log = folder.path + "/log"
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let file = try FileHandle(forWritingTo: URL(filePath: log))
        try file.seekToEnd()
        process.standardOutput = file
        process.standardError = file
        try process.run()
        running.withLock { $0 = Run(process: process, lifeline: lifeline.fileHandleForWriting) }
        while true {
            do {
                // A standby accepts no writes.
                var settings = settings()
                settings.string += " target_session_attrs=any"
                _ = try Connection(settings)
                return
            } catch {
                guard process.isRunning else {
                    throw Failure(description: "\(error)\n\(try String(contentsOfFile: log, encoding: .utf8))")
                }
                usleep(20_000)
            }
        }
    }

    /// Ends the server's connections, and stops it.
    package func stop() throws { try stop(with: SIGINT) }

    /// Stops the server as if it had crashed: it recovers when it starts.
    package func crash() throws { try stop(with: SIGQUIT) }

    private func stop(with signal: CInt) throws {
        let run = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let run else { return }
        kill(run.process.processIdentifier, signal)
        // Ends the shell that would otherwise end the server.
        try run.lifeline.write(contentsOf: Data("\n".utf8))
        run.process.waitUntilExit()
    }

    /// Pauses all processes of the server, or lets them go on.
    package func pause(_ isPaused: Bool) throws {
        for id in try processes() { kill(id, isPaused ? SIGSTOP : SIGCONT) }
    }

    private func processes() throws -> [pid_t] {
        guard let main = running.withLock({ $0?.process.processIdentifier }) else { return [] }
        let children = try String(contentsOfFile: "/proc/\(main)/task/\(main)/children", encoding: .utf8)
        return [main] + children.split(separator: " ").compactMap { pid_t($0) }
    }

    /// Describes connections to the server.
    ///
    /// - Parameters:
    ///   - schema: The schema, by default a new one.
    ///   - count: The number of connections.
    ///   - timeout: The time within which a transaction must have its result.
    /// - Returns: Settings for a pool or a store.
    package func settings(
        schema: String = "usher \(UUID().uuidString)",
        count: Int = 4,
        timeout: Duration = .seconds(30)
    ) -> ConnectionSettings {
        ConnectionSettings(
            "host=\(folder.path) user=usher dbname=postgres",
            schema: schema,
            count: count,
            timeout: timeout
        )
    }

    /// The connection URI of the server.
    package var url: String { url(of: "postgres") }

    /// Returns the connection URI of a database of the server.
    package func url(of database: String) -> String { "postgres:///\(database)?host=\(folder.path)&user=usher" }

    /// The start of a command that runs as an ordinary user.
    private static var asUser: [String] {
        guard getuid() == 0 else { return [] }
        return ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    }

    /// Runs a program until it ends, and returns its output.
    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.path + "/output"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        try process.run()
        process.waitUntilExit()
        let output = try String(contentsOfFile: path, encoding: .utf8)
        guard process.terminationStatus == 0 else {
            throw Failure(
                description: "\(command.joined(separator: " ")) ended with \(process.terminationStatus): \(output)"
            )
        }
        return output
    }
}
