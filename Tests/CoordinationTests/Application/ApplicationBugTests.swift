import CoordinationTesting
import Testing

@Suite("Application bugs at run time")
struct ApplicationBugTests {
    @Test(
        "an application bug is reported as a fault and changes nothing",
        arguments: [
            (
                "push",
                "Careless shows 'a' without declaring it: wire one of its outputs or add .shows(Page<LabelA>.self)."
            ),
            ("run", "Careless runs EmptyFlow without declaring it: wire its finish or add .runs(EmptyFlow.self)."),
            ("perform", "Careless performs 'ask' without declaring it: wire it or add .performs(Ask.self)."),
            ("twin", "Careless shows 'desk' without declaring it: wire one of its outputs or add .shows(Twin.self)."),
            ("tab", "Careless has no tab 'z'."), ("runInTab", "Careless has no tab 'z'."),
            ("noTabs", "Careless sets no tabs, or two with the same name."),
            ("sameTabs", "Careless sets no tabs, or two with the same name."),
            ("crash", "Careless threw Crash()."),
            ("ghost", "A flow changes the navigation after it has left the tree."),
            ("endless", "Endless is in an endless loop of flows that run each other."),
            ("pingPong", "Flows run and finish each other in an endless loop."),
        ]
    )
    func bugs(bug: String, sentence: String) throws {
        let application = try Application("careless", title: "Careless", root: Careless.self, factory: ())
        let session = try TestSession(application)
        let before = session.state
        #expect(throws: NavigationError.bug(sentence)) { try session.report("desk.make", .string(bug)) }
        #expect(session.state == before)
        #expect(session.description == "[desk] Careless")
        #expect(try session.report("desk.make", "nothing") == false)
    }

    @Test("an application bug at the start creates no session")
    func atStart() throws {
        let application = try Application("broken", title: "Broken", root: Broken.self, factory: ())
        #expect(
            throws: NavigationError.bug(
                "Broken runs EmptyFlow without declaring it: wire its finish or add .runs(EmptyFlow.self)."
            )
        ) {
            try TestSession(application)
        }
    }

    @Test("a screen with a secret can't be encoded")
    func secretOnScreen() throws {
        let application = try Application("careless", title: "Careless", root: Careless.self, factory: ())
        let session = try TestSession(application)
        #expect(throws: EncodingError.self) { try session.report("desk.make", "leak") }
    }
}

private struct Desk: Screen {
    static let name = "desk"
    static let make = Output<Desk, String>("make")
}

private struct Twin: Screen { static let name = "desk" }

private struct Leak: Screen {
    static let name = "leak"
    var secret = Secret("hush")
}

private final class Careless: ApplicationCoordinator {
    struct Crash: Error {}

    func start() { push(Desk()) }

    static let wiring: Wiring<Careless> = [
        .on(Desk.make) { try $0.make($1) },
        .on(finish: PingPong.self) { $0.run(PingPong.self) },
        .runs(Endless.self), .runs(Ghost.self), .shows(Leak.self),
    ]

    private func make(_ bug: String) throws {
        switch bug {
        case "push": push(PageA())
        case "run": run(EmptyFlow.self)
        case "perform": perform(Ask(question: ""))
        case "twin": push(Twin())
        case "tab":
            setTabs([Tab("x", title: "X")])
            selectTab("z")
        case "runInTab": run(Ghost.self, in: .tab("z"))
        case "noTabs": setTabs([])
        case "sameTabs": setTabs([Tab("x", title: "X"), Tab("x", title: "X")])
        case "crash": throw Crash()
        case "ghost":
            let ghost = run(Ghost.self)
            ghost.pop()
            ghost.push(Desk())
        case "endless": run(Endless.self)
        case "pingPong": run(PingPong.self)
        case "leak": push(Leak())
        default: break
        }
    }
}

private final class Ghost: Coordinator {
    func start() { push(Desk()) }
    static let wiring: Wiring<Ghost> = [.shows(Desk.self)]
}

private final class Endless: Coordinator {
    func start() { run(Endless.self) }
    static let wiring: Wiring<Endless> = [.runs(Endless.self)]
}

private final class PingPong: Coordinator {
    func start() { finish() }
    static let wiring: Wiring<PingPong> = []
}

private final class Broken: ApplicationCoordinator {
    func start() { run(EmptyFlow.self) }
    static let wiring: Wiring<Broken> = []
}
