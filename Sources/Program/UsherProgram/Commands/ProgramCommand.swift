import ArgumentParser

/// The command without a subcommand, which prints the help.
struct ProgramCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current
        #if Accounts
        let accounts: [any ParsableCommand.Type] = program.hasAccounts ? [Accounts.self] : []
        #else
        let accounts: [any ParsableCommand.Type] = []
        #endif
        let example = "\(program.name) serve --dev"
        let gap = String(repeating: " ", count: max(1, 30 - example.utf8.count))
        return CommandConfiguration(
            commandName: program.name,
            abstract: "Serves the navigation state of apps over HTTP.",
            discussion: """
                Each session is a tree of coordinators. A client posts what a screen reports and gets the whole \
                navigation state back as JSON.

                  \(example)\(gap)try it at http://127.0.0.1:8080
                  curl -X POST localhost:8080/v1/sessions
                """,
            version: program.version,
            subcommands: [Serve.self, Check.self, Map.self, Types.self, Store.self] + accounts
                + [Replay.self, Health.self, Settings.self] + program.commands
        )
    }
}
