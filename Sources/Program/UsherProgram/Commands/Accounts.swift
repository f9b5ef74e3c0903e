#if Accounts
import Accounts
import ArgumentParser
import FoundationEssentials
import JSON
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

    @Argument(
        help: """
            The login of the account. A JSON string names one that can't be typed: '"ann\\u200b"'. Without it, --login-file is needed.
            """
    )
    var login: String?

    @Option(help: "The file with the login and nothing else, or with a JSON string.")
    var loginFile: String?

    func validate() throws {
        guard (login == nil) != (loginFile == nil) else {
            throw ValidationError("Give the login of the account, or --login-file with the path of a file that has it.")
        }
    }

    /// The login, also one that an argument can't hold or a terminal does not show.
    private func typedLogin() throws -> String {
        let text: String
        if let loginFile {
            do {
                text = try String(contentsOfFile: loginFile, encoding: .utf8)
            } catch {
                throw StartError(description: "\(loginFile) can't be read: \(error)")
            }
        } else {
            text = login ?? ""
        }
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        guard let login = try? JSONValue(parsing: text).stringValue else {
            throw StartError(description: "\(text.withVisibleEscapes) is not a string in JSON.")
        }
        return login
    }

    /// Returns a login as a line of a terminal can show it, with a JSON string of ASCII for one that has other characters.
    ///
    /// The JSON string can be given to the command again, and shows the difference between logins that look the same.
    private static func shown(_ login: String) -> String {
        guard login.unicodeScalars.contains(where: { !(0x21...0x7E).contains($0.value) }) else { return login }
        var json = ""
        for unit in login.utf16 {
            let isPlain = (0x20...0x7E).contains(unit) && unit != 0x22 && unit != 0x5C
            let digits = String(unit, radix: 16)
            json +=
                isPlain
                ? String(UnicodeScalar(UInt8(unit))) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\(login.withVisibleEscapes) (\"\(json)\")"
    }

    /// Changes the account, records that in the audit log and prints a line.
    ///
    /// The exit code is 1 if there is no such account.
    fileprivate func change(
        _ action: AuditEvent.Action,
        _ effect: String,
        _ body: (AccountControl, String) throws -> Bool
    ) throws {
        let typed = try typedLogin()
        let accounts = try stores.accounts()
        let audit = try stores.auditLog(auditing)
        let account: String?
        do {
            account = try accounts.account(ofLogin: typed)
            if let account { _ = try body(accounts, account) }
        } catch {
            throw StartError(description: "The account can't be changed: \(error)")
        }
        guard let account else {
            StandardOutput.print("There is no account \(Self.shown(typed)) in \(try stores.location().name).")
            throw ExitCode(1)
        }
        audit?.record(AuditEvent(action, account: account))
        audit?.flush(within: .seconds(1))
        StandardOutput.print("The account \(Self.shown(account)) \(effect).")
    }
}
#endif
