import Coordination

/// An application that shows each reported number in a list, for comparison with the clients' acknowledgments.
enum LedgerApplication {
    static func make() throws(ApplicationError) -> Application {
        try Application("ledger", title: "Ledger", root: LedgerCoordinator.self, state: .init(), factory: ())
    }
}

/// An effect that writes a number to a file outside the server, without blocking the screen.
struct Record: Effect {
    static let name = "record"
    static let blocksScreen = false

    var number: Int

    typealias Value = Int
}

/// An effect whose handler ends the process.
struct Trap: Effect {
    static let name = "trap"

    typealias Value = Int
}

/// A screen with every added number, in order.
struct Ledger: Screen {
    static let name = "ledger"
    static let add = Output<Ledger, Int>("add")
    static let trap = Output<Ledger, Nothing>("trap")
    static let trapInEffect = Output<Ledger, Nothing>("trapInEffect")
    static let poison = Output<Ledger, Nothing>("poison")

    var numbers: [Int]
    /// The number of effects whose results have been delivered; the others are in flight.
    var recorded: Int

    var title: String { "Ledger" }
}

final class LedgerCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var numbers: [Int] = []
        var recorded = 0
        var poison: Poison?
    }

    func start() { push(Ledger(numbers: [], recorded: 0)) }

    static let wiring: Wiring<LedgerCoordinator> = [
        .on(Ledger.add) { $0.add($1) },
        .on(Ledger.trap) { $0.state.recorded = $0.state.numbers[.max] },
        .on(Ledger.trapInEffect) { $0.perform(Trap()) },
        .on(Trap.self) { _, _ in },
        .on(Ledger.poison) { $0.state.poison = Poison() },
        .on(Record.self) { flow, _ in flow.logRecorded() },
    ]

    private func add(_ number: Int) {
        state.numbers.append(number)
        show()
        perform(Record(number: number))
    }

    private func logRecorded() {
        state.recorded += 1
        show()
    }

    private func show() {
        update { (screen: inout Ledger) in
            screen.numbers = state.numbers
            screen.recorded = state.recorded
        }
    }
}

/// A value that can be encoded, but ends the process when it is decoded.
struct Poison: Codable, Equatable, Sendable {
    init() {}

    init(from decoder: any Decoder) throws { fatalError("This was to be expected.") }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(true)
    }
}
