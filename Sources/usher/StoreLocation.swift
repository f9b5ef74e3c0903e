import FoundationEssentials
import SQLiteSessions
import Sessions

/// The location of the sessions: memory or a file.
enum StoreLocation: Equatable {
    case memory
    case sqlite(path: String)

    /// The suffix of the file with the accounts and orders, beside the file with the sessions.
    static let servicesSuffix = ".services"

    /// Parses `memory` or `sqlite:PATH`; `nil` for any other text.
    init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text != "sqlite:" {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
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
        case .memory: .memory
        case .sqlite(let path): .sqlite(path: SQLiteStore.resolvedPath(path))
        }
    }
}

/// An open store, with its location.
struct OpenedStore {
    let location: StoreLocation
    let store: any SessionStore
    /// The log of crashes beside the store; `nil` for a store in memory.
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
            if settings.store == nil { try Self.makeFolder(of: path) }
            do throws(StoreError) {
                store = try SQLiteStore(path: path)
                crashes = try CrashLog(path: path + ".crashes")
            } catch {
                throw StartError(description: error.description)
            }
        }
    }

    private static func makeFolder(of path: String) throws(StartError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
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
