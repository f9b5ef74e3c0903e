import Coordination

/// The root of the `profile` application: the user, and the services that the user offers.
final class ProfileCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var user: User
        /// The profile of the service provider, or `nil` until it is saved for the first time.
        var profile: Profile?
        /// The session's variant of the cities screen, stored so that new shares of the experiment do not change it.
        var look: CitiesVariant?
    }
    typealias Factory = any ProfileFactory

    func start() {
        state.look = state.look ?? factory.citiesLooks.variant(for: session)
        runUserEditFlow()
    }

    static let wiring: Wiring<ProfileCoordinator> = [
        .anchor(
            .restart { storage in
                storage["user"].map { State(user: $0, profile: storage["profile"], look: storage["look"]) }
            }
        ),
        .shares { $0.look },
        .on(UserEdit.editProfile) { $0.runProfileEditFlow(.one) },
        .on(UserEdit.editAreas) { $0.runProfileEditFlow(.several) },
        .on(finish: ProfileEditCoordinator.self) { $0.saved($1.profile) },
        .runs(UserEditCoordinator.self),
        .link(to: UserEdit.self) { _ in .user },
        .link(to: ProfileEdit.self) { .services($0.selection) },
        .link(of: UserEdit.editProfile) { .services(.one) },
        .link(of: UserEdit.editAreas) { .services(.several) },
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
        // A new profile starts with the user's city of residence.
        let cities = state.user.city.map { [$0] } ?? []
        var profile = state.profile ?? Profile(name: state.user.name, cities: cities)
        // The cities after the first one, which were chosen in the other form, stay.
        var others: [City]?
        if selection == .one, profile.cities.count > 1 {
            others = Array(profile.cities.dropFirst())
            profile.cities = Array(profile.cities.prefix(1))
        }
        run(
            ProfileEditCoordinator.self,
            with: .init(profile: profile, others: others, selection: selection),
            in: placement
        )
    }

    /// Copies the user from the child flow, which may have changed it.
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
    fileprivate static let saved = Message("profile.saved", "Profile saved.", level: .success)
}
