import ArgumentParser
import Configuration
import Foundation
import SQLiteSessions
import Sessions

/// Where sessions are kept.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where sessions are kept: 'sqlite:PATH', or 'memory' (default: usher.db in the data folder).",
            valueName: "store"
        )
    )
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The folder for what outlives the server (default: $STATE_DIRECTORY, or usher in $XDG_STATE_HOME, or ~/.local/state/usher).",
            valueName: "folder"
        )
    )
    var data: String?

    /// A place for sessions.
    enum Place: Equatable {
        case memory
        case sqlite(path: String)
    }

    /// A store that is open.
    struct Opened {
        let place: Place
        let store: any SessionStore
        /// Where it is noted over which session the program crashed, beside the store.
        let crashes: CrashLedger?
    }

    /// The place that the options, the environment or the defaults name.
    ///
    /// - Throws: ``StartFailure`` when they name none.
    func place(_ environment: Environment) throws(StartFailure) -> Place {
        guard let name = environment.text(store, "store") else {
            return .sqlite(path: try dataFolder(environment) + "/usher.db")
        }
        if name == "memory" { return .memory }
        let path = name.hasPrefix("sqlite:") ? String(name.dropFirst("sqlite:".count)) : ""
        guard !path.isEmpty else {
            throw StartFailure(
                description:
                    "--store (USHER_STORE) is '\(name)'; it must be 'memory' or 'sqlite:' and the path of a file."
            )
        }
        return .sqlite(path: path)
    }

    /// Opens the store; its folder is made when it is the data folder.
    ///
    /// - Throws: ``StartFailure`` in a line for what can't be used.
    func open(_ environment: Environment) throws(StartFailure) -> Opened {
        let place = try place(environment)
        switch place {
        case .memory:
            return Opened(place: place, store: MemoryStore(), crashes: nil)
        case .sqlite(let path):
            if environment.text(store, "store") == nil { try makeFolder(of: path) }
            do throws(StoreError) {
                return Opened(
                    place: place,
                    store: try SQLiteStore(path: path),
                    crashes: try CrashLedger(path: path + ".crashes")
                )
            } catch {
                throw StartFailure(description: error.description)
            }
        }
    }

    private func dataFolder(_ environment: Environment) throws(StartFailure) -> String {
        if let folder = environment.text(data, "data"), !folder.isEmpty { return folder }
        let variables = ProcessInfo.processInfo.environment
        // systemd may name several, separated by colons (systemd.exec(5), StateDirectory=).
        if let folder = variables["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        // https://specifications.freedesktop.org/basedir-spec: what is not absolute is to be ignored.
        if let folder = variables["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/usher" }
        if let home = variables["HOME"], home.hasPrefix("/") { return home + "/.local/state/usher" }
        throw StartFailure(description: "There is no folder for data; name one with --data (USHER_DATA).")
    }

    private func makeFolder(of path: String) throws(StartFailure) {
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartFailure(
                description:
                    "The data folder \(folder) can't be made; name another one with --data (USHER_DATA), or a file with --store."
            )
        }
    }
}
