import ArgumentParser
import Services
import Sessions
import UsherServer

/// The commands for accounts: disable, enable, and the end of sessions.
struct Accounts: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract: "Disables an account, or ends its sessions, also while a server runs.",
            discussion: """
                The commands find the accounts as '\(program) serve' does: --store, --data, environment, --config. A running server \
                ends sessions within a few seconds; otherwise the next one does when it starts.
                """,
            subcommands: [Disable.self, Enable.self, EndSessions.self]
        )
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prevents sign-ins and recoveries of an account, and ends its sessions.",
            discussion: "The data of the account stay, and no other user can get its login."
        )

        @OptionGroup var target: AccountTarget

        func run() throws {
            try target.change(.accountDisabled, "is disabled; its sessions are ended within a few seconds") {
                try $0.disable($1, at: SystemClock.timeOfDay)
            }
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lets the user of a disabled account sign in again.")

        @OptionGroup var target: AccountTarget

        func run() throws {
            try target.change(.accountEnabled, "is enabled") { try $0.enable($1) }
        }
    }

    struct EndSessions: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-sessions",
            abstract: "Ends all sessions of an account, whose user can sign in again."
        )

        @OptionGroup var target: AccountTarget

        func run() throws {
            try target.change(.accountSessionsEnded, "loses its sessions within a few seconds") {
                try $0.endSessions(of: $1, at: SystemClock.timeOfDay)
            }
        }
    }
}

/// The account of a command, and the options that determine its database.
struct AccountTarget: ParsableArguments {
    @OptionGroup var stores: StoreOptions
    @OptionGroup var auditing: SettingOptions<ProgramSettings.Auditing>

    @Argument(help: "The login of the account.")
    var login: String

    /// Changes the account, records that in the audit log and prints a line; the exit code is 1 if there is no such account.
    fileprivate func change(
        _ action: AuditEvent.Action,
        _ effect: String,
        _ body: (AccountControl, String) throws -> Bool
    ) throws {
        let accounts = try stores.accounts()
        let audit = try stores.auditLog(auditing)
        let exists: Bool
        do {
            exists = try body(accounts, login)
        } catch {
            throw StartError(description: "The account can't be changed: \(error)")
        }
        guard exists else {
            StandardOutput.print("There is no account \(login) in \(try stores.location().name).")
            throw ExitCode(1)
        }
        audit?.record(AuditEvent(action, account: login))
        audit?.flush(within: .seconds(1))
        StandardOutput.print("The account \(login) \(effect).")
    }
}
