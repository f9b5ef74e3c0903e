import Coordination

/// The application that clients are tried with: a screen for each rule of the contract, and nothing else.
enum ConformanceApplication {
    static let name = "conformance"

    static func make() throws -> Application {
        try Application(name, title: "Conformance", root: HomeCoordinator.self, state: .init(), factory: ())
    }
}

/// The root of the application, which shows its first screen and everything that is one tap away from it.
final class HomeCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var home = Home()
        /// The version of the rows beside the state.
        var edition = 1
    }

    func start() { push(state.home) }

    static let wiring: Wiring<HomeCoordinator> = [
        .on(Home.add) { $0.change { $0.count += 1 } },
        .on(Home.append) { flow, text in flow.change { $0.log += text } },
        .on(Home.choose) { flow, name in flow.change { $0.log += "\(name) " } },
        .on(Home.work) { $0.perform(Work()) },
        .on(Home.turn) { $0.change { $0.ticks += 1 } },
        .on(Home.goLive) { $0.setLive(true) },
        .on(Home.goQuiet) { $0.setLive(false) },
        .on(Home.openForm) { $0.push(Form(), back: .discard(DiscardQuestion("Discard this text?"))) },
        .on(Home.openSignIn) { $0.run(SignInCoordinator.self) },
        .on(Home.openSteps) { $0.push(FirstStep()) },
        .on(Home.openStations) { $0.push(Stations(edition: $0.state.edition)) },
        .on(Home.openSheet) { $0.present(Sheet(), as: .sheet) },
        .on(Home.openTabs) { $0.run(TabsCoordinator.self, in: .root()) },
        .on(Home.openNews) { $0.push(News()) },
        .on(Home.openMuseum) { $0.push(Museum()) },
        .on(Home.end) { $0.finish() },
        .on(Form.submit) { $0.submit($1.text) },
        .on(finish: SignInCoordinator.self) { $0.change { $0.signIns += 1 } },
        .on(FirstStep.next) { $0.push(SecondStep()) },
        .on(SecondStep.order) { $0.push(Ordered(), back: .barrier) },
        .on(Stations.refresh) { $0.refresh() },
        .on(Work.self) { flow, _ in flow.change { $0.count += 1 } },
        .on(Tick.self) { flow, _ in flow.tick() },
        .shows(Sheet.self),
        .shows(News.self),
        .shows(Museum.self),
        .shows(Ordered.self),
        .runs(TabsCoordinator.self),
    ]

    private func change(_ change: (inout Home) -> Void) {
        change(&state.home)
        let home = state.home
        update { (screen: inout Home) in screen = home }
    }

    private func setLive(_ isLive: Bool) {
        if isLive, !state.home.isLive { perform(Tick()) }
        change { $0.isLive = isLive }
    }

    private func tick() {
        guard state.home.isLive else { return }
        change { $0.ticks += 1 }
        perform(Tick())
    }

    private func submit(_ text: String) {
        pop()
        change { $0.log += text }
    }

    private func refresh() {
        state.edition += 1
        let edition = state.edition
        update { (screen: inout Stations) in screen.edition = edition }
    }
}

/// The flow that asks for a password.
///
/// It is one of its own, because a flow with secrets starts again after an expiry.
final class SignInCoordinator: Coordinator {
    typealias State = NoState

    func start() { push(SignIn()) }

    static let wiring: Wiring<SignInCoordinator> = [
        .on(SignIn.enter) { $0.perform(CheckPassword(password: $1.password)) },
        .on(CheckPassword.self) { flow, isRight in flow.signedIn(isRight) },
    ]

    private func signedIn(_ isRight: Bool) {
        guard isRight else { return show(Message("password.wrong", "Incorrect password."), on: SignIn.self) }
        finish()
    }
}

/// Two tabs with a screen each.
final class TabsCoordinator: Coordinator {
    typealias State = NoState

    func start() { setTabs([Tab("one", title: "One"), Tab("two", title: "Two")]) }

    static let wiring: Wiring<TabsCoordinator> = [
        .on(tab: "one") { $0.run(PageCoordinator.self, with: .init(name: "one"), in: .tab("one")) },
        .on(tab: "two") { $0.run(PageCoordinator.self, with: .init(name: "two"), in: .tab("two")) },
        .runs(PageCoordinator.self),
    ]
}

/// The screen of a tab.
final class PageCoordinator: Coordinator {
    struct State: CoordinatorState { var name: String }

    func start() { push(Page(tab: state.name)) }

    static let wiring: Wiring<PageCoordinator> = [.shows(Page.self)]
}
