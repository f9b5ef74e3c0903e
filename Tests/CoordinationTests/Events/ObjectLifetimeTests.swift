import CoordinationTesting
import Synchronization
import Testing

@Suite("The object of a coordinator")
struct ObjectLifetimeTests {
    @Test("a coordinator's object lives for one step, accepted or rejected")
    func oneStep() throws {
        let counter = InstanceCounter()
        let application = try Application("seen", title: "Seen", root: Seen.self, factory: counter)
        let session = try TestSession(application)
        try session.report("door.knock", true)
        #expect(throws: NavigationError.self) { try session.report("door.knock", false) }
        #expect(session.stack == ["door", "door"])
        #expect(counter.created > 6)
        #expect(counter.alive == 0)
    }
}

/// Counts the created and the deinitialized coordinators.
private final class InstanceCounter: Sendable {
    private let counts = Mutex((created: 0, destroyed: 0))

    var created: Int { counts.withLock { $0.created } }
    var alive: Int { counts.withLock { $0.created - $0.destroyed } }

    func create() { counts.withLock { $0.created += 1 } }
    func destroy() { counts.withLock { $0.destroyed += 1 } }
}

private struct Door: Screen {
    static let name = "door"
    static let knock = Output<Door, Bool>("knock")
}

private final class Seen: ApplicationCoordinator {
    typealias Factory = InstanceCounter

    required init(_ context: CoordinatorContext) {
        super.init(context)
        factory.create()
    }

    deinit { factory.destroy() }

    func start() {
        run(SeenChild.self)
    }

    static let wiring: Wiring<Seen> = [
        .on(Door.knock) { try $0.answer($1) }, .runs(SeenChild.self),
    ]

    private func answer(_ isFriend: Bool) throws {
        run(SeenChild.self)
        guard isFriend else { throw Rejection("door.closed", "Nobody is in.") }
    }
}

private final class SeenChild: Coordinator {
    typealias Factory = InstanceCounter

    required init(_ context: CoordinatorContext) {
        super.init(context)
        factory.create()
    }

    deinit { factory.destroy() }

    func start() {
        push(Door())
    }

    static let wiring: Wiring<SeenChild> = [.shows(Door.self)]
}
