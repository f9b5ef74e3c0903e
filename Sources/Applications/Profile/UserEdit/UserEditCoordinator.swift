import Coordination

/// Who somebody is and where they live: the smallest flow in which a later screen changes an earlier one.
///
/// What else there is to say about the user is left to whoever runs the flow.
final class UserEditCoordinator: Coordinator {
    struct State: CoordinatorState { var user: User }
    typealias Factory = any ProfileFactory

    static let anchor: Anchor<State>? = .restart { storage in storage["user"].map { State(user: $0) } }

    func start() { push(UserEdit(user: state.user)) }

    static let wiring: Wiring<UserEditCoordinator> = [
        .on(UserEdit.selectCity) { $0.showCities() },
        .on(Cities.citySelected) { try $0.select($1) },
    ]

    private func showCities() {
        push(
            factory.makeCities(
                "Cities",
                factory.geography.demo,
                selected: state.user.city.map { [$0] } ?? [],
                look: shared(CitiesLook.self) ?? factory.citiesLooks.variant(for: session)
            )
        )
    }

    private func select(_ id: City.ID) throws {
        var user = state.user
        user.city = try factory.geography.demo.city(id)
        show(user)
        pop()
    }

    /// Shows another user, or the same with something changed, wherever one is shown.
    func show(_ user: User) {
        state.user = user
        update { (screen: inout any UpdateableWithUser) in screen.user = user }
    }
}

/// What screens have in common that show the user.
protocol UpdateableWithUser {
    /// Who is shown.
    var user: User { get set }
}

/// Shows who somebody is.
struct UserEdit: Screen, UpdateableWithUser {
    static let name = "userEdit"
    static let selectCity = Output<UserEdit, Nothing>("selectCity")
    static let editProfile = Output<UserEdit, Nothing>("editProfile")
    static let editAreas = Output<UserEdit, Nothing>("editAreas")

    var user: User

    var title: String { "Edit user" }

    var view: ScreenView {
        Heading(user.name)
        Text(user.city.map { "Lives in \($0.name)" } ?? "Lives nowhere yet", style: .secondary)
        Button("Select city", Self.selectCity, role: .primary)
        List(sections: [
            Section(
                "Offer services",
                footer: "Clients near you find you by where you work.",
                rows: [
                    Row("In one city", picture: .symbol("person"), accessory: .disclosure).reports(Self.editProfile),
                    Row("In several cities", picture: .symbol("map"), accessory: .disclosure).reports(Self.editAreas),
                ]
            )
        ])
    }
}
