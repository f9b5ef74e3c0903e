import Coordination

struct City: Payload, Equatable {
    var name: String
    static let schema: JSONSchema = .object(["name": .string(maxLength: 80)])
}

struct User: Codable, Equatable, Sendable {
    var name: String
    var city: City?
}

struct UserEdit: Screen {
    static let name = "userEdit"
    static let selectCity = Output<UserEdit, Nothing>("selectCity")

    var user: User

    var title: String { "Edit user" }
    var view: ScreenView {
        Heading(user.name)
        Text(user.city?.name ?? "No city yet", style: .secondary)
        Button("Select city", Self.selectCity, role: .primary)
    }
}

struct Cities: Screen {
    static let name = "cities"
    static let citySelected = Output<Cities, City>("citySelected")

    var cities: [City]

    var title: String { "Cities" }
    var view: ScreenView {
        List(cities) { city in Row(city.name).reports(Self.citySelected, city) }
    }
}

final class UserEditCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var user: User }
    typealias Factory = [City]

    func start() { push(UserEdit(user: state.user)) }

    static let wiring: Wiring<UserEditCoordinator> = [
        .on(UserEdit.selectCity) { $0.push(Cities(cities: $0.factory)) },
        .on(Cities.citySelected) { $0.select($1) },
    ]

    private func select(_ city: City) {
        state.user.city = city
        update { (screen: inout UserEdit) in screen.user = state.user }
        pop(to: UserEdit.self)
    }
}

enum UserEditApplication {
    static func make() throws -> Application {
        try Application(
            "profile",
            title: "Profile",
            root: UserEditCoordinator.self,
            state: .init(user: User(name: "Pavel")),
            factory: ["Moscow", "Ulyanovsk", "New York", "Tokyo"].map { City(name: $0) }
        )
    }
}
