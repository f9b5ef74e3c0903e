import Coordination

/// An application with types of the names that those of another application and of the contract have.
final class Ships: ApplicationCoordinator {
    static func application() throws -> Application {
        try Application("ships", title: "Ships", root: Ships.self, factory: ())
    }

    func start() {}
    static let wiring: Wiring<Ships> = [.shows(Cabins.self)]
}

private struct Cabins: Screen {
    static let name = "cabins"
    var price: Fare
    var message: Message
}

private struct Fare: Codable, Equatable { var amount: String }

private struct Message: Codable, Equatable { var text: String }
