import CoordinationTesting
import Foundation
import JSON
import Testing

@Suite("Mistakes of authors that an exploration finds")
struct CheckMistakeTests {
    // MARK: Links that guests open

    @Test(
        "a link that a guest opens and that nothing remembers until the guest has signed in",
        arguments: [.ignores, .showsLogIn] as [GuestAnswer]
    )
    func lostLink(answer: GuestAnswer) throws {
        let report = try GuestGate.$answer.withValue(answer) {
            try explore(links: ["usher://gate/ticket/5", "usher://gate/account"])
        }
        #expect(
            report.findings.map(\.message) == [
                "A guest who opens the link 'usher://gate/account' gets nowhere, although it leads a user who has signed in to 'account': keep it in the state of the application coordinator ('state.parked = link') and open it after the sign-in, or throw a Rejection.",
                "A guest who opens the link 'usher://gate/ticket/5' gets nowhere, although it leads a user who has signed in to 'ticket': keep it in the state of the application coordinator ('state.parked = link') and open it after the sign-in, or throw a Rejection.",
            ],
            "\(report)"
        )
        #expect(Set(report.findings.map(\.kind)) == [.lostLink])
        #expect(
            report.findings.first?.path == [
                "let session = try TestSession(application)", "try session.open(\"usher://gate/account\")",
            ]
        )
    }

    @Test("the link that the wiring gives a screen is opened by a guest, too, without a sample of it")
    func lostPlace() throws {
        let report = try GuestGate.$answer.withValue(.ignores) { try explore(links: []) }
        #expect(report.findings.map(\.subject) == ["usher://gate/account", "usher://gate/ticket/5"], "\(report)")
    }

    @Test("a link that shows a guest what only users reach otherwise")
    func unguardedLink() throws {
        let report = try GuestGate.$answer.withValue(.showsTarget) { try explore(links: ["usher://gate/ticket/5"]) }
        let finding = try #require(report.findings.first { $0.subject == "usher://gate/ticket/5" }, "\(report)")
        #expect(finding.kind == .unguardedLink)
        #expect(
            finding.message
                == "The link 'usher://gate/ticket/5' shows 'ticket' to a guest, and only users who have signed in reach it without a link: open it only if 'identity' is not nil, and keep it in the state until then ('state.parked = link')."
        )
    }

    @Test(
        "a link that is parked or rejected until the sign-in is no mistake",
        arguments: [.parks, .rejects] as [GuestAnswer]
    )
    func parkedLink(answer: GuestAnswer) throws {
        let report = try GuestGate.$answer.withValue(answer) {
            try explore(links: ["usher://gate/ticket/5", "usher://gate/account"])
        }
        #expect(report.findings == [], "\(report)")
    }

    private func explore(links: [String]) throws -> ExplorationReport {
        let samples = Samples(links: links).results(of: LogIn.self) { _, _ in ["ada"] }
        let application = try Application(
            "gate",
            title: "Gate",
            root: GuestGate.self,
            state: GuestGate.State(),
            factory: (),
            samples: samples
        )
        return Explorer(application).explore()
    }

    // MARK: Secrets in plain text

    @Test(
        "a secret that is stored as plain text",
        arguments: [
            (.state, "in the state of the flow 'SecretVault'"), (.inputs, "in the inputs of the screen 'vault'"),
            (.effect, "in the effect 'tell', which is stored,"), (.message, "in a message on the screen 'vault'"),
        ] as [(SecretMistake, String)]
    )
    func plainSecret(mistake: SecretMistake, place: String) throws {
        let report = try SecretVault.$mistake.withValue(mistake) { try explore(SecretVault.self) }
        #expect(
            report.findings.map(\.message) == [
                "The secret that 'vault.open' reports is \(place) as plain text: declare the member of its payload as Secret, and pass it only to an effect with 'static let isSecret = true'."
            ],
            "\(report)"
        )
        #expect(report.findings.map(\.kind) == [.plainSecret])
    }

    @Test("a secret that only a secret effect gets is no mistake")
    func keptSecret() throws {
        let report = try SecretVault.$mistake.withValue(nil) { try explore(SecretVault.self) }
        #expect(report.findings == [], "\(report)")
    }

    private func explore<Root: ApplicationCoordinating>(_ root: Root.Type) throws -> ExplorationReport
    where Root.State == VaultState {
        let samples = Samples(payloads: ["vault.open": [["name": "ada", "code": "open sesame"]]])
            .results(of: Tell.self) { _, _ in [1] }
            .results(of: Confide.self) { _, _ in [1] }
        return Explorer(
            try Application("vault", title: "Vault", root: root, state: VaultState(), factory: (), samples: samples)
        ).explore()
    }

    // MARK: Steps with a result of their own

    @Test("a step that reads the time or a random number", arguments: [.time, .random] as [DiceSource])
    func unrepeatableStep(source: DiceSource) throws {
        let application = try Application("dice", title: "Dice", root: DiceCoordinator.self, factory: ())
        let report = Dice.$source.withValue(source) { Explorer(application).explore() }
        #expect(
            report.findings.map(\.message) == [
                "The step of 'dice.roll' has another result when it is repeated from the same state: take the time from 'now', and what else is not in the state, such as a random number, from the result of an effect."
            ],
            "\(report)"
        )
        #expect(report.findings.map(\.kind) == [.unrepeatableStep])
    }

    @Test("a step that reads nothing but the state is repeatable")
    func repeatableStep() throws {
        let application = try Application("dice", title: "Dice", root: DiceCoordinator.self, factory: ())
        let report = Dice.$source.withValue(nil) { Explorer(application).explore() }
        #expect(report.findings == [], "\(report)")
    }

    // MARK: Flows without an end

    @Test("flows that run or finish each other without an end")
    func endlessFlows() throws {
        let application = try Application("loop", title: "Loop", root: LoopCoordinator.self, factory: ())
        let report = Explorer(application).explore()
        #expect(
            report.findings.map(\.message) == [
                "Flows run and finish each other in an endless loop.",
                "Circle is in an endless loop of flows that run each other.",
            ],
            "\(report)"
        )
    }
}

// MARK: - GuestGate

private struct Door: Screen {
    static let name = "door"
    static let logIn = Output<Door, Nothing>("logIn")
}

private struct LogInPage: Screen {
    static let name = "logInPage"
    static let logIn = Output<LogInPage, Nothing>("logIn")
}

private struct Home: Screen {
    static let name = "home"
    static let ticket = Output<Home, Nothing>("ticket")
    static let account = Output<Home, Nothing>("account")
}

private struct Ticket: Screen {
    static let name = "ticket"
    var number: Int
}

private struct Account: Screen { static let name = "account" }

private struct LogIn: Effect {
    static let name = "logIn"
    typealias Value = String
}

private enum GateLink: AddressableLink {
    case account
    case ticket(Int)

    var path: [String] {
        switch self {
        case .account: ["account"]
        case .ticket(let number): ["ticket", String(number)]
        }
    }

    init?(path: [String], query: [String: String]) {
        switch path.first {
        case "account": self = .account
        case "ticket": self = .ticket(path.last.flatMap { Int($0) } ?? 0)
        default: return nil
        }
    }
}

/// The answer to a guest who opens a link.
enum GuestAnswer: Sendable { case ignores, showsLogIn, showsTarget, parks, rejects }

/// An application with a log-in, and with links that a guest may open.
private final class GuestGate: ApplicationCoordinator {
    @TaskLocal static var answer = GuestAnswer.parks

    struct State: CoordinatorState { var parked: GateLink? }
    typealias Link = GateLink

    func start() { push(Door()) }

    func open(_ link: GateLink) throws {
        guard identity == nil else { return show(link) }
        switch Self.answer {
        case .ignores: break
        case .showsLogIn: setRoot(LogInPage())
        case .showsTarget: show(link)
        case .parks: state.parked = link
        case .rejects: throw Rejection("gate.guest", "Sign in first.")
        }
    }

    private func show(_ link: GateLink) {
        switch link {
        case .account: push(Account())
        case .ticket(let number): push(Ticket(number: number))
        }
    }

    private func enter(_ account: String) {
        signIn(as: Identity(account: account))
        setRoot(Home())
        if let link = state.parked {
            state.parked = nil
            show(link)
        }
    }

    static let wiring: Wiring<GuestGate> = [
        .on(Door.logIn) { $0.setRoot(LogInPage()) },
        .on(LogInPage.logIn) { $0.perform(LogIn()) },
        .on(LogIn.self) { $0.enter($1) },
        .on(Home.ticket) { $0.push(Ticket(number: 5)) },
        .on(Home.account) { $0.push(Account()) },
        .shows(Ticket.self), .shows(Account.self),
        .link(to: Ticket.self) { .ticket($0.number) },
        .link(to: Account.self) { _ in .account },
    ]
}

// MARK: - SecretVault

private struct Opening: Payload {
    var name: String
    var code: String
    static let schema: JSONSchema = .object(
        ["name": .string, "code": .string(minLength: 8, secret: true)],
        required: ["name", "code"]
    )
}

private struct VaultState: CoordinatorState { var entered = "" }

private struct VaultPage: Screen {
    static let name = "vault"
    static let open = Output<VaultPage, Opening>("open")
    var entered = ""
}

private struct Tell: Effect {
    static let name = "tell"
    var code: String
    typealias Value = Int
}

private struct Confide: Effect {
    static let name = "confide"
    static let isSecret = true
    var code: String
    typealias Value = Int
}

/// The place where a secret is kept as plain text.
enum SecretMistake: Sendable { case state, inputs, effect, message }

private final class SecretVault: ApplicationCoordinator {
    @TaskLocal static var mistake: SecretMistake?
    typealias State = VaultState

    func start() { push(VaultPage()) }

    private func open(_ opening: Opening) {
        switch Self.mistake {
        case .state: state.entered = opening.code
        case .inputs: update { (page: inout VaultPage) in page.entered = opening.code }
        case .effect: perform(Tell(code: opening.code))
        case .message: show(Message("vault.wrong", "\(opening.code) is wrong."), on: VaultPage.self)
        case nil: perform(Confide(code: opening.code))
        }
    }

    static let wiring: Wiring<SecretVault> = [
        .on(VaultPage.open) { $0.open($1) }, .on(Tell.self) { $0.state.entered = "\($1)" },
        .on(Confide.self) { $0.state.entered = "\($1)" },
    ]
}

// MARK: - Dice

enum DiceSource: Sendable { case time, random }

private struct Dice: Screen {
    @TaskLocal static var source: DiceSource?

    static let name = "dice"
    static let roll = Output<Dice, Nothing>("roll")
    var number = 1
}

private final class DiceCoordinator: ApplicationCoordinator {
    func start() { push(Dice()) }

    private func roll() {
        let number =
            switch Dice.source {
            case .time: Int(Date().timeIntervalSince1970 * 1_000)
            case .random: Int.random(in: 1...1_000_000)
            case nil: 6
            }
        update { (dice: inout Dice) in dice.number = number }
    }

    static let wiring: Wiring<DiceCoordinator> = [.on(Dice.roll) { $0.roll() }]
}

// MARK: - Loop

private struct Start: Screen {
    static let name = "start"
    static let run = Output<Start, Nothing>("run")
    static let finish = Output<Start, Nothing>("finish")
}

private final class LoopCoordinator: ApplicationCoordinator {
    func start() { push(Start()) }
    static let wiring: Wiring<LoopCoordinator> = [
        .on(Start.run) { $0.run(Circle.self) }, .on(Start.finish) { $0.run(Finishing.self) },
        .on(finish: Finishing.self) { $0.run(Finishing.self) }, .runs(Circle.self),
    ]
}

private final class Circle: Coordinator {
    func start() { run(Circle.self) }
    static let wiring: Wiring<Circle> = [.runs(Circle.self)]
}

private final class Finishing: Coordinator {
    func start() { finish() }
    static let wiring: Wiring<Finishing> = []
}
