import ArgumentParser
import Coordination
import CoordinationTesting
import JSON

/// Checks the settings and the wiring of the applications, and explores those that are named.
struct Check: ParsableCommand {
    static var configuration: CommandConfiguration {
        let program = UsherProgram.current.name
        return CommandConfiguration(
            abstract: "Checks the settings and the wiring of the applications, and explores applications.",
            discussion: """
                Without an APP it makes the applications with the settings of '\(program) serve' and prints the number of their flows and \
                screens. The exit code is 0 if there are no errors; a line that begins with 'Warning:' is not an error. Otherwise \
                the exit code is 2, and all errors of the wiring are listed.

                With APP it also explores the states that the application reaches with its sample values, and lists mistakes, each \
                with the shortest path to it as statements of a test. The exit code is then 1 if there are any.

                  \(program) check all
                  \(program) check all --format sarif > \(program).sarif
                """
        )
    }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif
    }

    @Argument(help: ArgumentHelp("The applications to explore, or 'all'.", valueName: "app"))
    var applications: [String] = []

    @Option(help: "The form of the report: text, json or sarif (SARIF 2.1.0).")
    var format = Format.text

    @Option(help: "The number of events to apply in each application.")
    var steps = ExplorationLimits().steps

    @Option(help: "The seed of the payloads that are made from schemas.")
    var seed: UInt64 = 1

    @OptionGroup var options: ProgramOptions

    func validate() throws {
        guard steps > 0 else { throw ValidationError("The number of events must be at least 1.") }
    }

    func run() throws {
        let settings = try ResolvedSettings<ProgramSettings>(options.rawValues).values
        let program = UsherProgram.current
        let delivery = try CodeDelivery(settings)
        guard !applications.isEmpty else {
            for application in try program.makeApplications() {
                print(
                    "\(application.name): \(application.flowVersions.count) flows, \(application.screens.count) screens."
                )
            }
            if program.hasAccounts, !delivery.isAvailable { print("Warning: \(CodeDelivery.unavailable)") }
            return
        }
        let chosen =
            applications == ["all"] ? try program.makeApplications() : try program.applications(named: applications)
        let reports = chosen.map(report)
        switch format {
        case .text: for report in reports { print(report) }
        case .json: print(text(.array(reports.map(\.json))))
        case .sarif: print(text(ExplorationReport.sarif(reports, version: program.version)))
        }
        guard reports.allSatisfy(\.findings.isEmpty) else { throw ExitCode(1) }
    }

    private func report(_ application: Application) -> ExplorationReport {
        var limits = ExplorationLimits()
        limits.steps = steps
        return Explorer(application, seed: seed, limits: limits).explore()
    }

    private func text(_ json: JSONValue) -> String { String(decoding: json.json, as: UTF8.self) }
}
