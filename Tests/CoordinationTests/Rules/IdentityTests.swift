import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("The identity of a session")
struct IdentityTests {
    private func session() throws -> TestSession {
        try TestSession(Application("club", title: "Club", root: Club.self, state: .init(), factory: ()))
    }

    @Test("signing in sets the identity and keeps the guest's tree")
    func signIn() throws {
        let session = try session()
        try session.report(Lobby.write, "guest's note")
        try session.report(Lobby.open)
        #expect(session.state.identity == nil)
        try session.report(Drawer.signIn, "ada")
        #expect(session.state.identity == Identity(account: "ada"))
        #expect(session.lastStep.renewsCredential)
        #expect(session.description == "[lobby] +modal[drawer] Club(Chest)")
        #expect(session.screen(Lobby.self)?.note == "guest's note")
    }

    @Test("signing out drops flows, modals, timers, postponed outputs and state, and starts the application again")
    func signOut() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.seen)
        try session.report(Lobby.write, "ada's note")
        try session.report(Lobby.later, "ada's wish")
        try session.report(Lobby.wait)
        try session.report(Lobby.open)
        try session.report(Drawer.fill, "ada's letter")
        try session.report(Drawer.signOut)
        #expect(session.state.identity == nil)
        #expect(session.lastStep.renewsCredential)
        #expect(session.description == "[lobby] Club")
        #expect(session.timers == [])
        #expect(session.state.postponed == [])
        let bytes = String(decoding: try session.application.encode(session.state), as: UTF8.self)
        #expect(!bytes.contains("ada"))
    }

    @Test("the application coordinator keeps what its wiring declares")
    func keeps() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.seen)
        try session.report(Lobby.write, "ada's note")
        try session.report(Lobby.signOut)
        #expect(session.screen(Lobby.self) == Lobby(note: "", wasSeen: true))
    }

    @Test("another user who signs in gets nothing of the one before")
    func another() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.write, "ada's note")
        try session.report(Lobby.open)
        try session.report(Drawer.signIn, "bob")
        #expect(session.state.identity == Identity(account: "bob"))
        #expect(session.description == "[lobby] Club")
        #expect(session.screen(Lobby.self)?.note == "")
    }

    @Test("signing in again as the same user changes nothing")
    func same() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.open)
        try session.report(Drawer.signIn, "ada")
        #expect(!session.lastStep.renewsCredential)
        #expect(session.description == "[lobby] +modal[drawer] Club(Chest)")
    }

    @Test(
        "an effect of a user who has signed out is performed, but no flow gets its outcome",
        arguments: [true, false]
    )
    func abandoned(succeeds: Bool) throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.order, "tea")
        try session.open("usher://club/out")
        #expect(try session.pending(Order.self).thing == "tea")
        try session.restart()
        if succeeds { try session.complete(Order.self, "ada's tea") } else { try session.fail(Order.self) }
        #expect(session.pendingEffectNames == [])
        #expect(session.screen(Lobby.self)?.note == "")
        #expect(session.messages == [])
    }

    @Test("an abandoned effect blocks no screen")
    func notBlocking() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.report(Lobby.order, "tea")
        #expect(session.state.blocking != nil)
        try session.open("usher://club/out")
        #expect(session.state.blocking == nil)
    }

    @Test("the identity is part of the snapshot")
    func snapshot() throws {
        let session = try session()
        try session.report(Lobby.signIn, "ada")
        try session.restart()
        #expect(session.state.identity == Identity(account: "ada"))
    }

    @Test("a step can renew the credential without another change")
    func renewal() throws {
        let session = try session()
        let revision = session.revision
        try session.report(Lobby.renew)
        #expect(session.lastStep.renewsCredential)
        #expect(session.revision == revision + 1)
        try session.report(Lobby.seen)
        #expect(!session.lastStep.renewsCredential)
    }

    @Test("only the application coordinator can keep state")
    func keepsElsewhere() {
        #expect {
            try Application("wrong", title: "Wrong", root: Keeping.self, state: .init(), factory: ())
        } throws: { error in
            "\(error)".contains("Kept keeps state of no user, which only the application coordinator can.")
        }
    }
}

@Suite("A flow that the user leaves")
struct CancellationTests {
    private func session() throws -> TestSession {
        try TestSession(Application("club", title: "Club", root: Club.self, state: .init(), factory: ()))
    }

    @Test("dismissing its modal finishes it with its cancellation")
    func dismiss() throws {
        let session = try session()
        try session.report(Lobby.open)
        try session.dismiss()
        #expect(session.description == "[lobby] Club")
        #expect(session.screen(Lobby.self)?.note == "closed")
    }

    @Test("going back past its first screen finishes it with its cancellation")
    func back() throws {
        let session = try session()
        try session.report(Lobby.openHere)
        #expect(session.description == "[lobby, drawer] Club(Chest)")
        try session.back()
        #expect(session.description == "[lobby] Club")
        #expect(session.screen(Lobby.self)?.note == "closed")
    }

    @Test("of nested flows, only the outermost that is left finishes")
    func nested() throws {
        let session = try session()
        try session.report(Lobby.open)
        try session.report(Drawer.deeper)
        #expect(session.description == "[lobby] +modal[drawer, drawer] Club(Chest(Chest))")
        try session.dismiss()
        #expect(session.screen(Lobby.self)?.note == "closed")
        #expect(session.description == "[lobby] Club")
    }

    @Test("a nested flow that alone is left finishes for its parent")
    func inner() throws {
        let session = try session()
        try session.report(Lobby.open)
        try session.report(Drawer.deeper)
        try session.back()
        #expect(session.description == "[lobby] +modal[drawer] Club(Chest)")
        #expect(session.screen(Lobby.self)?.note == "")
        #expect(session.screen(Drawer.self)?.letter == "inner closed")
    }

    @Test("a flow that stays is not finished by a gesture")
    func stays() throws {
        let session = try session()
        try session.report(Lobby.openHere)
        try session.report(Drawer.deeper)
        try session.back()
        #expect(session.description == "[lobby, drawer] Club(Chest)")
        #expect(session.screen(Lobby.self)?.note == "")
    }
}

private final class Club: ApplicationCoordinator {
    struct State: CoordinatorState {
        var account: String?
        var note = ""
        var wasSeen = false
    }
    typealias Link = ClubLink

    func start() { push(Lobby(note: state.note, wasSeen: state.wasSeen)) }

    static let wiring: Wiring<Club> = [
        .keeps(\.wasSeen),
        .on(Lobby.signIn) { $0.signedIn($1) },
        .on(Drawer.signIn) { $0.signedIn($1) },
        .on(Lobby.signOut) { $0.signOut() },
        .on(Drawer.signOut) { $0.signOut() },
        .on(Lobby.renew) { $0.renewCredential() },
        .on(Lobby.seen) { $0.seen() },
        .on(Lobby.write) { $0.write($1) },
        .on(Lobby.later) { flow, _ in flow.postpone() },
        .on(Lobby.wait) { $0.startTimer("bell", after: .seconds(60)) },
        .on(timer: "bell") { $0.write("rung") },
        .on(Lobby.order) { $0.perform(Order(thing: $1)) },
        .on(Order.self) { $0.write($1) },
        .on(Lobby.open) { $0.run(Chest.self, with: .init(), in: .modal()) },
        .on(Lobby.openHere) { $0.run(Chest.self, with: .init()) },
        .on(finish: Chest.self) { $0.write($1) },
    ]

    func open(_ link: ClubLink) { signOut() }

    private func signedIn(_ account: String) {
        let isAnother = identity.map { $0.account != account } ?? false
        signIn(as: Identity(account: account))
        state.account = account
        if isAnother { start() }
    }

    private func seen() {
        state.wasSeen = true
        update { (lobby: inout Lobby) in lobby.wasSeen = true }
    }

    private func write(_ note: String) {
        state.note = note
        update { (lobby: inout Lobby) in lobby.note = note }
    }
}

private enum ClubLink: DeepLink {
    case out

    init?(path: [String], query: [String: String]) {
        guard path == ["out"] else { return nil }
        self = .out
    }
}

private struct Order: Effect {
    static let name = "order"
    var thing: String
    typealias Value = String
}

private struct Lobby: Screen, Equatable {
    static let name = "lobby"
    static let signIn = Output<Lobby, String>("signIn")
    static let signOut = Output<Lobby, Nothing>("signOut")
    static let renew = Output<Lobby, Nothing>("renew")
    static let seen = Output<Lobby, Nothing>("seen")
    static let write = Output<Lobby, String>("write")
    static let later = Output<Lobby, String>("later")
    static let wait = Output<Lobby, Nothing>("wait")
    static let order = Output<Lobby, String>("order")
    static let open = Output<Lobby, Nothing>("open")
    static let openHere = Output<Lobby, Nothing>("openHere")

    var note: String
    var wasSeen: Bool
    var title: String { "Lobby" }
    var view: ScreenView { Text(note) }
}

private final class Chest: Coordinator {
    struct State: CoordinatorState { var letter = "" }
    typealias Finish = String

    var cancellation: String? { "closed" }

    func start() { push(Drawer(letter: "")) }

    static let wiring: Wiring<Chest> = [
        .on(Drawer.fill) { $0.fill($1) },
        .on(Drawer.deeper) { $0.run(Chest.self, with: .init()) },
        .on(finish: Chest.self) { $0.fill("inner \($1)") },
        .declares(Drawer.signIn),
    ]

    private func fill(_ letter: String) {
        state.letter = letter
        update { (drawer: inout Drawer) in drawer.letter = letter }
    }
}

private struct Drawer: Screen {
    static let name = "drawer"
    static let fill = Output<Drawer, String>("fill")
    static let deeper = Output<Drawer, Nothing>("deeper")
    static let signIn = Output<Drawer, String>("signIn")
    static let signOut = Output<Drawer, Nothing>("signOut")

    var letter: String
    var title: String { "Drawer" }
    var view: ScreenView { Text(letter) }
}

private final class Keeping: ApplicationCoordinator {
    struct State: CoordinatorState { var isFirst = true }

    func start() { run(Kept.self, with: .init()) }

    static let wiring: Wiring<Keeping> = [.runs(Kept.self)]
}

private final class Kept: Coordinator {
    struct State: CoordinatorState { var isFirst = true }

    func start() { push(Drawer(letter: "")) }

    static let wiring: Wiring<Kept> = [.keeps(\.isFirst), .shows(Drawer.self)]
}
