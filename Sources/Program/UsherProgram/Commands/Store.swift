import ArgumentParser
import Coordination
import FoundationEssentials
import Logging
import SQLiteSessions
import ServiceDatabase
import Sessions
import UsherServer

#if Accounts
import Accounts
#endif

/// The commands for the store: check, statistics, backup, copy, and the release of a session.
struct Store: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract: "Checks, measures or copies the store, even while a server uses it, or releases a session.",
            discussion: """
                Only 'release' changes the store. The commands but 'copy' find it as '\(program) serve' does: --store, --data, \
                environment, --config.
                """,
            subcommands: [Check.self, Stats.self, Backup.self, Copy.self, Release.self]
        )
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads the whole store, and the accounts and orders beside it, and lists what is damaged.",
            discussion: """
                It also lists sessions that this program leaves to a later release. The exit code is 0 if nothing is damaged and \
                this program can serve every session, and 1 otherwise. It changes nothing: restore a backup, or see \
                https://sqlite.org/recovery.html for SQLite's own tools.
                """
        )

        @OptionGroup var stores: StoreOptions

        func run() throws {
            let location = try stores.location()
            let applications = HostedApplications(try UsherProgram.current.makeApplications())
            var newer: [String] = []
            let problems = try problems(in: location) { session in
                do throws(StoreError) {
                    try applications.check(session, at: SystemClock.timeOfDay)
                    return nil
                } catch {
                    guard error.kind == .newer else { return error.description }
                    newer.append("Session \(session.id) is not damaged, but left to a later release: \(error)")
                    return nil
                }
            }
            guard problems.isEmpty, newer.isEmpty else {
                for line in problems + newer { StandardOutput.print(line) }
                if !problems.isEmpty, case .sqlite = location { StandardOutput.print(Self.recovery) }
                throw ExitCode(1)
            }
            StandardOutput.print("\(location.name): no problems found.")
        }

        /// The advice for a damaged file.
        private static let recovery = """
            If the file is damaged, restore a backup, or save what can be read with SQLite's own tools, on a copy of the file and its \
            log: sqlite3 COPY "PRAGMA integrity_check" and sqlite3 COPY .recover (https://sqlite.org/recovery.html).
            """

        private func problems(
            in location: StoreLocation,
            _ verify: (StoredSession) -> String?
        ) throws(StartError) -> [String] {
            if case .postgreSQL(let url, _) = location {
                return try stores.explaining { () throws(StoreError) in try PostgreSQLStores.check(url, verify) }
            }
            let inspection = try stores.inspect()
            return try stores.explaining { () throws(StoreError) in
                try inspection.check(with: [StoreLocation.servicesSuffix], verify)
            }
        }
    }

    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints statistics of the store: sessions, sizes, free space."
        )

        @OptionGroup var stores: StoreOptions

        @Flag(help: "Print a JSON object, for programs.")
        var json = false

        func run() throws {
            let (name, statistics) = try measure()
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
                StandardOutput.print(String(decoding: try encoder.encode(statistics), as: UTF8.self))
                return
            }
            let names = statistics.sessions.keys.sorted()
            StandardOutput.print(
                """
                store          \(name)
                sessions       \(statistics.sessions.values.reduce(0, +))
                \(names.map { "  \($0.padded(to: 13))\(statistics.sessions[$0] ?? 0)\n" }.joined())\
                  expired      \(statistics.expired)
                  waiting      \(statistics.waiting)
                  quarantined  \(statistics.quarantined)
                replies        \(statistics.replies)
                state bytes    \(statistics.averageStateBytes) on average, \(statistics.largestStateBytes) at most
                file bytes     \(statistics.fileBytes)\(statistics.freeBytes.map { ", including \($0) free" } ?? "")
                \(statistics.logBytes.map { "log bytes      \($0)\n" } ?? "")\
                schema         \(statistics.schema)
                database       \(statistics.database)
                """
            )
        }

        /// Returns the name of the store for operators, and its statistics.
        private func measure() throws(StartError) -> (name: String, statistics: StoreStatistics) {
            let location = try stores.location(), now = SystemClock.timeOfDay
            if case .postgreSQL(let url, _) = location {
                return try stores.explaining { () throws(StoreError) in
                    (location.name, try PostgreSQLStores.statistics(url, at: now))
                }
            }
            let inspection = try stores.inspect()
            return try stores.explaining { () throws(StoreError) in
                let use = inspection.isInUse ? " (in use by a server)" : ""
                return (inspection.path + use, try inspection.statistics(at: now))
            }
        }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copies the store as of one instant, even while a server uses it.",
            discussion: """
                The accounts and orders beside the store are copied, too, to a file with '.services' added to its name. The \
                copies are checked, only their owner can read them, and they appear under their names once they are \
                complete. Serve them with --store. The key beside the store, with '.code-key' added to its name, is not copied; \
                keep a copy of it elsewhere, because users with an authenticator app can't sign in without it.
                """
        )

        @OptionGroup var stores: StoreOptions

        @Argument(help: "The file to create; it must not exist.")
        var path: String

        func run() throws {
            let inspection = try stores.inspect()
            let copies = try stores.explaining { () throws(StoreError) in
                try inspection.backUp(to: path, with: [StoreLocation.servicesSuffix])
            }
            StandardOutput.print("\(inspection.path) was copied to \(copies.joined(separator: " and ")).")
        }
    }

    struct Copy: ParsableCommand {
        static var configuration: CommandConfiguration {
            let program = UsherProgram.current.name
            return CommandConfiguration(
                abstract: "Copies everything to another store, such as from a file to PostgreSQL, or back.",
                discussion: """
                    Sessions, histories, accounts and orders are copied, each database as of one instant. Later changes are not, \
                    so start the server of the first store with --read-only before: it answers with the states that there are, \
                    and with 503 to what would change them. Then serve the second store with the same --code-key: that of a \
                    file is the file with '.code-key' added to its name.

                      \(program) store copy sqlite:/var/lib/\(program)/\(program).db postgres://\(program)@db.example/\(program)

                    The exit code is 1 if sessions are damaged, which are listed and left out.
                    """
            )
        }

        @Argument(help: "The store to copy: sqlite:PATH, or a postgres:// URI.")
        var from: String

        @Argument(help: "The store to fill, which must be empty: sqlite:PATH, or a postgres:// URI.")
        var to: String

        func run() throws {
            let (source, target) = (try location(from), try location(to))
            do {
                let copy = try StoreCopy.run(
                    from: sessions(of: source),
                    to: newSessions(in: target),
                    report: { if $0.isMultiple(of: 10_000) { StandardOutput.print("\($0) sessions so far") } }
                )
                // The rows are copied after the sessions, so they include every order that a copied session shows.
                let rows = try services(of: source).copy(
                    to: newServices(in: target),
                    UsherProgram.current.serviceTables
                )
                copy.problems.forEach(StandardOutput.print)
                StandardOutput.print(
                    "\(copy.count) sessions, and \(rows) rows of accounts and orders, were copied from \(source.name) to \(target.name)."
                )
                guard copy.problems.isEmpty else { throw ExitCode(1) }
            } catch let code as ExitCode {
                throw code
            } catch {
                throw StartError(
                    description: "\(source.name) can't be copied to \(target.name): \(error)"
                )
            }
        }

        private func location(_ text: String) throws(StartError) -> StoreLocation {
            switch StoreLocation(text) {
            case .sqlite(let path)?: return .sqlite(path: SQLiteStore.resolvedPath(path))
            case .postgreSQL(let url, _)?: return .postgreSQL(url: url)
            case .memory?, nil:
                throw StartError(
                    description:
                        "'\(text.withoutPassword)' is no store that can be copied; use sqlite:PATH or a postgres:// URI."
                )
            }
        }

        private func sessions(of location: StoreLocation) throws -> any StoreSource {
            switch location {
            case .postgreSQL(let url, _): try PostgreSQLStores.source(url)
            case .sqlite(let path): try StoreInspection(path: path)
            case .memory: preconditionFailure("A store in memory was rejected before.")
            }
        }

        private func newSessions(in location: StoreLocation) throws -> any StoreTarget {
            switch location {
            case .postgreSQL(let url, _): try PostgreSQLStores.target(url)
            case .sqlite(let path): try NewSQLiteStore(path: path)
            case .memory: preconditionFailure("A store in memory was rejected before.")
            }
        }

        private func services(of location: StoreLocation) throws -> ServiceDatabase {
            switch location {
            case .postgreSQL(let url, _): try PostgreSQLStores.joinedServices(url)
            case .sqlite(let path): try StoreOptions.joinedServices(path)
            case .memory: preconditionFailure("A store in memory was rejected before.")
            }
        }

        private func newServices(in location: StoreLocation) throws -> ServiceDatabase {
            switch location {
            case .postgreSQL(let url, _): try PostgreSQLStores.joinedServices(url)
            case .sqlite(let path): try .forCopy(to: path + StoreLocation.servicesSuffix)
            case .memory: preconditionFailure("A store in memory was rejected before.")
            }
        }
    }

    struct Release: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends the quarantine of a session; of a store in a file while no server uses it.",
            discussion: """
                Use it after the bug that crashed the server was fixed. The effects and timers of the session run when a \
                server starts, or at one of the servers on PostgreSQL within seconds. A session that still can't be read is \
                quarantined again when it is loaded.
                """
        )

        @OptionGroup var stores: StoreOptions
        @OptionGroup var auditing: SettingOptions<ProgramSettings.Auditing>

        @Argument(help: "The session, as 'usher store check' lists it.")
        var id: String

        func run() throws {
            let location = try stores.location()
            let audit = try stores.auditLog(auditing)
            guard try release(SessionID(id), in: location) else {
                StandardOutput.print("\(location.name) has no quarantined session \(id).")
                throw ExitCode(1)
            }
            audit?.record(AuditEvent(.sessionReleased, session: SessionID(id)))
            audit?.flush(within: .seconds(1))
            StandardOutput.print("The session \(id) was released.")
        }

        private func release(_ id: SessionID, in location: StoreLocation) throws -> Bool {
            guard case .postgreSQL(let url, _) = location else {
                // Only an existing store of this release is opened for writing.
                let path = try stores.inspect().path
                return try stores.explaining { () throws(StoreError) in try SQLiteStore.release(id, in: path) }
            }
            return try stores.explaining { () throws(StoreError) in try PostgreSQLStores.release(id, in: url) }
        }
    }
}

/// The options that determine the store.
struct StoreOptions: ParsableArguments {
    @OptionGroup var storage: SettingOptions<ProgramSettings.Storage>
    @OptionGroup var file: SettingOptions<ProgramSettings.Configuration>

    /// Opens the store for reading only.
    fileprivate func inspect() throws(StartError) -> StoreInspection {
        let path = try path()
        return try explaining { () throws(StoreError) in try StoreInspection(path: path) }
    }

    /// Returns the path of the file with the sessions.
    func path() throws(StartError) -> String {
        switch try location() {
        case .sqlite(let path): return path
        case .memory:
            throw StartError(
                description: "A store in memory can't be inspected; name a file with --store sqlite:PATH."
            )
        case .postgreSQL:
            throw StartError(
                description:
                    "This command is for stores in files; use pg_dump for a backup of PostgreSQL."
            )
        }
    }

    /// Returns the location of the store.
    func location() throws(StartError) -> StoreLocation {
        let settings = try ResolvedSettings<ProgramSettings>(
            storage.rawValues.merging(file.rawValues) { first, _ in first }
        )
        return try StoreLocation(settings.values)
    }

    /// Opens the audit log, for a command that changes something, or returns `nil` if the settings name none.
    func auditLog(_ auditing: SettingOptions<ProgramSettings.Auditing>) throws -> (any AuditLog)? {
        let texts = auditing.rawValues.merging(file.rawValues) { first, _ in first }
        switch try ResolvedSettings<ProgramSettings>(texts).values.auditLog {
        case nil: return nil
        case "store"?:
            let log = try StructuredLogHandler.logger(
                label: UsherProgram.current.name,
                format: .text,
                logLevel: .info,
                capacity: 1 << 16
            )
            return try AuditTable(in: services(), clock: try SystemClock(), log: log)
        case let path?:
            do {
                return try AuditFile(path: path)
            } catch let error as AuditFileError {
                throw StartError(description: error.description)
            }
        }
    }

    #if Accounts
    /// Opens the accounts beside the sessions, also while a server uses them.
    func accounts() throws -> AccountControl {
        let (database, location) = (try services(), try location())
        do {
            return try AccountControl(joining: database)
        } catch {
            throw StartError(description: "The accounts in \(location.name) can't be used: \(error)")
        }
    }
    #endif

    /// Opens the database beside the sessions, also while a server uses it.
    func services() throws -> ServiceDatabase {
        let location = try location()
        do {
            switch location {
            case .sqlite(let path): return try Self.joinedServices(path)
            case .postgreSQL(let url, _): return try PostgreSQLStores.joinedServices(url)
            case .memory: break
            }
        } catch {
            throw StartError(description: "The accounts in \(location.name) can't be used: \(error)")
        }
        throw StartError(description: "Accounts in memory belong to the server alone; name a store with --store.")
    }

    /// Opens the database beside a file of sessions, also while a server uses it.
    fileprivate static func joinedServices(_ path: String) throws -> ServiceDatabase {
        let path = path + StoreLocation.servicesSuffix
        guard let database = try ServiceDatabase.joining(path: path) else {
            throw StoreError(.unavailable, "\(path) does not exist, so there are no accounts.")
        }
        return database
    }

    fileprivate func explaining<Result>(_ body: () throws(StoreError) -> Result) throws(StartError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw StartError(description: error.description)
        }
    }
}

extension String {
    /// Returns the text padded with spaces, or cut, to a number of characters.
    fileprivate func padded(to count: Int) -> String {
        prefix(count) + String(repeating: " ", count: max(0, count - self.count))
    }
}
