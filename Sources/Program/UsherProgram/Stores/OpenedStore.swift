import FoundationEssentials
import SQLiteSessions
import Sessions

/// An open store, with its location.
struct OpenedStore {
    let location: StoreLocation
    let store: any SessionStore
    /// The log of crashes, beside the file of a store or in the data folder, or `nil` if there is neither.
    let crashes: CrashLog?

    /// Opens the store, and creates the data folder if the store is in it.
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
        case .postgreSQL(let url, let connections):
            do throws(StoreError) {
                store = try PostgreSQLStores.open(url, connections: connections)
            } catch {
                throw StartError(description: "The store \(location.name) can't be used: \(error)")
            }
            crashes = try Self.crashLog(in: settings.dataFolder)
        }
    }

    /// Opens a log of crashes in the data folder of this machine, or returns `nil` if the settings name no such folder.
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
