import AccountFlows
import Coordination

/// The root of the `items` application: chooses the launch flow and opens deep links.
///
/// The launch runs authentication, then onboarding, then the tabs, and skips the steps that the session has completed.
final class ItemsCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        /// The account, or `nil` until the user signs in.
        var account: Account?
        var onboardingWasShown = false
        /// A deep link that waits for the end of the launch.
        var parked: ItemsLink?
        /// The created items that are not saved yet, or `nil` for none.
        var itemSaves: SaveQueue<SaveItem>?
    }
    typealias Factory = any ItemFactory

    private enum Launch { case auth, onboarding, main }

    private var launch: Launch {
        LaunchInstructor(otherwise: .main) {
            [
                .needs(.auth, unless: state.account != nil),
                .needs(.onboarding, unless: state.onboardingWasShown),
            ]
        }.launch
    }

    func start() {
        switch launch {
        case .auth: runAuthFlow()
        case .onboarding: runOnboardingFlow()
        case .main: runMainFlow()
        }
    }

    static let wiring: Wiring<ItemsCoordinator> = [
        .letsAgentsNavigate(),
        // A restart at this anchor keeps the account, so the user stays signed in.
        .anchor(
            .restart { storage in
                State(
                    account: storage["account"],
                    onboardingWasShown: storage["onboardingWasShown"] ?? false,
                    parked: storage["parked"]
                )
            }
        ),
        .keeps(\.onboardingWasShown),
        .on(finish: AuthCoordinator.self) { $0.authorized($1) },
        .on(finish: OnboardingCoordinator.self) { $0.onboarded() },
        .on(finish: ItemCreateCoordinator.self) { flow, _ in flow.saveCreated() },
        .on(SaveItem.self) { $0.saved($1) },
        .on(failure: SaveItem.self) { flow, _ in flow.saveLater(\.itemSaves) },
        .on(timer: SaveItem.name) { $0.saveNext(\.itemSaves) },
        .on(Settings.logOut) { $0.logOut() },
        .on(AttachPhone.self) { $0.accountChanged($1) },
        .on(RemovePhone.self) { $0.accountChanged($1) },
        .runs(TabbarCoordinator.self),
        .link(to: Onboarding.self) { _ in .onboarding },
        .link(to: ItemsList.self) { _ in .items },
        .link(to: ItemDetail.self) { .item($0.item.id) },
        .link(to: Settings.self) { _ in .settings },
        .link(to: Login.self) { _ in .login },
        .link(to: SignUp.self) { _ in .signUp },
        .link(to: Terms.self) { _ in .terms },
        .link(of: ItemsList.itemSelected) { .item($0) },
        .link(of: Login.signUp) { .signUp },
        .link(of: SignUp.terms) { .terms },
    ]

    func open(_ link: ItemsLink) throws {
        try check(link)
        guard !link.needsAccount || launch == .main else {
            state.parked = link
            return
        }
        switch link {
        case .items: child(TabbarCoordinator.self)?.showItems()
        case .item(let id): try child(TabbarCoordinator.self)?.showItem(id)
        case .settings: child(TabbarCoordinator.self)?.showSettings()
        case .onboarding: runOnboardingFlow()
        case .login, .signUp, .terms: try openAuth(link)
        }
    }

    /// Rejects a link to an item that no user can have before it is parked, so that the user gets the error at once.
    private func check(_ link: ItemsLink) throws {
        guard case .item(let id) = link, launch != .main else { return }
        // The items that users have created are numbered after the items of the factory.
        let last = (factory.items.map(\.id).max() ?? -1) + ItemsApplication.mostCreated
        guard factory.items.contains(where: { $0.id == id }) || (0...last).contains(id) else {
            throw Rejection.unknownItem(id)
        }
    }

    private func openAuth(_ link: ItemsLink) throws {
        guard state.account == nil else {
            throw Rejection("auth.signedIn", "You're already logged in. Log out in the settings first.")
        }
        let auth = child(AuthCoordinator.self) ?? runAuthFlow()
        auth.popToRoot()
        if link == .signUp || link == .terms { auth.showSignUp() }
        if link == .terms { auth.showTerms() }
    }

    @discardableResult
    private func runAuthFlow() -> AuthCoordinator {
        run(AuthCoordinator.self, with: .init(), in: .root(transition: .crossDissolve))
    }

    private func runOnboardingFlow() {
        run(OnboardingCoordinator.self, in: .root(transition: .crossDissolve))
    }

    private func runMainFlow() {
        guard let account = state.account else { return }
        run(TabbarCoordinator.self, with: .init(account: account), in: .root(transition: .fade))
    }

    private func authorized(_ reason: AuthCoordinator.Finish) {
        switch reason {
        case .success(let account), .closeConfirmationPhoneFlow(let account):
            signIn(as: Identity(account: account.id))
            state.account = account
        // This never happens, because this application runs the authentication flow without a way to close it.
        case .close: break
        }
        proceed()
    }

    private func onboarded() {
        state.onboardingWasShown = true
        proceed()
    }

    /// Runs the next launch flow, and opens the parked link once the tabs are shown.
    private func proceed() {
        start()
        guard launch == .main, let link = state.parked else { return }
        state.parked = nil
        // The link's target may have disappeared since the link was parked. An error here would roll back the sign-in.
        try? open(link)
    }

    /// Saves the item that the user has just created.
    private func saveCreated() {
        guard let identity, let new = child(TabbarCoordinator.self)?.itemFlow?.state.unsaved?.last else { return }
        save(SaveItem(account: identity.account, item: new.item, creation: new.creation), in: \.itemSaves)
    }

    private func saved(_ result: SavedItems) {
        let creation = state.itemSaves?.saves.first?.creation
        endSave(in: \.itemSaves, with: result)
        child(TabbarCoordinator.self)?.itemFlow?.saved(result, creation: creation)
    }

    private func logOut() {
        saveBeforeLogOut(\.itemSaves)
        signOut()
    }

    /// Stores an account that a child flow has changed.
    private func accountChanged(_ account: Account?) {
        guard let account, account.id == state.account?.id else { return }
        state.account = account
        child(TabbarCoordinator.self)?.state.account = account
    }
}
