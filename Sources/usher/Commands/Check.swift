import ArgumentParser
import Coordination

/// Puts the applications together without serving them, and says what is in them.
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
