import SQLiteSessions

/// The location of the sessions: memory, a file, or a database server.
public enum StoreLocation: Equatable, Sendable {
    /// The memory of the server.
    case memory
    /// A file.
    ///
    /// - Parameter path: The path of the file, without symbolic links.
    case sqlite(path: String)
    /// Tables in a PostgreSQL server.
    ///
    /// - Parameters:
    ///   - url: A connection URI of libpq
    ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    ///   - connections: The number of connections for sessions.
    case postgreSQL(url: String, connections: Int = 8)

    /// The suffix of the file with the accounts and orders, beside the file with the sessions.
    static let servicesSuffix = ".services"

    /// The numbers of connections for sessions that a server may have to PostgreSQL.
    static let connectionCounts = 1...100

    /// Parses `memory`, `sqlite:PATH` or a URI of PostgreSQL, or returns `nil` for any other text.
    ///
    /// The query of a URI may have `connections`, which libpq does not know: `postgres://usher@db.example/usher?connections=2`.
    init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text != "sqlite:" {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self.init(postgreSQL: text)
        } else {
            return nil
        }
    }

    private init?(postgreSQL text: String) {
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.dropFirst().flatMap { $0.split(separator: "&").map(String.init) }
        let option = "connections="
        guard let given = query.last(where: { $0.hasPrefix(option) }) else {
            self = .postgreSQL(url: text)
            return
        }
        guard let count = Int(given.dropFirst(option.count)), Self.connectionCounts.contains(count) else { return nil }
        let others = query.filter { !$0.hasPrefix(option) }.joined(separator: "&")
        self = .postgreSQL(url: others.isEmpty ? parts[0] : "\(parts[0])?\(others)", connections: count)
    }

    /// Returns the location in the settings, by default a file in the data folder.
    ///
    /// - Throws: ``StartError`` if neither the settings nor the environment name a data folder.
    init(_ settings: ProgramSettings) throws(StartError) {
        if let location = settings.store.flatMap(Self.init(_:)) {
            self = location.resolved
            return
        }
        let named = settings.dataFolder.flatMap { $0.isEmpty ? nil : $0 }
        guard let folder = named ?? ProgramSettings.defaultDataFolder else {
            throw StartError(description: "There is no data folder; set one with --data (USHER_DATA).")
        }
        self = Self.sqlite(path: folder + "/\(UsherProgram.current.name).db").resolved
    }

    /// The location without symbolic links, so that the files beside the store are beside the file itself.
    private var resolved: StoreLocation {
        switch self {
        case .memory, .postgreSQL: self
        case .sqlite(let path): .sqlite(path: SQLiteStore.resolvedPath(path))
        }
    }

    /// The location as operators see it, without a password.
    public var name: String {
        switch self {
        case .memory: "memory"
        case .sqlite(let path): path
        case .postgreSQL(let url, _): url.withoutPassword
        }
    }
}

extension String {
    /// The text with `***` in place of the password, if it is a URI with one.
    var withoutPassword: String {
        guard let scheme = firstRange(of: "://"), let host = self[scheme.upperBound...].firstIndex(of: "@"),
            let colon = self[scheme.upperBound..<host].firstIndex(of: ":")
        else { return self }
        return self[...colon] + "***" + self[host...]
    }
}
