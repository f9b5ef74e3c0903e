import ArgumentParser
import Foundation
import Logging
import Metrics
import MicroHTTP
import SQLiteSessions
import Sessions
import UsherServer

/// A server to be tortured: one application made for proofs, and faults that the torture must find.
@main
struct TortureServer: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "torture-server")

    @Argument(help: "The SQLite file that sessions are kept in, or 'memory'.")
    var store: String

    @Argument(help: "The file that effects are put on record in.")
    var effects: String

    @Option(help: "The least severe level that is logged.")
    var logLevel = "warning"

    @Flag(help: "The fault of answering first and committing a little later.")
    var answerBeforeCommit = false

    @Flag(help: "The fault of forgetting which requests were answered.")
    var forgetReplies = false

    @Flag(help: "The fault of not performing every tenth effect.")
    var skipRecords = false

    static func main() {
        StopSignals.block()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    func run() throws {
        var log = Logger(label: "torture") { label in StructuredLogHandler(label: label, format: .text) }
        log.logLevel = Logger.Level(rawValue: logLevel) ?? .warning
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        var settings = UsherServer.Settings()
        settings.http.port = 0
        let server = try UsherServer(
            applications: [LedgerApplication.make()],
            effects: try handlers(),
            store: try openStore(),
            crashes: store == "memory" ? nil : try CrashLedger(path: store + ".crashes"),
            clock: try SystemClock(),
            settings: settings,
            metrics: { metrics.exposition() },
            log: log
        )
        try server.run {
            FileHandle.standardOutput.write(Data("Usher is ready. Open \(server.address)/\n".utf8))
        }
    }

    private func openStore() throws -> any SessionStore {
        var opened: any SessionStore = store == "memory" ? MemoryStore() : try SQLiteStore(path: store)
        if forgetReplies { opened = ForgetfulStore(inner: opened, delay: .milliseconds(30)) }
        if answerBeforeCommit { opened = HastyStore(opened, delay: .milliseconds(100)) }
        return opened
    }

    private func handlers() throws -> EffectHandlers {
        let file = try EffectFile(path: effects)
        var handlers = EffectHandlers()
        handlers.on(Record.self) { [skipRecords] effect, context in
            if !skipRecords || effect.number % 10 > 0 { try file.append(key: context.key, number: effect.number) }
            return effect.number
        }
        return handlers
    }
}
