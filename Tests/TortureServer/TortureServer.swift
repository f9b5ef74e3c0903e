import ArgumentParser
import Coordination
import Foundation
import HTTPCore
import Logging
import MicroHTTP
import PostgreSQL
import PostgreSQLSessions
import SQLiteSessions
import Sessions
import StateAPI
import UsherServer

/// A server for the torture tests, with one test application and deliberate bugs that the tests must detect.
@main
struct TortureServer: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "torture-server")

    @Argument(help: "The SQLite file that sessions are kept in, 'memory', or a postgres:// URI.")
    var store: String

    @Argument(help: "The file that effects are put on record in.")
    var effects: String

    @Option(help: "The least severe level that is logged.")
    var logLevel = "warning"

    @Option(help: "Seconds that requests have to finish when the server stops.")
    var stopGrace = 10.0

    @Option(help: "Seconds for which a lease in PostgreSQL lasts.")
    var leaseDuration = 20.0

    @Option(help: "Milliseconds that an effect takes before it changes anything.")
    var effectDelay = 0

    @Option(help: "Milliseconds between the change that an effect makes and its result.")
    var resultDelay = 0

    @Flag(help: "The bug of acting under a lease that was lost.")
    var ignoreLeases = false

    @Flag(help: "The bug of committing over the changes of other servers.")
    var ignoreGenerations = false

    @Flag(help: "The bug of relying on the hints of other servers, without a comparison with the store.")
    var skipComparison = false

    @Flag(help: "Loses the hints of other servers, which no guarantee may depend on.")
    var ignoreHints = false

    @Flag(help: "The bug of performing an effect again under a key that has been used.")
    var ignoreKeys = false

    @Flag(help: "The bug of reporting an effect whose outcome is unknown as failed.")
    var reportUnknown = false

    @Option(help: "The release of the application, 1 or 2.")
    var release = 1

    @Flag(help: "The bug of a first release that takes itself for the second one.")
    var claimSecond = false

    @Option(help: "Seconds by which the clock of this server is ahead of that of the machine.")
    var clockOffset = 0

    @Flag(help: "The bug of responding first and committing a little later.")
    var replyBeforeCommit = false

    @Flag(help: "The bug of forgetting the replies to requests.")
    var forgetReplies = false

    @Flag(help: "The bug of not performing every tenth effect.")
    var skipRecords = false

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    func run() throws {
        let log = try StructuredLogHandler.logger(
            label: "torture",
            logLevel: Logger.Level(rawValue: logLevel) ?? .warning
        )
        var settings = UsherServer.Settings()
        settings.http.port = 0
        settings.stopGrace = .seconds(stopGrace)
        // Between a request and its repetition after a timeout, the other clients of a session get more replies than the 64 that
        // are remembered by default.
        settings.sessions.replies = 2_000
        // All clients have one address, and start sessions as fast as they can while the server rejects them.
        settings.api.limits.addressNewSessions = RateLimit(0, per: .seconds(3_600))
        // This is more than the kernel's buffers hold, so a client that does not read keeps its connection busy.
        let large = HTTPResponse(.ok, body: .bytes([UInt8](repeating: 0x41, count: 20_000_000)))
        let store = try openStore()
        let timeOfDay = timeOfDay
        let server = try UsherServer(
            applications: [LedgerApplication.make(release: release, claimsSecond: claimSecond)],
            effects: try handlers(),
            store: store,
            crashes: self.store == "memory" || isShared ? nil : try CrashLog(path: self.store + ".crashes"),
            clock: try SystemClock(following: { timeOfDay() + store.clockDifference }),
            settings: settings,
            log: log,
            routes: { routes, _ in routes.add(.get, "/large") { _, _, reply in reply.send(large) } }
        )
        try server.run {
            FileHandle.standardOutput.write(Data("Usher is ready. Open \(server.address)/\n".utf8))
        }
    }

    /// The time of a machine with a clock that is wrong by some seconds.
    private var timeOfDay: @Sendable () -> Timestamp {
        let offset = Duration.seconds(clockOffset)
        return { SystemClock.timeOfDay + offset }
    }

    private func openStore() throws -> any SessionStore {
        var opened: any SessionStore =
            if store == "memory" {
                MemoryStore()
            } else if isShared {
                try PostgreSQLStore(
                    ConnectionSettings(store),
                    leaseDuration: .seconds(leaseDuration),
                    timeOfDay: timeOfDay
                )
            } else {
                try SQLiteStore(path: store)
            }
        if isShared, ignoreGenerations || skipComparison || ignoreHints || forgetReplies {
            opened = CarelessStore(
                inner: opened,
                ignoresGenerations: ignoreGenerations,
                skipsComparison: skipComparison,
                ignoresHints: ignoreHints,
                forgetsReplies: forgetReplies
            )
        } else if forgetReplies {
            opened = AdaptedStore(ReplyDroppingStore(inner: opened, delay: .milliseconds(30)))
        }
        if replyBeforeCommit { opened = AdaptedStore(EarlyReplyStore(opened, delay: .milliseconds(100))) }
        return opened
    }

    private var isShared: Bool { store.hasPrefix("postgres") }

    private func handlers() throws -> EffectHandlers {
        let file = try EffectFile(path: effects)
        let table = isShared ? try openTable() : nil
        var handlers = EffectHandlers()
        handlers.on(Record.self) { [skipRecords, effectDelay, resultDelay] effect, context in
            if !skipRecords || effect.number % 10 > 0 {
                if let table {
                    try await Task.sleep(for: .milliseconds(effectDelay))
                    try table.add(key: context.idempotencyKey, number: effect.number, at: context.now)
                    try await Task.sleep(for: .milliseconds(resultDelay))
                } else {
                    try file.append(key: context.idempotencyKey, number: effect.number)
                }
            }
            return effect.number
        }
        handlers.on(Trap.self) { _, _ in
            // The handler is suspended first, so that a continuation of it crashes.
            await Task.yield()
            fatalError("This was to be expected.")
        }
        return handlers
    }

    private func openTable() throws -> EffectTable {
        try EffectTable(
            ConnectionSettings(store, count: 4),
            clock: SystemClock(),
            bugs: .init(ignoresLeases: ignoreLeases, ignoresKeys: ignoreKeys, reportsUnknown: reportUnknown)
        )
    }
}
