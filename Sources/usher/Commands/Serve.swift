import ArgumentParser
import Coordination
import HTTPCore
import Logging
import MicroHTTP
import Sessions
import StateAPI
import UsherServer

/// Starts the server and runs it until SIGTERM or SIGINT.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the server.",
        discussion: """
            Every option can be given in the environment too: USHER_PORT for --port, USHER_LOG_LEVEL for --log-level. \
            The command line counts first.

            SIGTERM and SIGINT stop it politely: it is not ready any more, requests finish, then it ends.
            """
    )

    @OptionGroup(title: "What to serve") var content: ContentOptions
    @OptionGroup(title: "Where to keep it") var stores: StoreOptions
    @OptionGroup(title: "Where to listen") var listening: ListeningOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Logs") var logs: LogOptions

    func run() throws {
        let environment = Environment()
        let log = try logs.logger(environment)
        var settings = UsherServer.Settings()
        try listening.apply(to: &settings, environment)
        try limits.apply(to: &settings, environment)
        let opened = try stores.open(environment)
        let server = try content.server(settings, opened, environment, log)
        do {
            try server.run {
                switch opened.place {
                case .memory: StandardOutput.print("Sessions are kept in memory; they end with the server.")
                case .sqlite(let path): StandardOutput.print("Sessions are kept in \(path).")
                }
                StandardOutput.print(
                    "Usher is ready. Open \(server.address)/ in a browser, or POST to \(server.address)/v1/sessions."
                )
            }
        } catch let error as HTTPServerError {
            throw StartFailure(description: error.description)
        } catch let error as StoreError {
            throw StartFailure(description: "The store can't be used: \(error)")
        }
    }
}
