import CoordinationTesting
import Synchronization
import Testing

@Suite("The object of a coordinator")
struct ObjectLifetimeTests {
    @Test("a coordinator's object lives for one step, accepted or rejected")
    func oneStep() throws {
        let register = Register()
        let application = try Application("seen", title: "Seen", root: Seen.self, factory: register)
        let session = try TestSession(application)
        try session.report("door.knock", true)
        #expect(throws: NavigationError.self) { try session.report("door.knock", false) }
        #expect(session.stack == ["door", "door"])
        #expect(register.made > 6)
        #expect(register.living == 0)
    }
}

/// Counts the created and the deinitialized coordinators.
private final class Register: Sendable {
    private let counts = Mutex((made: 0, gone: 0))

    var made: Int { counts.withLock { $0.made } }
    var living: Int { counts.withLock { $0.made - $0.gone } }

    func make() -> Ticket {
        counts.withLock { $0.made += 1 }
        return Ticket(register: self)
    }

    final class Ticket {
        let register: Register
        init(register: Register) { self.register = register }
        deinit { register.counts.withLock { $0.gone += 1 } }
    }
}

private struct Door: Screen {
    static let name = "door"
    static let knock = Output<Door, Bool>("knock")
}

private final class Seen: ApplicationCoordinator {
    typealias Factory = Register

    private var ticket: Register.Ticket?

    func start() {
        ticket = factory.make()
        run(SeenChild.self)
    }

    static let wiring: Wiring<Seen> = [
        .on(Door.knock) { try $0.answer($1) }, .runs(SeenChild.self),
    ]

    private func answer(_ isFriend: Bool) throws {
        ticket = factory.make()
        run(SeenChild.self)
        guard isFriend else { throw Rejection("door.closed", "Nobody is in.") }
    }
}

private final class SeenChild: Coordinator {
    typealias Factory = Register

    private var ticket: Register.Ticket?

    func start() {
        ticket = factory.make()
        push(Door())
    }

    static let wiring: Wiring<SeenChild> = [.shows(Door.self)]
}
