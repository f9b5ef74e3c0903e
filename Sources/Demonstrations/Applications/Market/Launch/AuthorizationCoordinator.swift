import AccountFlows
import Coordination

/// The first of the three launch services: checks the account of the session.
///
/// It never blocks the launch: when the check fails, or takes longer than four seconds, the user can continue as a
/// guest.
final class AuthorizationCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The account that the session already has, or `nil` in a new session.
        var account: Account.ID?
    }
    /// The account, if it still exists, or `nil` for a guest.
    typealias Finish = Account?

    func start() {
        push(Authorization(stage: .checking), hides: [.navigationBar])
        check()
    }

    static let wiring: Wiring<AuthorizationCoordinator> = [
        .anchor(.restart { State(account: $0["account"]) }),
        .on(CheckAuthorization.self) { $0.finish($1) },
        .on(failure: CheckAuthorization.self) { flow, _ in flow.show(.failed) },
        .on(timer: "patience") { $0.show(.slow) },
        .on(Authorization.retry) { $0.retry() },
        .on(Authorization.continueAsGuest) { $0.finish(nil) },
    ]

    private func check() {
        perform(CheckAuthorization(account: state.account))
        startTimer("patience", after: .seconds(4))
    }

    private func retry() {
        show(.checking)
        check()
    }

    private func show(_ stage: Authorization.Stage) {
        if stage == .failed { cancelTimer("patience") }
        update { (screen: inout Authorization) in screen.stage = stage }
    }
}

/// The launch screen while the account is checked.
struct Authorization: Screen {
    static let name = "authorization"
    static let retry = Output<Authorization, Nothing>("retry")
    static let continueAsGuest = Output<Authorization, Nothing>("continueAsGuest")

    /// The stage of the check.
    enum Stage: String, Codable, CaseIterable {
        /// The check is running.
        case checking
        /// The check takes longer than four seconds.
        case slow
        /// The accounts are unavailable.
        case failed
    }

    var stage: Stage

    static let title = "Market"

    var disabledOutputs: [any ScreenOutput] {
        switch stage {
        case .checking: [Self.retry, Self.continueAsGuest]
        case .slow: [Self.retry]
        case .failed: []
        }
    }

    var view: ScreenView {
        Image(.symbol("cart"))
        Heading(String(localized: "Market"))
        switch stage {
        case .checking:
            Progress(String(localized: "Loading"))
        case .slow:
            Progress(String(localized: "This is taking longer than expected"))
            Button(String(localized: "Continue as guest"), Self.continueAsGuest)
        case .failed:
            Text(String(localized: "We can't reach your account right now."), style: .secondary)
            Button(String(localized: "Try again"), Self.retry, role: .primary)
            Button(String(localized: "Continue as guest"), Self.continueAsGuest)
        }
    }
}
