import ArgumentParser
import Coordination

/// Makes the applications without serving them, and prints the number of their flows and screens.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the wiring of the applications without serving them.",
        discussion: "Mistakes are listed and end the program with code 2."
    )

    func run() throws {
        for application in try ShippedApplications.make() {
            print("\(application.name): \(application.flowVersions.count) flows, \(application.screens.count) screens.")
        }
    }
}
