import CoordinationTesting
import Testing

@Suite("Mistakes that would pass silently")
struct SilentMistakeTests {
    // MARK: At the start

    @Test("an output that no flow handles is reported when the application is created")
    func unhandledOutput() {
        #expect(
            errors(Silent<Nowhere>.self) == [
                "No flow handles the output 'lost' of 'form': wire it with .on(Form1.lost), or add .ignores(Form1.lost)."
            ]
        )
    }

    @Test("an effect whose result no flow handles is reported when the application is created")
    func unhandledEffect() {
        #expect(
            errors(Silent<Unheard>.self) == [
                "No flow handles the result of the effect 'ask': wire it with .on(Ask.self), or add .ignores(Ask.self)."
            ]
        )
    }

    @Test("a schema without a member that the payload's type needs is reported when the application is created")
    func schema() {
        #expect(
            errors(Silent<Lacking>.self) == [
                "The schema of Transfer, the payload of 'send' of 'form', allows a value that the type can't decode at '/amount': the member “amount” is required."
            ]
        )
    }

    @Test("stored properties beside the state are reported when the application is created")
    func storedProperties() {
        #expect(
            errors(Storing.self) == [
                "Storing has the stored property 'count', which loses its value after each step: move it to State, or make it static or computed.",
                "Storing has the stored property 'cache', which loses its value after each step: move it to State, or make it static or computed.",
            ]
        )
    }

    @Test("two anchors of one flow are reported when the application is created")
    func anchors() {
        #expect(errors(Silent<TwoAnchors>.self) == ["Silent wires more than one anchor."])
    }

    @Test("what the flow ignores on purpose is no mistake")
    func ignored() throws {
        let session = try TestSession(try application(Silent<Meant>.self))
        #expect(try session.report(Form1.lost) == false)
        try session.report(Form1.go)
        #expect(session.pendingEffectNames == ["ask"])
    }

    // MARK: At the first step

    @Test("a screen whose output neither its flow nor a flow above handles is a bug of the step that shows it")
    func unhandledHere() throws {
        let session = try TestSession(try application(Silent<Elsewhere>.self))
        #expect(
            throws: NavigationError.bug(
                "Silent shows 'form', but neither it nor a flow above handles 'lost': wire it with .on(Form1.lost), or add .ignores(Form1.lost)."
            )
        ) { try session.report(Menu.pick, "form") }
        #expect(session.stack == ["menu"])
    }

    @Test("a screen may offer an unhandled output that its inputs disable")
    func disabled() throws {
        let session = try TestSession(try application(Silent<Elsewhere>.self))
        try session.report(Menu.pick, "disabled")
        #expect(session.stack == ["menu", "form"])
    }

    @Test("a view that reports what no flow wires is a bug of the step that shows it")
    func undeclared() {
        #expect(
            throws: NavigationError.bug(
                "The view of 'form' reports 'secret', which no flow wires: wire it with .on(Form1.secret), or add .ignores(Form1.secret)."
            )
        ) { try TestSession(application(Silent<Drawn>.self)).report(Menu.pick, "undeclared") }
    }

    @Test(
        "a form that does not fit the payload is a bug of the step that shows it",
        arguments: [
            ("unknown field", "has the field 'sum', which the payload does not have; it has 'name', 'tone'."),
            ("missing field", "has no field for 'name', which the payload requires."),
            ("wrong choice", "offers 'blue' in the field 'tone', which the payload's schema rejects."),
        ]
    )
    func form(bug: String, sentence: String) throws {
        let session = try TestSession(try application(Silent<Drawn>.self))
        #expect(throws: NavigationError.bug("The form of 'form' for 'enter' \(sentence)")) {
            try session.report(Menu.pick, bug)
        }
    }

    @Test(
        "what would never reach a flow is a bug of the step that does it",
        arguments: [
            (
                "wait",
                "Waiting waits for 'ask' without a screen, so it leaves the tree before the event arrives: show a screen in start()."
            ),
            (
                "timer",
                "Silent starts the timer 'alarm' and does not handle it: wire it with .on(timer: \"alarm\"). It handles 'idle'."
            ),
            (
                "tabs",
                "Silent sets the tab 'hoem' and does not handle it: wire it with .on(tab: \"hoem\"). It handles 'home'."
            ),
            (
                "effect",
                "Silent performs 'tell', but neither it nor a flow above handles the result: wire it with .on(Tell.self), or add .ignores(Tell.self)."
            ),
            ("message", "The message 'name.short' points at '/nickname', which no payload of 'menu' contains."),
        ]
    )
    func step(bug: String, sentence: String) throws {
        let session = try TestSession(try application(Silent<Steps>.self))
        let before = session.state
        #expect(throws: NavigationError.bug(sentence)) { try session.report(Menu.pick, .init(bug)) }
        #expect(session.state == before)
    }

    @Test("messages may point at parts of payloads, and a list of them can be shown and removed")
    func pointers() throws {
        let session = try TestSession(try application(Silent<Steps>.self))
        try session.report(Menu.pick, "good message")
        #expect(session.state.focus?.messages.map(\.pointer) == ["/name", ""])
        try session.report(Menu.pick, "no message")
        #expect(session.messages == [])
    }

    private func application<Root: ApplicationCoordinating>(_ root: Root.Type) throws -> Application
    where Root.State == NoState {
        try Application("app", title: "App", root: root, factory: ())
    }

    private func errors<Root: ApplicationCoordinating>(_ root: Root.Type) -> [String] where Root.State == NoState {
        do {
            _ = try Application("app", title: "App", root: root, factory: ())
            return []
        } catch {
            return error.errors
        }
    }
}

@Suite("A field for a stored property")
struct FieldTests {
    @Test("a field has the name of the property that its key path names")
    func names() {
        #expect(Field(\Entry.name, "Name").name == "name")
        #expect(Field(\Entry.tone, "Tone").name == "tone")
        #expect(Field(\Transfer.amount, "Amount", .number, value: 5).name == "amount")
        #expect(Field(\Transfer.iban, "IBAN").label == "IBAN")
    }
}

/// The wiring of a flow with a mistake.
private protocol Mistake {
    static var wires: Wiring<Silent<Self>> { get }
}

private final class Silent<M: Mistake>: ApplicationCoordinator {
    static var name: String { "Silent" }
    static var wiring: Wiring<Silent<M>> { M.wires }

    func start() { if M.self == Meant.self { push(Form1()) } else { push(Menu()) } }

    func pick(_ bug: String) {
        switch bug {
        case "disabled": push(Form1(isDisabled: true))
        case "wait": run(Waiting.self)
        case "timer": startTimer("alarm", after: .seconds(5))
        case "tabs": setTabs([Tab("home", title: "Home"), Tab("hoem", title: "Home")])
        case "effect": perform(Tell())
        case "message": show(Message("name.short", "Too short.", pointer: "/nickname"), on: Menu.self)
        case "good message":
            show([Message("a", "A", pointer: "/name"), Message("b", "B", pointer: "")], on: Menu.self)
        case "no message": show([], on: Menu.self)
        default: push(Form1(bug: bug))
        }
    }
}

private enum Nowhere: Mistake {
    static let wires: Wiring<Silent<Self>> = [.shows(Menu.self), .on(Form1.go) { _ in }, .declares(Form1.lost)]
}

private enum Unheard: Mistake {
    static let wires: Wiring<Silent<Self>> = [.shows(Menu.self), .performs(Ask.self)]
}

private enum Lacking: Mistake {
    static let wires: Wiring<Silent<Self>> = [.on(Form1.send) { _, _ in }]
}

private enum TwoAnchors: Mistake {
    static let wires: Wiring<Silent<Self>> = [.anchor(.restart), .anchor(.restart)]
}

private enum Meant: Mistake {
    static let wires: Wiring<Silent<Self>> = [
        .on(Form1.go) { $0.perform(Ask(question: "")) }, .ignores(Form1.lost), .ignores(Ask.self),
    ]
}

private enum Elsewhere: Mistake {
    static let wires: Wiring<Silent<Self>> = [
        .on(Menu.pick) { $0.pick($1) }, .on(Form1.go) { _ in }, .runs(Losing.self),
    ]
}

private enum Drawn: Mistake {
    static let wires: Wiring<Silent<Self>> = [
        .on(Menu.pick) { $0.pick($1) }, .on(Form1.enter) { _, _ in },
    ]
}

private enum Steps: Mistake {
    static let wires: Wiring<Silent<Self>> = [
        .on(Menu.pick) { $0.pick($1) }, .ignores(Menu.enter), .runs(Waiting.self), .runs(Telling.self),
        .on(timer: "idle") { _ in }, .on(tab: "home") { $0.push(Menu()) },
    ]
}

/// A flow that handles an output that another flow shows.
private final class Losing: Coordinator {
    func start() { push(Menu()) }
    static let wiring: Wiring<Losing> = [.on(Form1.lost) { _ in }]
}

private final class Telling: Coordinator {
    func start() {}
    static let wiring: Wiring<Telling> = [.on(Tell.self) { _, _ in }]
}

private final class Waiting: Coordinator {
    func start() { perform(Ask(question: "")) }
    static let wiring: Wiring<Waiting> = [.on(Ask.self) { _, _ in }]
}

private final class Storing: ApplicationCoordinator {
    var count = 0
    lazy var cache: [Int] = []
    static let shared = 5
    var computed: Int { 5 }

    func start() {}
    static let wiring: Wiring<Storing> = []
}

private struct Tell: Effect {
    static let name = "tell"
    typealias Value = Int
}

private struct Menu: Screen {
    static let name = "menu"
    static let pick = Output<Menu, String>("pick")
    static let enter = Output<Menu, Entry>("enter")
}

private struct Form1: Screen {
    static let name = "form"
    static let go = Output<Form1, Nothing>("go")
    static let lost = Output<Form1, Nothing>("lost")
    static let send = Output<Form1, Transfer>("send")
    static let enter = Output<Form1, Entry>("enter")

    var isDisabled = false
    var bug = ""

    var disabledOutputs: [any ScreenOutput] { isDisabled ? [Self.lost] : [] }

    var view: ScreenView {
        switch bug {
        case "undeclared": Button("x", Output<Form1, Nothing>("secret"))
        case "unknown field": Form(Self.enter, submit: "Go", fields: [Field("name", "Name"), Field("sum", "Sum")])
        case "missing field": Form(Self.enter, submit: "Go", fields: [])
        case "wrong choice":
            Form(
                Self.enter,
                submit: "Go",
                fields: [
                    Field("name", "Name"),
                    Field("tone", "Tone", .choice([.init("red", "Red"), .init("blue", "Blue")])),
                ]
            )
        default: ScreenView([])
        }
    }
}

private struct Transfer: Payload {
    var iban: String
    var amount: Int
    static let schema: JSONSchema = .object(["iban": .string], required: ["iban"])
}

private struct Entry: Payload {
    var name: String
    var tone: String?
    static let schema: JSONSchema = .object(["name": .string, "tone": .enumeration(["red"])], required: ["name"])
}
