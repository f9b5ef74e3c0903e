import CoordinationTesting
import JSON
import Testing

@testable import Applications

/// A flow that shows the same screens in another order: first the cities, then the profile.
private final class CitiesFirstCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var profile = Profile(name: "Pavel Gurov") }
    typealias Factory = any ProfileFactory

    func start() {
        let federal = factory.geography.federal
        push(factory.makeCities("Where?", federal, selected: [], look: .list))
    }

    static let wiring: Wiring<CitiesFirstCoordinator> = [
        .on(Cities.citySelected) { try $0.select($1) },
        .ignores(Cities.done),
        .on(ProfileEdit.selectCity) { $0.pop() },
        .on(ProfileEdit.save) { flow, _ in flow.popToRoot() },
    ]

    private func select(_ id: City.ID) throws {
        state.profile.cities = [try factory.geography.federal.city(id)]
        push(ProfileEdit(profile: state.profile, selection: .one))
    }
}

@Suite("The screens of profile")
struct ReorderedProfileTests {
    /// Returns the inputs and outputs of a kind of screen, as clients see them.
    private func contract(_ screen: any Screen, in application: Application) throws -> String {
        let props = try JSONValue(parsing: JSONCoding.encode(screen)).objectValue?.members.map(\.key) ?? []
        let outputs = application.outputs(of: type(of: screen)).sorted { $0.name < $1.name }.map { output -> String in
            var writer = JSONWriter()
            if let schema = output.schema { schema.write(to: &writer) }
            return "\(output.name) \(String(decoding: writer.bytes, as: UTF8.self))"
        }
        return "\(type(of: screen).name) \(props) \(outputs)"
    }

    @Test("the contracts of screens don't change when a coordinator shows them in another order (G12)")
    func reordered() throws {
        let application = try Application(
            "reordered",
            title: "Reordered",
            root: CitiesFirstCoordinator.self,
            state: .init(),
            factory: DemoProfileFactory()
        )
        let other = try TestSession(application)
        try other.report(Cities.citySelected, "Moscow")
        #expect(other.stack == ["cities", "profileEdit"])
        let session = try TestSession.profile(link: "usher://profile/services")
        try session.report(ProfileEdit.selectCity)
        try session.report(Regions.regionSelected, "Tatarstan")
        #expect(session.stack == ["profileEdit", "regions", "cities"])
        let kinds = ["cities", "profileEdit"]
        let contracts = try [other, session].map { session in
            try kinds.map { name in
                let node = try #require(session.state.screens.first { $0.name == name })
                return try contract(node.screen, in: session.application)
            }
        }
        #expect(contracts[0] == contracts[1])
    }
}
