import Coordination
import CoordinationTesting
import Testing
import UsherServer

/// A screen with a button that reports an output, which a flow may forget to wire.
private struct Greeting: Screen {
    static let name = "greeting"
    static let wave = Output<Greeting, Nothing>("wave")

    var title: String { "Greeting" }
    var view: ScreenView { Button("Wave", Self.wave) }
}

/// A first screen without a button.
private struct Door: Screen {
    static let name = "door"

    var title: String { "Door" }
    var view: ScreenView { Text("Come in") }
}

/// The link to the greeting.
private struct GreetingLink: DeepLink {
    init?(path: [String], query: [String: String]) { guard path == ["greeting"] else { return nil } }
}

private final class ForgetfulCoordinator: ApplicationCoordinator {
    func start() { push(Greeting()) }
    static let wiring: Wiring<ForgetfulCoordinator> = [.shows(Greeting.self)]
}

private final class PoliteCoordinator: ApplicationCoordinator {
    func start() { push(Greeting()) }
    static let wiring: Wiring<PoliteCoordinator> = [.on(Greeting.wave) { _ in }]
}

private final class LinkedCoordinator: ApplicationCoordinator {
    func start() { push(Door()) }
    func open(_ link: GreetingLink) { push(Greeting()) }
    static let wiring: Wiring<LinkedCoordinator> = [.shows(Door.self), .shows(Greeting.self)]
}

@Suite("The start of a server")
struct ServerStartTests {
    private let sentence =
        "The view of 'greeting' reports 'wave', which no flow wires: wire it with .on(Greeting.wave), or add .ignores(Greeting.wave)."

    @Test("an output of the first screen that no flow wires stops the start, with the sentence that check prints")
    func forgottenOutput() throws {
        let application = try Application("hello", title: "Hello", root: ForgetfulCoordinator.self, factory: ())
        #expect(throws: ApplicationError(application: "hello", errors: [sentence])) {
            try UsherServer(applications: [application])
        }
        #expect("\(Explorer(application).explore())".contains(sentence))
    }

    @Test("an output of a screen behind a sample link that no flow wires stops the start, too")
    func forgottenOutputBehindLink() throws {
        let samples = Samples(links: ["usher://hello/greeting"])
        let application = try Application(
            "hello",
            title: "Hello",
            root: LinkedCoordinator.self,
            factory: (),
            samples: samples
        )
        #expect(throws: ApplicationError(application: "hello", errors: [sentence])) {
            try UsherServer(applications: [application])
        }
    }

    @Test("a server whose applications wire the outputs of their first screens starts")
    func wiredOutput() throws {
        let application = try Application("hello", title: "Hello", root: PoliteCoordinator.self, factory: ())
        _ = try UsherServer(applications: [application])
    }
}
