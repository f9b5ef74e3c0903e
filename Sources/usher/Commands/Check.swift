import ArgumentParser
import Coordination

/// Makes the applications without serving them, and prints the number of their flows and screens.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the settings and the wiring of the applications without serving them.",
        discussion: """
            It takes the settings of 'usher serve'. The exit code is 0 if there are no errors; a line that begins with \
            'Warning:' is not an error. Otherwise the exit code is 2, and all errors of the wiring are listed.
            """
    )

    @OptionGroup var options: ProgramOptions

    func run() throws {
        let settings = try ResolvedSettings<ProgramSettings>(options.rawValues).values
        let delivery = try CodeDelivery(settings)
        for application in try ShippedApplications.make() {
            print("\(application.name): \(application.flowVersions.count) flows, \(application.screens.count) screens.")
        }
        if !delivery.isAvailable { print("Warning: \(CodeDelivery.unavailable)") }
    }
}
