import Coordination

/// An application that shows each reported number in a list, for comparison with the clients' acknowledgments.
enum LedgerApplication {
    /// Makes a release of the application.
    ///
    /// - Parameters:
    ///   - release: 1 or 2. The second one has a higher version of the flow, which shows the sum of the numbers, too.
    ///   - claimsSecond: The bug of a first release that says that it is the second one, so that it changes the sessions of
    ///     the second one without their sums.
    /// - Returns: The application.
    /// - Throws: `ApplicationError` if its flows contradict each other.
    static func make(release: Int, claimsSecond: Bool) throws -> Application {
        switch (release, claimsSecond) {
        case (2, _): try make(LedgerCoordinator<SecondRelease>.self)
        case (_, true): try make(LedgerCoordinator<CarelessRelease>.self)
        default: try make(LedgerCoordinator<FirstRelease>.self)
        }
    }

    private static func make<Release>(_ root: LedgerCoordinator<Release>.Type) throws -> Application {
        try Application("ledger", title: "Ledger", root: root, state: .init(), factory: ())
    }
}

/// The differences between the releases of the application.
protocol LedgerRelease: SendableMetatype {
    static var version: Int { get }
    /// Whether the flow adds up the numbers.
    static var addsUp: Bool { get }
}

enum FirstRelease: LedgerRelease {
    static let version = 1
    static let addsUp = false
}

enum SecondRelease: LedgerRelease {
    static let version = 2
    static let addsUp = true
}

enum CarelessRelease: LedgerRelease {
    static let version = 2
    static let addsUp = false
}

/// An effect that writes a number to a file or a table outside the server, without blocking the screen.
struct Record: Effect {
    static let name = "record"
    static let blocksScreen = false

    var number: Int

    typealias Value = Int
}

/// An effect with a handler that ends the process.
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

    var numbers: [Int] = []
    /// The number of effects with a delivered result.
    var recorded = 0
    /// The number of effects that were reported to the user as failed.
    ///
    /// The others are in flight.
    var failures = 0
    /// The numbers with an effect that has no result.
    var unrecorded: [Int] = []
    /// The release that has started the session.
    var release = 1
    /// The sum of the numbers, once the second release has changed the session.
    var sum: Int?

    var title: String { "Ledger" }
}

final class LedgerCoordinator<Release: LedgerRelease>: ApplicationCoordinator {
    struct State: CoordinatorState {
        var ledger = Ledger()
        var poison: Poison?
    }

    static var name: String { "Ledger" }
    static var version: Int { Release.version }
    static var migrations: [Migration] { Release.version == 1 ? [] : [Migration(from: 1) { _ in }] }

    func start() {
        state.ledger.release = Release.version
        push(state.ledger)
    }

    static var wiring: Wiring<LedgerCoordinator> {
        [
            .on(Ledger.add) { $0.add($1) },
            .on(Ledger.trap) { $0.state.ledger.recorded = $0.state.ledger.numbers[.max] },
            .on(Ledger.trapInEffect) { $0.perform(Trap()) },
            .on(Trap.self) { _, _ in },
            .on(Ledger.poison) { $0.state.poison = Poison() },
            .on(Record.self) { $0.end($1) },
            .on(failure: Record.self) { flow, failure in if failure == .failed { flow.end(nil) } },
        ]
    }

    private func add(_ number: Int) {
        if Release.addsUp { state.ledger.sum = (state.ledger.sum ?? state.ledger.numbers.reduce(0, +)) + number }
        state.ledger.numbers.append(number)
        state.ledger.unrecorded.append(number)
        show()
        perform(Record(number: number))
    }

    /// Takes the result of the effect of a number, or that an effect has not happened.
    private func end(_ number: Int?) {
        if let number {
            state.ledger.recorded += 1
            state.ledger.unrecorded.removeAll { $0 == number }
        } else {
            state.ledger.failures += 1
        }
        show()
    }

    private func show() { update { (screen: inout Ledger) in screen = state.ledger } }
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
