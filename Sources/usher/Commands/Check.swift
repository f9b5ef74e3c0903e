import ArgumentParser
import Coordination

/// Makes the applications without serving them, and prints the number of their flows and screens.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the wiring of the applications without serving them.",
        discussion: "The exit code is 0 if there are no errors. Otherwise it is 2, and all errors are listed."
    )

    func run() throws {
        for application in try ShippedApplications.make() {
            print("\(application.name): \(application.flowVersions.count) flows, \(application.screens.count) screens.")
        }
    }
}
