import FoundationEssentials
import PostgreSQLSessions
import SQLiteSessions
import Sessions

/// The location of the sessions: memory, a file, or a database server.
enum StoreLocation: Equatable {
    case memory
    case sqlite(path: String)
    /// - Parameter url: A connection URI of libpq
    ///   (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    case postgreSQL(url: String)

    /// The suffix of the file with the accounts and orders, beside the file with the sessions.
    static let servicesSuffix = ".services"

    /// Parses `memory`, `sqlite:PATH` or a URI of PostgreSQL; `nil` for any other text.
    init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text != "sqlite:" {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgreSQL(url: text)
        } else {
            return nil
        }
    }

    /// Returns the location in the settings, by default a file in the data folder.
    ///
    /// - Throws: ``StartError`` if neither the settings nor the environment name a data folder.
    init(_ settings: ProgramSettings) throws(StartError) {
        if let location = settings.store.flatMap(Self.init) {
            self = location.resolved
            return
        }
        let named = settings.dataFolder.flatMap { $0.isEmpty ? nil : $0 }
        guard let folder = named ?? ProgramSettings.defaultDataFolder else {
            throw StartError(description: "There is no data folder; set one with --data (USHER_DATA).")
        }
        self = Self.sqlite(path: folder + "/usher.db").resolved
    }

    /// The location without symbolic links, so that the files beside the store are those of the file itself.
    private var resolved: StoreLocation {
        switch self {
        case .memory, .postgreSQL: self
        case .sqlite(let path): .sqlite(path: SQLiteStore.resolvedPath(path))
        }
    }

    /// The location as operators see it, without a password.
    var name: String {
        switch self {
        case .memory: "memory"
        case .sqlite(let path): path
        case .postgreSQL(let url): url.withoutPassword
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

/// An open store, with its location.
struct OpenedStore {
    let location: StoreLocation
    let store: any SessionStore
    /// The log of crashes, beside the file of a store or in the data folder; `nil` if there is neither.
    let crashes: CrashLog?

    /// Opens the store; creates the data folder if the store is in it.
    ///
    /// - Throws: ``StartError`` with a line that names the file or folder that can't be used.
    init(_ settings: ProgramSettings) throws(StartError) {
        location = try StoreLocation(settings)
        switch location {
        case .memory:
            store = MemoryStore()
            crashes = nil
        case .sqlite(let path):
            if settings.store == nil {
                try Self.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
            }
            do throws(StoreError) {
                store = try SQLiteStore(path: path)
                crashes = try CrashLog(path: path + ".crashes")
            } catch {
                throw StartError(description: error.description)
            }
        case .postgreSQL(let url):
            do throws(StoreError) {
                store = try PostgreSQLStore(
                    url,
                    connectionCount: settings.storeConnections,
                    hints: settings.storeHints,
                    tables: settings.storeTables
                )
            } catch {
                throw StartError(description: "The store \(location.name) can't be used: \(error)")
            }
            crashes = try Self.crashLog(in: settings.dataFolder)
        }
    }

    /// Opens a log of crashes in the data folder, which this machine alone has; `nil` if there is no such folder.
    private static func crashLog(in folder: String?) throws(StartError) -> CrashLog? {
        guard let folder = folder.flatMap({ $0.isEmpty ? nil : $0 }) else { return nil }
        try makeFolder(folder)
        do throws(StoreError) {
            return try CrashLog(folder: folder)
        } catch {
            throw StartError(description: "\(error) Set another folder with --data (USHER_DATA).")
        }
    }

    private static func makeFolder(_ folder: String) throws(StartError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartError(
                description:
                    "The data folder \(folder) can't be created; set another one with --data (USHER_DATA), or a file with --store."
            )
        }
    }
}
