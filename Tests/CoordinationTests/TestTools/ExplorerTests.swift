import CoordinationTesting
import Testing

@Suite("An exploration")
struct ExplorerTests {
    @Test("an application without mistakes has no findings, and all of its handlers are called")
    func clean() throws {
        let report = try explore(Clean.self)
        #expect(report.findings == [], "\(report)")
        #expect(report.uncalledHandlers == [])
        #expect(report.handlers == 6)
        #expect(report.isComplete)
    }

    @Test("two explorations are the same")
    func same() throws {
        #expect(try explore(Broken.self).description == explore(Broken.self).description)
    }

    @Test(
        "each kind of mistake is found, with the shortest path to it",
        arguments: [
            (.bug, "menu.crash", ["try session.report(\"menu.crash\")"]),
            (.unreachedScreen, "hidden", nil),
            (.deadEnd, "cellar", ["try session.report(\"menu.enter\", \"cellar\")"]),
            (.outputWithoutEffect, "menu.idle", nil),
            (
                .endlessEffects, "ask",
                ["try session.report(\"menu.ask\")", "try session.complete(Ask.self, \"why\")"]
            ),
            (.unstableSnapshot, "menu", ["try session.report(\"menu.forget\")"]),
            (.leak, "menu.cling", ["try session.report(\"menu.cling\")"]),
            (.rejectedSample, "menu.enter", ["try session.report(\"menu.enter\", 5)"]),
            (.deadLink, "usher://house/nowhere", nil),
            (.wrongLink, "cellar", ["try session.report(\"menu.enter\", \"cellar\")"]),
            (
                .view, "crooked",
                ["try session.report(\"menu.enter\", \"crooked\")", "try session.report(\"crooked.other\")"]
            ),
            (.noSampleResult, "tell", nil),
            (
                .leftBehind, "canary",
                ["try session.report(\"menu.signIn\")", "try session.report(\"menu.signOut\")"]
            ),
            (.largeState, "house", ["try session.report(\"menu.fill\")"]),
            (
                .untranslated, "crooked",
                ["try session.report(\"menu.enter\", \"crooked\")", "try session.report(\"crooked.other\")"]
            ),
            (.missingTranslation, "Room", nil),
        ] as [(Finding.Kind, String, [String]?)]
    )
    func mistakes(kind: Finding.Kind, subject: String, path: [String]?) throws {
        let report = try explore(Broken.self)
        let finding = try #require(report.findings.first { $0.kind == kind && $0.subject == subject }, "\(report)")
        #expect(finding.path == path.map { ["let session = try TestSession(application)"] + $0 } ?? [])
    }

    @Test("the broken application has a mistake of every kind that this suite tests")
    func kinds() throws {
        let report = try explore(Broken.self)
        let elsewhere: [Finding.Kind] = [.lostLink, .unguardedLink, .plainSecret, .unrepeatableStep]
        #expect(Set(report.findings.map(\.kind)).union(elsewhere) == Set(Finding.Kind.allCases), "\(report)")
    }

    @Test("a report has a form for programs and one for code scanners")
    func forms() throws {
        let report = try explore(Broken.self)
        #expect(report.json["findings"]?.arrayValue?.count == report.findings.count)
        let sarif = ExplorationReport.sarif([report], version: "1.0.0")
        #expect(sarif["version"] == "2.1.0")
        let run = sarif["runs"]?.arrayValue?.first
        #expect(run?["results"]?.arrayValue?.count == report.findings.count)
        #expect(run?["tool"]?["driver"]?["rules"]?.arrayValue?.count == Finding.Kind.allCases.count)
    }

    private func explore<Root: ApplicationCoordinating>(_ root: Root.Type) throws -> ExplorationReport
    where Root.State == HouseState {
        let samples = Samples(
            links: ["usher://house/nowhere"].filter { _ in root == Broken.self } + ["usher://house/room"],
            payloads: ["menu.enter": root == Broken.self ? ["cellar", "crooked", 5] : ["room"]]
        )
        .results(of: Ask.self) { _, _ in ["why"] }
        .with(canaries: "canary")
        let application = try Application(
            "house",
            title: "House",
            root: root,
            state: HouseState(),
            factory: Keeper(),
            catalog: root == Broken.self ? try StringCatalog(xcstrings: Array(catalog.utf8)) : nil,
            samples: samples
        )
        var limits = ExplorationLimits()
        limits.stateBytes = 2_000
        return Explorer(application, limits: limits).explore()
    }
}

/// A catalog with a text that lacks one of the two languages.
private let catalog = #"""
    {"sourceLanguage": "en", "strings": {
        "Room": {}, "Menu": {"localizations": {"de": {"stringUnit": {"value": "Auswahl"}}}}}}
    """#

private struct HouseState: CoordinatorState {
    var count = 0
    var note = ""
    /// A member that is lost when the state is stored.
    var forgotten = 0

    private enum CodingKeys: String, CodingKey { case count, note }
}

/// A factory that keeps an object of a coordinator alive.
private final class Keeper: Sendable {
    private nonisolated(unsafe) var kept: AnyObject?
    func keep(_ object: AnyObject) { unsafe kept = object }
}

private struct HouseLink: AddressableLink {
    static let room = HouseLink(room: "room")

    var room: String
    var path: [String] { [room] }

    init(room: String) { self.room = room }
    init?(path: [String], query: [String: String]) { room = path.joined() }
}

private struct Menu: Screen {
    static let name = "menu"
    static let enter = Output<Menu, String>("enter")
    static let ask = Output<Menu, Nothing>("ask")
    static let tell = Output<Menu, Nothing>("tell")
    static let idle = Output<Menu, Nothing>("idle")
    static let crash = Output<Menu, Nothing>("crash")
    static let forget = Output<Menu, Nothing>("forget")
    static let cling = Output<Menu, Nothing>("cling")
    static let fill = Output<Menu, Nothing>("fill")
    static let signIn = Output<Menu, Nothing>("signIn")
    static let signOut = Output<Menu, Nothing>("signOut")

    var text = ""
}

private struct Room: Screen {
    static let name = "room"
    static let leave = Output<Room, Nothing>("leave")
}

private struct Cellar: Screen { static let name = "cellar" }
private struct Hidden: Screen { static let name = "hidden" }

private struct Crooked: Screen {
    static let name = "crooked"
    static let next = Output<Crooked, Int>("next")
    static let other = Output<Crooked, Nothing>("other")
    /// Whether the view reports what does not exist.
    var isCrooked = false
    var view: ScreenView { if isCrooked { Button("Next", Output<Crooked, Nothing>("nowhere")) } }
}

private struct Tell: Effect {
    static let name = "tell"
    typealias Value = Int
}

private final class Clean: ApplicationCoordinator {
    typealias State = HouseState
    typealias Link = HouseLink

    func start() { push(Menu()) }
    func open(_ link: HouseLink) { push(Room()) }

    static let wiring: Wiring<Clean> = [
        .on(Menu.enter) { flow, _ in flow.push(Room()) },
        .on(Menu.ask) { $0.perform(Ask(question: "")) },
        .on(Ask.self) { $0.answered($1) },
        .on(failure: Ask.self) { flow, _ in flow.show(Message("no", "No."), on: Menu.self) },
        .on(Room.leave) { $0.pop() },
        .link(to: Room.self) { _ in .room },
        .on(timer: "bell") { $0.show(Message("bell", "It rings."), on: Menu.self) },
    ]

    private func answered(_ text: String) {
        update { (menu: inout Menu) in menu.text = text }
        cancelTimer("bell")
        startTimer("bell", after: .seconds(5))
    }
}

private final class Broken: ApplicationCoordinator {
    typealias State = HouseState
    typealias Link = HouseLink
    typealias Factory = Keeper

    func start() { push(Menu()) }

    func open(_ link: HouseLink) throws {
        guard link.room == "room" else { throw Rejection("room.unknown", "There is no such room.") }
        push(Room())
    }

    static let wiring: Wiring<Broken> = [
        .on(Menu.enter) { $0.enter($1) },
        .on(Menu.ask) { $0.perform(Ask(question: "")) },
        .on(Ask.self) { flow, _ in flow.perform(Ask(question: "")) },
        .on(Menu.tell) { $0.perform(Tell()) },
        .on(Tell.self) { flow, _ in flow.state.count = 0 },
        .on(Menu.idle) { _ in },
        .on(Menu.crash) { _ in throw NavigationError.bug("The house is on fire.") },
        .on(Menu.forget) { $0.state.forgotten = 1 },
        .on(Menu.cling) { $0.factory.keep($0) },
        .on(Menu.fill) { flow in
            flow.update { (menu: inout Menu) in menu.text = String(repeating: "x", count: 2_000) }
        },
        .keeps(\.note),
        .on(Menu.signIn) { house in
            house.signIn(as: Identity(account: "ada"))
            house.state.note = "canary"
        },
        .on(Menu.signOut) { $0.signOut() },
        .on(Room.leave) { $0.pop() },
        .ignores(Crooked.next),
        .on(Crooked.other) { flow in flow.update { (screen: inout Crooked) in screen.isCrooked = true } },
        .shows(Cellar.self), .shows(Hidden.self),
        .link(to: Cellar.self) { _ in .room },
    ]

    private func enter(_ room: String) {
        switch room {
        case "cellar": setRoot(Cellar())
        case "crooked": push(Crooked())
        default: break
        }
    }
}
