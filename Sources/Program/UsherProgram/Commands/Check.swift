import A2UI
import ArgumentParser
import Coordination
import CoordinationTesting
import Documents
import FoundationEssentials
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
                with a short path to it as statements of a test. The exit code is then 1 if there are any. The report also says what \
                the limits have left out.

                  \(program) check all
                  \(program) check APP --states-per-place 60 --steps 200000
                  \(program) check all --format sarif > \(program).sarif
                  \(program) check all --states states       pictures of screens can be drawn from these documents
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

    @OptionGroup var exploration: ExplorationOptions

    @Option(
        help: ArgumentHelp(
            "A folder for the state documents of all places that are reached, one file each, such as 'shop-007-cart.json'.",
            valueName: "folder"
        )
    )
    var states: String?

    @Option(
        help: ArgumentHelp(
            "A folder for the same places as messages of A2UI, with a folder for each version of it.",
            valueName: "folder"
        )
    )
    var a2ui: String?

    @OptionGroup var options: ProgramOptions

    func validate() throws {
        guard exploration.steps > 0 else { throw ValidationError("The number of events must be at least 1.") }
    }

    func run() throws {
        let settings = try ResolvedSettings<ProgramSettings>(options.rawValues).values
        let program = UsherProgram.current
        #if Accounts
        let delivery = try CodeDelivery(settings)
        #endif
        guard !applications.isEmpty else {
            for application in try program.makeApplications() {
                let errors = application.startErrors
                guard errors.isEmpty else {
                    throw StartError(
                        description: ApplicationError(application: application.name, errors: errors).description
                    )
                }
                print(
                    "\(application.name): \(application.flowVersions.count) flows, \(application.screens.count) screens."
                )
            }
            #if Accounts
            if program.hasAccounts, !delivery.isAvailable { print("Warning: \(CodeDelivery.unavailable)") }
            #endif
            return
        }
        let chosen =
            applications == ["all"] ? try program.makeApplications() : try program.applications(named: applications)
        let reports = try chosen.map(report)
        switch format {
        case .text: for report in reports { print(report) }
        case .json: print(text(.array(reports.map(\.json))))
        case .sarif: print(text(ExplorationReport.sarif(reports, version: program.version)))
        }
        guard reports.allSatisfy(\.findings.isEmpty) else { throw ExitCode(1) }
    }

    private func report(_ application: Application) throws -> ExplorationReport {
        let explorer = exploration.explorer(of: application)
        guard states != nil || a2ui != nil else { return explorer.explore() }
        var places: [(name: String, state: NavigationState)] = []
        let report = explorer.explore { state in
            let number = String(places.count + 1)
            let place = String(repeating: "0", count: max(3 - number.count, 0)) + number
            places.append(("\(application.name)-\(place)-\(state.focus?.name ?? "none").json", state))
        }
        if let states {
            let preview = StatePreview(application, localizedBy: UsherProgram.localize)
            try write(places, to: states, preview.document)
        }
        if let a2ui {
            let preview = A2UIPreview(application, localizedBy: UsherProgram.localize)
            for version in A2UIPreview.versions {
                try write(places, to: "\(a2ui)/\(version)") { preview.messages(of: $0, version: version) }
            }
        }
        return report
    }

    private func write(
        _ places: [(name: String, state: NavigationState)],
        to path: String,
        _ document: (NavigationState) -> [UInt8]
    ) throws {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for place in places { try Data(document(place.state)).write(to: folder.appending(path: place.name)) }
    }

    private func text(_ json: JSONValue) -> String { String(decoding: json.json, as: UTF8.self) }
}
