public import ArgumentParser
import Concurrency
public import Coordination
public import HTTPCore
public import ServiceDatabase
public import Sessions

#if Accounts
import Accounts
#endif

/// A program that serves applications: commands, settings, stores, logs, metrics and health.
///
/// ```swift
/// import UsherProgram
///
/// UsherProgram(name: "bank", version: "1.0", applications: { [try BankApplication.make()] }) { effects, context in
///     effects.on(Transfer.self) { transfer, effect in try await ledger.book(transfer, key: effect.idempotencyKey) }
/// }.main()
/// ```
///
/// `bank serve` then serves the applications with every setting of `usher serve`: options, variables that begin with `USHER_`,
/// and a configuration file. Sessions are in `bank.db` in the data folder, or where `--store` says. `bank help` lists the other
/// commands, which check and draw the applications, inspect the store, replay a history, and check the health of the server.
///
/// With `accounts`, the program also has user accounts and one-time codes: the handlers of the effects in the product
/// `Accounts`, such as `SignIn` and `SendCode`, their settings, an inbox for development, and the commands that disable an account
/// or end its sessions.
public struct UsherProgram: Sendable {
    /// The name of the program, of its file in the data folder, and of its log.
    public let name: String
    /// The version of the program.
    public let version: String
    /// Whether the program has accounts and one-time codes.
    public let hasAccounts: Bool

    /// The name at the beginning of a sentence.
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The type of the program's own settings, or `nil` if it has none.
    let settings: (any OwnSettings.Type)?
    private let applications: @Sendable () throws -> [Application]
    let effects: @Sendable (inout EffectHandlers, ProgramContext) throws -> Void
    let routes: @Sendable (inout RouteTable, ProgramContext) -> Void
    let commands: [any ParsableCommand.Type]
    private let tables: [ServiceTables]

    /// Describes a program, which does not run before ``main()``.
    ///
    /// - Parameters:
    ///   - name: The name of the program: letters, digits, `-` and `_`.
    ///   - version: The version, which `--version` prints.
    ///   - accounts: Whether the program has accounts and one-time codes, for which it needs the trait `Accounts` of the package.
    ///   - settings: The type of the program's own settings, or `nil` if it has none.
    ///   - applications: Makes the applications. The first is started when a client names none. An error ends the program with
    ///     its description.
    ///   - commands: Further commands of the program.
    ///   - tables: The tables of its services in the database beside the sessions, which `store copy` copies.
    ///   - effects: Registers the handlers of the applications' effects. The handlers of accounts and codes are registered
    ///     before, if the program has them. An error ends the program with its description.
    ///   - routes: Adds routes of your own to the server.
    public init(
        name: String,
        version: String,
        accounts: Bool = false,
        settings: (any OwnSettings.Type)? = nil,
        applications: @escaping @Sendable () throws -> [Application],
        commands: [any ParsableCommand.Type] = [],
        tables: [ServiceTables] = [],
        effects: @escaping @Sendable (inout EffectHandlers, ProgramContext) throws -> Void = { _, _ in },
        routes: @escaping @Sendable (inout RouteTable, ProgramContext) -> Void = { _, _ in }
    ) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(Self.isAllowed),
            "The name of a program is a word of letters, digits, '-' and '_', because a file and a folder are named after it."
        )
        self.name = name
        self.version = version
        #if !Accounts
        precondition(
            !accounts,
            "Accounts are an option of the package usher: add the trait Accounts to the dependency."
        )
        #endif
        hasAccounts = accounts
        self.settings = settings
        self.applications = applications
        self.commands = commands
        self.tables = tables
        self.routes = routes
        self.effects = effects
    }

    /// The tables of all services in the database beside the sessions.
    var serviceTables: [ServiceTables] {
        #if Accounts
        [.operations, .accounts, .codes] + tables
        #else
        [.operations] + tables
        #endif
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The program of this process, which ``main()`` sets.
    ///
    /// The commands of the program are types, so they find it here.
    static var current: UsherProgram {
        guard let program = active else {
            preconditionFailure("A command of a program runs in UsherProgram.main() only.")
        }
        return program
    }

    /// The program of this process, or `nil` before ``main()``.
    static var active: UsherProgram? { taskProgram ?? running.withLock { $0 } }

    /// The program of a task, for tests, which have several programs in a process.
    @TaskLocal static var taskProgram: UsherProgram?

    private static let running = Lock<UsherProgram?>(nil)

    /// Makes this the program of the process.
    ///
    /// It is a programmer error if one of the program's own settings has a name that can't be an option, or that is taken.
    func activate() {
        Self.running.withLock { $0 = self }
        // Not before, because some of Usher's settings have defaults with the name of the program.
        let names = settings?.programSettings.map(\.name) ?? []
        if let mistake = names.lazy.compactMap({ ProgramSettings.mistake(in: $0, among: names) }).first {
            preconditionFailure(mistake)
        }
    }
}

// MARK: - The applications

extension UsherProgram {
    /// Makes the applications.
    ///
    /// - Throws: ``StartError`` with every error in their wiring.
    func makeApplications() throws(StartError) -> [Application] {
        do {
            return try applications()
        } catch let error as ApplicationError {
            throw StartError(description: error.description)
        } catch {
            throw StartError(description: "The applications can't be made: \(error)")
        }
    }

    /// Makes the applications with these names.
    ///
    /// - Throws: ``StartError`` with every error in their wiring, or for a name that no application has.
    func applications(named names: [String]) throws(StartError) -> [Application] {
        let known = try makeApplications()
        var found: [Application] = []
        for name in names {
            guard let application = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name).joined(separator: ", ")
                throw StartError(description: "There is no application '\(name)'; there are \(names).")
            }
            found.append(application)
        }
        return found
    }
}
