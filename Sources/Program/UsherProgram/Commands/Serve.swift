import ArgumentParser
import Concurrency
import Coordination
import HTTPCore
import Logging
import MicroHTTP
import Sessions
import UsherServer

/// Starts the server and runs it until SIGTERM or SIGINT.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the server.",
        discussion: """
            Every option can also be set in the environment (USHER_PORT for --port, USHER_LOG_LEVEL for --log-level) \
            and in a JSON file ({"port": 8080}, see --config). The command line takes precedence over the environment, \
            and the environment over the file.

            SIGTERM and SIGINT stop the server gracefully: it reports that it is not ready, finishes requests, and exits.
            """
    )

    @OptionGroup var options: ProgramOptions

    @Flag(help: "Print each setting with its value and its source, and exit.")
    var printConfig = false

    func run() throws {
        let resolved = try ResolvedSettings<ProgramSettings>(options.rawValues)
        guard !printConfig else { return resolved.lines.forEach(StandardOutput.print) }
        let program = UsherProgram.current
        let settings = resolved.values
        let log = try Self.logger(settings, label: program.name)
        let opened = try OpenedStore(settings)
        if opened.crashes == nil, opened.store.requiresEncoding {
            log.warning("There is no data folder (--data), so a session that crashes the server is not quarantined.")
        }
        if AddressRange.coverEverything(settings.server.http.trustedProxies) {
            log.warning(
                "--trusted-proxies has all addresses, so each client can choose the address that the limits and the logs see. Name the addresses of your proxies only."
            )
        }
        if PostgreSQLStores.isExposed(opened.store) {
            log.warning(
                "The connection to PostgreSQL has no TLS: others on its way can read and change what is stored. Put sslmode=verify-full into --store."
            )
        }
        let running = try ProgramServer(program, settings, opened, log)
        let (server, limits) = (running.server, running.limits)
        #if Accounts
        let requests = running.accounts.map { AccountRequests($0.control, server, log) }
        if let requests { try Self.starting(requests.start) }
        defer { requests?.stop() }
        #endif
        if !settings.isReadOnly { try Self.starting(limits.start) }
        defer { if !settings.isReadOnly { limits.stop() } }
        do {
            try server.run {
                #if Accounts
                requests?.begin()
                if running.accounts?.canSendCodes == false { log.warning("\(CodeDelivery.unavailable)") }
                #endif
                StandardOutput.print("Sessions are stored in \(opened.location.name). \(opened.store.promises)")
                StandardOutput.print(
                    "\(program.title) is ready. Open \(server.address)/ in a browser, or POST to \(server.address)/v1/sessions."
                )
            }
        } catch let error as HTTPServerError {
            throw StartError(description: error.description)
        } catch let error as StoreError {
            throw StartError(description: "The store can't be used: \(error)")
        }
    }

    private static func logger(_ settings: ProgramSettings, label: String) throws(StartError) -> Logger {
        try starting { () throws(ThreadError) in
            try StructuredLogHandler.logger(
                label: label,
                format: settings.logFormat,
                logLevel: settings.logLevel
            )
        }
    }

    private static func starting<Result>(_ body: () throws(ThreadError) -> Result) throws(StartError) -> Result {
        do throws(ThreadError) {
            return try body()
        } catch {
            throw StartError(description: "The server can't start: \(error)")
        }
    }
}
