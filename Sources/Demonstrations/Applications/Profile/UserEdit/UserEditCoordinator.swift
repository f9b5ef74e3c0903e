import Coordination

/// The flow that shows the user and changes the city: the smallest one in which a later screen changes an earlier one.
///
/// Selecting a city first updates the user on every screen that shows one and then pops a single screen. The outputs
/// for the user's services are handled by the parent.
final class UserEditCoordinator: Coordinator {
    struct State: CoordinatorState { var user: User }
    typealias Factory = any ProfileFactory

    func start() { push(UserEdit(user: state.user)) }

    static let wiring: Wiring<UserEditCoordinator> = [
        .anchor(.restart { storage in storage["user"].map { State(user: $0) } }),
        .on(UserEdit.selectCity) { $0.showCities() },
        .on(Cities.citySelected) { try $0.select($1) },
    ]

    private func showCities() {
        push(
            factory.makeCities(
                "Cities",
                factory.geography.demo,
                selected: state.user.city.map { [$0] } ?? [],
                look: shared(CitiesVariant.self) ?? factory.citiesLooks.variant(for: session)
            )
        )
    }

    private func select(_ id: City.ID) throws {
        var user = state.user
        user.city = try factory.geography.demo.city(id)
        show(user)
        pop()
    }

    /// Stores a user and updates every screen that shows one.
    func show(_ user: User) {
        state.user = user
        update { (screen: inout any UpdateableWithUser) in screen.user = user }
    }
}

/// A screen that shows the user.
protocol UpdateableWithUser {
    /// The user to show.
    var user: User { get set }
}

/// The user and the city of residence, with the ways to edit them.
struct UserEdit: Screen, UpdateableWithUser {
    static let name = "userEdit"
    static let selectCity = Output<UserEdit, Nothing>("selectCity")
    static let editProfile = Output<UserEdit, Nothing>("editProfile")
    static let editAreas = Output<UserEdit, Nothing>("editAreas")

    var user: User

    static let title = "Edit user"

    var view: ScreenView {
        Hero(
            user.name,
            subtitle: user.city.map { "Lives in \($0.name)" } ?? "No city yet",
            picture: .symbol("person"),
            action: Button("Select city", Self.selectCity, role: .primary)
        )
        List(sections: [
            Section(
                "Offer services",
                footer: "Clients find you by the cities you work in.",
                rows: [
                    Row("In one city", picture: .symbol("person"), accessory: .disclosure).reports(Self.editProfile),
                    Row("In several cities", picture: .symbol("map"), accessory: .disclosure).reports(Self.editAreas),
                ]
            )
        ])
    }
}
