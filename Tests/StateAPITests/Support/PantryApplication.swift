import Coordination

/// An application of one kind of screen, for guests.
enum PantryApplication {
    static func make() throws -> Application {
        try Application("pantry", title: "Pantry", root: PantryCoordinator.self, state: .init(), factory: ())
    }
}

/// A screen with parts that each change by an output.
struct Pantry: Screen {
    static let name = "pantry"
    static let fill = Output<Pantry, Nothing>("fill")
    static let recommend = Output<Pantry, Nothing>("recommend")
    static let note = Output<Pantry, Nothing>("note")
    static let warn = Output<Pantry, Nothing>("warn")
    static let turn = Output<Pantry, Nothing>("turn")
    static let open = Output<Pantry, Nothing>("open")

    var pieces = 1
    var hasRecommendation = false
    var notes = 0
    var isTurned = false

    var title: String { "Pantry" }
    var variant: String? { isTurned ? "turned" : nil }
    var view: ScreenView {
        Text("A pantry.")
        List(["Tea", "Rice", "Salt"]) { name in Row(name, badge: name == "Rice" ? "\(pieces)" : nil) }
        if hasRecommendation { Text("Take two.") }
        List(["Clear", "Close"]) { Row($0) }
    }
}

final class PantryCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Pantry()) }

    static let wiring: Wiring<PantryCoordinator> = [
        .on(Pantry.fill) { $0.change { $0.pieces += 1 } },
        .on(Pantry.recommend) { $0.change { $0.hasRecommendation.toggle() } },
        .on(Pantry.note) { $0.change { $0.notes += 1 } },
        .on(Pantry.warn) { $0.show(Message("full", "The pantry is full.", level: .warning), on: Pantry.self) },
        .on(Pantry.turn) { $0.change { $0.isTurned.toggle() } },
        .on(Pantry.open) { $0.push(Pantry()) },
    ]

    private func change(_ change: (inout Pantry) -> Void) {
        update { (pantry: inout Pantry) in change(&pantry) }
    }
}
