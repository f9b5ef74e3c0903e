import Coordination

/// The root of the `profile` application: the user, and what they offer.
final class ProfileCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var user: User
        /// What the user offers; `nil` until it was saved for the first time.
        var profile: Profile?
        /// How this session sees cities, whatever the shares of the looks become.
        var look: CitiesLook?
    }
    typealias Factory = any ProfileFactory

    static let anchor: Anchor<State>? = .restart { storage in
        storage["user"].map { State(user: $0, profile: storage["profile"], look: storage["look"]) }
    }

    func start() {
        state.look = state.look ?? factory.citiesLooks.variant(for: session)
        runUserEditFlow()
    }

    static let wiring: Wiring<ProfileCoordinator> = [
        .shares { $0.look },
        .on(UserEdit.editProfile) { $0.runProfileEditFlow(.one) },
        .on(UserEdit.editAreas) { $0.runProfileEditFlow(.several) },
        .on(finish: ProfileEditCoordinator.self) { $0.saved($1) },
        .runs(UserEditCoordinator.self),
    ]

    func open(_ link: ProfileLink) {
        keepUser()
        switch link {
        case .user: runUserEditFlow()
        case .services(let selection): runProfileEditFlow(selection, in: .root())
        }
    }

    private func runUserEditFlow() {
        run(UserEditCoordinator.self, with: .init(user: state.user), in: .root())
    }

    private func runProfileEditFlow(_ selection: Selection, in placement: Placement = .stack) {
        keepUser()
        // Where the user lives is where they work until they say otherwise.
        let cities = state.user.city.map { [$0] } ?? []
        var profile = state.profile ?? Profile(name: state.user.name, cities: cities)
        if selection == .one { profile.cities = Array(profile.cities.prefix(1)) }
        run(ProfileEditCoordinator.self, with: .init(profile: profile, selection: selection), in: placement)
    }

    /// Takes over what the user's own flow has changed.
    private func keepUser() {
        if let user = child(UserEditCoordinator.self)?.state.user { state.user = user }
    }

    private func saved(_ profile: Profile) {
        state.profile = profile
        state.user.name = profile.name
        if let flow = child(UserEditCoordinator.self) {
            flow.show(state.user)
        } else {
            runUserEditFlow()
        }
        show(.saved, on: UserEdit.self)
    }
}

extension Message {
    fileprivate static let saved = Message("profile.saved", "Your profile is saved.", level: .success)
}
