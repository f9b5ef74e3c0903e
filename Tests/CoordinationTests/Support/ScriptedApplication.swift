import CoordinationTesting
import JSON

// A small application with screens that report commands for their coordinator, so that a test lists what happens in its
// own words, and a random walk makes coordinators do everything in any order.

/// A command that a screen of the scripted application can report.
enum Command: String, Payload, CaseIterable {
    case pushA = "push a"
    case pushB = "push b"
    case pushC = "push c"
    case replaceTopB = "replaceTop b"
    case setRootC = "setRoot c"
    case pop
    case popToA = "pop to a"
    case popToRoot
    case presentA = "present a"
    case presentFixed = "present fixed b"
    case dismiss
    case dismissAll
    case tabs
    case selectX = "select x"
    case selectY = "select y"
    case badge
    case noBadge = "no badge"
    case midOnStack = "run mid"
    case midInModal = "run mid modal"
    case midInFixedModal = "run mid fixed"
    case midAsRoot = "run mid root"
    case midInX = "run mid x"
    case leafOnStack = "run leaf"
    case leafInModal = "run leaf modal"
    case leafAsRoot = "run leaf root"
    case runEmpty = "run empty"
    case runBrief = "run brief"
    case finish
    case reject
    case crash
    case log
    case message
    case update
    case ask
    case whisper
    case hint
    case timer
    case cancel
    case childPush = "child push a"
    case childReplaceTop = "child replaceTop b"
    case childSetRoot = "child setRoot c"
    case childPop = "child pop"
    case childPopToRoot = "child popToRoot"
    case childTabs = "child tabs"
    case childDismiss = "child dismiss"
    case childRunRoot = "child run leaf root"
    case childFinish = "child finish"
    case passBarrier = "pass barrier"
    case pushBarrier = "push barrier c"
    case pushDiscard = "push discard c"
    case presentDiscard = "present discard b"
    case takeOver = "take over"
    case childTakeOver = "child take over"
    case postpone
    case deliver

    static let schema: JSONSchema = .enumeration(allCases.filter { !$0.isBug }.map(\.rawValue))

    /// Whether the command is an application bug, at least in some states.
    ///
    /// Only links contain such commands.
    var isBug: Bool { [.crash, .midInX].contains(self) }
}

protocol Label: Sendable { static var name: String { get } }
enum LabelA: Label { static let name = "a" }
enum LabelB: Label { static let name = "b" }
enum LabelC: Label { static let name = "c" }

typealias PageA = Page<LabelA>
typealias PageB = Page<LabelB>
typealias PageC = Page<LabelC>

/// A screen with a counter.
protocol Counting { var count: Int { get set } }

struct Page<Name: Label>: Screen, Counting {
    static var name: String { Name.name }
    static var act: Output<Self, [Command]> { .init("act") }
    /// Handled by the root only.
    static var toRoot: Output<Self, Nothing> { .init("toRoot") }
    /// Handled by all flows, which forward it.
    static var toAll: Output<Self, Nothing> { .init("toAll") }
    /// Handled by all flows, but only the leaf forwards it.
    static var toMid: Output<Self, Nothing> { .init("toMid") }
    /// Handled by no flow.
    static var unhandled: Output<Self, Nothing> { .init("toNobody") }
    static var locked: Output<Self, Int> { .init("locked") }

    var count = 0

    var title: String { Name.name }
    var disabledOutputs: [any ScreenOutput] { count == 0 ? [Self.locked] : [] }
    var view: ScreenView {
        for command in Command.allCases where !command.isBug { Button(command.rawValue, Self.act, [command]) }
        Button("To root", Self.toRoot)
    }
}

/// The commands of all flows of the scripted application.
class Scripted: BaseCoordinator {
    struct State: CoordinatorState { var log: [String] = [] }

    var log: [String] {
        get { (self as? any ScriptedFlow)?.entries ?? [] }
        set { (self as? any ScriptedFlow)?.entries = newValue }
    }

    var firstChild: Scripted? { child(Mid.self) ?? child(Leaf.self) }

    func act(_ commands: [Command]) throws {
        for command in commands { try act(command) }
    }

    private func act(_ command: Command) throws {
        switch command {
        case .pushA: push(PageA())
        case .pushB: push(PageB())
        case .pushC: push(PageC(), hides: [.tabBar], transition: .fade)
        case .replaceTopB: replaceTop(with: PageB())
        case .setRootC: setRoot(PageC(), transition: .fade)
        case .pop: pop()
        case .popToA: pop(to: PageA.self)
        case .popToRoot: popToRoot()
        case .presentA: present(PageA())
        case .presentFixed: present(PageB(), as: .fullScreen, isDismissible: false)
        case .dismiss: dismiss()
        case .dismissAll: dismissAll()
        case .tabs: setTabs([Tab("x", title: "X"), Tab("y", title: "Y", symbol: "star")])
        case .selectX, .selectY: selectTab(command == .selectX ? "x" : "y")
        case .badge: setBadge("1", onTab: "y")
        case .noBadge: setBadge(nil, onTab: "y")
        case .midOnStack: run(Mid.self, with: .init())
        case .midInModal: run(Mid.self, with: .init(), in: .modal())
        case .midInFixedModal: run(Mid.self, with: .init(), in: .modal(.fullScreen, isDismissible: false))
        case .midAsRoot: run(Mid.self, with: .init(), in: .root(transition: .fade))
        case .midInX: run(Mid.self, with: .init(), in: .tab("x"))
        case .leafOnStack: run(Leaf.self, with: .init())
        case .leafInModal: run(Leaf.self, with: .init(), in: .modal())
        case .leafAsRoot: run(Leaf.self, with: .init(), in: .root())
        case .runEmpty: run(EmptyFlow.self)
        case .runBrief: run(BriefFlow.self)
        case .finish: (self as? any ScriptedFlow)?.end()
        case .reject: throw Rejection("test.refused", "The test wants it so.")
        case .crash: throw Crash()
        case .log: log.append("log")
        case .message: show(Message("test.message", "Hello."), on: PageA.self)
        case .update: update { (page: inout any Counting) in page.count += 1 }
        case .ask: perform(Ask(question: "why?"))
        case .whisper: perform(Whisper(secret: Secret("hush")))
        case .hint: perform(Hint(secret: Secret("hush")))
        case .timer: startTimer("alarm", after: .seconds(10))
        case .cancel: cancelTimer("alarm")
        case .childPush: try firstChild?.act(.pushA)
        case .childReplaceTop: try firstChild?.act(.replaceTopB)
        case .childSetRoot: try firstChild?.act(.setRootC)
        case .childPop: try firstChild?.act(.pop)
        case .childPopToRoot: try firstChild?.act(.popToRoot)
        case .childTabs: try firstChild?.act(.tabs)
        case .childDismiss: try firstChild?.act(.dismiss)
        case .childRunRoot: try firstChild?.act(.leafAsRoot)
        case .childFinish: try firstChild?.act(.finish)
        case .passBarrier: passBarrier()
        case .pushBarrier: push(PageC(), back: .barrier)
        case .pushDiscard: push(PageC(), back: .discard(.test))
        case .presentDiscard: present(PageB(), back: .discard(.test))
        case .takeOver: takeOver()
        case .childTakeOver: try firstChild?.act(.takeOver)
        case .postpone: postpone()
        case .deliver: deliverPostponed()
        }
    }

    struct Crash: Error {}
}

extension DiscardQuestion {
    static let test = DiscardQuestion("Discard?", text: "It's gone then.")
}

/// The members that the flows share although their types differ.
protocol ScriptedFlow: Coordinating where State == Scripted.State {
    func end()
}

extension ScriptedFlow {
    var entries: [String] {
        get { state.log }
        set { state.log = newValue }
    }
}

extension ScriptedFlow where Finish == String {
    func end() { finish("done") }
}

/// A task-local switch: whether flows of a scripted application created in its scope have anchors.
enum ScriptedAnchors {
    @TaskLocal static var isEnabled = false

    static var anchor: Anchor<Scripted.State>? { isEnabled ? .restart : nil }
    /// The version of the flows.
    ///
    /// Only flows of earlier versions restart. Flows of version 2 differ in nothing, and flows of version 1 do not fit.
    static var version: Int { isEnabled ? 3 : 1 }
    static var migrations: [Migration] { isEnabled ? [Migration(from: 2) { _ in }] : [] }
}

final class Root: Scripted, ApplicationCoordinating, ScriptedFlow {
    typealias State = Scripted.State
    typealias Finish = String

    static var version: Int { ScriptedAnchors.version }
    static var migrations: [Migration] { ScriptedAnchors.migrations }

    func start() { push(PageA()) }

    func open(_ link: ScriptedLink) throws {
        try act(link.commands)
    }

    static var wiring: Wiring<Root> {
        [
            .anchor(ScriptedAnchors.anchor),
            .on(PageA.act) { try $0.act($1) },
            .on(PageB.act) { try $0.act($1) },
            .on(PageC.act) { try $0.act($1) },
            .on(PageA.toRoot) { $0.log.append("toRoot") },
            .on(PageB.toRoot) { $0.log.append("toRoot") },
            .on(PageC.toRoot) { $0.log.append("toRoot") },
            .on(PageA.toAll) { $0.log.append("toAll") },
            .on(PageA.toMid) { $0.log.append("toMid") },
            .ignores(PageA.unhandled),
            .on(PageA.locked) { $0.log.append("locked \($1)") },
            .on(finish: Mid.self) { $0.log.append("mid \($1)") },
            .on(finish: Leaf.self) { $0.log.append("leaf \($1)") },
            .on(finish: BriefFlow.self) { $0.log.append("brief") },
            .on(tab: "x") { $0.run(Leaf.self, with: .init(), in: .tab("x")) },
            .on(tab: "y") { $0.run(Mid.self, with: .init(), in: .tab("y")) },
            .on(Ask.self) { $0.log.append($1) },
            .on(Whisper.self) { $0.log.append("heard \($1)") },
            .on(failure: Hint.self) { $0.log.append("no hint: \($1)") },
            .on(timer: "alarm") { $0.log.append("alarm") },
            .runs(EmptyFlow.self),
        ]
    }
}

/// A flow between the root and the leaf.
final class Mid: Scripted, Coordinating, ScriptedFlow {
    typealias State = Scripted.State
    typealias Finish = String

    static var version: Int { ScriptedAnchors.version }
    static var migrations: [Migration] { ScriptedAnchors.migrations }

    func start() { push(PageB()) }

    static var wiring: Wiring<Mid> {
        [
            .anchor(ScriptedAnchors.anchor),
            .on(PageA.act) { try $0.act($1) },
            .on(PageB.act) { try $0.act($1) },
            .on(PageC.act) { try $0.act($1) },
            .on(PageA.toAll) {
                $0.log.append("toAll")
                $0.forward()
            },
            .on(PageA.toMid) { $0.log.append("toMid") },
            .on(finish: Mid.self) { $0.log.append("mid \($1)") },
            .on(finish: Leaf.self) { $0.log.append("leaf \($1)") },
            .on(tab: "x") { $0.run(Leaf.self, with: .init(), in: .tab("x")) },
            .on(tab: "y") { $0.run(Leaf.self, with: .init(), in: .tab("y")) },
            .on(Ask.self) { $0.log.append($1) },
            .on(timer: "alarm") { $0.log.append("alarm") },
        ]
    }
}

/// The innermost flow.
final class Leaf: Scripted, Coordinating, ScriptedFlow {
    typealias State = Scripted.State
    typealias Finish = String

    static var version: Int { ScriptedAnchors.version }
    static var migrations: [Migration] { ScriptedAnchors.migrations }

    func start() { push(PageC()) }

    static var wiring: Wiring<Leaf> {
        [
            .anchor(ScriptedAnchors.anchor),
            .on(PageA.act) { try $0.act($1) },
            .on(PageB.act) { try $0.act($1) },
            .on(PageC.act) { try $0.act($1) },
            .on(PageA.toAll) {
                $0.log.append("toAll")
                $0.forward()
            },
            .on(PageA.toMid) {
                $0.log.append("toMid")
                $0.forward()
            },
            .on(tab: "x") { $0.push(PageA()) },
            .on(tab: "y") { _ in },
            .on(timer: "alarm") { $0.log.append("alarm") },
            .on(Ask.self) { $0.log.append($1) },
        ]
    }
}

/// A flow that shows nothing.
final class EmptyFlow: Coordinator {
    func start() {}
    static let wiring: Wiring<EmptyFlow> = []
}

/// A flow that finishes at its start.
final class BriefFlow: Coordinator {
    func start() { finish() }
    static let wiring: Wiring<BriefFlow> = []
}

struct Ask: Effect {
    static let name = "ask"
    var question: String
    typealias Value = String
}

struct Whisper: Effect {
    static let name = "whisper"
    static let isSecret = true
    var secret: Secret
    typealias Value = Int
}

/// A secret effect that blocks no screen.
struct Hint: Effect {
    static let name = "hint"
    static let isSecret = true
    static let blocksScreen = false
    var secret: Secret
    typealias Value = Int
}

/// A link with commands for the root as its path: `usher://scripted/push%20a/pop`.
struct ScriptedLink: DeepLink {
    var commands: [Command]

    init?(path: [String], query: [String: String]) {
        commands = path.compactMap(Command.init(rawValue:))
        guard commands.count == path.count else { return nil }
    }
}

extension Application {
    static func scripted() throws -> Application {
        try Application(
            "scripted",
            title: "Scripted",
            root: Root.self,
            state: .init(),
            factory: (),
            hosts: ["Scripted.example"]
        )
    }
}

extension TestSession {
    /// Returns a session of the scripted application after some commands.
    static func scripted(_ commands: Command...) throws -> TestSession {
        let session = try TestSession(.scripted())
        for command in commands { try session.act(command) }
        return session
    }

    /// Reports these commands from the screen in focus, all in one step.
    @discardableResult
    func act(_ commands: Command...) throws -> Bool {
        guard let focus = state.focus else { throw TestSessionError.noScreen("in focus") }
        return try report("act", from: focus.key, .array(commands.map { .string($0.rawValue) }))
    }

    /// Makes the root perform these commands by opening a link, which dismisses modals.
    @discardableResult
    func actAsRoot(_ commands: Command...) throws -> Bool {
        let path = commands.map { $0.rawValue.split(separator: " ").joined(separator: "%20") }
        return try open("usher://scripted/" + path.joined(separator: "/"))
    }

    /// Returns the state after encoding and decoding it.
    func restored() throws -> RestoredState {
        try application.decode(application.encode(state), at: .test)
    }

    /// Returns the log of the latest flow of a type, or `nil` if there is none.
    func log<Flow: ScriptedFlow>(_ flow: Flow.Type) -> [String]? { flowState(flow)?.log }
}

extension StepContext {
    /// The context of a step at the start time of test sessions.
    static let test = StepContext(
        now: Timestamp(milliseconds: 1_795_253_460_000),
        session: "test",
        checksViews: true
    )
}
