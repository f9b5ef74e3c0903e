import ArgumentParser
import Conformance
import FoundationEssentials
import JSON
import UsherProgram

/// Tries whether a client keeps the rules of the state API.
struct Conform: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tries whether a client keeps the rules of the state API.",
        discussion: """
            COMMAND starts the client, or an adapter for it, which gets what its user does as lines of JSON on standard input \
            and prints what it shows. It is started once for each case, with a server and a network of its own. \
            Documentation/conformance.md describes the lines and the variables CONFORM_SERVER, CONFORM_APP and \
            CONFORM_STORAGE that it gets.

              usher conform python3 client.py
              usher conform --case 'response is lost' python3 client.py
              usher conform --list

            The exit code is 0 if no case has failed, 1 if any has, and 2 if the client can't be started.
            """
    )

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp("Only the cases with this text in their names. It can be repeated.", valueName: "name")
    )
    var names: [String] = []

    @Flag(help: "Lists the cases with the rules that they try, and starts nothing.")
    var list = false

    @Flag(help: "Prints the results as JSON.")
    var json = false

    @Option(help: "The number of cases that run at a time.")
    var jobs = 4

    @Option(help: ArgumentHelp("The time within which the client does what it should.", valueName: "seconds"))
    var timeout = 10

    @Argument(parsing: .captureForPassthrough, help: "The command that starts the client, with its arguments.")
    var command: [String] = []

    func validate() throws {
        guard jobs > 0 else { throw ValidationError("The number of cases at a time must be at least 1.") }
        guard timeout > 0 else { throw ValidationError("The time must be at least one second.") }
    }

    func run() throws {
        let cases = try chosenCases()
        if list {
            for each in cases { print("\(each.name)\n    \(each.origin)") }
            return
        }
        let command = command.first == "--" ? Array(command.dropFirst()) : command
        guard !command.isEmpty else {
            throw StartError(description: "The command that starts the client is missing.")
        }
        let suite = ConformanceSuite(
            command: command,
            environment: ProcessInfo.processInfo.environment,
            jobs: jobs,
            limit: .seconds(timeout)
        )
        let report: ConformanceReport
        do {
            report = try suite.run(cases)
        } catch let error as ConformanceSuite.UnusableClient {
            throw StartError(description: error.description)
        }
        print(json ? String(decoding: report.json.json, as: UTF8.self) : report.description)
        guard report.isConforming else { throw ExitCode(1) }
    }

    private func chosenCases() throws -> [ConformanceCase] {
        guard !names.isEmpty else { return ConformanceCase.all }
        for name in names where !ConformanceCase.all.contains(where: { $0.name.contains(name) }) {
            throw StartError(description: "No case has “\(name)” in its name. --list has the names.")
        }
        return ConformanceCase.all.filter { each in names.contains { each.name.contains($0) } }
    }
}

extension ConformanceCase {
    /// The rule, and the parts that the case needs.
    fileprivate var origin: String {
        let needs = needs.map(\.rawValue).sorted().joined(separator: ", ")
        return rule.link + (needs.isEmpty ? "" : "  (\(needs))")
    }
}
