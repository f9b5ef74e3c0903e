import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("Two users who take turns in one session")
struct TwoUserWalkTests {
    struct Subject: Sendable, CustomTestStringConvertible {
        let make: @Sendable () throws -> Application
        let testDescription: String
        let links: [String]
        /// The path of a link to a screen with a log-out, and the report, or `nil` for an application without accounts.
        let signOut: (path: String, report: String)?

        init(
            _ name: String,
            links: [String],
            signOut: (path: String, report: String)? = nil,
            _ make: @escaping @Sendable () throws -> Application
        ) {
            testDescription = name
            self.links = links
            self.signOut = signOut
            self.make = make
        }
    }

    static let subjects = [
        Subject(
            "items",
            links: ["items", "item/5", "item/12", "settings", "onboarding", "login", "signUp"],
            signOut: ("settings", "settings.logOut")
        ) { try ItemsApplication.make() },
        Subject(
            "market",
            links: ["main", "catalog", "product/milk", "cart", "favorites", "profile", "orders", "order/10001"],
            signOut: ("profile", "profile.logOut")
        ) { try MarketApplication.make() },
        Subject(
            "shop",
            links: ["", "catalog/product/ridge", "cart", "account", "account/login", "account/orders"],
            signOut: ("account", "profile.logOut")
        ) { try ShopApplication.make() },
        Subject("profile", links: ["user", "services"]) { try ProfileApplication.make() },
        Subject("kanji", links: ["", "%E4%B8%80"]) { try KanjiApplication.make() },
    ]

    @Test(
        "in 10,000 random steps over all screens, nothing of a user is left for the next one",
        .timeLimit(.minutes(20)),
        arguments: subjects
    )
    func walk(_ subject: Subject) throws {
        let walker = RandomWalker(
            try subject.make(),
            seed: 1,
            users: [.ada, .bob],
            signOut: subject.signOut.map { ("usher://\(subject.testDescription)/\($0.path)", $0.report) },
            links: subject.links.map { "usher://\(subject.testDescription)/\($0)" }
        )
        let statistics = try walker.walk(steps: 10_000, untilAllShown: 20_000)
        #expect(statistics.unvisited == [])
        if subject.signOut != nil {
            #expect(statistics.signIns > 50)
            #expect(statistics.signOuts > 50)
        }
    }

    @Test("a state that is kept for the next user turns the walk red")
    func plantedLeak() throws {
        let leaky = try Application("leaky", title: "Leaky", root: Leaky.self, state: .init(), factory: ())
        let walker = RandomWalker(leaky, seed: 1, users: [.ada, .bob])
        let error = #expect(throws: WalkError.self) { try walker.walk(steps: 10_000) }
        #expect(error?.reason.contains("of another user") == true)
        // Sign in, write and sign out. The state then shows the note of one user to the next.
        #expect(error?.isShortest == true && error?.path.count == 5, "\(String(describing: error))")
    }
}

/// An application that keeps a note although its user signs out.
private final class Leaky: ApplicationCoordinator {
    struct State: CoordinatorState { var note = "" }

    func start() { push(Notebook(note: state.note)) }

    static let wiring: Wiring<Leaky> = [
        .keeps(\.note),
        .on(Notebook.signIn) { $0.perform(SignIn(credentials: $1)) },
        .on(SignIn.self) { $0.signedIn($1) },
        .on(Notebook.signOut) { $0.signOut() },
        .on(Notebook.write) { $0.write($1) },
    ]

    private func signedIn(_ result: SignIn.Value) {
        if case .account(let account) = result { signIn(as: Identity(account: account.id)) }
    }

    private func write(_ note: String) {
        state.note = note
        update { (notebook: inout Notebook) in notebook.note = note }
    }
}

private struct Notebook: Screen {
    static let name = "notebook"
    static let signIn = Output<Notebook, Credentials>("signIn")
    static let signOut = Output<Notebook, Nothing>("signOut")
    static let write = Output<Notebook, String>("write")

    var note: String
    var title: String { "Notebook" }
    var view: ScreenView { Text(note) }
}
