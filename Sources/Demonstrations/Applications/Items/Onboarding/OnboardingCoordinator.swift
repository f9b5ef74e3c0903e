import Coordination

/// The flow that shows a new user the tutorial.
final class OnboardingCoordinator: Coordinator {

    func start() { push(Onboarding(), hides: [.navigationBar]) }

    static let wiring: Wiring<OnboardingCoordinator> = [
        .anchor(.restart),
        .on(Onboarding.finish) { $0.finish() }.forAgents("Ends the introduction."),
    ]
}

/// The screen of the tutorial.
struct Onboarding: Screen {
    static let name = "onboarding"
    static let finish = Output<Onboarding, Nothing>("finish")

    static let title = "Welcome"

    var view: ScreenView {
        Image(.drawing("items/welcome") ?? .symbol("list"), aspect: 2)
        Heading(String(localized: "Everything you own, in one list"))
        Text(String(localized: "Tap an item to see its details, or tap + to add a new one."))
        Button(String(localized: "Got it"), Self.finish, role: .primary)
    }
}
